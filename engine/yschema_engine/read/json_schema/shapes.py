"""Alternatives as shapes, and the key that distinguishes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from yschema_engine.compiled.compile import inlined
from yschema_engine.compiled.documents import get_item, get_value, to_json_like
from yschema_engine.compiled.keyword_phrases import LISTING, code, codes_of, lists_values, types, with_keys
from yschema_engine.compiled.references import Place
from yschema_engine.compiled.schema_phrases import keyword_phrase, summary
from yschema_engine.read.json_schema.combined import Choice, Flat, flatten, items_of, pairs_of
from yschema_engine.read.json_schema.rules import allowed_values
from yschema_engine.schema.alternatives import Shape, Shapes
from yschema_engine.schema.fields import Kind
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.node_values import shared
from yschema_engine.text.nodes import Array, Map, MapItem, Value
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import FieldLink, Listing, Param, Phrase, Verbatim, phrase


@dataclass(frozen=True, slots=True)
class Selector:
    """What selects one of several alternatives.

    Attributes:
        key: the key.
        values: the values that select the alternative.
    """

    key: str
    values: tuple[Any, ...]


def selectors(choice: Choice) -> dict[Value, Selector]:
    """Return what selects each alternative, by its schema; those that no key selects are missing."""
    flats = {branch.node: flatten(branch) for branch in choice.branches}
    of_maps = {node: flat for node, flat in flats.items() if _allows_maps(flat)}
    for key in _keys(next(iter(of_maps.values()))) if len(of_maps) > 1 else ():
        lists = {node: _values(flat, key) for node, flat in of_maps.items()}
        if all(lists.values()) and not any(map(shared, combinations(lists.values(), 2))):
            return {node: Selector(key, tuple(values)) for node, values in lists.items()}
    return {}


def _allows_maps(flat: Flat) -> bool:
    for item, part in flat.items("type"):
        names = [each.value for each in items_of(part.node, "type")] or [item.value]
        if "object" not in names:
            return False
    return not flat.is_never


def _keys(flat: Flat) -> list[str]:
    keys = (item.key for item, _ in flat.pairs("properties"))
    return list(dict.fromkeys(key for key in keys if isinstance(key, str)))


def _values(flat: Flat, key: str) -> list[Any]:
    """Return the values that a schema lists for a key; none if it lists none."""
    lists = [
        listed
        for item, part in flat.pairs("properties")
        if item.key == key
        for listed in _lists(flatten(part.inner(item.value)))
    ]
    return shared(lists) if lists else []


def _lists(flat: Flat) -> Iterator[list[Any]]:
    for part in flat.parts:
        constant = get_item(part.node, "const")
        if constant is not None:
            yield [to_json_like(constant.value)]
        if isinstance(get_value(part.node, "enum"), Array):
            yield [to_json_like(item.value) for item in items_of(part.node, "enum")]


_MOST_KEYS = 8
_DEEPEST = 3  # levels of alternatives in alternatives
_QUIET = ("properties", "$ref", "$dynamicRef", "allOf", "additionalProperties", "type", "required", "items")

_TYPES = frozenset(("type", "items"))


@dataclass(frozen=True, slots=True)
class ShapeLabel:
    """What an alternative is called.

    Attributes:
        text: its title, when it is meant, or what it is.
        is_named: whether the text does not list the keys that the alternative requires.
        is_condition: whether the text says when it is meant.
        is_required: whether the alternative requires the key that it is a label of.
    """

    text: Param
    is_named: bool
    is_condition: bool
    is_required: bool = False


class ShapeReader:
    """Makes shapes of alternatives."""

    def __init__(
        self, open_at: Callable[[Value], Path | None], kinds: Callable[[Place], tuple[Kind, ...]]
    ) -> None:
        """Make a reader.

        Args:
            open_at: returns the path of the field that is being made of a schema, if there is one.
            kinds: returns the types of the values that a schema takes.
        """
        self._open_at = open_at
        self._kinds = kinds
        self._labels: dict[tuple[Value, MapItem], ShapeLabel] = {}
        self._selectors: dict[MapItem, dict[Value, Selector]] = {}

    def shapes(self, flat: Flat, depth: int = 0) -> Iterator[Shapes]:
        """Yield the alternatives of a schema, without those that only list values. They may hold others."""
        for choice in flat.choices if depth < _DEEPEST else ():
            if allowed_values(choice) is None and not _lists_types(choice):
                shapes = tuple(self._shape(branch, choice, depth) for branch in choice.branches)
                part = next(part for part in flat.parts if get_item(part.node, choice.keyword) is choice.item)
                # Nothing if the keyword needs others around it.
                keywords = inlined({choice.keyword: choice.item.value}, part) or None
                yield Shapes(shapes, exactly_one=choice.keyword == "oneOf", keywords=keywords)

    def label(self, branch: Place, choice: Choice) -> ShapeLabel:
        """Return what one of several alternatives is called: its title, when it is meant, or what it is."""
        key = branch.node, choice.item
        if key not in self._labels:
            shape, selector = self._shape(branch, choice), self._selector(branch, choice)
            is_named = bool(shape.title) or selector is not None
            text = selected_by(selector) if selector is not None and not shape.title else shape.label
            is_condition = is_named and not shape.title
            self._labels[key] = ShapeLabel(text, is_named=is_named, is_condition=is_condition)
        return self._labels[key]

    def _selector(self, branch: Place, choice: Choice) -> Selector | None:
        if choice.item not in self._selectors:
            self._selectors[choice.item] = selectors(choice)
        return self._selectors[choice.item].get(branch.node)

    def _shape(self, branch: Place, choice: Choice, depth: int = 0) -> Shape:
        flat = flatten(branch)
        selector = self._selector(branch, choice)
        place = next((at for each in flat.identities if (at := self._open_at(each)) is not None), None)
        plain = [to_json_like(part.node) for part in flat.parts]
        words = _words(flat, plain, selector) if place is None else _same_as(place)
        title, description = flat.text("title"), flat.text("description")
        required = [key for schema in plain for key in schema.get("required", ()) if isinstance(key, str)]
        return Shape(
            title,
            description,
            words,
            value=to_json_like(branch.node),
            name=title or _name(branch, selector) or words,
            keys=tuple(_optional_keys(plain)),
            required=tuple(dict.fromkeys(required)),
            constants={key: allowed for schema in reversed(plain) for key, allowed in _listed_values(schema)},
            kinds={
                item.key: self._kinds(part.inner(item.value))
                for part in reversed(flat.parts)
                for item in pairs_of(part.node, "properties")
                if isinstance(item.key, str)
            },
            inner=tuple(self.shapes(flat, depth + 1)) if place is None else (),
        )


def _name(branch: Place, selector: Selector | None) -> Param:
    """Return the values that select a shape, or else the name of its definition; empty if it has neither."""
    if selector is not None:
        return Listing(tuple(map(code, selector.values[:_MOST_KEYS])), "or")
    reference = get_value(branch.node, "$ref")
    return Verbatim(reference.rpartition("/")[2].lstrip("#")) if isinstance(reference, str) else ""


def _optional_keys(plain: Sequence[dict[str, Any]]) -> list[str]:
    """Return the keys that the parts of a schema declare."""
    declared = (item for schema in plain for item in _properties(schema).items())
    return list(dict.fromkeys(key for key, inner in declared if inner is not False))


def _words(flat: Flat, plain: Sequence[dict[str, Any]], selector: Selector | None) -> Param:
    """Return what a schema asks for, of which `plain` are the parts."""
    telling = {key for schema in plain for key in _telling(schema)}
    keys = list(dict.fromkeys(k for schema in plain for k in schema.get("required", ()) if k not in telling))
    parts = _opening(plain, keys, selector)
    for schema in plain:
        parts += _constants(schema, selector)
        parts += _constraints(schema)
    if parts:
        return Listing(tuple(parts))
    optional = _optional_keys(plain)
    if optional:
        return phrase("may have {keys}", keys=codes_of(optional[:_MOST_KEYS]))
    inner = next((choice for choice in flat.choices if choice.branches), None)
    if inner is None:
        return phrase("any value")
    return Listing(tuple(summary(to_json_like(each.node)) for each in inner.branches[:_MOST_KEYS]), "or")


def shared_description(alternatives: Sequence[Shapes], own: str) -> tuple[str, tuple[Shapes, ...]]:
    """Return the description of a schema, and its alternatives without those that only repeat one text.

    Args:
        alternatives: those of the schema.
        own: the description outside of the alternatives; may be empty.
    """
    if len(alternatives) != 1:
        return own, tuple(alternatives)
    (shapes,) = alternatives
    texts = {shape.description for shape in shapes.shapes}
    if len(texts) > 1 or (own and own not in texts):
        return own, tuple(alternatives)
    plain = tuple(replace(shape, description="") for shape in shapes.shapes)
    return texts.pop(), (replace(shapes, shapes=plain),)


def _opening(plain: Sequence[dict[str, Any]], keys: list[str], selector: Selector | None) -> list[Param]:
    """Return what selects a shape or of which type it is, and which keys it has."""
    if selector is not None:
        required = [key for key in keys if key != selector.key]
        when = phrase("if {condition}", condition=selected_by(selector))
        return [when, *([with_keys(required)] if required else [])]
    type_ = next((schema["type"] for schema in plain if "type" in schema), None)
    if keys:
        return [with_keys(keys, type_)]
    return [] if type_ is None else [types(type_)]


def selected_by(selector: Selector) -> Phrase:
    """Return when a shape is meant."""
    values = Listing(tuple(map(code, selector.values[:_MOST_KEYS])), "or")
    return phrase("{key} is {values}", key=code(selector.key), values=values)


def _lists_types(choice: Choice) -> bool:
    """Return whether alternatives are types and no more, which the type of the field says."""
    nodes = [branch.node for branch in choice.branches]
    keys = ({item.key for item in node.items} if isinstance(node, Map) else set() for node in nodes)
    return all(each and each <= _TYPES for each in keys)


def _telling(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas of the keys whose values tell an alternative from others."""
    inner = _properties(schema).items()
    return {key: each for key, each in inner if each is False or lists_values(each)}


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _listed_values(schema: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the keys that have only certain values, each with these."""
    for key, inner in _telling(schema).items():
        values = [inner["const"]] if inner and "const" in inner else inner and inner.get("enum")
        if values:
            yield key, tuple(values)


def _constants(schema: dict[str, Any], selector: Selector | None) -> Iterator[Param]:
    for key, inner in _telling(schema).items():
        if selector is None or key != selector.key:
            values = {name: value for name, value in inner.items() if name in LISTING} if inner else inner
            yield phrase("{key}: {text}", key=code(key), text=summary(values))


def _constraints(schema: dict[str, object]) -> Iterator[Param]:
    for keyword, value in schema.items():
        if keyword not in _QUIET:
            words = keyword_phrase(keyword, value, around=schema)
            if words is not None:
                yield words


def _same_as(path: Path) -> Param:
    text = str(path)
    return phrase("as {field}", field=FieldLink(path, text)) if text else phrase("as the whole document")
