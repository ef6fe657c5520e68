"""The types of values that a schema allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from yschema_engine.compiled.documents import get_value
from yschema_engine.compiled.references import Place
from yschema_engine.compiled.terms import KINDS
from yschema_engine.frontends.json_schema.flat import Choice, Flat, items_of
from yschema_engine.schema.fields import Kind
from yschema_engine.text.nodes import Array, Value, type_name

# Keywords that only make sense for values of one type, for schemas that name none.
_IMPLIED: tuple[tuple[str, Kind], ...] = (
    ("properties", "map"),
    ("additionalProperties", "map"),
    ("patternProperties", "map"),
    ("items", "array"),
    ("prefixItems", "array"),
)


def kinds_of(flat: Flat, kinds_of_branch: Callable[[Place], tuple[Kind, ...]]) -> tuple[Kind, ...]:
    """Return the types that all parts allow, `null` last; `any` if nothing is said.

    Args:
        flat: the schema.
        kinds_of_branch: returns the types of an alternative.
    """
    named = [kinds for part in flat.parts if (kinds := _named(part))]
    named += [kinds for choice in flat.choices if (kinds := _union(choice, kinds_of_branch))]
    if not named:
        named = [list(_implied(flat)) or ["any"]]
    common = list(named[0])
    for others in named[1:]:
        common = list(_both(common, others)) or common
    if flat.takes_null and "any" not in common:
        common.append("null")
    ordered = list(dict.fromkeys(common))
    return (*(kind for kind in ordered if kind != "null"), *(kind for kind in ordered if kind == "null"))


def _union(choice: Choice, kinds_of_branch: Callable[[Place], tuple[Kind, ...]]) -> list[Kind]:
    """Return the types of all alternatives; none if one of them says nothing."""
    kinds = [kinds_of_branch(branch) for branch in choice.branches]
    if any("any" in each for each in kinds):
        return []
    return list(dict.fromkeys(kind for each in kinds for kind in each))


def _both(one: Sequence[Kind], other: Sequence[Kind]) -> Iterator[Kind]:
    for kind in one:
        if kind in other or (kind == "integer" and "float" in other):
            yield kind
        elif kind == "float" and "integer" in other:
            yield "integer"


def _implied(flat: Flat) -> Iterator[Kind]:
    """Return the types that keywords for one type imply, or the values of `enum` and `const`."""
    for keyword, kind in _IMPLIED:
        if flat.first(keyword) is not None:
            yield kind
            return
    values = [item.value for part in flat.parts for item in items_of(part.node, "enum")]
    values += [item.value for item, _ in flat.items("const")]
    yield from kinds_of_values(values)


def kinds_of_values(values: Iterable[Value]) -> Iterator[Kind]:
    """Yield the types of values, each once."""
    yield from dict.fromkeys(kind for value in values if (kind := _kind(value)) is not None)


def _kind(value: Value) -> Kind | None:
    name = type_name(value)
    return next((kind for kind in KINDS.values() if kind == name), None)


def _named(part: Place) -> list[Kind]:
    node = part.node
    if get_value(node, "x-kubernetes-int-or-string") is True:
        return ["integer", "string"]
    value = get_value(node, "type")
    names = [item.value for item in value.items] if isinstance(value, Array) else [value]
    kinds: list[Kind] = [KINDS[name] for name in names if isinstance(name, str) and name in KINDS]
    if kinds and part.resolver is None and get_value(node, "nullable") is True:  # a keyword of OpenAPI
        kinds.append("null")
    return kinds
