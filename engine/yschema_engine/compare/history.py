"""The history of the fields of a schema over several versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, ChangeCode, Comparison, Side
from yschema_engine.compare.renames import REMOVALS
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param

Event = Literal["new", "default", "required", "deprecated", "type"]
_EVENTS: Mapping[ChangeCode, Event] = {
    **dict.fromkeys((codes.FIELD_ADDED, codes.REQUIRED_FIELD_ADDED, codes.FIELD_DECLARED), "new"),
    **dict.fromkeys((codes.DEFAULT_CHANGED, codes.DEFAULT_ADDED, codes.DEFAULT_REMOVED), "default"),
    **dict.fromkeys((codes.TYPE_CHANGED, codes.TYPE_NARROWED, codes.TYPE_WIDENED), "type"),
    codes.FIELD_REQUIRED: "required",
    codes.DEPRECATED: "deprecated",
}


@dataclass(frozen=True, slots=True)
class Step:
    """Two consecutive versions.

    Attributes:
        old: the name of the old version.
        new: the name of the new version.
        comparison: what changes between them.
        places: the arguments of `yschema compare` for both.
    """

    old: str
    new: str
    comparison: Comparison
    places: tuple[str, str] = ("OLD", "NEW")


@dataclass(frozen=True, slots=True)
class Note:
    """An event in the history of a field.

    Attributes:
        event: what happened.
        version: the first version for which it holds.
        old: what a changed default was before.
        new: the changed default.
    """

    event: Event
    version: str
    old: Param = ""
    new: Param = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """A field of an earlier version that the current one does not have.

    Attributes:
        path: in the version that had it last.
        version: the first version without it.
        successor: the field of the current version that replaces it, as its author says.
    """

    path: Path
    version: str
    successor: Path | None = None


def field_notes(steps: Sequence[Step], current: Schema) -> dict[Path, tuple[Note, ...]]:
    """Return the history of each field of the current version, in order.

    Args:
        steps: oldest first.
        current: the current version.
    """
    known = {field.path for field in current.root.walk()}
    notes: dict[Path, dict[Event, Note]] = {}
    for step in steps:
        for change in step.comparison.changes:
            event = _EVENTS.get(change.code)
            if event is not None and change.path in known and _is_about(change, current):
                of_field = notes.setdefault(change.path, {})
                of_field.pop(event, None)
                of_field[event] = Note(event, step.new, *map(_words, (change.old, change.new)))
    return {path: tuple(of_field.values()) for path, of_field in notes.items()}


def _is_about(change: Change, current: Schema) -> bool:
    """Return whether a change is about the kind and version of a schema, or of the only kind."""
    return change.resource in ("", current.resource.name if current.resource is not None else "")


def _words(side: Side | None) -> Param:
    return "" if side is None else side.words


def gone_fields(steps: Sequence[Step], current: Schema) -> list[Gone]:
    """Return the fields of earlier versions that the current one does not have, the latest first."""
    known = {field.path for field in current.root.walk()}
    gone: dict[Path, Gone] = {}
    for step in reversed(steps):
        for change in step.comparison.changes:
            is_removal = change.code in REMOVALS or change.code == codes.FIELD_MOVED
            if is_removal and _is_about(change, current):
                for each in _gone(change, step):
                    if each.path not in known and each.path not in gone:
                        gone[each.path] = _with_current_successor(each, gone, known)
    return list(gone.values())


def _gone(change: Change, step: Step) -> Iterator[Gone]:
    """Yield a removed field, and the fields below it."""
    successor = change.successor.path if change.successor is not None else None
    yield Gone(change.path, step.new, successor)
    old = step.comparison.old
    kinds = (each for each in old.kinds if each.resource and each.resource.name == change.resource)
    field = next(kinds, old).find(str(change.path))
    for below in field.walk() if field is not None else ():
        moved = Path((*successor, *below.path[len(change.path) :])) if successor is not None else None
        yield Gone(below.path, step.new, moved)


def _with_current_successor(each: Gone, gone: Mapping[Path, Gone], known: set[Path]) -> Gone:
    """Return a field whose successor the current version has; a later version may have moved it again."""
    successor = each.successor
    while successor is not None and successor not in known:
        successor = gone[successor].successor if successor in gone else None
    return Gone(each.path, each.version, successor)
