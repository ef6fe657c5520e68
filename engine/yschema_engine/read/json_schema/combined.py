"""All schemas that apply to the same value, combined, and the types that they allow together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from yschema_engine.compiled.documents import get_item, get_value
from yschema_engine.compiled.keyword_phrases import KINDS
from yschema_engine.compiled.references import Place
from yschema_engine.schema.fields import Kind
from yschema_engine.schema.schema_keywords import REFERENCES
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.nodes import Array, Map, MapItem, Value, type_name

_ANNOTATIONS = frozenset(
    (
        *("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"),
        *("contentMediaType", "contentEncoding"),
    )
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives, of which a value matches one or several.

    Attributes:
        keyword: which of the two.
        item: the keyword and its value.
        branches: the alternatives.
    """

    keyword: Literal["anyOf", "oneOf"]
    item: MapItem
    branches: tuple[Place, ...]


@dataclass(slots=True)
class Flat:
    """The parts of a schema.

    Attributes:
        parts: the maps whose keywords all count.
        identities: the schema, and those that its references lead to; a schema that contains one of these
            contains itself.
        choices: the alternatives, each set of which counts.
        unknown: references that are not followed.
        is_never: whether no value matches.
        takes_null: whether one of the alternatives is null alone.
    """

    parts: list[Place] = field(default_factory=list)
    identities: list[Value] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    unknown: list[MapItem] = field(default_factory=list)
    is_never: bool = False
    takes_null: bool = False

    def items(self, keyword: str) -> Iterator[tuple[MapItem, Place]]:
        """Yield the values of a keyword, each with the part that has it."""
        for part in self.parts:
            item = get_item(part.node, keyword)
            if item is not None:
                yield item, part

    def entries(self, keyword: str) -> Iterator[tuple[MapItem, Place]]:
        """Yield the items of the arrays that a keyword has, each with the part that has it."""
        return ((item, part) for part in self.parts for item in items_of(part.node, keyword))

    def pairs(self, keyword: str) -> Iterator[tuple[MapItem, Place]]:
        """Yield the items of the maps that a keyword has, each with the part that has it."""
        return ((item, part) for part in self.parts for item in pairs_of(part.node, keyword))

    def first(self, keyword: str) -> MapItem | None:
        """Return the first value of a keyword."""
        return next((item for item, _ in self.items(keyword)), None)

    def text(self, keyword: str) -> str:
        """Return the first value of a keyword that is a text; empty without one."""
        texts = (item.value for item, _ in self.items(keyword))
        return next((text for text in texts if isinstance(text, str) and text.strip()), "")

    def has(self, keyword: str, value: Value) -> bool:
        """Return whether a keyword has a value in one of the parts."""
        return any(item.value is value for item, _ in self.items(keyword))


def flatten(place: Place) -> Flat:
    """Return the parts of a schema."""
    flat = Flat()
    pending = [(place, True)]
    while pending:
        part, is_same = pending.pop(0)
        if part.node is False:
            flat.is_never = True
        if not isinstance(part.node, Map) or any(part.node is each.node for each in flat.parts):
            continue
        if is_same and any(part.node is each for each in flat.identities):
            continue
        if is_same:
            flat.identities.append(part.node)
        links = _references(part)
        targets = [(item, part.resolve(item)) for item in links]
        pending += [(target, is_same) for _, target in targets if target is not None]
        flat.unknown += [item for item, target in targets if target is None]
        if links and not part.merges_references:
            # Draft 7 ignores all keywords next to a reference but those that describe values.
            kept = [item for item in part.node.items if is_annotation(item.key)]
            flat.parts += [replace(part, node=Map(kept, part.node.span))] if kept else []
            continue
        flat.parts.append(part)
        pending += [(part.inner(item.value), False) for item in items_of(part.node, "allOf")]
        for keyword in ("anyOf", "oneOf"):
            pending += [(branch, False) for branch in _choose(flat, part, keyword)]
    return flat


def is_annotation(keyword: Value) -> bool:
    """Return whether a keyword describes values, and refuses none."""
    return keyword in _ANNOTATIONS or (isinstance(keyword, str) and keyword.startswith("x-"))


def _references(part: Place) -> list[MapItem]:
    """Return the references of a part, of which draft 7 has one."""
    if part.references is None:
        return []
    keywords = REFERENCES if part.merges_references else REFERENCES[:1]
    found = (get_item(part.node, keyword) for keyword in keywords)
    return [item for item in found if item is not None and isinstance(item.value, str)]


def _choose(flat: Flat, part: Place, keyword: str) -> list[Place]:
    """Note alternatives, and return the only one that is left besides null."""
    item = get_item(part.node, keyword)
    branches = [part.inner(each.value) for each in items_of(part.node, keyword)]
    others = [branch for branch in branches if not _is_null(branch.node) and branch.node is not False]
    if others and any(_is_null(branch.node) for branch in branches):
        flat.takes_null = True
    if len(others) == 1:
        return others
    if item is not None and others:
        flat.choices.append(Choice("oneOf" if keyword == "oneOf" else "anyOf", item, tuple(others)))
    return []


def _is_null(node: Value) -> bool:
    constants = get_item(node, "const")
    return get_value(node, "type") == "null" or (constants is not None and constants.value is None)


def items_of(node: Value, keyword: str) -> Sequence[MapItem]:
    """Return the items of the array that is the value of a keyword; none if it is no array."""
    value = get_value(node, keyword)
    return value.items if isinstance(value, Array) else ()  # type: ignore[return-value]


def pairs_of(node: Value, keyword: str) -> Sequence[MapItem]:
    """Return the items of the map that is the value of a keyword; none if it is no map."""
    value = get_value(node, keyword)
    return value.items if isinstance(value, Map) else ()


def required_keys(flat: Flat) -> dict[str, MapItem]:
    """Return the keys that a schema requires, with the places that say so."""
    return {item.value: item for item, _ in flat.entries("required") if isinstance(item.value, str)}


# Keywords that only make sense for values of one type, for schemas that name none.
_IMPLIED: tuple[tuple[str, Kind], ...] = (
    ("properties", "map"),
    ("additionalProperties", "map"),
    ("patternProperties", "map"),
    ("items", "array"),
    ("prefixItems", "array"),
)


def kinds_of(flat: Flat, kinds_of_branch: Callable[[Place], tuple[Kind, ...]]) -> tuple[Kind, ...]:
    """Return the types that all parts allow, `null` last; `any` if nothing is said.

    Args:
        flat: the schema.
        kinds_of_branch: returns the types of an alternative.
    """
    named = [kinds for part in flat.parts if (kinds := _named(part))]
    named += [kinds for choice in flat.choices if (kinds := _union(choice, kinds_of_branch))]
    if not named:
        named = [list(_implied(flat)) or ["any"]]
    common = list(named[0])
    for others in named[1:]:
        common = list(_both(common, others)) or common
    if flat.takes_null and "any" not in common:
        common.append("null")
    return tuple(sorted(dict.fromkeys(common), key="null".__eq__))


def _union(choice: Choice, kinds_of_branch: Callable[[Place], tuple[Kind, ...]]) -> list[Kind]:
    """Return the types of all alternatives; none if one of them says nothing."""
    kinds = [kinds_of_branch(branch) for branch in choice.branches]
    if any("any" in each for each in kinds):
        return []
    return list(dict.fromkeys(kind for each in kinds for kind in each))


def _both(one: Sequence[Kind], other: Sequence[Kind]) -> Iterator[Kind]:
    for kind in one:
        if kind in other or (kind == "integer" and "float" in other):
            yield kind
        elif kind == "float" and "integer" in other:
            yield "integer"


def _implied(flat: Flat) -> Iterator[Kind]:
    """Return the types that keywords for one type imply, or the values of `enum` and `const`."""
    for keyword, kind in _IMPLIED:
        if flat.first(keyword) is not None:
            yield kind
            return
    values = [item.value for item, _ in flat.entries("enum")]
    values += [item.value for item, _ in flat.items("const")]
    yield from dict.fromkeys(map(type_name, values))  # type: ignore[misc]  # each is a kind


def _named(part: Place) -> list[Kind]:
    node = part.node
    if get_value(node, "x-kubernetes-int-or-string") is True:
        return ["integer", "string"]
    value = get_value(node, "type")
    names = [item.value for item in value.items] if isinstance(value, Array) else [value]
    kinds: list[Kind] = [KINDS[name] for name in names if isinstance(name, str) and name in KINDS]
    if kinds and part.references is None and get_value(node, "nullable") is True:  # a keyword of OpenAPI
        kinds.append("null")
    return kinds
