"""Renamed fields: what the schema says about them, and what the fields themselves suggest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Change, Reason, Successor
from yschema_engine.compare.pairs import Difference, Versions
from yschema_engine.compare.types import kinds_of
from yschema_engine.model.fields import Field
from yschema_engine.model.path import Path
from yschema_engine.model.phrases import Verbatim
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Map, key_id, to_plain
from yschema_engine.nodes.compare import equal

REMOVALS = (codes.FIELD_REMOVED, codes.FIELD_RETIRED, codes.FIELD_IGNORED)
_LEAST = 0.5
_SHOWN = 3
_MOST_COMPARED = 400
_CODE = re.compile(r"`([^`]+)`")
_DOTTED = re.compile(r"[\w\-]+(?:\[\])?(?:\.[\w\-]+(?:\[\])?)+")
_NAMED = re.compile(r"\b(?:use|set|to|by|named|called|as)\s+(?:the\s+field\s+)?([\w\-]+)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")


def with_successors(found: Sequence[Difference], versions: Versions) -> list[Difference]:
    """Return the differences, in which removed fields name those that may replace them."""
    removals = [each for each in found if each.change.code in REMOVALS]
    added = list(_added(versions)) if removals else []
    return [new for each in found for new in _with_successors(each, added, versions)]


def _with_successors(each: Difference, added: Sequence[Field], versions: Versions) -> Iterator[Difference]:
    old = each.pair.old
    if each.change.code not in REMOVALS or old is None:
        yield each
        return
    change = _completed(each.change, old, added, versions)
    yield replace(each, change=change)
    if change.successor is None and each.change.code is codes.FIELD_REMOVED:
        for below in old.walk():
            inner = _completed(replace(each.change, path=below.path), below, added, versions)
            if inner.successors and below.removed is None:
                yield Difference(inner, replace(each.pair, old=below))


def _completed(change: Change, old: Field, added: Sequence[Field], versions: Versions) -> Change:
    named = _named_by_author(change, old, versions)
    if named is not None:
        code = codes.FIELD_MOVED if change.code.axis == "acceptance" else change.code
        successor = Successor(named.path, ("notice",))
        params = {"successor": Verbatim(str(named.path))}
        return replace(change, code=code, successors=(successor,), params=params)
    return replace(change, successors=tuple(_probable(old, added, versions)))


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


def _added(versions: Versions) -> Iterator[Field]:
    """Yield the fields that only the new version has."""
    known = {field.path for field in versions.old.root.walk()}
    for field in versions.new.root.walk():
        if field.path not in known and field.removed is None and not field.is_open:
            yield field


def _probable(old: Field, added: Sequence[Field], versions: Versions) -> list[Successor]:
    """Return the fields that are like a removed one, the most similar first."""
    near = sorted(added, key=lambda new: _distance(old, new))[:_MOST_COMPARED]
    scored = [scored for new in near if (scored := _scored(old, new, versions)).score >= _LEAST]
    return sorted(scored, key=lambda each: -each.score)[:_SHOWN]


def _distance(old: Field, new: Field) -> int:
    """Return how many steps two paths differ in at the end."""
    common = sum(1 for _ in _common(old.path, new.path))
    return len(old.path) + len(new.path) - 2 * common


def _common(one: Path, other: Path) -> Iterator[object]:
    for left, right in zip(one, other, strict=False):
        if left != right:
            return
        yield left


def _scored(old: Field, new: Field, versions: Versions) -> Successor:
    """Return how much a new field is like an old one, with the reasons."""
    if not kinds_of(old.type) & kinds_of(new.type) - {"null"}:
        return Successor(new.path, (), 0.0)
    parts = [
        _by_name(old, new),
        _by_default(old, new, versions),
        _by_description(old, new),
        _by_neighbours(old, new),
    ]
    reasons: list[Reason] = [reason for reason, points in parts if points > 0.05]
    points = sum(points for _, points in parts)
    if old.type.kinds == new.type.kinds:
        reasons.append("type")
        points += 0.1
    return Successor(new.path, tuple(reasons), min(points, 1.0))


def _by_name(old: Field, new: Field) -> tuple[Reason, float]:
    if old.name == new.name:
        return "name", 0.3 if len(old.name) > 2 else 0.15
    if _normal(old.name) == _normal(new.name):
        return "case", 0.4
    if _normal("".join(map(str, old.path[-2:]))) == _normal(new.name):
        return "name", 0.3
    if len(new.path) == len(old.path) + 1 and new.path[:-2] == old.path[:-1]:
        if _normal(old.name) == _normal("".join(map(str, new.path[-2:]))):
            return "name", 0.4
        if str(new.path[-2]) == f"{old.name}s":  # `port` and `ports.http`
            return "name", 0.35
    likeness = SequenceMatcher(None, _normal(old.name), _normal(new.name)).ratio()
    is_part = _normal(old.name) in _normal(new.name) or _normal(new.name) in _normal(old.name)
    return "name", 0.25 if is_part and len(old.name) > 3 else 0.3 * likeness if likeness > 0.6 else 0.0


def _by_default(old: Field, new: Field, versions: Versions) -> tuple[Reason, float]:
    if isinstance(versions.old.default_of(old), Map):
        keys, others = ({key_id(f.key) for f in each.type.fields} for each in (old, new))
        if keys | others:
            return "neighbours", 0.45 * len(keys & others) / len(keys | others)
    before, after = (to_plain(s.default_of(f)) for s, f in ((versions.old, old), (versions.new, new)))
    if not equal(before, after):
        return "default", 0.0
    is_telling = before not in (None, "", False, True, 0, 1, [], {})
    return "default", 0.3 if is_telling else 0.1


def _by_description(old: Field, new: Field) -> tuple[Reason, float]:
    before, after = (set(_WORD.findall(each.description.lower())) for each in (old, new))
    if not before or not after:
        return "description", 0.0
    likeness = len(before & after) / len(before | after)
    return "description", 0.4 * likeness if likeness >= 0.5 else 0.0


def _by_neighbours(old: Field, new: Field) -> tuple[Reason, float]:
    if old.path.parent == new.path.parent:
        return "neighbours", 0.1 if old.path.parent else 0.06
    return "neighbours", 0.0


def _normal(name: object) -> str:
    return "".join(_WORD.findall(str(name).lower()))
