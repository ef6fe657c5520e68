"""Changes that maintainers accept in a file, with reasons.

    accepted:
    - code: field-removed
      path: tls.port
      reason: nobody set it

A change is identified by its code and its path, so that another wording of messages does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.compare import finding_codes
from yschema_engine.compare.changes import Change
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding, UsageError, finding
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, Holder, Map, to_plain
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import read_plain

_KEYS = frozenset({"code", "path", "reason", "fingerprint"})


@dataclass(frozen=True, slots=True)
class Accepted:
    """An entry of the file.

    Attributes:
        reason: why the change is accepted.
        span: of the entry.
        code: of the change; may be empty if there is a fingerprint.
        path: of the field, as findings show it.
        fingerprint: of the change, in place of code and path.
    """

    reason: str
    span: Span
    code: str = ""
    path: str = ""
    fingerprint: str = ""

    def accepts(self, change: Change) -> bool:
        """Return whether the entry is about a change."""
        if self.fingerprint:
            return self.fingerprint == change.fingerprint
        return (self.code, self.path) == (change.code.name, change.path_text)


def read_accepted(source: Source) -> Sequence[Accepted]:
    """Return the entries of a file.

    Raises:
        EngineError: the file is not YAML.
        UsageError: it does not hold a list of accepted changes.
    """
    documents = [each for each in read_plain(source).documents if each.value is not None]
    if not documents:
        return ()
    root = documents[0].value
    items = {item.key: item for item in root.items} if isinstance(root, Map) else {}
    if set(items) != {"accepted"} or not isinstance(items["accepted"].value, Array):
        raise _invalid(documents[0])
    return [_entry(element) for element in items["accepted"].value.items]


def split(
    changes: Iterable[Change], entries: Sequence[Accepted]
) -> tuple[list[Change], list[tuple[Change, Accepted]], list[Finding]]:
    """Return the changes that are not accepted, those that are, and warnings about unused entries."""
    others: list[Change] = []
    accepted: list[tuple[Change, Accepted]] = []
    for change in changes:
        entry = next((each for each in entries if each.accepts(change)), None)
        if entry is None:
            others.append(change)
        else:
            accepted.append((change, entry))
    used = {id(entry) for _, entry in accepted}
    return others, accepted, list(_unused(entry for entry in entries if id(entry) not in used))


def _unused(entries: Iterable[Accepted]) -> Iterator[Finding]:
    for entry in entries:
        found = Verbatim(entry.fingerprint or f"{entry.code} {entry.path}")
        yield finding(finding_codes.ACCEPTED_UNUSED, entry.span, found=found)


def _entry(element: Holder) -> Accepted:
    plain = to_plain(element.value)
    if not isinstance(plain, dict) or not plain.keys() <= _KEYS:
        raise _invalid(element)
    if not all(isinstance(value, str) and value for value in plain.values()) or "reason" not in plain:
        raise _invalid(element)
    if "fingerprint" not in plain and not {"code", "path"} <= plain.keys():
        raise _invalid(element)
    return Accepted(span=element.span, **plain)


def _invalid(holder: Holder) -> UsageError:
    found = Verbatim(written(to_plain(holder.value)))
    return UsageError([finding(finding_codes.INVALID_ACCEPTED_FILE, holder.span, found=found)])
