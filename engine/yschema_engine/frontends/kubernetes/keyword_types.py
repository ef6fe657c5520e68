"""The types of the keywords of OpenAPI 3.0, which an API server checks before it accepts a schema."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from yschema_engine.compiled.documents import INVALID_SCHEMA
from yschema_engine.text.findings import EngineError, finding
from yschema_engine.text.nodes import Array, Map, MapItem, Value, type_name
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Span

_NUMBERS = ("integer", "float")
_SEVERAL = ("allOf", "anyOf", "oneOf")
_ONE = ("not", "items", "additionalProperties")
_BY_KEYWORD: Mapping[str, Collection[str]] = MappingProxyType(
    {
        **dict.fromkeys(("type", "format", "pattern", "title", "description"), ("string",)),
        **dict.fromkeys(("enum", "required", *_SEVERAL), ("array",)),
        **dict.fromkeys(("minimum", "maximum", "multipleOf"), _NUMBERS),
        **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), _NUMBERS),
        **dict.fromkeys(("minProperties", "maxProperties"), _NUMBERS),
        **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), ("boolean", *_NUMBERS)),
        **dict.fromkeys(("nullable", "uniqueItems"), ("boolean",)),
        "properties": ("map",),
        "not": ("map",),
        "items": ("map",),
        "additionalProperties": ("map", "boolean"),
    }
)
_TYPES = ("object", "array", "string", "integer", "number", "boolean")


def check_keywords(schema: Value, span: Span) -> None:
    """Check the types of all keywords in a schema, and remove those that are null, as Kubernetes does.

    Args:
        schema: the schema.
        span: its place.

    Raises:
        EngineError: a keyword is of another type, or names a type that does not exist.
    """
    if not isinstance(schema, Map):
        raise _invalid(span, type_name(schema))
    schema.items = [item for item in schema.items if item.value is not None or item.key == "default"]
    for item in schema.items:
        expected = _BY_KEYWORD.get(str(item.key))
        if expected is not None and type_name(item.value) not in expected:
            raise _invalid(item.value_span, type_name(item.value))
        if item.key == "type" and item.value not in _TYPES:
            raise _invalid(item.value_span, str(item.value))
        for inner, place in _inner(item):
            check_keywords(inner, place)


def _inner(item: MapItem) -> Iterator[tuple[Value, Span]]:
    """Yield the schemas in the value of a keyword."""
    if item.key in _ONE and isinstance(item.value, Map):
        yield item.value, item.span
    elif item.key == "properties" or item.key in _SEVERAL:
        assert isinstance(item.value, Map | Array)
        yield from ((each.value, each.span) for each in item.value.items)


def _invalid(span: Span, found: str) -> EngineError:
    dialect = Verbatim("OpenAPI 3.0")
    return EngineError([finding(INVALID_SCHEMA, span, found=Verbatim(found), dialect=dialect)])
