"""From the values of a chart, what comments say about them, and schemas, to the tree of fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from textwrap import indent

from yschema_engine.deferred_classes import dataclass, field, replace
from yschema_engine.frontends.helm.candidates import Candidate, moved_field
from yschema_engine.frontends.helm.facts import Facts, Keys, is_index
from yschema_engine.frontends.helm.types import inferred_kinds, merged_rules, type_of
from yschema_engine.frontends.helm.values_file import DescribedValues
from yschema_engine.frontends.json_schema.open_keys import ANY_KEY, takes_any_name
from yschema_engine.model.details import Detail
from yschema_engine.model.fields import UNSET, Example, Field, Unset, ValueType
from yschema_engine.model.keys import Allowed, Count, KeyPolicy
from yschema_engine.model.origins import FactName, FactSource
from yschema_engine.model.path import ROOT, Path
from yschema_engine.model.phrases import Verbatim, phrase
from yschema_engine.nodes import Array, Holder, Map, Scalar, Value, key_id, to_yaml
from yschema_engine.source import Span


@dataclass(frozen=True, slots=True)
class Layer:
    """A value in one of the files that a field comes from.

    Attributes:
        described: the file.
        keys: what leads to the value in the file.
        holder: the key or item; None if only a comment declares the value.
        value: the value; null if only a comment declares it.
        in_effect: whether the value is the default of the field.
        skipped: a key whose value belongs elsewhere; may be empty.
        is_of_library: whether the file is that of a library chart.
    """

    described: DescribedValues
    keys: Keys
    holder: Holder | None
    value: Value
    in_effect: bool = True
    skipped: str = ""
    is_of_library: bool = False

    @property
    def facts(self) -> Facts | None:
        """What comments say about the value."""
        return self.described.comments.by_keys.get(self.keys)

    @property
    def span(self) -> Span:
        """The place of the value."""
        if self.holder is not None:
            return self.holder.span
        return self.facts.span if self.facts is not None else Span(self.described.file.source, 1)

    def below(self, key: Scalar) -> Iterator[Layer]:
        """Yield the value at a key, if there is one."""
        inner = (*self.keys, key)
        holder = self._holder(key, inner)
        if holder is not None:
            in_effect, is_of_library = self.in_effect, self.is_of_library
            yield Layer(self.described, inner, holder, holder.value, in_effect, is_of_library=is_of_library)
        elif key in self.described.added_keys(self.keys):
            facts = self.described.comments.by_keys.get(inner)
            yield Layer(self.described, inner, None, facts.sample if facts else None, in_effect=False)

    def _holder(self, key: Scalar, inner: Keys) -> Holder | None:
        if not isinstance(self.value, Map) or (self.skipped and key == self.skipped):
            return None
        if self.holder is not None:
            return self.described.file.holders.get(inner)
        # A comment shows the value.
        return next((item for item in self.value.items if item.key == key), None)

    @property
    def adds_keys(self) -> bool:
        """Whether comments declare keys below the value."""
        return any(not is_index(key) for key in self.described.added_keys(self.keys))

    def items(self) -> Iterator[Layer]:
        """Yield the items of an array."""
        for index, item in enumerate(self.value.items) if isinstance(self.value, Array) else ():
            yield Layer(self.described, (*self.keys, index), item, item.value, in_effect=False)
        if 0 in self.described.added_keys(self.keys):
            yield Layer(self.described, (*self.keys, 0), None, None, in_effect=False)


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
        facts = _facts(layers)
        is_set = in_effect and any(layer.holder is not None and layer.in_effect for layer in layers)
        span = layers[0].span if layers else candidates[0].field.span
        type_, source = self._type(path, layers, candidates, facts, in_effect=is_set or not path)
        default = _default(type_, facts, layers) if is_set else UNSET
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
                *(() if is_set else _library_default(layers)),
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
        facts = _facts(layers)
        if facts is not None and facts.keys and not any(map(_has_names, candidates)):
            if facts.keys == "merged":
                yield from self._named(path, layers, candidates, in_effect=in_effect)
                yield self._merged(path, layers, candidates)
            return
        others = (each[-1] for each in (*self.layers, *self.candidates) if each and each.parent == path)
        for key in _keys(layers, candidates, others):
            inner_path = path.key(key)
            inner = [below for layer in layers for below in layer.below(key)]
            inner += self.layers.get(inner_path, ())
            inner_candidates = [b for candidate in candidates if (b := candidate.below(key)) is not None]
            inner_candidates += self.candidates.get(inner_path, ())
            if not inner and not inner_candidates:
                continue
            is_hidden = any(map(_is_hidden, inner))
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
        for key in _keys(layers, (), ()):
            inner = [below for layer in layers for below in layer.below(key)]
            if inner and not any(map(_is_hidden, inner)):
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
        items = [item for layer in arrays[:1] for item in layer.items()]
        inner = [item for candidate in candidates if (item := candidate.item) is not None]
        if not items and not inner:
            span = layers[0].span if layers else candidates[0].field.span
            return Field(None, path.any_item, ValueType(("any",), span, is_unknown=True), span)
        built = self._field(None, path.any_item, items, inner, in_effect=False)
        return replace(built, description=_description_of_items(items) or built.description, absent=False)


def _keys(
    layers: Sequence[Layer], candidates: Sequence[Candidate], others: Iterable[object]
) -> Iterator[Scalar]:
    """Yield the keys of a map: those of its values, then those that comments and schemas declare."""
    keys: dict[object, Scalar] = {}
    for layer in layers:
        if isinstance(layer.value, Map):
            for item in layer.value.items:
                if not layer.skipped or item.key != layer.skipped:
                    keys.setdefault(key_id(item.key), item.key)
        for key in layer.described.added_keys(layer.keys):
            if isinstance(key, str | float | bool | None):
                keys.setdefault(key_id(key), key)
    for candidate in candidates:
        for each in candidate.field.type.fields:
            if not each.is_open and (candidate.adds_keys or candidate.is_closed):
                keys.setdefault(key_id(each.key), each.key)
    for other in others:
        if isinstance(other, str):
            keys.setdefault(key_id(other), other)
    yield from keys.values()


def _facts(layers: Sequence[Layer]) -> Facts | None:
    facts: Facts | None = None
    for layer in layers:
        if layer.facts is not None:
            facts = layer.facts if facts is None else facts.with_others(layer.facts)
    return facts


def _description_of_items(items: Sequence[Layer]) -> str:
    """Return the descriptions of items as a list in Markdown; empty if they do not differ."""
    texts = [each.facts.description if each.facts is not None else "" for each in items]
    if len({text for text in texts if text}) < 2:
        return ""
    return "\n".join(f"- `[{at}]`: {indent(text, '  ').strip()}" for at, text in enumerate(texts) if text)


def _is_hidden(layer: Layer) -> bool:
    """Return whether a value is not for readers: neither itself, nor keys that comments declare below it."""
    return layer.facts is not None and layer.facts.is_hidden and not layer.adds_keys


def _has_names(candidate: Candidate) -> bool:
    """Return whether a schema declares keys of a map by their names."""
    return any(not each.is_open for each in candidate.field.type.fields)


def _default(type_: ValueType, facts: Facts | None, layers: Sequence[Layer]) -> Value | Unset:
    """Return the value in effect; `UNSET` for a map whose fields have theirs."""
    in_effect = [layer for layer in layers if layer.holder is not None and layer.in_effect]
    value = in_effect[0].value
    has_fields = facts is None or not facts.keys or any(not each.is_open for each in type_.fields)
    if isinstance(value, Map) and has_fields and (value.items or type_.main == "map"):
        return UNSET
    return value


def _library_default(layers: Sequence[Layer]) -> Iterator[Detail]:
    """Yield the value in a library chart, whose templates decide whether it is a default."""
    values = (layer.value for layer in layers if layer.is_of_library and layer.holder is not None)
    value = next(values, None)
    if value not in (None, "") and not isinstance(value, Map | Array):
        text = Verbatim(to_yaml(value).strip())
        yield Detail("library_default", phrase("Default in the library chart"), text)


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
