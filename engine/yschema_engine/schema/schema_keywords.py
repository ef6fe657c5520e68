"""The keywords of JSON Schema: the form of their values, their drafts, and whether pages check them.

Readers, the check, exports and pages read this table. What a keyword asks for in words is in
`compiled.schema_phrases`, and the keywords that the check limits are in `compiled.keywords`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Array, ArrayItem, Map, MapItem

Holds = Literal["data", "values", "schema", "schemas", "schemas by key", "schema or schemas"]
Numbers = Literal["none", "one", "all", "first", "second", "by key"]
_ALL = ("7", "2019-09", "2020-12")


@dataclass(frozen=True, slots=True)
class SchemaKeyword:
    """A keyword.

    Attributes:
        holds: what its value is; `values` are those that are compared with instances.
        numbers: where the compiled form has the numbers of schemas.
        drafts: those in which the keyword decides about values.
        is_in_place: whether its schemas are about the same value as the schema that has it.
        is_on_page: whether pages check it; if not, they say so.
        is_beyond_fields: whether it says what fields say at most in words, or for one type alone.
    """

    holds: Holds = "data"
    numbers: Numbers = "none"
    drafts: tuple[str, ...] = _ALL
    is_in_place: bool = False
    is_on_page: bool = True
    is_beyond_fields: bool = False


_FROM_2019, _UNTIL_2019 = _ALL[1:], _ALL[:2]
_REFERENCE = SchemaKeyword(numbers="one")
_COMBINING = SchemaKeyword("schemas", "all", is_in_place=True, is_beyond_fields=True)
_ANNOTATION = SchemaKeyword(drafts=())
KEYWORDS: Mapping[str, SchemaKeyword] = {
    "$ref": _REFERENCE,
    "$dynamicRef": SchemaKeyword(numbers="one", drafts=("2020-12",)),
    "$recursiveRef": SchemaKeyword(numbers="one", drafts=("2019-09",)),
    **dict.fromkeys(("type", "required", "pattern", "format", "uniqueItems"), SchemaKeyword()),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), SchemaKeyword()),
    **dict.fromkeys(("minProperties", "maxProperties"), SchemaKeyword()),
    **dict.fromkeys(("const", "enum", "multipleOf"), SchemaKeyword("values")),
    **dict.fromkeys(("minimum", "maximum"), SchemaKeyword("values")),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), SchemaKeyword("values")),
    "allOf": SchemaKeyword("schemas", "all", is_in_place=True),
    **dict.fromkeys(("anyOf", "oneOf"), _COMBINING),
    "not": SchemaKeyword("schema", "one", is_beyond_fields=True),
    "if": SchemaKeyword("schema", "all", is_in_place=True, is_beyond_fields=True),
    **dict.fromkeys(("then", "else"), SchemaKeyword("schema", drafts=(), is_in_place=True)),
    **dict.fromkeys(("properties", "patternProperties"), SchemaKeyword("schemas by key", "by key")),
    "additionalProperties": SchemaKeyword("schema", "one"),
    "propertyNames": SchemaKeyword("schema", "one", is_beyond_fields=True),
    "dependencies": SchemaKeyword("schemas by key", "by key", ("7",), is_beyond_fields=True),
    "dependentRequired": SchemaKeyword(drafts=_FROM_2019, is_beyond_fields=True),
    "dependentSchemas": SchemaKeyword(
        "schemas by key", "by key", _FROM_2019, is_in_place=True, is_beyond_fields=True
    ),
    "unevaluatedProperties": SchemaKeyword("schema", "first", _FROM_2019, is_beyond_fields=True),
    "items": SchemaKeyword("schema or schemas", "second"),
    "prefixItems": SchemaKeyword("schemas", "all", ("2020-12",), is_beyond_fields=True),
    "additionalItems": SchemaKeyword("schema", "second", _UNTIL_2019, is_beyond_fields=True),
    "contains": SchemaKeyword("schema", "first", is_beyond_fields=True),
    "unevaluatedItems": SchemaKeyword("schema", "one", _FROM_2019, is_beyond_fields=True),
    "x-kubernetes-list-map-keys": SchemaKeyword(drafts=("structural",)),
    **dict.fromkeys(("default", "examples"), SchemaKeyword("values", drafts=())),
    **dict.fromkeys(("$defs", "definitions"), SchemaKeyword("schemas by key", drafts=())),
}
_UNKNOWN = SchemaKeyword(drafts=(), is_on_page=False)
ANNOTATIONS = (
    *("title", "description", "deprecated", "readOnly", "writeOnly", "minContains", "maxContains"),
    *("contentEncoding", "contentMediaType", "contentSchema", "$comment", "$id", "$schema", "$anchor"),
    *("$vocabulary", "$dynamicAnchor", "$recursiveAnchor"),
)
"""The other keywords of JSON Schema."""
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def keyword_of(name: object) -> SchemaKeyword:
    """Return the record of a keyword; for a name that JSON Schema does not have, that of plain data."""
    return KEYWORDS.get(name, _UNKNOWN) if isinstance(name, str) else _UNKNOWN


def schemas_of(name: str, value: Any) -> list[Any]:
    """Return the schemas in the value of a keyword; values are plain."""
    schemas: list[Any] = []
    with_schemas(name, value, schemas.append)
    return schemas


def with_schemas(name: str, value: Any, convert: Callable[[Any], Any]) -> Any:
    """Return the value of a keyword in which each schema is converted; values are plain."""
    match keyword_of(name).holds, value:
        case "schemas by key", dict():
            # A list in `dependencies` is one of keys.
            return {key: each if isinstance(each, list) else convert(each) for key, each in value.items()}
        case (("schemas" | "schema or schemas"), list()):
            return [convert(each) for each in value]
        case (("schema" | "schema or schemas"), _):
            return convert(value)
    return value


def schemas_in(item: MapItem) -> Iterator[MapItem | ArrayItem]:
    """Yield the places of the schemas in the value of a keyword; values are nodes."""
    match keyword_of(item.key).holds, item.value:
        case "schemas by key", Map():
            yield from item.value.items
        case (("schemas" | "schema or schemas"), Array()):
            yield from item.value.items
        case (("schema" | "schema or schemas"), Map()):
            yield item
