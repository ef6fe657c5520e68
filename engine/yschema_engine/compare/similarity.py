"""How similar a new field is to a removed one, and in what."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from operator import eq

from yschema_engine.compare.changes import Reason, Successor
from yschema_engine.compare.field_pairs import kinds_of
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import equal, is_among
from yschema_engine.text.nodes import key_id, to_plain
from yschema_engine.text.paths import Path
from yschema_engine.yaml.plain_values import Plain

_PART = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W_A-Za-z\d]+"
_SHORT = 3


def words_of(steps: Sequence[object]) -> tuple[str, ...]:
    """Return the words of keys, in lower case and the singular: `node` and `selector` of `nodeSelectors`."""
    return tuple(_singular(part.lower()) for step in steps for part in re.findall(_PART, str(step)))


def written_as(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return words as other ones write them: neighbours as one word, and long words in short."""
    if all(word in others for word in words):
        return words
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] + word in others:
            joined[-1] += word
        else:
            joined.append(word)
    return tuple(_shortest(word, others) for word in joined)


def beginnings(words: Sequence[str]) -> Iterator[str]:
    """Yield the beginnings of words; paths that share a word in any spelling share one."""
    yield from (word[: _SHORT + 1] for word in words)
    for word, following in pairwise(words):
        if len(word) <= _SHORT:
            yield (word + following)[: _SHORT + 1]


def _shortest(word: str, others: tuple[str, ...]) -> str:
    """Return the abbreviation of a word, such as `auth` of `authentication`, that the other side has."""
    if word in others:
        return word
    return next((other for other in others if len(other) > _SHORT and word.startswith(other)), word)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _SHORT and word.endswith("s") and not word.endswith("ss") else word


_WORD = r"[^\W_]+"
_PARENT_WEIGHT = 0.6
_MANY_KEYS = 5
_COMMON_DEFAULTS: tuple[Plain, ...] = (None, "", False, True, 0, 1, [], {})


@dataclass(frozen=True)
class Traits:
    """The properties of a field that a renamed field keeps.

    Attributes:
        field: the field.
        default: its default, as plain values.
    """

    field: Field
    default: Plain

    @cached_property
    def name(self) -> tuple[str, ...]:
        """The words of the key, in the singular."""
        return words_of(self.field.path[-1:])

    @cached_property
    def parents(self) -> tuple[str, ...]:
        """The words of the keys above."""
        return words_of(self.field.path.parent)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the description."""
        return frozenset(re.findall(_WORD, self.field.description.lower()))

    @cached_property
    def keys(self) -> frozenset[object]:
        """The keys of the map."""
        return frozenset(key_id(each.key) for each in self.field.type.fields)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of values, without null."""
        return kinds_of(self.field.type) - {"null"}

    @cached_property
    def is_telling(self) -> bool:
        """Whether few other fields have the same default."""
        return not is_among(self.default, _COMMON_DEFAULTS)


def traits_of(field: Field, schema: Schema) -> Traits:
    """Return the traits of a field of a schema."""
    return Traits(field, to_plain(schema.default_of(field)))


def likeness(old: Traits, new: Traits) -> Successor:
    """Return how much a field is like another one: from 0 to 1, with the reasons."""
    if not _is_convertible(old, new):
        return Successor(new.field.path, (), 0.0)
    name = _likeness_of_names(old, new)
    parts: list[tuple[Reason, float]] = [("name", 0.5 * name)]
    if old.keys or new.keys:
        parts.append(("keys", _keys(old, new)))
    else:
        if equal(old.default, new.default):
            parts.append(("default", 0.2 if old.is_telling else 0.1))
        if old.words and new.words:
            parts.append(("description", 0.25 * _share(old.words, new.words)))
        else:  # the name counts for the description
            parts.append(("name", 0.15 * name))
    if old.kinds == new.kinds:
        parts.append(("type", 0.1))
    reasons = tuple(dict.fromkeys(reason for reason, points in parts if points > 0.05))
    return Successor(new.field.path, reasons, min(1.0, sum(points for _, points in parts)))


def is_doubtful(old: Traits, new: Traits, reasons: Sequence[Reason]) -> bool:
    """Return whether a likeness is one of neighbours: of `runAsUser` and `runAsGroup`, or of all `enabled`.

    Each side has words that the other one lacks, in the key or else in that of the map around it, and neither
    the description nor a rare default speaks for the field.
    """
    if old.keys or new.keys or "description" in reasons:
        return False
    if old.name != new.name:
        return _is_other(old.name, new.name, 1)
    above, below = (words_of(each.field.path.parent[-1:]) for each in (old, new))
    return not (old.is_telling and "default" in reasons) and _is_other(above, below, 0)


def _is_other(one: tuple[str, ...], other: tuple[str, ...], least: int) -> bool:
    left, right = set(written_as(one, other)), set(written_as(other, one))
    return bool(left - right) and bool(right - left) and len(left & right) >= least


def _is_convertible(old: Traits, new: Traits) -> bool:
    """Return whether a value of one field may be one of the other, or an item of it."""
    if old.kinds & new.kinds:
        return bool(old.keys) == bool(new.keys)
    is_plural = "array" in new.kinds and old.name == new.name
    return is_plural and not old.keys


def _keys(old: Traits, new: Traits) -> float:
    """Return the points for the keys of two maps; many common keys suffice without a likeness of names."""
    common = len(old.keys & new.keys)
    if common < _MANY_KEYS:
        return 0.4 * _share(old.keys, new.keys)
    return 0.75 * max(_share(old.keys, new.keys), common / (len(old.keys) + 1))


def _likeness_of_names(old: Traits, new: Traits) -> float:
    """Return how many words two paths share; those of the keys count more than those above."""
    before, after = old.parents + old.name, new.parents + new.name
    left, right = _weights(written_as(before, after), old), _weights(written_as(after, before), new)
    shared = sum(min(left[word], right[word]) for word in left.keys() & right.keys())
    return 2 * shared / (sum(left.values()) + sum(right.values()))


def _weights(words: tuple[str, ...], traits: Traits) -> dict[str, float]:
    is_of_name = set(traits.name)
    return {word: 1.0 if word in is_of_name else _PARENT_WEIGHT for word in words}


def _share(one: frozenset[object] | frozenset[str], other: frozenset[object] | frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0


_LENGTH = 16
_MOST = 1_000  # a feature that more fields have tells nothing, and would be counted for each of them


class Shortlist:
    """The fields that only the new version has, by the words of their paths and the keys of their maps."""

    def __init__(self, added: Sequence[Traits]) -> None:
        self._added = added
        self._by_path = {each.field.path: each for each in added}
        self._by_feature: defaultdict[object, list[int]] = defaultdict(list)
        for index, each in enumerate(added):
            for feature in set(_features(each)):
                self._by_feature[feature].append(index)

    def at(self, path: Path) -> Traits | None:
        """Return the field at a path."""
        return self._by_path.get(path)

    def near(self, old: Traits) -> list[Traits]:
        """Return the fields that share the most telling features with a removed one, nearest first."""
        points: Counter[int] = Counter()
        for feature in set(_features(old)):
            indexes = self._by_feature.get(feature, ())
            if len(indexes) > _MOST:
                continue
            weight = math.log(1 + len(self._added) / len(indexes)) if indexes else 0.0
            for index in indexes:
                points[index] += weight  # type: ignore[assignment]  # counters hold floats as well
        best = sorted(points, key=lambda index: -points[index])[: 2 * _LENGTH]
        nearest = sorted(best, key=lambda index: _distance(old.field, self._added[index].field))
        return [self._added[index] for index in {*best[:_LENGTH], *nearest[:_LENGTH]}]


def _features(traits: Traits) -> Iterator[object]:
    """Yield the features of a field; two fields without a common one are not like each other."""
    yield from beginnings(traits.parents + traits.name)
    yield from (("name", start) for start in beginnings(traits.name))
    yield from (("key", key) for key in traits.keys)
    if not traits.keys and traits.is_telling:
        yield ("default", repr(traits.default))


def _distance(old: Field, new: Field) -> int:
    """Return how many steps two paths differ in at the end."""
    common = len(list(takewhile(bool, map(eq, old.path, new.path))))
    return len(old.path) + len(new.path) - 2 * common
