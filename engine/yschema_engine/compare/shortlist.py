"""A short list of the fields that a removed field may have become; few are compared in detail."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from yschema_engine.compare.likeness import Traits
from yschema_engine.compare.path_words import beginnings
from yschema_engine.schema.fields import Field
from yschema_engine.text.paths import Path

_LENGTH = 16
_MOST = 1_000  # a feature that more fields have tells nothing, and would be counted for each of them


class Shortlist:
    """The fields that only the new version has, by the words of their paths and the keys of their maps."""

    def __init__(self, added: Sequence[Traits]) -> None:
        """Index the fields.

        Args:
            added: those that only the new version has.
        """
        self._added = added
        self._by_path = {each.field.path: index for index, each in enumerate(added)}
        self._by_feature: defaultdict[object, list[int]] = defaultdict(list)
        for index, each in enumerate(added):
            for feature in set(_features(each)):
                self._by_feature[feature].append(index)

    def at(self, path: Path) -> Traits | None:
        """Return the field at a path."""
        index = self._by_path.get(path)
        return None if index is None else self._added[index]

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
    common = 0
    for left, right in zip(old.path, new.path, strict=False):
        if left != right:
            break
        common += 1
    return len(old.path) + len(new.path) - 2 * common
