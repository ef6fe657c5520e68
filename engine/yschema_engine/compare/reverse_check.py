"""The reverse check: values that the old version accepts, run against the new one.

Whatever the new version refuses has to be explained by a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Change, Side, Witness
from yschema_engine.compare.documents import placed
from yschema_engine.compare.probe import Probe
from yschema_engine.compare.reverse_documents import documents
from yschema_engine.text.paths import Path
from yschema_engine.yaml.plain_values import Plain, merged, without_all

_REPAIRS = 3


def unexplained(
    changes: Sequence[Change], old: Probe, new: Probe, samples: Iterable[Plain] = ()
) -> list[Change]:
    """Return a change for each refusal that no other change explains.

    Args:
        changes: those that are known.
        old: the old version.
        new: the new version.
        samples: further documents that the old version accepts.
    """
    paths = [
        change.path
        for change in changes
        if change.code.level == "breaking" or change.code is codes.FIELD_DECLARED
    ]
    known = KnownPaths(paths)
    found: dict[Path, Change] = {}
    for document in (*samples, *documents(old, new, paths)):
        valid = _repaired(document, old)
        if valid is None:
            continue
        for path in _refused(valid, new, known):
            found.setdefault(path, _change(path, valid, old, new))
    if not old.base_outcome.errors:
        for path in _not_explained(new.run(old.base).refused, known):
            found.setdefault(path, _change(path, old.base, old, new))
    return list(found.values())


def _repaired(document: Plain, old: Probe) -> Plain | None:
    """Return a document without the values that the old version refuses; None if it refuses others."""
    for _ in range(_REPAIRS):
        refused = old.run(document).refused
        if not refused:
            return document
        shorter = without_all(document, refused)
        if shorter == document:
            return None
        document = shorter
    return document if old.run(document).is_valid else None


def _refused(document: Plain, new: Probe, known: KnownPaths) -> Iterator[Path]:
    """Yield the paths that the new version refuses and no change explains.

    Values that are refused for a known reason are left out, since rules run only if all types are right.
    """
    for _ in range(_REPAIRS):
        refused = new.run(document).refused
        unknown = list(_not_explained(refused, known))
        yield from unknown
        explained = [path for path in refused if known.explain(path)]
        shorter = without_all(document, explained)
        if not explained or shorter == document:
            return
        document = shorter


def _not_explained(refused: Iterable[Path], known: KnownPaths) -> Iterator[Path]:
    return (path for path in refused if not known.explain(path))


def all_refused(document: Plain, probe: Probe) -> Iterator[Path]:
    """Yield all paths in a document that a version refuses, by its types and by its rules."""
    for _ in range(_REPAIRS):
        refused = probe.run(document).refused
        yield from refused
        shorter = without_all(document, refused)
        if shorter == document:
            return
        document = shorter


class KnownPaths:
    """The paths of the fields of known changes, which explain refusals."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Index the paths.

        Args:
            paths: those of the fields.
        """
        self._paths = list(paths)
        self._exact = {tuple(path) for path in self._paths}
        self._above = {path[:length] for path in self._exact for length in range(len(path))}
        self._loose = [path for path in self._paths if _fits_others(path)]

    def explain(self, path: Path) -> bool:
        """Return whether a refusal is at, above or below one of the paths."""
        steps = tuple(path)
        if steps in self._above or any(steps[:length] in self._exact for length in range(len(steps) + 1)):
            return True
        similar = self._paths if _fits_others(path) else self._loose
        return any(leads(path, each) or leads(each, path) for each in similar)


def _fits_others(path: Path) -> bool:
    """Return whether a path has a step that other steps fit as well."""
    return not all(isinstance(step, str) for step in path)


def leads(one: Sequence[object], other: Sequence[object]) -> bool:
    """Return whether one path leads to the other, or further; items and open keys fit any step."""
    return len(one) >= len(other) and all(map(_fits, one, other))


def _fits(one: object, other: object) -> bool:
    return one == other or not (isinstance(one, str) and isinstance(other, str))


def _change(path: Path, document: Plain, old: Probe, new: Probe) -> Change:
    """Return the change for a refusal; languages with checks of their own say more than fields can."""
    is_own = new.schema.instance_check is not None
    code = codes.VALUE_REFUSED if is_own else codes.UNEXPLAINED_REFUSAL
    field = new.schema.find(str(path.field)) or new.schema.root
    small = _smaller(document, path, old, new)
    return Change(code, path, new=Side(span=field.span), witness=Witness(small, path, "old"))


def _smaller(document: Plain, path: Path, old: Probe, new: Probe) -> Plain:
    """Return a document with one value alone, if it shows the same."""
    place = _value(document, path)
    if place is None:
        return document
    small = placed(old.fields, path, place[0])
    if small is None:
        return document
    alone = merged(old.base, small[0])
    return alone if old.run(alone).is_valid and not new.run(alone).is_valid else document


def _value(document: Plain, path: Path) -> tuple[Plain] | None:
    for step in path:
        is_item = isinstance(document, list) and isinstance(step, int) and step < len(document)
        if not is_item and not (isinstance(document, dict) and step in document):
            return None
        document = document[step]
    return (document,)
