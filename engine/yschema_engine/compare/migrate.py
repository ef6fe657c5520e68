"""Migration of values files to the new version of a schema; comments, order and quotes stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from yschema_engine.compare import changes as codes
from yschema_engine.compare.affected_values import values_about, values_at
from yschema_engine.compare.changes import Change, ChangeCode, Comparison, Successor
from yschema_engine.compare.renames import REMOVALS
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.schema.fields import Field
from yschema_engine.text.findings import EngineError, Finding, finding, usage_warning
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Map, from_plain, to_plain
from yschema_engine.text.paths import AnyItem, Path, key_of
from yschema_engine.text.source import Source
from yschema_engine.yaml.edit_places import Text, UneditableError, written
from yschema_engine.yaml.edits import comment_out, cut, insert, note_above, rename
from yschema_engine.yaml.plain_values import Plain, ValueLookup, put, taken
from yschema_engine.yaml.printing import to_yaml

NOT_MIGRATED = usage_warning(
    "change-not-followed",
    "the file could not be rewritten for this change",
    hint="edit these lines yourself: others refer to them, or they are in an unusual form",
)


def migrate(source: Source, comparison: Comparison) -> tuple[str, list[Finding]]:
    """Return a plain values file for the new version, and warnings about changes that it does not follow.

    Fields that moved are moved, removed fields become comments, and fields that became required are added.
    Values that the new version still accepts stay where they are, with a comment above. All other lines
    stay as they are. A change is not followed if other lines depend on a value.

    Raises:
        EngineError: the file is not YAML.
    """
    end = "\r\n" if "\r\n" in source.text else "\n"
    text = Text(source.name, source.text.replace("\r\n", "\n").split("\n"))
    # Notes about removed fields come last, so that they do not move with the field below them.
    changes = sorted(comparison.changes, key=lambda change: change.code != codes.FIELD_MOVED)
    manual = [change for change in changes if not _apply(change, text, comparison)]
    findings = [finding for change in manual for finding in _findings(change, text)]
    return end.join(text.lines), findings


def _findings(change: Change, text: Text) -> Iterator[Finding]:
    """Yield a warning for each place that could not follow a change; a field to add has none."""
    for number in range(len(text.documents)):
        text.number = number
        for path, _ in values_at(text.document, change.path):
            yield finding(NOT_MIGRATED, text.item(path).span, path=path, found=change.message)
    if _is_lack(change):
        yield finding(NOT_MIGRATED, path=change.path, found=change.message)


def _apply(change: Change, text: Text, comparison: Comparison) -> bool:
    """Follow a change in all documents of a text, and return whether that was possible."""
    before = tuple(text.lines)
    try:
        for number in range(len(text.documents) or 1):
            text.number, text.gap = number, None
            expected = _follow(change, text, comparison)
            if expected is not None and not equal(to_plain(text.document) or {}, expected):
                raise UneditableError(change.path_text)
    except (UneditableError, EngineError):  # an edit led to text that is not YAML, or says something else
        text.restore(before)
        return False
    return True


def _follow(change: Change, text: Text, comparison: Comparison) -> Plain:
    """Follow a change in one document, and return what the document should hold; None if nothing changes."""
    document = to_plain(text.document) or {}
    if change.code in (codes.FIELD_MOVED, codes.DEFAULT_RESHAPED, *REMOVALS):
        paths = list(values_about(change, text.document))
        for path in reversed(paths):
            if change.successor is None and change.code in _NOTES:
                note_above(text, path, _NOTES[change.code] + _perhaps(change, text, comparison))
            else:
                document = _remove(change, path, text, document, comparison)
        return document if paths else None
    if _is_lack(change):
        paths = list(_unset_paths(text, change.path))
        for path in paths:
            document = _add(path, text, Trial(comparison.new), document)
        return document if paths else None
    return None


def _is_lack(change: Change) -> bool:
    """Return whether a field has to be set now."""
    return change.code.topic == "lack" and change.code.level == "breaking"


def _unset_paths(text: Text, path: Path) -> Iterator[Path]:
    """Yield the paths of a field in all maps of the document that lack it; other documents may set it."""
    parents = [concrete for concrete, _ in values_at(text.document, path.parent)]
    if not any(isinstance(step, AnyItem) for step in path):
        is_set = any(True for each in text.documents for _ in values_at(each, path))
        parents = [] if is_set else [path.parent]
    for parent in parents:
        concrete = Path((*parent, path[-1]))
        if not list(values_at(text.document, concrete)):
            yield concrete


def _remove(change: Change, path: Path, text: Text, document: Plain, comparison: Comparison) -> Plain:
    """Take a value out of the text, or move it, and return the document with it done."""
    successor = change.successor
    target = _target(path, successor) if successor is not None else None
    value, rest = taken(document, path)
    if target is None:
        comment_out(text, path, _removal(change, text, comparison))
    elif list(values_at(text.document, target)):
        comment_out(text, path, f"moved to {target}, which is set already")
    elif target.parent == path.parent:
        rename(text, path, str(target.name))
        return put(rest, target, value)
    else:
        insert(text, target.parent, cut(text, path, target.name))
        return put(rest, target, value)
    return rest


def _target(path: Path, successor: Successor) -> Path | None:
    """Return where a value moves to: items of arrays stay in the same items; None if that is not possible."""
    indexes = [step for step in path if isinstance(step, int)]
    if sum(isinstance(step, AnyItem) for step in successor.path) != len(indexes):
        return None
    remaining = iter(indexes)
    return Path(next(remaining) if isinstance(step, AnyItem) else step for step in successor.path)


_NOTES: Mapping[ChangeCode, str] = {
    codes.DEFAULT_DROPPED: "the new version has no default for this key, and may still use it",
    codes.FIELD_UNDECLARED: "the new version does not declare this key, and may still use it",
    codes.DEFAULT_RESHAPED: "the new version has another type of value here",
}


def _removal(change: Change, text: Text, comparison: Comparison) -> str:
    """Return the comment above a removed field: the replacement that its author names."""
    if change.remedy:
        return f"removed: {' '.join(change.remedy.split())}"
    perhaps = _perhaps(change, text, comparison)
    return f"removed{perhaps or ': the new version does not have this field'}"


def _perhaps(change: Change, text: Text, comparison: Comparison) -> str:
    """Return the probable successors of a field, or those of the values below it."""
    if change.successors:
        names = " or ".join(str(each.path) for each in change.successors)
        return f": perhaps renamed to {names}"
    if change.code in _NOTES:
        return ""
    below = [
        f"{each.path} to {each.successors[0].path}"
        for each in comparison.changes
        if each.successors and each.path[: len(change.path)] == change.path and each != change
        if any(True for _ in values_at(text.document, each.path))
    ]
    return f": perhaps {', '.join(below)}" if below else ""


def _add(path: Path, text: Text, new: Trial, document: Plain) -> Plain:
    """Add a field that has to be set, with a value that fits if one can be found."""
    value = _value(path, new.schema.find(str(path.field)), new)
    key, parent = key_of(path[-1]), text.value(path.parent)
    node = from_plain({key: value}, new.schema.root.span)
    is_short = isinstance(parent, Map) and parent.items and text.place(parent.items[-1]).top is not None
    item = f"{written(key)}: {to_yaml(from_plain(value, new.schema.root.span), flow=True).strip()}"
    lines = [item] if is_short else to_yaml(node).rstrip("\n").split("\n")
    insert(text, path.parent, [f"{text.comment} required by the new version: check this value", *lines])
    return put(document, path, value)


def _value(path: Path, field: Field | None, new: Trial) -> object:
    is_set, value = ValueLookup(from_plain(new.base, new.schema.root.span)).at(path)
    if is_set:
        return value
    return next(new.valid(field), to_plain(new.schema.default_of(field))) if field is not None else ""
