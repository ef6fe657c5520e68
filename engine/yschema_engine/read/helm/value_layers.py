"""The values and the schemas of a chart at one path, in all files that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from textwrap import indent

from yschema_engine.read.helm.comment_facts import Facts, ValuesFile
from yschema_engine.schema.fields import UNSET, Detail, Field, Origin, Unset, ValueType
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.nodes import Array, Holder, Map, Scalar, Value, key_id
from yschema_engine.text.paths import Path, key_of
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_yaml


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a schema declares at one place.

    Attributes:
        field: the field of the schema.
        origin: whether a file or comments have the schema.
        untyped: the paths of fields about whose type the schema says nothing.
        adds_keys: whether keys that the schema declares have fields although the values do not have them.
    """

    field: Field
    origin: Origin
    untyped: frozenset[Path] = frozenset()
    adds_keys: bool = True

    @property
    def has_type(self) -> bool:
        """Whether the schema says which types the value may have."""
        return self.field.path not in self.untyped and "any" not in self.field.type.kinds

    @property
    def is_closed(self) -> bool:
        """Whether the schema refuses keys that it does not declare, by their name or a pattern."""
        return "map" in self.field.type.kinds and not self.field.type.takes_other_keys

    def below(self, key: Scalar) -> Candidate | None:
        """Return what the schema declares for a key; None for nothing."""
        inner = self.field.type.named.get(key_id(key))
        return None if inner is None else replace(self, field=inner)

    @property
    def item(self) -> Candidate | None:
        """What the schema declares for items; None for nothing."""
        inner = self.field.type.item
        return None if inner is None else replace(self, field=inner)

    def at(self, path: Path) -> Candidate | None:
        """Return what the schema declares for the value at a path; None for nothing."""
        inner: Candidate | None = self
        for step in path:
            if inner is not None:
                inner = inner.item if isinstance(step, int) else inner.below(key_of(step))
        return inner


def moved_field(field: Field, old: Path, new: Path) -> Field:
    """Return a field and all fields below it with another path.

    Args:
        field: the field.
        old: the beginning of its path.
        new: the path in place of that.
    """
    if old == new:
        return field
    path = Path((*new, *field.path[len(old) :]))
    return replace(field, path=path, type=field.type.converted(lambda each: moved_field(each, old, new)))


@dataclass(frozen=True, slots=True)
class Layer:
    """A value in one of the files that a field comes from.

    Attributes:
        file: the file.
        keys: what leads to the value in the file.
        holder: the key or item; None if only a comment declares the value.
        value: the value; null if only a comment declares it.
        in_effect: whether the value is the default of the field.
        skipped: a key whose value belongs elsewhere; may be empty.
        is_of_library: whether the file is that of a library chart.
    """

    file: ValuesFile
    keys: Path
    holder: Holder | None
    value: Value
    in_effect: bool = True
    skipped: str = ""
    is_of_library: bool = False

    @property
    def facts(self) -> Facts | None:
        """What comments say about the value."""
        return self.file.facts.get(self.keys)

    @property
    def span(self) -> Span:
        """The place of the value."""
        if self.holder is not None:
            return self.holder.span
        return self.facts.span if self.facts is not None else Span(self.file.source, 1)

    def below(self, key: Scalar) -> Iterator[Layer]:
        """Yield the value at a key, if there is one."""
        inner = self.keys.key(key)
        holder = self._holder(key, inner)
        if holder is not None:
            yield replace(self, keys=inner, holder=holder, value=holder.value, skipped="")
        elif inner[-1] in self.file.added_steps(self.keys):
            facts = self.file.facts.get(inner)
            yield Layer(self.file, inner, None, facts.sample if facts else None, in_effect=False)

    def _holder(self, key: Scalar, inner: Path) -> Holder | None:
        if not isinstance(self.value, Map) or (self.skipped and key == self.skipped):
            return None
        if self.holder is not None:
            return self.file.holders.get(inner)
        # A comment shows the value.
        return next((item for item in self.value.items if item.key == key), None)

    @property
    def adds_keys(self) -> bool:
        """Whether comments declare keys below the value."""
        return any(not isinstance(step, int) for step in self.file.added_steps(self.keys))

    @property
    def is_hidden(self) -> bool:
        """Whether the value is not for readers: neither itself, nor keys that comments declare below it."""
        return self.facts is not None and self.facts.is_hidden and not self.adds_keys

    def items(self) -> Iterator[Layer]:
        """Yield the items of an array."""
        for index, item in enumerate(self.value.items) if isinstance(self.value, Array) else ():
            yield Layer(self.file, self.keys.item(index), item, item.value, in_effect=False)
        if 0 in self.file.added_steps(self.keys):
            yield Layer(self.file, self.keys.item(0), None, None, in_effect=False)


@dataclass(frozen=True)
class Place:
    """What the files and the schemas of a chart have at one path.

    Attributes:
        path: of the value.
        layers: the values in the files, those that take precedence first.
        candidates: what schemas declare, those that are trusted most first.
        in_effect: whether the values of the files may be defaults.
    """

    path: Path
    layers: Sequence[Layer]
    candidates: Sequence[Candidate]
    in_effect: bool = False

    @cached_property
    def facts(self) -> Facts:
        """What comments say; the layers that come first take precedence."""
        known = [layer.facts for layer in self.layers if layer.facts is not None]
        span = self.candidates[0].field.span if self.candidates else Span(Source("", ""), 1)
        return reduce(Facts.with_others, known) if known else Facts(span)

    @property
    def span(self) -> Span:
        """The place of the first value, or of the schema."""
        return self.layers[0].span if self.layers else self.candidates[0].field.span

    @property
    def declared(self) -> list[Field]:
        """The fields of the schemas."""
        return [candidate.field for candidate in self.candidates]

    @property
    def open_fields(self) -> list[Candidate]:
        """What the schemas declare for keys that they do not name."""
        return [
            replace(each, field=inner)
            for each in self.candidates
            for inner in each.field.type.fields
            if inner.is_open
        ]

    @property
    def is_set(self) -> bool:
        """Whether one of the values is in effect."""
        return self.in_effect and any(layer.holder is not None and layer.in_effect for layer in self.layers)

    def default(self, type_: ValueType) -> Value | Unset:
        """Return the value in effect; `UNSET` without one, and for a map whose fields have theirs."""
        if not self.is_set:
            return UNSET
        value = next(layer.value for layer in self.layers if layer.holder is not None and layer.in_effect)
        has_fields = not self.facts.keys or any(not each.is_open for each in type_.fields)
        if isinstance(value, Map) and has_fields and (value.items or type_.main == "map"):
            return UNSET
        return value

    def library_default(self) -> Iterator[Detail]:
        """Yield the value in a library chart, whose templates decide whether it is a default."""
        values = (layer.value for layer in self.layers if layer.is_of_library and layer.holder is not None)
        value = next(values, None)
        if not self.is_set and value not in (None, "") and not isinstance(value, Map | Array):
            text = Verbatim(to_yaml(value).strip())
            yield Detail("library_default", phrase("Default in the library chart"), text)


def keys_of(
    layers: Sequence[Layer], candidates: Sequence[Candidate], others: Iterable[object]
) -> Iterator[Scalar]:
    """Yield the keys of a map: those of its values, then those that comments and schemas declare."""
    keys: list[Scalar] = []
    for layer in layers:
        items = layer.value.items if isinstance(layer.value, Map) else ()
        keys += (item.key for item in items if not layer.skipped or item.key != layer.skipped)
        keys += (key_of(step) for step in layer.file.added_steps(layer.keys) if not isinstance(step, int))
    for candidate in candidates:
        if candidate.adds_keys or candidate.is_closed:
            keys += (each.key for each in candidate.field.type.named.values())
    keys += (other for other in others if isinstance(other, str))
    distinct: dict[object, Scalar] = {}
    for key in keys:
        distinct.setdefault(key_id(key), key)
    yield from distinct.values()


def description_of_items(items: Sequence[Layer]) -> str:
    """Return the descriptions of items as a list in Markdown; empty if they do not differ."""
    texts = [each.facts.description if each.facts is not None else "" for each in items]
    if len({text for text in texts if text}) < 2:
        return ""
    return "\n".join(f"- `[{at}]`: {indent(text, '  ').strip()}" for at, text in enumerate(texts) if text)
