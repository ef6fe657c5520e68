"""The alternatives that a map is meant to be, told apart by type and by keys with certain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from jsonschema.exceptions import ValidationError

from yschema_engine.frontends.json_schema.evaluated import referred
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import equal

_Parts = Sequence[tuple[Any, Any]]  # schemas for the same value, each with its validator


@dataclass(frozen=True, slots=True)
class Selection:
    """The alternatives that a map is meant to be.

    Attributes:
        indexes: their indexes.
        key: a key whose value selects no alternative; None if there is no such key.
        values: those that select one.
    """

    indexes: tuple[int, ...]
    key: str | None = None
    values: tuple[Any, ...] = ()


class NoAlternativeError(ValidationError):  # type: ignore[misc]
    """A map that matches none of several alternatives."""

    def __init__(self, error: ValidationError, find: Callable[[], Selection]) -> None:
        """Make an error.

        Args:
            error: of the library.
            find: returns the alternatives that the map is meant to be.
        """
        super().__init__(error.message, context=error.context)
        self._find = find

    @cached_property
    def selection(self) -> Selection:
        """The alternatives that the map is meant to be."""
        return self._find()


def select(validator: Any, alternatives: Sequence[Any], instance: Mapping[str, Any]) -> Selection:
    """Return the alternatives that a map is meant to be.

    Args:
        validator: the library's, for the schema with the alternatives.
        alternatives: their schemas.
        instance: the map.
    """
    parts = [list(_parts(validator, each)) for each in alternatives]
    indexes = [index for index, each in enumerate(parts) if _allows_maps(each)]
    for key in _keys(parts[indexes[0]]) if indexes else ():
        listed = [_listed(_at_key(parts[index], key)) for index in indexes]
        values = [each for each in listed if each is not None]
        if len(values) < len(indexes):
            continue
        if key in instance:
            chosen = [index for index, each in zip(indexes, values, strict=True) if _has(each, instance[key])]
        elif all(key in _required(parts[index]) for index in indexes):
            chosen = []
        else:
            continue
        if not chosen:
            return Selection((), key, tuple(_distinct(values)))
        indexes = chosen
    return Selection(tuple(indexes))


def _parts(validator: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a schema and those that it refers to or combines, each with its validator."""
    pending, seen = [(validator, schema)], set[int]()
    while pending:
        current, each = pending.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        if not isinstance(each, dict):
            yield current, each
            continue
        for keyword in ("$ref", "$dynamicRef"):
            pending += referred(current, each[keyword]) if keyword in each else ()
        if "$ref" not in each or "unevaluatedProperties" in validator.VALIDATORS:  # as in dialects that merge
            yield current, each
            pending += [(current, inner) for inner in each.get("allOf", ())]


def _with(parts: _Parts, keyword: str) -> Iterator[tuple[Any, Any]]:
    """Yield the values of a keyword, each with the validator of its schema."""
    return (
        (validator, each[keyword]) for validator, each in parts if isinstance(each, dict) and keyword in each
    )


def _allows_maps(parts: _Parts) -> bool:
    """Return whether neither the types nor the values that a schema lists exclude maps."""
    if any(each is False for _, each in parts):
        return False
    listed = _listed(parts)
    return all("object" in value for _, value in _with(parts, "type")) and (
        listed is None or any(isinstance(each, dict) for each in listed)
    )


def _keys(parts: _Parts) -> list[str]:
    return list(dict.fromkeys(key for _, properties in _with(parts, "properties") for key in properties))


def _required(parts: _Parts) -> set[str]:
    return {key for _, keys in _with(parts, "required") for key in keys}


def _at_key(parts: _Parts, key: str) -> list[tuple[Any, Any]]:
    """Return the parts of the schemas of the value at a key."""
    declared = (each for each in _with(parts, "properties") if key in each[1])
    return [part for validator, properties in declared for part in _parts(validator, properties[key])]


def _listed(parts: _Parts) -> list[Any] | None:
    """Return the values that all of several schemas list; None if none of them lists values."""
    lists = [[value] for _, value in _with(parts, "const")] + [values for _, values in _with(parts, "enum")]
    return [value for value in lists[0] if all(_has(each, value) for each in lists)] if lists else None


def _has(values: Sequence[Any], value: Any) -> bool:
    return any(equal(each, value) for each in values)


def _distinct(lists: Sequence[Sequence[Any]]) -> list[Any]:
    values: list[Any] = []
    for value in (each for listed in lists for each in listed):
        if not _has(values, value):
            values.append(value)
    return values
