"""Values generated from a schema: about half of them match it, and the others differ slightly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from yschema_engine.schema.fields import Field
from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.rule_check import broken_whatever_condition
from yschema_engine.text.nodes import to_plain

# Values that JSON Schema treats differently are left out: 2.0, non-ASCII text, trailing newlines.
_STRAY: tuple[Any, ...] = (None, True, False, 0, 1, 70000, -3, 0.25, "", "text", [], {}, [1], {"a": 1})
_KEYS = ("a", "a", "a", "b", "b", "ab", "x1", "a_db", "_db", "A", "y", "other key")


class Maker:
    """A generator of values, which are the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)  # noqa: S311  nothing depends on its being hard to guess

    def documents(self, field: Field, number: int) -> Iterator[dict[str, Any]]:
        for _ in range(number):
            yield self._map(field)

    def _value(self, field: Field) -> Any:
        if self._random.random() < 0.03:
            return self._random.choice(_STRAY)
        kind = self._random.choice(field.type.kinds)
        if kind == "map":
            return self._map(field)
        if kind == "array":
            return self._array(field)
        if kind == "null":
            return None
        fitting = [value for value in _interesting(field) if kind == "any" or _is(value, kind)]
        if self._random.random() < 0.8:
            rules = field.rules
            fitting = [v for v in fitting if not any(broken_whatever_condition(rules, v))] or fitting
        return self._random.choice(fitting) if fitting else None

    def _map(self, field: Field) -> dict[str, Any]:
        result = {}
        for item in field.type.fields:
            if item.is_open:
                for key in self._random.choices(_KEYS, k=self._random.choice((0, 1, 1, 2, 3))):
                    result.setdefault(key, self._value(item))
            elif self._random.random() < (0.04 if item.removed is not None else 0.7):
                result[str(item.key)] = self._value(item)
        if self._random.random() < 0.04:
            result[self._random.choice(_KEYS)] = 1
        return result

    def _array(self, field: Field) -> list[Any]:
        assert field.type.item is not None
        items = [self._value(field.type.item) for _ in range(self._random.choice((0, 1, 1, 2, 3)))]
        return [*items, items[0]] if items and self._random.random() < 0.1 else items


def _interesting(field: Field) -> list[Any]:
    """Return values that match a field, and values that almost match it."""
    values = [*_STRAY, to_plain(field.type.sample), "ab1", 5, 0.75, 1.5]
    values += [to_plain(example.value) for example in field.examples]
    for rule in field.rules:
        if rule.name == "format":
            values += [*FORMATS[rule.argument].samples * 5, "1", "x.y", 80]
        elif rule.name == "one_of":
            values += [*map(to_plain, rule.argument)] * 5
        elif rule.name in ("min_len", "max_len"):
            values += ["abcdefgh"[: max(0, rule.argument + more)] for more in (-1, 0, 1)]
        elif rule.name in ("starts_with", "ends_with"):
            values += [rule.argument, f"{rule.argument}x", f"x{rule.argument}"]
        elif rule.name in ("min", "max") and isinstance(rule.argument, int | float):
            values += [rule.argument + more for more in (-1, 0, 1)]
        elif rule.name == "regexp":
            values += ["012", "a12", "abc", "a.1", "ABC", "a b", "a_b"]
    return [value for value in values if not (isinstance(value, float) and value.is_integer())]


def _is(value: Any, kind: str) -> bool:
    types = {"string": str, "integer": int, "float": (int, float), "boolean": bool}
    return isinstance(value, types[kind]) and (kind == "boolean" or not isinstance(value, bool))
