"""Renamed fields: what the schema says about them, and what the fields themselves suggest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Change, Successor
from yschema_engine.compare.pairs import Difference, Versions
from yschema_engine.compare.probable import Probable, probable_successors
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Verbatim

REMOVALS = (codes.FIELD_REMOVED, codes.FIELD_RETIRED, codes.FIELD_IGNORED)
_CODE = lazy_pattern(r"`([^`]+)`")
_DOTTED = lazy_pattern(r"[\w\-]+(?:\[\])?(?:\.[\w\-]+(?:\[\])?)+")
_NAMED = lazy_pattern(r"\b(?:use|set|to|by|named|called|as)\s+(?:the\s+field\s+)?([\w\-]+)", re.IGNORECASE)


def with_successors(found: Sequence[Difference], versions: Versions) -> list[Difference]:
    """Return the differences, in which removed fields name those that may replace them."""
    removed = [each.pair.old for each in found if each.change.code in REMOVALS and each.pair.old is not None]
    probable = probable_successors(removed, versions)
    return [new for each in found for new in _with_successors(each, probable, versions)]


def _with_successors(each: Difference, probable: Probable, versions: Versions) -> Iterator[Difference]:
    old = each.pair.old
    if each.change.code not in REMOVALS or old is None:
        yield each
        return
    change = _completed(each.change, old, probable, versions)
    yield replace(each, change=change)
    if change.successor is None and each.change.code is not codes.FIELD_RETIRED:
        yield from _below(replace(each, change=change), old, probable, versions)


def _below(above: Difference, old: Field, probable: Probable, versions: Versions) -> Iterator[Difference]:
    """Yield differences for the fields below a removed one that went elsewhere than it did."""
    for field in old.type.fields:
        change = _completed(replace(above.change, path=field.path), field, probable, versions)
        each = Difference(change, replace(above.pair, old=field))
        if change.successors and field.removed is None and not _is_implied(change, above.change):
            yield each
        yield from _below(each if change.successors else above, field, probable, versions)


def _is_implied(change: Change, above: Change) -> bool:
    """Return whether a field went where the map around it went."""
    best = above.successors[:1]
    rest = change.path[len(above.path) :]
    return any(change.successors[0].path == Path((*each.path, *rest)) for each in best)


def _completed(change: Change, old: Field, probable: Probable, versions: Versions) -> Change:
    named = _named_by_author(change, old, versions)
    if named is not None:
        code = codes.FIELD_MOVED if change.code.axis == "acceptance" else change.code
        successor = Successor(named.path, ("notice",))
        params = {"successor": Verbatim(str(named.path))}
        return replace(change, code=code, successors=(successor,), params=params)
    return replace(change, successors=probable.get(old.path, ()))


def _named_by_author(change: Change, old: Field, versions: Versions) -> Field | None:
    """Return the field of the new version that a notice about the old one names."""
    kept = versions.new.find(str(old.path))
    notices = [change.remedy, old.deprecated or ""]
    notices += [kept.removed or "", kept.deprecated or ""] if kept is not None else []
    for notice in notices:
        for name in _names(notice):
            field = _find(versions.new, old.path, name)
            if field is not None and field.path != old.path and field.removed is None:
                return field
    return None


def _names(notice: str) -> Iterator[str]:
    """Yield the names in a notice that may be fields, the most certain first."""
    yield from _CODE.findall(notice)
    yield from _DOTTED.findall(notice)
    yield from _NAMED.findall(notice)


def _find(schema: Schema, near: Path, name: str) -> Field | None:
    """Return the field with a path, or with a key beside another field."""
    beside = Path((*near.parent, name)) if "." not in name else None
    by_path = schema.find(name) if name.strip("[]") else None
    if by_path is not None and not by_path.is_document:
        return by_path
    return schema.find(str(beside)) if beside is not None else None
