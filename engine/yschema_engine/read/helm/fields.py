"""The tree of fields of a chart, made from its values, comments and schemas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from yschema_engine.merge.chart_values import GLOBAL
from yschema_engine.read.helm.value_layers import (
    Candidate,
    Layer,
    Place,
    description_of_items,
    keys_of,
    moved_field,
)
from yschema_engine.read.json_schema.details import without_notice
from yschema_engine.read.json_schema.keys_and_items import takes_any_name
from yschema_engine.schema.fields import UNSET, Detail, FactName, FactSource, Field, Kind, Unset, ValueType
from yschema_engine.schema.keys import Allowed, Count, KeyPolicy
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.nodes import Array, Map, Scalar, Value, from_plain, type_name
from yschema_engine.text.paths import ANY_KEY, ROOT, Path
from yschema_engine.yaml.plain_values import ValueLookup
from yschema_engine.yaml.printing import to_yaml


def inferred_kinds(values: Iterable[Value]) -> tuple[Kind, ...]:
    """Return the types that sample values imply; null implies none."""
    kinds = dict.fromkeys(type_name(value) for value in values if value is not None)
    return tuple(kind for kind in kinds if kind != "integer" or "float" not in kinds)  # type: ignore[misc]


def type_of(place: Place, inferred: tuple[Kind, ...]) -> tuple[ValueType, FactSource]:
    """Return the type of a value, and where it comes from; the fields below it may be those of a schema.

    Args:
        place: what the chart has there.
        inferred: the types that sample values imply.
    """
    facts = place.facts
    for candidate in place.candidates:
        if candidate.has_type:
            type_ = candidate.field.type
            return type_, FactSource(candidate.origin, type_.span)
    if facts.kinds:
        kinds = (*inferred, "null") if facts.kinds == ("null",) and inferred else facts.kinds
        return ValueType(kinds, facts.span), FactSource("comment", facts.span)
    spans = (layer.holder.value_span for layer in place.layers if layer.holder is not None)
    source = FactSource("inferred", next(spans, facts.span))
    if inferred:
        return ValueType(inferred, source.span, words=facts.words), source
    return ValueType(("any",), source.span, is_unknown=True, words=facts.words), source


def merged_rules(candidates: Sequence[Candidate]) -> tuple[Rule, ...]:
    """Return the rules of all schemas; of two with the same keyword, the one that is trusted more."""
    rules: dict[str, list[Rule]] = {}
    for candidate in candidates:
        known = set(rules)
        for rule in candidate.field.rules:
            if (keyword := rule.keyword or rule.name) not in known:
                rules.setdefault(keyword, []).append(rule)
    return tuple(rule for own in rules.values() for rule in own)


@dataclass(slots=True)
class ChartFields:
    """Builds the fields of a chart.

    Attributes:
        keeps_hidden: whether values that comments hide from readers have fields.
        heeds_comments: whether values have to be of the types that comments state.
        details: further facts about fields, by their paths.
        samples: values files that the chart brings along.
        layers: further files of the values at a path: those of dependencies.
        candidates: further schemas of the values at a path.
    """

    keeps_hidden: bool
    heeds_comments: bool
    samples: Sequence[ValueLookup] = ()
    details: dict[Path, list[Detail]] = field(default_factory=partial(defaultdict, list))
    layers: dict[Path, list[Layer]] = field(default_factory=partial(defaultdict, list))
    candidates: dict[Path, list[Candidate]] = field(default_factory=partial(defaultdict, list))

    def root(
        self, layers: Sequence[Layer], candidates: Sequence[Candidate], name: str, description: str
    ) -> Field:
        """Return the field of all values.

        Args:
            layers: the files, those that take precedence first.
            candidates: what schemas declare.
            name: of the chart; may be empty.
            description: of the chart.
        """
        place = Place(ROOT, layers, candidates, in_effect=True)
        built = self._field(None, place)
        if built.type.main != "map":
            inner = tuple(self._children(place))
            type_ = ValueType(("map",), built.span, fields=inner, takes_other_keys=True)
            built = replace(built, type=type_)
        text = description or built.description
        # The title of a schema names the schema, such as "Values"; readers know the chart by its name.
        titles = (each.field.title for each in candidates if each.origin == "comment" or not name)
        return replace(built, title=_first(titles), description=text, default=UNSET, absent=False, sources={})

    def _field(self, key: Scalar, place: Place) -> Field:
        facts, candidates, declared = place.facts, place.candidates, place.declared
        is_set = place.is_set
        type_, source = self._type(place)
        default = place.default(type_)
        by_comments = (each.field.description for each in candidates if each.origin == "comment")
        description = _first([*by_comments, facts.description, *(each.description for each in declared)])
        description, notice = without_notice(description)
        notices = (notice, *(each.deprecated for each in declared))
        return Field(
            key=key,
            path=place.path,
            type=type_,
            span=place.span,
            title=_first([facts.title, *(each.title for each in declared)]),
            description=description,
            examples=next((each.examples for each in declared if each.examples), ()),
            deprecated=next((each for each in notices if each is not None), None),
            rules=merged_rules(candidates),
            default=default,
            absent=not is_set and bool(place.path),
            required=_is_required(place, default),
            alternatives=next((each.alternatives for each in declared if each.alternatives), ()),
            details=(
                *(detail for each in declared for detail in each.details),
                *self.details.get(place.path, ()),
                *place.library_default(),
            ),
            access=next((each.access for each in declared if each.access is not None), None),
            sources=_sources(source, place, description),
            section=facts.section,
            comment=facts.comment,
            default_text=_default_text(place, default),
            is_skipped=facts.is_skipped,
            is_conditional=bool(candidates) and all(each.is_conditional for each in declared),
        )

    def _type(self, place: Place) -> tuple[ValueType, FactSource]:
        facts, layers, candidates = place.facts, place.layers, place.candidates
        values = [layer.value for layer in layers]
        of_values = inferred_kinds(values)
        shown = () if of_values else (facts.sample,)
        inferred = inferred_kinds([*values, *shown, *self._in_samples(place)])
        if inferred and not of_values:
            inferred = (*inferred, "null")
        if not inferred and (not place.path or any(layer.adds_keys for layer in layers)):
            inferred = ("map",)
        if not inferred and place.path == ROOT.key(GLOBAL):
            inferred = ("map", "null")
        type_, source = type_of(place, inferred)
        source = replace(source, is_heeded=self.heeds_comments)
        has_fields = "map" in type_.kinds or "map" in inferred
        inner = replace(place, in_effect=place.is_set or not place.path)
        fields = tuple(self._children(inner)) if has_fields else ()
        item = self._item(place) if "array" in type_.kinds else None
        takes_other = "map" in type_.kinds and not any(candidate.is_closed for candidate in candidates)
        takes_other = takes_other and not any(map(takes_any_name, fields))
        return replace(type_, fields=fields, item=item, takes_other_keys=takes_other), source

    def _in_samples(self, place: Place) -> Iterator[Value]:
        """Yield the values of a field in the samples, which show what else it takes."""
        if place.path and all(isinstance(step, str) for step in place.path):
            for sample in self.samples:
                yield from_plain(sample.at(place.path)[1], place.span)

    def _children(self, place: Place) -> Iterator[Field]:
        path, layers, candidates = place.path, place.layers, place.candidates
        declared = (each for candidate in candidates for each in candidate.field.type.fields)
        if place.facts.keys and all(each.is_open for each in declared):
            if place.facts.keys == "merged":
                yield from self._named(place)
                yield self._merged(place)
            return
        others = (each[-1] for each in (*self.layers, *self.candidates) if each and each.parent == path)
        for key in keys_of(layers, candidates, others):
            inner_path = path.key(key)
            inner = [below for layer in layers for below in layer.below(key)]
            inner += self.layers.get(inner_path, ())
            inner_candidates = [b for candidate in candidates if (b := candidate.below(key)) is not None]
            inner_candidates += self.candidates.get(inner_path, ())
            if not inner and not inner_candidates:
                continue
            is_hidden = any(layer.is_hidden for layer in inner)
            if not is_hidden or self.keeps_hidden:
                built = self._field(key, Place(inner_path, inner, inner_candidates, place.in_effect))
                yield replace(built, is_hidden=True) if is_hidden else built
        for candidate in candidates:
            moved = partial(moved_field, old=candidate.field.path, new=path)
            yield from (moved(each) for each in candidate.field.type.fields if each.is_open)

    def _named(self, place: Place) -> Iterator[Field]:
        """Yield the fields of the keys that a map has, of whose values one schema says what they may be."""
        # The field for any name has the keys that the values do not have.
        shared = [replace(each, adds_keys=False) for each in place.open_fields]
        for key in keys_of(place.layers, (), ()):
            inner = [below for layer in place.layers for below in layer.below(key)]
            if inner and not any(layer.is_hidden for layer in inner):
                yield self._field(key, Place(place.path.key(key), inner, shared, place.in_effect))

    def _merged(self, place: Place) -> Field:
        """Return the field that stands for all keys of a map."""
        inner = [
            replace(below, in_effect=False)
            for layer in place.layers
            if isinstance(layer.value, Map)
            for item in layer.value.items
            for below in layer.below(item.key)
        ]
        built = self._field(ANY_KEY.key, Place(Path((*place.path, ANY_KEY)), inner, place.open_fields))
        policy = KeyPolicy(place.layers[0].span, Allowed(), (Count(0, None),), optional=True)
        return replace(built, keys=policy, absent=True)

    def _item(self, place: Place) -> Field:
        path = place.path.any_item
        arrays = [layer for layer in place.layers if isinstance(layer.value, Array)] or list(place.layers)
        if any(layer.in_effect for layer in arrays):
            arrays = arrays[:1]  # the value of the first file is in effect; all items are samples
        items = [item for layer in arrays for item in layer.items()]
        inner = [item for candidate in place.candidates if (item := candidate.item) is not None]
        if not items and not inner:
            return Field(None, path, ValueType(("any",), place.span, is_unknown=True), place.span)
        built = self._field(None, Place(path, items, inner))
        return replace(built, description=description_of_items(items) or built.description, absent=False)


def _first(texts: Iterable[str]) -> str:
    return next((text for text in texts if text), "")


def _is_required(place: Place, default: Value | Unset) -> bool:
    """Return whether users have to set a value: one is required, and the chart has none of a valid type."""
    is_declared = any(each.required for each in place.declared)
    if default is UNSET:
        return not place.is_set and (is_declared or (place.facts.is_required and place.facts.adds_key))
    typed = [candidate.field.type for candidate in place.candidates if candidate.has_type]
    return default is None and any(not each.nullable and "any" not in each.kinds for each in typed)


def _default_text(place: Place, default: Value | Unset) -> str:
    """Return the words for a default: those of a comment, or that of a schema for a value that is not set."""
    if place.facts.default_text:
        return place.facts.default_text
    if default is not UNSET and default is not None:
        return ""
    known = next((each.default for each in place.declared if each.default not in (UNSET, None)), UNSET)
    return "" if known is UNSET or isinstance(known, Map | Array) else f"`{to_yaml(known).strip()}`"


def _sources(type_source: FactSource, place: Place, description: str) -> Mapping[FactName, FactSource]:
    sources: dict[FactName, FactSource] = {"type": type_source}
    if description and place.facts.description == description:
        sources["description"] = FactSource("comment", place.facts.span)
    for candidate in place.candidates:
        origin = FactSource(candidate.origin, candidate.field.span)
        if candidate.field.rules:
            sources.setdefault("rules", origin)
        if candidate.field.description == description and description:
            sources.setdefault("description", origin)
    return sources
