"""Which changes fail a run, and which ones a file accepts.

    accepted:
    - code: field-removed
      path: tls.port
      reason: nobody set it

A change is identified by its code and its path, so that another wording of messages does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from yschema_engine.compare.changes import Change, Level
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import (
    Finding,
    UsageError,
    finding,
    usage_code,
    usage_warning,
    validation_code,
)
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, Holder, Map, to_plain
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import read

CHANGES_NOT_ALLOWED = validation_code(
    "changes-not-allowed",
    "the new version has changes that are not allowed",
    hint="undo the changes, or accept them with a reason in a file: --accepted FILE",
)
RELEASE_TOO_SMALL = validation_code(
    "release-too-small",
    "the changes require another version number than {new} after {old}",
    hint="raise the version number, or undo the changes",
)
INVALID_VERSION = usage_code(
    "invalid-version", "this is not a semantic version", expected="a version such as `1.4.2`"
)
INVALID_ACCEPTED_FILE = usage_code(
    "invalid-accepted-changes",
    "this is not a list of accepted changes",
    expected="`accepted:` with a list of maps, each with `code`, `path` and `reason`",
)
ACCEPTED_UNUSED = usage_warning(
    "accepted-change-unused",
    "this entry accepts nothing",
    expected="a change with this code at this path",
    hint="remove the entry",
)


FailOn = Literal["none", "breaking", "unknown", "effect", "any"]
Release = Literal["none", "patch", "minor", "major"]
_FAILING: Mapping[FailOn, tuple[Level, ...]] = {
    "none": (),
    "breaking": ("breaking",),
    "unknown": ("breaking", "unknown"),
    "effect": ("breaking", "effect"),
    "any": ("breaking", "unknown", "effect", "compatible", "words"),
}
_NEEDED: Mapping[Level, Release] = {
    "breaking": "major",
    **dict.fromkeys(("unknown", "effect", "compatible"), "minor"),
    "words": "patch",
}
_RELEASES: Mapping[Release, Phrase] = {
    "none": phrase("the same version"),
    "patch": phrase("a patch release"),
    "minor": phrase("a minor release"),
    "major": phrase("a major release"),
}
_ORDER: tuple[Release, ...] = get_args(Release)
_VERSION = r"v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?\Z"


@dataclass(frozen=True, slots=True)
class Releases:
    """The versions of a schema, by semantic versioning.

    Attributes:
        old: the old version, such as `1.4.2`.
        new: the new version.
    """

    old: str
    new: str

    def __post_init__(self) -> None:
        """Check both versions.

        Raises:
            UsageError: one of them is not a semantic version.
        """
        for version in (self.old, self.new):
            if not re.match(_VERSION, version):
                raise UsageError.of(INVALID_VERSION, found=Verbatim(version))

    @property
    def step(self) -> Release:
        """The kind of release that the new version is; before 1.0.0, a minor release may break."""
        before, after = _numbers(self.old), _numbers(self.new)
        if after <= before:
            return "patch" if self.old != self.new and after == before else "none"
        if after[0] > before[0] or (before[0] == 0 and after[1] > before[1]):
            return "major"
        return "minor" if after[1] > before[1] or before[0] == 0 else "patch"


def failures(changes: Sequence[Change], fail_on: FailOn, releases: Releases | None) -> Iterator[Finding]:
    """Yield the reasons why a comparison fails.

    Args:
        changes: those that are not accepted.
        fail_on: the changes that fail the run.
        releases: the versions to compare by the policy of semantic versioning.
    """
    failing = [change for change in changes if change.code.level in _FAILING[fail_on]]
    if failing:
        yield finding(CHANGES_NOT_ALLOWED, found=_names(failing))
    needed = max((_NEEDED[change.code.level] for change in changes), key=_ORDER.index, default=_ORDER[0])
    if releases is None or _ORDER.index(needed) <= _ORDER.index(releases.step):
        return
    reasons = [change for change in changes if _NEEDED[change.code.level] == needed]
    old, new, step = Verbatim(releases.old), Verbatim(releases.new), _RELEASES[releases.step]
    why = phrase("{release}, because of {changes}", release=_RELEASES[needed], changes=_names(reasons))
    yield finding(RELEASE_TOO_SMALL, old=old, new=new, found=step, expected=why)


def _numbers(version: str) -> tuple[int, int, int]:
    match = re.match(_VERSION, version)
    assert match is not None
    return int(match[1]), int(match[2]), int(match[3])


_SHOWN = 5


def _names(changes: Sequence[Change]) -> Verbatim:
    names = [f"{change.code.name} {change.path_text}" for change in changes]
    more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return Verbatim(", ".join(names[:_SHOWN]) + more)


_NEEDED_KEYS = (frozenset({"fingerprint", "reason"}), frozenset({"code", "path", "reason"}))
_KEYS = frozenset().union(*_NEEDED_KEYS)


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
    documents = [each for each in read(source).documents if each.value is not None]
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
    pairs = [(change, next((e for e in entries if e.accepts(change)), None)) for change in changes]
    others = [change for change, entry in pairs if entry is None]
    accepted = [(change, entry) for change, entry in pairs if entry is not None]
    used = {id(entry) for _, entry in accepted}
    unused = [
        finding(ACCEPTED_UNUSED, each.span, found=Verbatim(each.fingerprint or f"{each.code} {each.path}"))
        for each in entries
        if id(each) not in used
    ]
    return others, accepted, unused


def _entry(element: Holder) -> Accepted:
    plain = to_plain(element.value)
    if (
        not isinstance(plain, dict)
        or not plain.keys() <= _KEYS
        or not all(isinstance(value, str) and value for value in plain.values())
        or not any(needed <= plain.keys() for needed in _NEEDED_KEYS)
    ):
        raise _invalid(element)
    return Accepted(span=element.span, **plain)


def _invalid(holder: Holder) -> UsageError:
    found = Verbatim(written(to_plain(holder.value)))
    return UsageError.of(INVALID_ACCEPTED_FILE, holder.span, found=found)
