"""The keys that a schema declares by name, by pattern or for all others, and the items of arrays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from yschema_engine.compiled.documents import get_item, get_value, to_json_like
from yschema_engine.compiled.references import Place
from yschema_engine.read.json_schema.combined import Choice, Flat, flatten, items_of, pairs_of, required_keys
from yschema_engine.read.json_schema.rules import consequences_of
from yschema_engine.read.json_schema.shapes import ShapeLabel
from yschema_engine.schema.fields import Field
from yschema_engine.schema.keys import ANY_NAME, Allowed, Count, KeyPolicy
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.nodes import Array, ArrayItem, Map, MapItem, Scalar, Value
from yschema_engine.text.paths import ANY_KEY, OpenKey
from yschema_engine.text.phrases import Verbatim, phrase

_ANY_KEY = "_"

_BY_RULE = phrase("names that the rule of the map allows")


@dataclass(frozen=True, slots=True)
class OpenKeys:
    """The keys of one pattern, or all keys that are not declared.

    Attributes:
        item: the pattern or the keyword, with the schema of the values.
        part: the part of the schema that has it.
        step: their step in paths.
        allowed: which keys they are.
    """

    item: MapItem
    part: Place
    step: OpenKey
    allowed: Allowed

    @property
    def policy(self) -> KeyPolicy:
        """The keys, of which there may be any number."""
        return KeyPolicy(self.item.span, self.allowed, (Count(0, None),), optional=True)


def open_keys(flat: Flat) -> Iterator[OpenKeys]:
    """Yield the keys that a schema declares by patterns, then those that it does not name."""
    patterns = list(flat.pairs("patternProperties"))
    for item, part in patterns:
        if item.value is False:
            continue
        pattern = str(item.key)
        words = phrase("names that match {pattern}", pattern=Verbatim(pattern))
        allowed = Allowed(words, pattern, is_ecma=True, overlaps=True)
        key = _ANY_KEY if len(patterns) == 1 else pattern
        yield OpenKeys(item, part, OpenKey(key, "<name>"), allowed)
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        for part in flat.parts:
            item_ = get_item(part.node, keyword)
            if item_ is not None and isinstance(item_.value, Map):
                words = phrase("any other name") if patterns else ANY_NAME
                step = OpenKey(f"{_ANY_KEY}{_ANY_KEY}", "<any name>") if patterns else ANY_KEY
                if flat.first("propertyNames") is not None and not patterns:
                    step, words = OpenKey(_ANY_KEY, "<name>"), _BY_RULE
                yield OpenKeys(item_, part, step, Allowed(words))
                return


def takes_any_name(field: Field) -> bool:
    """Return whether a field stands for all keys that no other field declares."""
    allowed = field.keys.allowed if field.keys is not None else None
    return allowed is not None and not allowed.pattern


@dataclass(slots=True)
class Property:
    """A key, and the schemas of its value.

    Attributes:
        item: the key where it is declared first.
        places: the schemas; a value matches all of them, or one of them if they belong to alternatives.
        shapes: the alternatives that the key belongs to; empty if it always counts.
        is_required: whether the key has to be present.
        is_conditional: whether a condition or a key that is set declares the key, and nothing else.
    """

    item: MapItem
    places: list[Place] = field(default_factory=list)
    shapes: list[ShapeLabel] = field(default_factory=list)
    is_required: bool = False
    is_conditional: bool = False

    @property
    def place(self) -> Place:
        """The schema of the value; of several that differ, a schema with these as alternatives."""
        first = self.places[0]
        if len(self.places) == 1:
            return first
        texts = (json.dumps(to_json_like(place.node), sort_keys=True) for place in reversed(self.places))
        distinct = list(dict(zip(texts, reversed(self.places), strict=True)).values())[::-1]
        if len(distinct) == 1:
            return first
        span = self.item.span
        branches = Array([ArrayItem(place.node, span) for place in distinct], span)
        return replace(first, node=Map([MapItem("anyOf", branches, span)], span))


class Properties:
    """The properties of one schema, with those of its alternatives."""

    def __init__(
        self,
        flat: Flat,
        label_of: Callable[[Place, Choice], ShapeLabel],
        is_open: Callable[[Value], bool],
    ) -> None:
        """Collect the properties.

        Args:
            flat: the schema.
            label_of: returns what an alternative is called.
            is_open: whether a schema is one around this one, which is not looked into again.
        """
        self._label_of = label_of
        self._is_open = is_open
        self._by_key: dict[Scalar, Property] = {}
        self._inner_choices: set[Value] = set()
        self._collect(flat)

    def __iter__(self) -> Iterator[Property]:
        return iter(self._by_key.values())

    def _collect(self, flat: Flat) -> None:
        required = required_keys(flat)
        for item, place in self._declared(flat):
            declared = self._by_key.setdefault(item.key, Property(item, is_required=item.key in required))
            if not declared.places:
                declared.places.append(place)
        always = set(self._by_key)
        for choice in flat.choices:
            for branch in choice.branches:
                self._collect_branch(branch, always, choice)
            for each in self._by_key.values():
                if len(each.shapes) == len(choice.branches):
                    each.shapes.clear()  # all alternatives have the key
            in_all = [required_keys(flatten(branch)).keys() for branch in choice.branches]
            for key in set.intersection(*map(set, in_all)) & self._by_key.keys():
                self._by_key[key].is_required = True
        always |= set(self._by_key)
        for place in self._conditional(flat):
            self._collect_branch(place, always, None)
        for key, asked in required.items():
            if key not in self._by_key:
                self._by_key[key] = self._undeclared(asked, flat)

    def _undeclared(self, asked: MapItem, flat: Flat) -> Property:
        """Return the property of a key that a schema requires and does not declare."""
        key, span = str(asked.value), asked.span
        declaring = next((each for each in open_keys(flat) if each.allowed.matches(key)), None)
        anything = replace(flat.parts[0], node=Map([], span))
        place = anything if declaring is None else declaring.part.inner(declaring.item.value)
        return Property(MapItem(key, place.node, span), [place], is_required=True)

    def _collect_branch(self, branch: Place, always: set[Scalar], choice: Choice | None) -> None:
        """Collect the properties of an alternative, or of the schema of a condition, which has no choice."""
        flat = flatten(branch)
        if any(map(self._is_open, flat.identities)):
            return
        required = required_keys(flat)
        for item, place in self._declared(flat):
            if item.key in always:
                continue
            declared = self._by_key.setdefault(item.key, Property(item))
            declared.places.append(place)
            declared.is_conditional = declared.is_conditional or choice is None
            if choice is not None:
                label = self._label_of(branch, choice)
                is_required = item.key in required
                is_noted = label.is_named and is_required
                text = phrase("{shape} (required)", shape=label.text) if is_noted else label.text
                declared.shapes.append(replace(label, text=text, is_required=is_required))
        for inner_choice in flat.choices:
            for inner in inner_choice.branches:
                if inner.node not in self._inner_choices:  # definitions can use each other many times
                    self._inner_choices.add(inner.node)
                    self._collect_branch(inner, always, inner_choice if choice is not None else None)

    def _declared(self, flat: Flat) -> Iterator[tuple[MapItem, Place]]:
        for item, part in flat.pairs("properties"):
            if item.value is not False:
                yield item, part.inner(item.value)

    def _conditional(self, flat: Flat) -> Iterator[Place]:
        for part in flat.parts:
            yield from (part.inner(then.value) for _, then in consequences_of(part))
            for keyword in ("dependentSchemas", "dependencies"):
                for item in pairs_of(part.node, keyword):
                    if isinstance(item.value, Map):
                        yield part.inner(item.value)


def item_schemas(flat: Flat) -> Iterator[tuple[MapItem, Place]]:
    """Yield the schemas of items, each with the part that declares it; those at their own places first."""
    for part in flat.parts:
        for keyword in ("prefixItems", "items"):
            for item in items_of(part.node, keyword):
                yield item, part
    for keyword in ("items", "additionalItems"):
        for item, part in flat.items(keyword):
            # Draft 7 lists the schemas of items by place in `items`.
            is_by_place = isinstance(get_value(part.node, "items"), Array)
            if isinstance(item.value, Map) and (keyword == "items" or is_by_place):
                yield item, part


def item_schemas_of_branches(flat: Flat) -> list[tuple[MapItem, Place]]:
    """Return the schemas of items in alternatives; none if an alternative is any array."""
    schemas: list[tuple[MapItem, Place]] = []
    for branch in (branch for choice in flat.choices for branch in choice.branches):
        inner = flatten(branch)
        declared = list(item_schemas(inner))
        if not declared and any(item.value == "array" for item, _ in inner.items("type")):
            return []
        schemas += declared
    return schemas


def has_other_items(flat: Flat) -> bool:
    """Return whether items at places of their own are declared, and any items may follow them."""
    for part in flat.parts:
        for keyword, others in (("prefixItems", "items"), ("items", "additionalItems")):
            if items_of(part.node, keyword) and get_value(part.node, others) in (None, True):
                return True
    return False
