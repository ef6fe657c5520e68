"""Alternatives as shapes, each with its title and what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from yschema_engine.frontends.json_schema.document import get_item
from yschema_engine.frontends.json_schema.flat import Choice, Flat, flatten
from yschema_engine.frontends.json_schema.inlined import inlined
from yschema_engine.frontends.json_schema.plain import to_json_like
from yschema_engine.frontends.json_schema.references import Place, References
from yschema_engine.frontends.json_schema.rules import allowed_values
from yschema_engine.frontends.json_schema.summary import keyword_phrase, summary
from yschema_engine.frontends.json_schema.terms import code, codes_of, types
from yschema_engine.model.fields import Shape, Shapes
from yschema_engine.model.path import Path
from yschema_engine.model.phrases import FieldLink, Listing, Param, phrase
from yschema_engine.nodes import Map, Value

_MOST_KEYS = 8
_QUIET = ("properties", "$ref", "$dynamicRef", "allOf", "additionalProperties", "type", "required", "items")

_TYPES = frozenset(("type", "items"))


class ShapeReader:
    """Makes shapes of alternatives."""

    def __init__(self, references: References | None, open_at: Callable[[Value], Path | None]) -> None:
        """Make a reader.

        Args:
            references: for the schemas of alternatives.
            open_at: returns the path of the field that is being made of a schema, if there is one.
        """
        self._references = references
        self._open_at = open_at
        self._labels: dict[int, tuple[Value, Param]] = {}  # with the schemas, which have to stay alive

    def shapes(self, flat: Flat) -> Iterator[Shapes]:
        """Yield the alternatives of a schema, without those that only list values."""
        for choice in flat.choices:
            if allowed_values(choice, self._references) is None and not _lists_types(choice):
                shapes = tuple(map(self._shape, choice.branches))
                yield Shapes(
                    shapes, exactly_one=choice.keyword == "oneOf", keywords=self._keywords(flat, choice)
                )

    def _keywords(self, flat: Flat, choice: Choice) -> dict[str, Any] | None:
        """Return the keyword for an exported schema; None if it needs others around it."""
        part = next(part for part in flat.parts if get_item(part.node, choice.keyword) is choice.item)
        return inlined({choice.keyword: choice.item.value}, part, self._references) or None

    def label(self, branch: Place) -> Param:
        """Return what an alternative is called: its title, or what it is."""
        if id(branch.node) not in self._labels:
            self._labels[id(branch.node)] = (branch.node, self._shape(branch).label)
        return self._labels[id(branch.node)][1]

    def _shape(self, branch: Place) -> Shape:
        flat = flatten(branch, self._references)
        place = next((at for each in flat.identities if (at := self._open_at(each)) is not None), None)
        words = self._words(flat) if place is None else _same_as(place)
        value = to_json_like(branch.node)
        if branch.node is True:
            words = phrase("any value")
        title, description = _text(flat, "title"), _text(flat, "description")
        return Shape(title, description, words, value)

    def _words(self, flat: Flat) -> Param:
        plain = [to_json_like(part.node) for part in flat.parts]
        parts: list[Param] = []
        type_ = next((schema["type"] for schema in plain if "type" in schema), None)
        if type_ is not None:
            parts.append(types(type_))
        told = {key for schema in plain for key in _constant_keys(schema)}
        keys = dict.fromkeys(k for schema in plain for k in schema.get("required", ()) if k not in told)
        if keys:
            shown = tuple(map(code, list(keys)[:_MOST_KEYS]))
            listed = Listing((*shown, "…") if len(keys) > _MOST_KEYS else shown, "and")
            parts.append(phrase("with {keys}", keys=listed))
        for schema in plain:
            parts += _constants(schema)
            parts += _constraints(schema)
        return Listing(tuple(parts)) if parts else self._named(flat)

    def _named(self, flat: Flat) -> Param:
        """Return what a schema is that asks for nothing in particular: a map with certain keys."""
        plain = [to_json_like(part.node) for part in flat.parts]
        keys = list(dict.fromkeys(key for schema in plain for key in schema.get("properties", ())))
        if not keys:
            inner = [choice for choice in flat.choices if choice.branches]
            return _alternatives(inner[0]) if inner else phrase("any value")
        return phrase("may have {keys}", keys=codes_of(keys[:_MOST_KEYS]))


def _lists_types(choice: Choice) -> bool:
    """Return whether alternatives are types and no more, which the type of the field says."""
    nodes = [branch.node for branch in choice.branches]
    keys = ({item.key for item in node.items} if isinstance(node, Map) else set() for node in nodes)
    return all(each and each <= _TYPES for each in keys)


def _alternatives(choice: Choice) -> Param:
    texts = tuple(summary(to_json_like(branch.node)) for branch in choice.branches[:_MOST_KEYS])
    return Listing(texts, "or")


def _constant_keys(schema: dict[str, Any]) -> list[str]:
    """Return the keys whose values tell an alternative from others."""
    properties = schema.get("properties")
    items = properties.items() if isinstance(properties, dict) else ()
    return [key for key, inner in items if inner is False or _lists_values(inner)]


def _lists_values(schema: object) -> bool:
    return isinstance(schema, dict) and bool({"const", "enum"} & schema.keys())


def _constants(schema: dict[str, Any]) -> Iterator[Param]:
    for key in _constant_keys(schema):
        values = _values_alone(schema["properties"][key])
        yield phrase("{key}: {text}", key=code(key), text=summary(values))


def _values_alone(schema: object) -> object:
    if not isinstance(schema, dict):
        return schema
    return {key: value for key, value in schema.items() if key in ("const", "enum")}


def _constraints(schema: dict[str, object]) -> Iterator[Param]:
    for keyword, value in schema.items():
        if keyword not in _QUIET:
            words = keyword_phrase(keyword, value, around=schema)
            if words is not None:
                yield words


def _same_as(path: Path) -> Param:
    text = str(path)
    return phrase("as {field}", field=FieldLink(path, text)) if text else phrase("as the whole document")


def _text(flat: Flat, keyword: str) -> str:
    texts = (item.value for item, _ in flat.items(keyword))
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")
