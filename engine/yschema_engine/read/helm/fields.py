"""The tree of fields of a chart, made from its values, comments and schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from yschema_engine.read.helm.comment_facts import Facts
from yschema_engine.read.helm.value_layers import (
    Candidate,
    Layer,
    default_of,
    description_of_items,
    facts_of,
    keys_of,
    library_default,
    moved_field,
)
from yschema_engine.read.json_schema.keys_and_items import takes_any_name
from yschema_engine.schema.fields import (
    UNSET,
    Detail,
    Example,
    FactName,
    FactSource,
    Field,
    Kind,
    Unset,
    ValueType,
)
from yschema_engine.schema.keys import Allowed, Count, KeyPolicy
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.nodes import Array, Map, Scalar, Value, type_name
from yschema_engine.text.paths import ANY_KEY, ROOT, Path
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_yaml


def inferred_kinds(values: Iterable[Value], *, from_empty: bool = False) -> tuple[Kind, ...]:
    """Return the types that sample values imply.

    Args:
        values: the samples; null implies no type.
        from_empty: whether `{}` and `[]` imply one.
    """
    kinds: dict[Kind, None] = {}
    for value in values:
        is_empty = isinstance(value, Map | Array) and not value.items
        if value is not None and (from_empty or not is_empty):
            kinds[type_name(value)] = None  # type: ignore[index]
    if "float" in kinds:
        kinds.pop("integer", None)
    return tuple(kinds)


def type_of(
    candidates: Sequence[Candidate], facts: Facts | None, inferred: tuple[Kind, ...], span: Span | None
) -> tuple[ValueType, FactSource | None]:
    """Return the type of a value without the fields below it, and where it comes from.

    Args:
        candidates: what schemas declare, those that are trusted most first.
        facts: what comments say.
        inferred: the types that sample values imply.
        span: of the sample value.
    """
    words = facts.words if facts is not None and not facts.kinds else ""
    for candidate in candidates:
        if candidate.has_type:
            declared = candidate.field.type
            type_ = ValueType(
                declared.kinds, declared.span, sample=declared.sample, is_number=declared.is_number
            )
            return type_, FactSource(candidate.origin, declared.span)
    if facts is not None and facts.kinds:
        kinds = facts.kinds
        if kinds == ("null",) and inferred:
            kinds = (*inferred, "null")
        return ValueType(kinds, facts.span), FactSource("comment", facts.span)
    place = span or (facts.span if facts is not None else _nowhere(candidates))
    if inferred:
        return ValueType(inferred, place, words=words), FactSource("inferred", place)
    return ValueType(("any",), place, is_unknown=True, words=words), FactSource("inferred", place)


def _nowhere(candidates: Sequence[Candidate]) -> Span:
    return candidates[0].field.span if candidates else Span(Source("", ""), 1)


def merged_rules(candidates: Sequence[Candidate]) -> tuple[Rule, ...]:
    """Return the rules of all schemas; of two with the same keyword, the one that is trusted more."""
    rules: dict[str, list[Rule]] = {}
    for candidate in candidates:
        by_keyword: dict[str, list[Rule]] = {}
        for rule in candidate.field.rules:
            by_keyword.setdefault(rule.keyword or rule.name, []).append(rule)
        for keyword, own in by_keyword.items():
            rules.setdefault(keyword, own)
    return tuple(rule for own in rules.values() for rule in own)


@dataclass(slots=True)
class ChartFields:
    """Builds the fields of a chart.

    Attributes:
        details: further facts about fields, by their paths.
        layers: further files of the values at a path: those of dependencies.
        candidates: further schemas of the values at a path.
        keeps_hidden: whether values that comments hide from readers have fields.
    """

    details: Mapping[Path, Sequence[Detail]] = field(default_factory=dict)
    layers: Mapping[Path, Sequence[Layer]] = field(default_factory=dict)
    candidates: Mapping[Path, Sequence[Candidate]] = field(default_factory=dict)
    keeps_hidden: bool = False

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
        built = self._field(None, ROOT, layers, candidates, in_effect=True)
        if built.type.main != "map":
            inner = tuple(self._children(ROOT, layers, candidates, in_effect=True))
            type_ = ValueType(("map",), built.span, fields=inner, takes_other_keys=True)
            built = replace(built, type=type_)
        text = description or built.description
        # The title of a schema names the schema, such as "Values"; readers know the chart by its name.
        titles = (each.field.title for each in candidates if each.origin == "comment" or not name)
        return replace(built, title=_first(titles), description=text, default=UNSET, absent=False, sources={})

    def _field(
        self,
        key: Scalar,
        path: Path,
        layers: Sequence[Layer],
        candidates: Sequence[Candidate],
        *,
        in_effect: bool,
    ) -> Field:
        facts = facts_of(layers)
        is_set = in_effect and any(layer.holder is not None and layer.in_effect for layer in layers)
        span = layers[0].span if layers else candidates[0].field.span
        type_, source = self._type(path, layers, candidates, facts, in_effect=is_set or not path)
        default = default_of(type_, facts, layers) if is_set else UNSET
        declared = [candidate.field for candidate in candidates]
        described_by = facts.description if facts is not None else ""
        described_by = next(
            (c.field.description for c in candidates if c.origin == "comment" and c.field.description),
            described_by,
        )
        description = described_by or _first(each.description for each in declared)
        return Field(
            key=key,
            path=path,
            type=type_,
            span=span,
            title=(facts.title if facts is not None else "") or _first(each.title for each in declared),
            description=description,
            examples=_examples(declared),
            deprecated=next((each.deprecated for each in declared if each.deprecated is not None), None),
            rules=merged_rules(candidates),
            default=default,
            absent=not is_set and bool(path),
            required=_is_required(candidates, facts, default, is_set=is_set),
            alternatives=next((each.alternatives for each in declared if each.alternatives), ()),
            details=(
                *(detail for each in declared for detail in each.details),
                *self.details.get(path, ()),
                *(() if is_set else library_default(layers)),
            ),
            access=next((each.access for each in declared if each.access is not None), None),
            sources=_sources(source, facts, candidates, description),
            section=facts.section if facts is not None else "",
            comment=facts.comment if facts is not None else "",
            default_text=_default_text(facts, declared, default),
            is_skipped=facts is not None and facts.is_skipped,
            is_conditional=bool(candidates) and all(each.is_conditional for each in declared),
        )

    def _type(
        self,
        path: Path,
        layers: Sequence[Layer],
        candidates: Sequence[Candidate],
        facts: Facts | None,
        *,
        in_effect: bool,
    ) -> tuple[ValueType, FactSource | None]:
        # Tools for schemas in comments take `{}` for a map, and `[]` for an array.
        has_keywords = facts is not None and facts.schema is not None
        inferred = inferred_kinds((layer.value for layer in layers), from_empty=has_keywords)
        if not inferred and facts is not None and facts.sample is not None:
            inferred = (*inferred_kinds([facts.sample], from_empty=True), "null")
        if not inferred and (not path or any(layer.adds_keys for layer in layers)):
            inferred = ("map",)
        value_span = next((each.holder.value_span for each in layers if each.holder is not None), None)
        type_, source = type_of(candidates, facts, inferred, value_span)
        has_fields = "map" in type_.kinds or "map" in inferred
        fields = tuple(self._children(path, layers, candidates, in_effect=in_effect)) if has_fields else ()
        item = self._item(path, layers, candidates) if "array" in type_.kinds else None
        takes_other = "map" in type_.kinds and not any(candidate.is_closed for candidate in candidates)
        takes_other = takes_other and not any(map(takes_any_name, fields))
        return replace(type_, fields=fields, item=item, takes_other_keys=takes_other), source

    def _children(
        self, path: Path, layers: Sequence[Layer], candidates: Sequence[Candidate], *, in_effect: bool
    ) -> Iterator[Field]:
        facts = facts_of(layers)
        if facts is not None and facts.keys and not any(map(_has_names, candidates)):
            if facts.keys == "merged":
                yield from self._named(path, layers, candidates, in_effect=in_effect)
                yield self._merged(path, layers, candidates)
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
                built = self._field(key, inner_path, inner, inner_candidates, in_effect=in_effect)
                yield replace(built, is_hidden=True) if is_hidden else built
        for candidate in candidates:
            moved = partial(moved_field, old=candidate.field.path, new=path)
            yield from (moved(each) for each in candidate.field.type.fields if each.is_open)

    def _named(
        self, path: Path, layers: Sequence[Layer], candidates: Sequence[Candidate], *, in_effect: bool
    ) -> Iterator[Field]:
        """Yield the fields of the keys that a map has, of whose values one schema says what they may be."""
        # The field for any name has the keys that the values do not have.
        shared = [
            replace(each, adds_keys=False) for candidate in candidates for each in candidate.open_fields
        ]
        for key in keys_of(layers, (), ()):
            inner = [below for layer in layers for below in layer.below(key)]
            if inner and not any(layer.is_hidden for layer in inner):
                yield self._field(key, path.key(key), inner, shared, in_effect=in_effect)

    def _merged(self, path: Path, layers: Sequence[Layer], candidates: Sequence[Candidate]) -> Field:
        """Return the field that stands for all keys of a map."""
        inner = [
            replace(below, in_effect=False)
            for layer in layers
            if isinstance(layer.value, Map)
            for item in layer.value.items
            for below in layer.below(item.key)
        ]
        open_fields = [each for candidate in candidates for each in candidate.open_fields]
        built = self._field(ANY_KEY.key, Path((*path, ANY_KEY)), inner, open_fields, in_effect=False)
        policy = KeyPolicy(layers[0].span, Allowed(), (Count(0, None),), optional=True)
        return replace(built, keys=policy, absent=True)

    def _item(self, path: Path, layers: Sequence[Layer], candidates: Sequence[Candidate]) -> Field:
        arrays = [layer for layer in layers if isinstance(layer.value, Array)] or list(layers)
        if any(layer.in_effect for layer in arrays):
            arrays = arrays[:1]  # the value of the first file is in effect; all items are samples
        items = [item for layer in arrays for item in layer.items()]
        inner = [item for candidate in candidates if (item := candidate.item) is not None]
        if not items and not inner:
            span = layers[0].span if layers else candidates[0].field.span
            return Field(None, path.any_item, ValueType(("any",), span, is_unknown=True), span)
        built = self._field(None, path.any_item, items, inner, in_effect=False)
        return replace(built, description=description_of_items(items) or built.description, absent=False)


def _has_names(candidate: Candidate) -> bool:
    """Return whether a schema declares keys of a map by their names."""
    return any(not each.is_open for each in candidate.field.type.fields)


def _first(texts: Iterable[str]) -> str:
    return next((text for text in texts if text), "")


def _examples(declared: Sequence[Field]) -> tuple[Example, ...]:
    return next((each.examples for each in declared if each.examples), ())


def _is_required(
    candidates: Sequence[Candidate], facts: Facts | None, default: Value | Unset, *, is_set: bool
) -> bool:
    """Return whether users have to set a value: one is required, and the chart has none of a valid type."""
    is_declared = any(candidate.field.required for candidate in candidates)
    if default is UNSET:
        return not is_set and (is_declared or (facts is not None and facts.is_required and facts.adds_key))
    typed = [candidate.field.type for candidate in candidates if candidate.has_type]
    return default is None and any(not each.nullable and "any" not in each.kinds for each in typed)


def _default_text(facts: Facts | None, declared: Sequence[Field], default: Value | Unset) -> str:
    """Return the words for a default: those of a comment, or that of a schema for a value that is not set."""
    if facts is not None and facts.default_text:
        return facts.default_text
    if default is not UNSET and default is not None:
        return ""
    known = next((each.default for each in declared if each.default not in (UNSET, None)), UNSET)
    return "" if known is UNSET or isinstance(known, Map | Array) else f"`{to_yaml(known).strip()}`"


def _sources(
    type_source: FactSource | None, facts: Facts | None, candidates: Sequence[Candidate], description: str
) -> Mapping[FactName, FactSource]:
    sources: dict[FactName, FactSource] = {}
    if type_source is not None:
        sources["type"] = type_source
    if description and facts is not None and facts.description == description:
        sources["description"] = FactSource("comment", facts.span)
    for candidate in candidates:
        origin = FactSource(candidate.origin, candidate.field.span)
        if candidate.field.rules:
            sources.setdefault("rules", origin)
        if candidate.field.description == description and description:
            sources.setdefault("description", origin)
    return sources
