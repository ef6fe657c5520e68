"""The tree of fields of a JSON Schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from yschema_engine.compiled.documents import get_item, get_value
from yschema_engine.compiled.references import Place
from yschema_engine.read.json_schema import keys_and_items
from yschema_engine.read.json_schema.combined import Flat, flatten, items_of, kinds_of
from yschema_engine.read.json_schema.details import access_of, details_of, only_in, same_as, without_notice
from yschema_engine.read.json_schema.rules import read_rules, required_when
from yschema_engine.read.json_schema.shapes import ShapeReader, shared_description
from yschema_engine.schema.fields import UNSET, Detail, Example, Field, Kind, Unset, ValueType, any_field
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.nodes import Array, ArrayItem, Map, MapItem, Scalar, Value
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Listing, phrase
from yschema_engine.text.source import Span

_DEEPEST = 60
# A schema can lead to any number of fields: each definition can use another one several times.
_MOST, _MOST_EVER = 4_000, 8_000
_CLOSING = ("additionalProperties", "unevaluatedProperties")


Extras: TypeAlias = tuple[Sequence[Detail], Sequence[Rule]]
"""What a schema language adds to JSON Schema, for one field."""


@dataclass(slots=True)
class FieldBuilder:
    """Builds the fields of one schema.

    Attributes:
        has_all_maps: whether maps are present in the default values, as in ytt.
        closes_maps: whether maps refuse keys that are not declared if nothing else is said.
        extras: returns what the schema language adds.
        places: the schemas of the fields that have been built.
    """

    has_all_maps: bool = False
    closes_maps: bool = False
    extras: Callable[[Flat, tuple[Kind, ...]], Extras] = lambda _, __: ((), ())
    places: dict[Field, Place] = field(default_factory=dict)
    # The fields that are being built, by their schemas, to stop if a schema contains itself.
    _open: dict[Value, Path] = field(default_factory=dict)
    # The fields that have been built, by their schemas, in case there are too many.
    _first: dict[Value, Path] = field(default_factory=dict)
    _known_kinds: dict[Value, tuple[Kind, ...]] = field(default_factory=dict)
    _known_closed: dict[Value, bool] = field(default_factory=dict)
    _shapes: ShapeReader = field(init=False)

    def __post_init__(self) -> None:
        self._shapes = ShapeReader(self._open.get, self._kinds)

    def root(self, place: Place, span: Span) -> Field:
        """Return the field of the whole document."""
        return self._field(None, Path(), place, span)

    def _field(self, key: Scalar, path: Path, place: Place, span: Span, *, required: bool = False) -> Field:
        flat = flatten(place)
        kinds = self._kinds(place)
        more_details, more_rules = self.extras(flat, kinds)
        shown_at = self._shown_at(flat)
        is_cut = shown_at is not None or len(path) > _DEEPEST or len(self.places) > _MOST_EVER
        with self._opened(flat, path):
            if is_cut:
                type_ = ValueType(
                    kinds,
                    span,
                    item=any_field(path.any_item, span) if "array" in kinds else None,
                    takes_other_keys=True,
                )
            else:
                type_ = self._type(flat, kinds, path, span)
            shapes = tuple(self._shapes.shapes(flat)) if not is_cut else ()
            description, shapes = shared_description(shapes, flat.text("description"))
            rules = tuple(read_rules(flat, kinds))
        description, notice = without_notice(description)
        if notice is None and flat.has("deprecated", value=True):
            notice = ""
        constant = flat.first("const")
        if constant is not None and not isinstance(constant.value, Map | Array):
            type_ = replace(type_, sample=constant.value)
        if "float" in kinds and all(item.value != "float" for item, _ in flat.items("format")):
            type_ = replace(type_, is_number=True)  # the format is that of floats in packages
        default = self._default(flat, kinds)
        is_set = required and place.references is not None
        absent = bool(path) and self._is_absent(type_, default, is_set=is_set)
        links = (same_as(shown_at),) if shown_at is not None else ()
        field = Field(
            key=key,
            path=path,
            type=type_,
            span=span,
            title=flat.text("title"),
            description=description,
            examples=tuple(_examples(flat)),
            deprecated=notice,
            rules=(*rules, *more_rules),
            default=default,
            absent=absent,
            required=required and (absent or is_set),
            alternatives=shapes,
            details=(*links, *details_of(flat), *more_details),
            access=access_of(flat),
        )
        return self._noted(field, place)

    def _kinds(self, place: Place, depth: int = 0) -> tuple[Kind, ...]:
        if place.node not in self._known_kinds:
            if depth > _DEEPEST:
                return ("any",)
            self._known_kinds[place.node] = ("any",)  # while it is worked out
            kinds = kinds_of(flatten(place), lambda branch: self._kinds(branch, depth + 1))
            self._known_kinds[place.node] = kinds
        return self._known_kinds[place.node]

    def _is_closed(self, flat: Flat) -> bool:
        """Return whether a map refuses undeclared keys: by its own keywords, or in any alternative."""
        if any(get_value(part.node, keyword) is False for part in flat.parts for keyword in _CLOSING):
            return True
        return any(self._are_closed(choice.branches) for choice in flat.choices)

    def _are_closed(self, branches: Sequence[Place]) -> bool:
        maps = [branch for branch in branches if not {"map", "any"}.isdisjoint(self._kinds(branch))]
        return bool(maps) and all(map(self._is_closed_branch, maps))

    def _is_closed_branch(self, branch: Place) -> bool:
        if branch.node not in self._known_closed:
            self._known_closed[branch.node] = False  # while it is worked out
            self._known_closed[branch.node] = self._is_closed(flatten(branch))
        return self._known_closed[branch.node]

    def _shown_at(self, flat: Flat) -> Path | None:
        """Return the path of the field that shows the type, if this one must not."""
        for identity in flat.identities:
            if identity in self._open:
                return self._open[identity]
        if len(self.places) > _MOST:
            return next((self._first[each] for each in flat.identities if each in self._first), None)
        return None

    @contextmanager
    def _opened(self, flat: Flat, path: Path) -> Iterator[None]:
        new = [each for each in flat.identities if each not in self._open]
        self._open |= dict.fromkeys(new, path)
        for each in new:
            self._first.setdefault(each, path)
        try:
            yield
        finally:
            for each in new:
                del self._open[each]

    def _type(self, flat: Flat, kinds: tuple[Kind, ...], path: Path, span: Span) -> ValueType:
        has_keys = any(flat.pairs("properties")) or bool(flat.choices)
        may_have_keys = "map" in kinds or ("any" in kinds and has_keys)
        fields = tuple(self._fields(flat, path)) if may_have_keys else ()
        item = self._item(flat, path, span) if "array" in kinds else None
        is_closed = self._is_closed(flat) or (self.closes_maps and not is_opened(flat))
        takes_other = may_have_keys and not any(map(keys_and_items.takes_any_name, fields)) and not is_closed
        return ValueType(kinds, span, fields=fields, item=item, takes_other_keys=takes_other)

    def _fields(self, flat: Flat, path: Path) -> Iterator[Field]:
        properties = keys_and_items.Properties(flat, self._shapes.label, self._open.__contains__)
        whens = required_when(flat)
        for each in properties:
            key = each.item.key
            field = self._field(
                key, path.key(key), each.place, each.item.span, required=each.is_required and not each.shapes
            )
            if each.shapes:
                field = replace(field, details=(only_in(each.shapes), *field.details))
            if not field.required and key in whens:
                when = Listing(tuple(whens[key]), "or")
                detail = Detail("required_when", phrase("Required"), when, requires=True)
                field = replace(field, details=(detail, *field.details))
            is_conditional = each.is_conditional or bool(each.shapes)
            if is_conditional:  # and so is a default
                field = self._noted(replace(field, is_conditional=True, absent=True), each.place)
            yield field
        for open_key in keys_and_items.open_keys(flat):
            place = open_key.part.inner(open_key.item.value)
            inner = Path((*path, open_key.step))
            field = self._field(open_key.step.key, inner, place, open_key.item.span)
            yield self._noted(replace(field, keys=open_key.policy, absent=True), place)

    def _item(self, flat: Flat, path: Path, span: Span) -> Field:
        inner = path.any_item
        schemas = list(keys_and_items.item_schemas(flat)) or keys_and_items.item_schemas_of_branches(flat)
        if not schemas:
            return any_field(inner, span)
        first, part = schemas[0]
        place = part.inner(first.value)
        items = [ArrayItem(item.value, item.span) for item, _ in schemas]
        if keys_and_items.has_other_items(flat):
            items.append(ArrayItem(Map([], first.span), first.span))
        if len(items) > 1:
            node = Map([MapItem("anyOf", Array(items, first.span), first.span)], first.span)
            place = replace(part, node=node)
        field = replace(self._field(None, inner, place, first.span), absent=False)
        if is_opened(flat) and field.type.fields:  # in Kubernetes, also of an array
            field = replace(field, type=replace(field.type, takes_other_keys=True))
        return self._noted(replace(field, alternatives=()) if len(items) > 1 else field, place)

    def _noted(self, field: Field, place: Place) -> Field:
        self.places[field] = place
        return field

    def _default(self, flat: Flat, kinds: tuple[Kind, ...]) -> Value | Unset:
        if (item := flat.first("default")) is not None:
            return item.value
        # ytt leaves out the defaults of maps; null is that of all maps that can be null.
        return None if self.has_all_maps and kinds == ("map", "null") else UNSET

    def _is_absent(self, type_: ValueType, default: Value | Unset, *, is_set: bool) -> bool:
        """Return whether nothing sets the value: neither a default, nor those of a map that is required."""
        if default is not UNSET:
            return False
        if type_.kinds == ("map",) and self.has_all_maps:
            return False
        fields = type_.fields
        has_defaults = any(not field.absent for field in fields)
        return not (is_set and has_defaults and not any(field.required for field in fields))


def is_opened(flat: Flat) -> bool:
    """Return whether a schema says that a map may have other keys."""
    others = flat.first("additionalProperties")
    is_other = others is not None and others.value is not False
    return is_other or flat.has("x-kubernetes-preserve-unknown-fields", value=True)


def _examples(flat: Flat) -> Iterator[Example]:
    for part in flat.parts:
        for item in items_of(part.node, "examples"):
            yield Example("", item.value, item.value_span)
        example = get_item(part.node, "example") if part.references is None else None
        if example is not None:
            words = get_value(part.node, "x-example-description")
            yield Example(words if isinstance(words, str) else "", example.value, example.value_span)
