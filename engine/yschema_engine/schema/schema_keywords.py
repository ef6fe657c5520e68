"""The keywords of JSON Schema, and the compiled form of a JSON Schema, which the checker in pages interprets.

The table has the form of the values of keywords, and their drafts. Readers, the check, exports and pages
read it. What a keyword asks for in words is in `compiled.schema_phrases`, and the keywords that the check
limits are in `compiled.keywords`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol, TypeAlias

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding
from yschema_engine.text.nodes import Array, ArrayItem, Document, Map, MapItem, Value
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Param

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
        is_beyond_fields: whether it says what fields say at most in words, or for one type alone.
    """

    holds: Holds = "data"
    numbers: Numbers = "none"
    drafts: tuple[str, ...] = _ALL
    is_in_place: bool = False
    is_beyond_fields: bool = False


_FROM_2019, _UNTIL_2019 = _ALL[1:], _ALL[:2]
_COMBINING = SchemaKeyword("schemas", "all", is_in_place=True, is_beyond_fields=True)
KEYWORDS: Mapping[str, SchemaKeyword] = {
    "$ref": SchemaKeyword(numbers="one"),
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
_UNKNOWN = SchemaKeyword(drafts=())
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


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword of a JSON Schema.

    Attributes:
        name: as an error refers to it.
        value: what it asks for; schemas within it are numbers of `JsonSchemaFacts.nodes`.
        expected: what it asks for in words.
        if_several: the words if several alternatives match, and one should.
    """

    name: str
    value: Any
    expected: Param | None = None
    if_several: Param | None = None


Node: TypeAlias = bool | tuple[Keyword, ...]
HIDDEN = -1
"""In the place of the number of a schema: the key is hidden, and its values may be anything."""
UNKNOWN = "unresolved"
"""The name of the keyword of a schema that is not known: whether a value matches it cannot be said."""
WHOLE_NUMBER = "whole"
"""The type `integer` of draft 4, in which 1.0 is none."""


def renumbered(keyword: Keyword, number_of: Callable[[int], int | None]) -> Any:
    """Return the value of a keyword with other numbers of schemas.

    Args:
        keyword: the keyword.
        number_of: returns the number in the place of another one; it is asked for each number in order.
    """
    value = keyword.value
    match keyword_of(keyword.name).numbers:
        case "one":
            return number_of(value)
        case "all":
            return [number_of(each) for each in value]
        case "first":
            return [number_of(value[0]), *value[1:]]
        case "second":
            return [value[0], number_of(value[1]), *map(int, value[2:])]
        case "by key":
            return [
                (key, inner if isinstance(inner, list) or inner == HIDDEN else number_of(inner))
                for key, inner in value
            ]
    return value


def numbers_in(node: Node) -> list[int]:
    """Return the numbers of the schemas in a schema."""
    numbers: list[int] = []
    for keyword in () if isinstance(node, bool) else node:
        renumbered(keyword, numbers.append)
    return numbers


@dataclass(frozen=True, slots=True)
class JsonSchemaFacts:
    """A JSON Schema whose references are resolved.

    Attributes:
        nodes: the schema and all schemas in it, in no particular order.
        root: the number of the schema.
    """

    nodes: tuple[Node, ...]
    root: int


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that a script does not check.

    Attributes:
        path: of the field.
        words: the rule.
    """

    path: Path
    words: Param


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """The JSON Schemas that decide about a value, instead of the types and rules of fields.

    Attributes:
        schemas: in order; of findings at the same place, those of the first one count.
        parts: further facts about the values at some keys: those of the charts that a chart depends on.
        conditions: of such a part: the keys that lead to the values that turn it on and off.
        tags: of such a part: the names of the tags that do so.
        unchecked: the rules that a script does not check.
        is_chart: whether the value is that of a chart, in which null removes a key.
        has_schema_file: whether the author of a chart wrote one of the schemas; else comments did.
        commented_out: the keys that comments of a chart show, although no field has them.
    """

    schemas: tuple[JsonSchemaFacts, ...]
    parts: tuple[tuple[str, CheckFacts], ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    is_chart: bool = False
    has_schema_file: bool = False
    commented_out: frozenset[str] = frozenset()
    conditions: tuple[tuple[str, ...], ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """What facts are about.

    Attributes:
        path: of the value.
        hidden: the paths of fields that readers do not see.
    """

    path: Path = ROOT
    hidden: frozenset[Path] = frozenset()

    def hides_below(self, path: Path) -> bool:
        """Return whether a field at or below a path is hidden."""
        return any(each.starts_with(path) for each in self.hidden)


class OwnCheck(Protocol):
    """What decides about values in place of the types and rules of fields; it is data."""

    def check(self, value: Value) -> Iterable[Finding]:
        """Return the findings about complete values, each with the path of its value."""

    def facts(self, scope: Scope) -> CheckFacts:
        """Return the compiled facts that decide about values, for scripts."""


@dataclass(frozen=True, slots=True)
class InEffect:
    """Values in effect.

    Attributes:
        value: the values.
        check: what decides about them.
        findings: what is to be said about merging.
    """

    value: Value
    check: OwnCheck
    findings: tuple[Finding, ...]


class OwnMerging(Protocol):
    """What merges values with the defaults in place of ytt's overlays; it is data."""

    def in_effect(self, documents: Iterable[Document]) -> InEffect:
        """Return the values in effect if users set those in documents; later ones take precedence."""


class Origin(Protocol):
    """What a check is made from, as data."""

    def prepare(self) -> OwnCheck:
        """Return the check."""


class PreparedCheck:
    """A check that is made from its data when it is first needed."""

    def __init__(self, origin: Origin, prepared: OwnCheck | None = None) -> None:
        """Take the data, and the check if it has been made."""
        self._origin = origin
        self._prepared = prepared

    def __reduce__(self) -> tuple[type[PreparedCheck], tuple[Origin]]:
        return PreparedCheck, (self._origin,)

    def check(self, value: Value) -> Iterable[Finding]:
        """Return the findings about complete values."""
        return self._made().check(value)

    def facts(self, scope: Scope) -> CheckFacts:
        """Return the compiled facts that decide about values."""
        return self._made().facts(scope)

    def _made(self) -> OwnCheck:
        if self._prepared is None:
            self._prepared = self._origin.prepare()
        return self._prepared
