"""Compilation of JSON Schemas: references resolved, keywords in a table that scripts can interpret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from yschema_engine.compiled.condition_phrases import condition
from yschema_engine.compiled.dialects import Dialect
from yschema_engine.compiled.documents import get_item, to_json_like
from yschema_engine.compiled.evaluated import declared_keys, referred
from yschema_engine.compiled.keyword_phrases import ALTERNATIVES
from yschema_engine.compiled.references import Place
from yschema_engine.compiled.violations import expected_by
from yschema_engine.schema.schema_keywords import (
    HIDDEN,
    REFERENCES,
    UNKNOWN,
    WHOLE_NUMBER,
    CheckFacts,
    JsonSchemaFacts,
    Keyword,
    Node,
    Scope,
    Unchecked,
    keyword_of,
)
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Array, Map, MapItem, Value
from yschema_engine.text.paths import ANY_KEY, Path, key_text
from yschema_engine.text.phrases import phrase

CHECKED_FORMATS = frozenset(("date", "email", "hostname", "idn-email", "ipv4", "ipv6", "uri", "uuid"))
"""The formats that scripts check as the library does."""
_TRUE, _FALSE = 0, 1
# Whether these hold depends on schemas as a whole, of which a script may know a part.
_WHOLE = (*ALTERNATIVES, "not", "if", "contains", "unevaluatedProperties", "unevaluatedItems")


@dataclass(frozen=True, slots=True)
class _At:
    """A schema, the base of its references, and the path of its values."""

    schema: Any
    resolver: Any
    path: Path


class Resolving:
    """Resolves the references of one schema."""

    def __init__(self, validator: Any, dialect: Dialect, scope: Scope, *, is_dynamic: bool = False) -> None:
        """Start without schemas.

        Args:
            validator: of the library, for the whole schema.
            dialect: of the schema.
            scope: what the facts are about.
            is_dynamic: whether schemas depend on where references have led through.
        """
        self._validator = validator
        self._dialect = dialect
        self._scope = scope
        self._is_dynamic = is_dynamic
        self._has_dynamic_references = False
        self._nodes: list[Node] = [True, False]
        self._numbers: dict[Any, int] = {}
        self._schemas: list[Any] = []  # identities are those of values in use
        self._unchecked: dict[tuple[Path, str], Unchecked] = {}
        self._hidden = 0

    def facts(self) -> CheckFacts:
        """Return the facts about the schema."""
        root = self._number(_At(self._validator.schema, self._validator._resolver, self._scope.path))
        if self._has_dynamic_references and not self._is_dynamic:
            return Resolving(self._validator, self._dialect, self._scope, is_dynamic=True).facts()
        schema = JsonSchemaFacts(tuple(self._nodes), root)
        return CheckFacts((schema,), unchecked=tuple(self._unchecked.values()))

    def _number(self, at: _At) -> int:
        """Return the number of a schema."""
        if not isinstance(at.schema, dict):
            return _FALSE if at.schema is False else _TRUE
        path = at.path if self._scope.hides_below(at.path) else None
        key = (id(at.schema), path, self._dynamic_scope(at) if self._is_dynamic else None)
        if key not in self._numbers:
            self._schemas.append(at.schema)
            number = self._numbers[key] = len(self._nodes)
            self._nodes.append(True)
            resource = self._dialect.specification.create_resource(at.schema)  # which may have an identifier
            inner = _At(at.schema, at.resolver.in_subresource(resource), at.path)
            self._nodes[number] = tuple(self._node(inner))
        return self._numbers[key]

    def _dynamic_scope(self, at: _At) -> Any:
        """Return the resources that references have led through, which dynamic references depend on."""
        uris = [uri for uri, _ in at.resolver.dynamic_scope()]
        return tuple(dict.fromkeys(uris)), tuple(dict.fromkeys(reversed(uris)))

    def _node(self, at: _At) -> Iterator[Keyword]:
        known = self._dialect.validator.VALIDATORS
        names = [name for name in at.schema if name in known]
        if "$ref" in names and not self._dialect.merges_references:
            names = ["$ref"]
        for name in names:
            hidden = self._hidden
            keyword = self._keyword(name, at.schema[name], at)
            if keyword is None:
                continue
            if name in _WHOLE and self._hidden > hidden:
                self._leave_out(at.path, name, phrase("rules about fields that this page does not show"))
            else:
                yield keyword

    def _keyword(self, name: str, value: Any, at: _At) -> Keyword | None:
        match name:
            case _ if name in REFERENCES:
                return self._reference(name, value, at)
            case "format":
                return self._format(value, at)
            case "type" if not self._dialect.has_whole_floats:
                names = value if isinstance(value, list) else [value]
                whole = [WHOLE_NUMBER if each == "integer" else each for each in names]
                return Keyword(name, whole, expected_by(name, at.schema))
            case "properties" | "patternProperties":
                return Keyword(name, [self._entry(name, key, each, at) for key, each in value.items()])
            case "dependencies" | "dependentRequired" | "dependentSchemas":
                schemas = [
                    (key, self._shown(each, at) if isinstance(each, list) else self._inner(each, at))
                    for key, each in value.items()
                ]
                return Keyword(name if name == "dependentSchemas" else "dependencies", schemas)
            case "required":
                return Keyword(name, self._shown(value, at))
            case "if":
                numbers = [self._inner(at.schema.get(each, True), at) for each in (name, "then", "else")]
                return Keyword(name, numbers, condition(value), condition(value, is_negated=True))
            case "items" | "additionalItems" | "prefixItems" | "contains" | "unevaluatedItems":
                return self._of_items(name, value, at)
            case "unevaluatedProperties":
                declared = declared_keys(
                    self._validator.evolve(schema=at.schema, _resolver=at.resolver), at.schema
                )
                shown = [key for key in declared if at.path.key(key) not in self._scope.hidden]
                return Keyword(name, [self._inner(value, at, _others(at)), shown])
            case "additionalProperties":
                return Keyword(name, self._inner(value, at, _others(at)))
            case "not" | "propertyNames":
                return Keyword(name, self._inner(value, at), expected_by(name, at.schema))
            case "allOf" | "anyOf" | "oneOf":
                return self._alternatives(name, value, at)
        return Keyword(name, value, expected_by(name, at.schema))

    def _inner(self, schema: Any, around: _At, path: Path | None = None) -> int:
        return self._number(_At(schema, around.resolver, around.path if path is None else path))

    def _reference(self, name: str, value: Any, at: _At) -> Keyword:
        if name != "$ref":
            self._has_dynamic_references = True
        evolved = self._validator.evolve(schema=at.schema, _resolver=at.resolver)
        for inner, contents in referred(evolved, value, name):
            return Keyword("$ref", self._number(_At(contents, inner._resolver, at.path)))
        return Keyword(UNKNOWN, None)

    def _format(self, value: Any, at: _At) -> Keyword | None:
        if value not in self._dialect.formats.checkers:
            return None
        words = expected_by("format", at.schema)
        if value in CHECKED_FORMATS:
            return Keyword("format", value, words)
        self._leave_out(at.path, value, words)
        return None

    def _leave_out(self, path: Path, name: str, words: Any) -> None:
        self._unchecked.setdefault((path, name), Unchecked(path, words))

    def _entry(self, name: str, key: str, schema: Any, at: _At) -> tuple[str, int]:
        path = at.path.key(key) if name == "properties" else _others(at)
        if path in self._scope.hidden:
            self._hidden += 1
            return key, HIDDEN
        return key, self._inner(schema, at, path)

    def _shown(self, keys: Any, at: _At) -> list[str]:
        shown = [key for key in keys if at.path.key(key) not in self._scope.hidden]
        self._hidden += len(keys) - len(shown)
        return shown

    def _of_items(self, name: str, value: Any, at: _At) -> Keyword | None:
        path, around = at.path.any_item, at.schema
        if isinstance(value, list):
            return Keyword("prefixItems", [self._inner(each, at, path) for each in value])
        number = self._inner(value, at, path)
        match name:
            case "contains":
                limits = [around.get("minContains", 1), around.get("maxContains")]
                counts = limits if self._dialect.merges_references else [1, None]
                return Keyword(name, [number, *counts], expected_by(name, at.schema))
            case "unevaluatedItems":
                return Keyword(name, number, expected_by(name, at.schema))
            case "additionalItems":
                first = around.get("items")
                words = expected_by(name, at.schema) if value is False else None
                return Keyword(name, [len(first), number], words) if isinstance(first, list) else None
        is_refused = value is False and self._dialect.merges_references
        words = expected_by(name, at.schema) if is_refused else None
        return Keyword(name, [len(around.get("prefixItems", ())), number, is_refused], words)

    def _alternatives(self, name: str, value: Any, at: _At) -> Keyword:
        numbers = [self._inner(each, at) for each in value]
        if name == "allOf":
            return Keyword(name, numbers)
        several = expected_by(name, at.schema, is_ambiguous=True) if name == "oneOf" else None
        return Keyword(name, numbers, expected_by(name, at.schema), several)


def _others(at: _At) -> Path:
    """Return the path of the values at keys that the schema does not name."""
    return Path((*at.path, ANY_KEY))


_DEPENDENT = frozenset(("$dynamicRef", "$recursiveRef", "$id", "nullable", "x-kubernetes-int-or-string"))
_LARGEST = 500  # maps and arrays, because definitions can use each other any number of times


def inlined(keywords: Mapping[str, Value], part: Place) -> dict[str, Any]:
    """Return keywords for an exported schema, which has no definitions.

    Args:
        keywords: the values of keywords.
        part: the schema that has them.

    Returns:
        Plain values; nothing if a schema contains itself, is too large, leads to a place that is not known,
        or has keywords that JSON Schema does not have.
    """
    writer = _Writer()
    try:
        return {name: writer.write(value, part) for name, value in keywords.items()}
    except _DependentError:
        return {}


class _DependentError(Exception):
    """A schema depends on more than itself."""


class _Writer:
    """Writes schemas, and counts what it has written."""

    def __init__(self) -> None:
        self._open: list[Value] = []
        self._written = 0

    def write(self, value: Value, around: Place) -> Any:
        """Return a schema, a map or an array of schemas, or another value, without references."""
        if not isinstance(value, Map | Array):
            return value
        self._written += 1
        if self._written > _LARGEST or any(value is each for each in self._open):
            raise _DependentError
        self._open.append(value)
        if isinstance(value, Array):
            plain: Any = [self.write(item.value, around) for item in value.items]
        else:
            plain = self._map(value, around)
        self._open.pop()
        return plain

    def _map(self, node: Map, around: Place) -> Any:
        reference = get_item(node, "$ref")
        link = reference if reference is not None and isinstance(reference.value, str) else None
        if link is not None and not around.merges_references:
            return self._target(link, around)
        keywords: dict[str, Any] = {}
        for item in node.items:
            key = key_text(item.key)
            if key in _DEPENDENT and not isinstance(item.value, Map):
                raise _DependentError
            if item is not link:
                is_data = keyword_of(key).holds == "values"
                keywords[key] = to_json_like(item.value) if is_data else self.write(item.value, around)
        if link is None:
            return keywords
        target = self._target(link, around)
        return {**keywords, "allOf": [*keywords.get("allOf", ()), target]} if keywords else target

    def _target(self, reference: MapItem, around: Place) -> Any:
        target = around.resolve(reference)
        if target is None:
            raise _DependentError
        return self.write(target.node, target)
