"""Renamed fields: declared by the schema, or inferred from similarity."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, Successor
from yschema_engine.compare.field_pairs import Difference, Pair, Versions
from yschema_engine.compare.reverse_check import leads
from yschema_engine.compare.similarity import Shortlist, Traits, is_doubtful, likeness, traits_of
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.paths import OpenKey, Path
from yschema_engine.text.phrases import Verbatim

Probable: TypeAlias = Mapping[Path, tuple[Successor, ...]]
"""The probable successors of removed fields, by path, the best first."""

_LEAST = 0.6
_SHOWN = 3
_SURE = 0.75
_ADVANTAGE = 0.05
_FOLLOWING = 0.15
_CROSSING = 0.2
_REPEATED = 0.1
_DOUBTFUL = 0.25
_ORDER = 0.04


def probable_successors(removed: Sequence[Field], versions: Versions) -> Probable:
    """Return the successors of removed fields and of the fields below them."""
    if not removed:
        return {}
    known = {field.path for field in versions.old.root.walk()}
    only_new = (each for each in versions.new.root.walk() if each.path not in known and _is_plain(each))
    added = [traits_of(field, versions.new) for field in only_new]
    search = _Search(Shortlist(added), _positions(versions.old), _positions(versions.new))
    scored: dict[Path, list[Successor]] = {}
    for each in removed:
        for field in (each, *each.walk()):  # a map comes before the fields below it
            if _is_plain(field):
                scored[field.path] = search.successors(traits_of(field, versions.old), scored)
    return _without_taken(scored)


@dataclass(frozen=True, slots=True)
class _Search:
    """A search in the fields that only the new version has.

    Attributes:
        added: those fields.
        old: where the fields of the old version are, from 0 to 1.
        new: where those of the new version are.
    """

    added: Shortlist
    old: Mapping[Path, float]
    new: Mapping[Path, float]

    def successors(self, old: Traits, known: Mapping[Path, Sequence[Successor]]) -> list[Successor]:
        """Return the fields that are like a removed one; `known` are the successors of the maps around it."""
        implied = _implied(old.field.path, known)
        following = self.added.at(implied) if implied is not None else None
        if following is not None and likeness(old, following).score >= _SURE:
            near = [following]
        else:
            near = self.added.near(old)
            near += [following] if following is not None and following not in near else []
        taken = {each[0].path for each in known.values() if each} if old.keys else set()
        scored = [self._in_context(old, new, implied, taken) for new in near]
        return sorted((each for each in scored if each.score >= _LEAST), key=lambda each: -each.score)

    def _in_context(
        self, old: Traits, new: Traits, implied: Path | None, taken: Collection[Path]
    ) -> Successor:
        """Return a field as a successor, with a score that depends on where it is."""
        each = likeness(old, new)
        if each.score < _LEAST - _FOLLOWING:
            return each
        order = _ORDER * abs(self.old[old.field.path] - self.new[each.path])
        follows = _FOLLOWING if each.path == implied else 0.0
        crosses = _CROSSING if self._crosses(old.field.path, each.path) else 0.0
        repeats = _REPEATED if each.path in taken else 0.0
        doubt = _DOUBTFUL if not follows and is_doubtful(old, new, each.reasons) else 0.0
        return replace(each, score=each.score + follows - order - crosses - repeats - doubt)

    def _crosses(self, old: Path, new: Path) -> bool:
        """Return whether a field would leave one map that both versions have for another one."""
        one, other = Path(old[:1]), Path(new[:1])
        if one == other or len(old) == 1 or len(new) == 1:
            return False
        return other in self.old and one in self.new


def _implied(path: Path, known: Mapping[Path, Sequence[Successor]]) -> Path | None:
    """Return where a field is if it went with the nearest map around it that has a successor."""
    for length in range(len(path) - 1, 0, -1):
        above = known.get(Path(path[:length]))
        if above:
            return Path((*above[0].path, *path[length:]))
    return None


def _positions(schema: Schema) -> Mapping[Path, float]:
    paths = [field.path for field in schema.root.walk()]
    return {path: index / len(paths) for index, path in enumerate(paths)}


def _is_plain(field: Field) -> bool:
    return field.removed is None and not field.is_open and not field.is_item


def _without_taken(scored: Mapping[Path, Sequence[Successor]]) -> Probable:
    """Return the successors without those that another removed field is clearly more like."""
    best: defaultdict[Path, float] = defaultdict(float)
    for successors in scored.values():
        for each in successors:
            best[each.path] = max(best[each.path], each.score)
    kept = {
        path: [each for each in successors if each.score + _ADVANTAGE > best[each.path]]
        for path, successors in scored.items()
    }
    return {path: _distinct(successors)[:_SHOWN] for path, successors in kept.items() if successors}


def _distinct(successors: Sequence[Successor]) -> tuple[Successor, ...]:
    """Return the successors without those below an open key that stands for the key of another one."""

    def is_taken(path: Path) -> bool:
        others = (each.path for each in successors if each.path != path and len(each.path) == len(path))
        return any(isinstance(step, OpenKey) for step in path) and any(leads(each, path) for each in others)

    return tuple(each for each in successors if not is_taken(each.path))


REMOVALS = (codes.FIELD_REMOVED, codes.FIELD_RETIRED, codes.FIELD_UNDECLARED, codes.DEFAULT_DROPPED)
_CODE = r"`([^`]+)`"
_DOTTED = r"[\w\-]+(?:\[\])?(?:\.[\w\-]+(?:\[\])?)+"
_NAMED = r"(?i)\b(?:use|set|to|by|named|called|as)\s+(?:the\s+field\s+)?([\w\-]+)"


def with_successors(found: Sequence[Difference], versions: Versions) -> list[Difference]:
    """Return the differences, with possible replacements for removed fields."""
    removed = [each.pair.old for each in found if each.change.code in REMOVALS and each.pair.old is not None]
    probable = probable_successors(removed, versions)
    return [new for each in found for new in _with_successors(each, probable, versions)]


def _with_successors(each: Difference, probable: Probable, versions: Versions) -> Iterator[Difference]:
    old = each.pair.old
    if each.change.code == codes.DEFAULT_RESHAPED:
        yield replace(each, change=replace(each.change, successors=_within(each.pair, versions)))
        return
    if each.change.code not in REMOVALS or old is None:
        yield each
        return
    change = _completed(each.change, old, probable, versions)
    yield replace(each, change=change)
    if change.successor is None and each.change.code != codes.FIELD_RETIRED:
        yield from _below(replace(each, change=change), old, probable, versions)


def _within(pair: Pair, versions: Versions) -> tuple[Successor, ...]:
    """Return the field of a map that has the default of the value in whose place the map is."""
    old, new = pair.both
    default = versions.old.default_of(old)
    same = [each for each in new.walk() if equal(to_plain(versions.new.default_of(each)), to_plain(default))]
    return (Successor(same[0].path, ("default",)),) if len(same) == 1 else ()


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
    named = (_find(versions.new, old.path, name) for notice in notices for name in _names(notice))
    others = (each for each in named if each is not None and each.path != old.path)
    return next((each for each in others if each.removed is None), None)


def _names(notice: str) -> Iterator[str]:
    """Yield the names in a notice that may be fields, the most certain first."""
    yield from re.findall(_CODE, notice)
    yield from re.findall(_DOTTED, notice)
    yield from re.findall(_NAMED, notice)


def _find(schema: Schema, near: Path, name: str) -> Field | None:
    """Return the field with a path, or with a key beside another field."""
    beside = Path((*near.parent, name)) if "." not in name else None
    by_path = schema.find(name) if name.strip("[]") else None
    if by_path is not None and not by_path.is_document:
        return by_path
    return schema.find(str(beside)) if beside is not None else None
