"""Values files rewritten for the new version of a schema, with their comments, order and quotes."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Change, Comparison, Successor
from yschema_engine.compare.documents import value_at
from yschema_engine.compare.impact import values_at
from yschema_engine.compare.probe import Probe
from yschema_engine.compare.renames import REMOVALS
from yschema_engine.compare.yaml_edits import Text, UneditableError
from yschema_engine.deferred_classes import dataclass
from yschema_engine.model.fields import Field
from yschema_engine.model.path import AnyItem, Path
from yschema_engine.nodes import from_plain, to_plain, to_yaml
from yschema_engine.source import Source

_REQUIRED = (codes.REQUIRED_FIELD_ADDED, codes.FIELD_REQUIRED)


@dataclass(frozen=True, slots=True)
class Migration:
    """The result of a migration.

    Attributes:
        text: the file for the new version.
        manual: the changes that the file has to follow and does not, such as those in maps in braces.
    """

    text: str
    manual: tuple[Change, ...]


def migrate(source: Source, comparison: Comparison) -> Migration:
    """Return a values file for the new version.

    Fields that moved are moved, removed fields become comments, and fields that became required are added.
    All other lines stay as they are.

    Args:
        source: a plain values file.
        comparison: the two versions.

    Raises:
        EngineError: the file is not YAML.
    """
    end = "\r\n" if "\r\n" in source.text else "\n"
    text = Text(source.name, source.text.replace("\r\n", "\n").split("\n"))
    manual = [change for change in comparison.changes if not _apply(change, text, comparison)]
    return Migration(end.join(text.lines), tuple(manual))


def _apply(change: Change, text: Text, comparison: Comparison) -> bool:
    """Follow a change in the text, and return whether that was possible."""
    before = tuple(text.lines)
    try:
        if change.code is codes.FIELD_MOVED or change.code in REMOVALS:
            for path in reversed(list(_set_paths(text, change.path))):
                _remove(change, path, text)
        elif change.code in _REQUIRED:
            for path in _unset_paths(text, change.path):
                _add(path, text, Probe(comparison.new))
    except UneditableError:
        text.restore(before)
        return False
    return True


def _set_paths(text: Text, path: Path) -> Iterator[Path]:
    yield from (concrete for concrete, _ in values_at(text.document, path))


def _unset_paths(text: Text, path: Path) -> Iterator[Path]:
    """Yield the paths of a field in all maps of the text that lack it."""
    parents = [concrete for concrete, _ in values_at(text.document, path.parent)]
    if not parents and not any(isinstance(step, AnyItem) for step in path):
        parents = [path.parent]
    for parent in parents:
        concrete = Path((*parent, path[-1]))
        if not list(values_at(text.document, concrete)):
            yield concrete


def _remove(change: Change, path: Path, text: Text) -> None:
    successor = change.successor
    target = _target(path, successor) if successor is not None else None
    if target is None:
        text.comment_out(path, _note(change))
    elif list(values_at(text.document, target)):
        text.comment_out(path, f"moved to {target}, which is set already")
    elif target.parent == path.parent:
        text.rename(path, str(target.name))
    else:
        text.insert(target.parent, text.cut(path, target.name))


def _target(path: Path, successor: Successor) -> Path | None:
    """Return where a value moves to: items of arrays stay in the same items; None if that is not possible."""
    indexes = [step for step in path if isinstance(step, int)]
    if sum(isinstance(step, AnyItem) for step in successor.path) != len(indexes):
        return None
    remaining = iter(indexes)
    return Path(next(remaining) if isinstance(step, AnyItem) else step for step in successor.path)


def _note(change: Change) -> str:
    """Return the comment above a field that was removed: what its author says to do instead."""
    if change.remedy:
        return f"removed: {' '.join(change.remedy.split())}"
    if change.successors:
        names = " or ".join(str(each.path) for each in change.successors)
        return f"removed: perhaps renamed to {names}"
    return "removed: the new version does not have this field"


def _add(path: Path, text: Text, new: Probe) -> None:
    """Add a field that has to be set, with a value that fits if one can be found."""
    field = new.schema.find(str(path.field))
    value = _value(path, field, new)
    block = ["# required by the new version: check this value"]
    block += to_yaml(from_plain({path[-1]: value}, new.schema.root.span)).rstrip("\n").split("\n")
    text.insert(path.parent, block)


def _value(path: Path, field: Field | None, new: Probe) -> object:
    is_set, value = value_at(from_plain(new.base, new.schema.root.span), path)
    if is_set:
        return value
    valid = (each for each in new.candidates(field) if new.accepts(field, each)) if field is not None else ()
    return next(iter(valid), to_plain(new.schema.default_of(field)) if field is not None else "")
