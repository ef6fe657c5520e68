"""From a JSON Schema to the tree of fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from yschema_engine.frontends.json_schema.dialects import Dialect
from yschema_engine.frontends.json_schema.document import get_item, get_value
from yschema_engine.frontends.json_schema.references import resolve
from yschema_engine.frontends.json_schema.rules import read_rules
from yschema_engine.model.fields import UNSET, Example, Field, Kind, Unset, ValueType
from yschema_engine.model.keys import Allowed, Count, KeyPolicy
from yschema_engine.model.path import OpenKey, Path
from yschema_engine.nodes import Array, Map, MapItem, Scalar, Value, type_name
from yschema_engine.rules.regular_expressions import compiled
from yschema_engine.source import Span

_KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "string": "string",
        "integer": "integer",
        "number": "float",
        "boolean": "boolean",
        "null": "null",
        "object": "map",
        "array": "array",
    }
)
# Keywords that only make sense for values of one type, for schemas that name none.
_IMPLIED: tuple[tuple[str, Kind], ...] = (
    ("properties", "map"),
    ("additionalProperties", "map"),
    ("patternProperties", "map"),
    ("items", "array"),
)
_JSON_NAMES = MappingProxyType({"float": "number", "map": "object"})
_DEEPEST = 60


class FieldBuilder:
    """Builds the fields of one document."""

    def __init__(self, document: Value, dialect: Dialect) -> None:
        self._document = document
        self._dialect = dialect
        # The schemas around the current one, to stop if one contains itself.
        self._open: list[Value] = []
        self._schemas: dict[Field, Value] = {}

    @property
    def schemas(self) -> Mapping[Field, Value]:
        """The schema of each field that has been built."""
        return self._schemas

    def root(self, span: Span) -> Field:
        """Return the field of the whole document.

        Raises:
            EngineError: a reference leads to another document, or to nothing.
        """
        return self._field(None, Path(), self._document, span)

    def _field(self, key: Scalar, path: Path, schema: Value, span: Span, *, required: bool = False) -> Field:
        parts = self._parts(schema)
        nests = any(part is each for part in parts for each in self._open) or len(path) > _DEEPEST
        self._open += parts
        type_ = ValueType(_kinds(parts), span) if nests else self._type(parts, path, span)
        del self._open[len(self._open) - len(parts) :]
        default = next((item.value for part in parts if (item := get_item(part, "default"))), UNSET)
        field = Field(
            key=key,
            path=path,
            type=type_,
            span=span,
            title=_text(parts, "title"),
            description=_text(parts, "description"),
            examples=tuple(_examples(parts)),
            deprecated="" if any(get_value(part, "deprecated") is True for part in parts) else None,
            rules=tuple(rule for part in parts for rule in read_rules(part, type_.kinds)),
            default=default,
            absent=bool(path) and _is_absent(type_, default),
            required=required,
        )
        self._schemas[field] = schema
        return field

    def _parts(self, schema: Value) -> list[Value]:
        """Return the maps whose keywords count together: a schema, what it refers to, and its `allOf`."""
        parts: list[Value] = []
        pending = [schema]
        while pending:
            part = pending.pop(0)
            if not isinstance(part, Map) or any(part is each for each in parts):
                continue
            reference = get_item(part, "$ref")
            if reference is None or self._dialect.merges_references:
                parts.append(part)
                pending += [item.value for item in _items(get_value(part, "allOf"))]
            if reference is not None:
                pending.append(resolve(self._document, reference))
        return parts

    def _type(self, parts: Sequence[Value], path: Path, span: Span) -> ValueType:
        kinds = _kinds(parts)
        fields = tuple(self._fields(parts, path)) if "map" in kinds else ()
        item = self._item(parts, path, span) if "array" in kinds else None
        takes_other = "map" in kinds and not any(field.is_open for field in fields) and not _is_closed(parts)
        return ValueType(kinds, span, fields=fields, item=item, takes_other_keys=takes_other)

    def _fields(self, parts: Sequence[Value], path: Path) -> Iterator[Field]:
        required = {item.value for part in parts for item in _items(get_value(part, "required"))}
        properties = [item for part in parts for item in _pairs(get_value(part, "properties"))]
        for item in {item.key: item for item in properties}.values():
            yield self._field(
                item.key, path.key(item.key), item.value, item.span, required=item.key in required
            )
        for item in (item for part in parts for item in _pairs(get_value(part, "patternProperties"))):
            yield self._open_field(item, str(item.key), path)
        for part in parts:
            others = get_item(part, "additionalProperties")
            if others is not None and isinstance(others.value, Map):
                yield self._open_field(others, "", path)

    def _open_field(self, item: MapItem, pattern: str, path: Path) -> Field:
        step = OpenKey("_", "<name>" if pattern else "<any name>")
        field = self._field("_", Path((*path, step)), item.value, item.span)
        allowed = Allowed(pattern=pattern, expression=compiled(pattern) if pattern else None)
        policy = KeyPolicy(item.span, allowed, (Count(0, None),), optional=True)
        return replace(field, keys=policy, absent=True)

    def _item(self, parts: Sequence[Value], path: Path, span: Span) -> Field:
        item = next((item for part in parts if (item := get_item(part, "items"))), None)
        inner = path.any_item
        if item is None or not isinstance(item.value, Map):
            return Field(None, inner, ValueType(("any",), span), span)
        return replace(self._field(None, inner, item.value, item.span), absent=False)


def _kinds(parts: Sequence[Value]) -> tuple[Kind, ...]:
    """Return the types that all parts allow, `null` last."""
    named = [kinds for part in parts if (kinds := _named_kinds(part))]
    if not named:
        named = [list(_implied_kinds(parts)) or ["any"]]
    common = [kind for kind in named[0] if all(kind in others for others in named)] or named[0]
    return (*(kind for kind in common if kind != "null"), *(kind for kind in common if kind == "null"))


def _implied_kinds(parts: Sequence[Value]) -> Iterator[Kind]:
    """Return the types that keywords for one type imply, or the values of `enum` and `const`."""
    for keyword, kind in _IMPLIED:
        if any(get_item(part, keyword) for part in parts):
            yield kind
            return
    values = [item.value for part in parts for item in _items(get_value(part, "enum"))]
    values += [item.value for part in parts if (item := get_item(part, "const"))]
    yield from dict.fromkeys(_KINDS[_JSON_NAMES.get(type_name(value), type_name(value))] for value in values)


def _named_kinds(part: Value) -> list[Kind]:
    value = get_value(part, "type")
    names = [item.value for item in value.items] if isinstance(value, Array) else [value]
    return [_KINDS[str(name)] for name in names if str(name) in _KINDS and name is not None]


def _is_closed(parts: Sequence[Value]) -> bool:
    closing = ("additionalProperties", "unevaluatedProperties")
    return any(get_value(part, keyword) is False for part in parts for keyword in closing)


def _is_absent(type_: ValueType, default: Value | Unset) -> bool:
    """Return whether nothing sets the value: it has no default, and no field below it has one."""
    return default is UNSET and not any(not field.absent for field in type_.fields)


def _text(parts: Sequence[Value], keyword: str) -> str:
    texts = (get_value(part, keyword) for part in parts)
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _examples(parts: Sequence[Value]) -> Iterator[Example]:
    for part in parts:
        for item in _items(get_value(part, "examples")):
            yield Example("", item.value, item.value_span)


def _items(value: Value) -> Sequence[MapItem]:
    return value.items if isinstance(value, Array) else ()  # type: ignore[return-value]


def _pairs(value: Value) -> Sequence[MapItem]:
    return value.items if isinstance(value, Map) else ()
