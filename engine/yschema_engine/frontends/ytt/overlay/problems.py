"""What is wrong with one node of an overlay, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from yschema_engine.frontends.ytt.overlay.items import Place
from yschema_engine.model.path import ROOT, Path, key_text
from yschema_engine.model.phrases import Phrase
from yschema_engine.nodes import (
    Array,
    ArrayItem,
    Document,
    Holder,
    Map,
    MapItem,
    Value,
    to_yaml,
    type_name,
)
from yschema_engine.source import Span

Related = tuple[tuple[Phrase | str, Span], ...]

_SHOWN = 5  # lines of matches, in a report
_WIDTH = 60  # of a value, in a report


@dataclass(eq=False)
class Problem(Exception):
    """A node of the overlay cannot be applied; its line and path are added where it is reported.

    The attributes are those of `Finding`; `within` leads from the node's path to the place meant.
    """

    message: str
    found: str = field(default="", kw_only=True)
    expected: str = field(default="", kw_only=True)
    declared: Span | None = field(default=None, kw_only=True)
    hint: str = field(default="", kw_only=True)
    related: Related = field(default=(), kw_only=True)
    within: Path = field(default=ROOT, kw_only=True)


def value_text(value: Value) -> str:
    """A value as reports show it, on one line."""
    text = to_yaml(value, flow=True).strip()
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"


def no_such_key(right: MapItem, place: Place, to_allow: str) -> Problem:
    """No item of a map has the key of an overlay's item; `to_allow` says how that may be."""
    keys = sorted(key_text(item.key) for item in place.map_items())
    return Problem(
        "there is no such key to set",
        found=key_text(right.key),
        expected=("one of " + ", ".join(keys)) if keys else "no key: the map is empty",
        declared=place.span,
        hint=_other_kind(right, place) or _elsewhere(right, place) or _nearest(right, keys) or to_allow,
    )


def _other_kind(right: MapItem, place: Place) -> str:
    """The key is there, but read as another type: `on` is a boolean, `"502"` no integer."""
    written = right.span.text.strip().partition(":")[0].rstrip()
    for item in place.map_items():
        if isinstance(item.key, str) == isinstance(right.key, str):
            continue
        if isinstance(item.key, str) and item.key in (key_text(right.key), written):
            return f"{item.key} without quotes is of type {type_name(right.key)}: put the key in quotes"
        if key_text(item.key) == right.key:
            return f"the key there is of type {type_name(item.key)}: write it without quotes"
    return ""


def _elsewhere(right: MapItem, place: Place) -> str:
    """The key is known one level up or down."""
    name = key_text(right.key)
    if place.around is not None and place.around.has(right.key):
        return f"{name!r} is known one level up" + (f", in {place.around.path}" if place.around.path else "")
    for item in place.map_items():
        if isinstance(item.value, Map) and any(inner.key == right.key for inner in item.value.items):
            return f"{name!r} is known one level down, in {place.path.key(item.key)}"
    return ""


def _nearest(right: MapItem, keys: Sequence[str]) -> str:
    near = get_close_matches(key_text(right.key), keys, 1, 0.6)
    return f"did you mean {near[0]!r}?" if near else ""


def wrong_count(place: Place, right: Holder, indexes: Sequence[int], expected: str, hint: str) -> Problem:
    """The overlay's node matches more nodes, or fewer, than it says."""
    what = {Document: "documents", MapItem: "map items", ArrayItem: "array items"}[type(right)]
    spans = dict.fromkeys(place.items[i].span for i in indexes)
    return Problem(
        f"the number of matching {what} is not as expected",
        found=f"{count_words(len(indexes))} among {len(place.items)} {what}",
        expected=expected,
        declared=place.span,
        hint=hint,
        related=tuple(("matches", span) for span in list(spans)[:_SHOWN]),
    )


def count_words(number: int) -> str:
    """`1 match`, `2 matches`."""
    return "1 match" if number == 1 else f"{number} matches"


def wrong_kind(left: Value, right: Map | Array, declared: Span) -> Problem:
    """A map or an array meets a value of another kind."""
    return Problem(
        f"{_with_article(right)} cannot be merged onto {_with_article(left)}",
        found=type_name(right),
        expected=type_name(left),
        declared=declared,
        hint="if a value of another type may stand here, @overlay/replace puts it there",
    )


def same_key_twice(item: MapItem, earlier: MapItem) -> Problem:
    """An item put in for others has the key of one that is there."""
    return Problem(
        "the map has this key twice now",
        found=key_text(item.key),
        expected="each key once",
        hint="@overlay/replace and items that are added bring the key that is written here,"
        " whatever they match by",
        related=(("the other one", earlier.span),) if earlier.span != item.span else (),
    )


def _with_article(value: Value) -> str:
    name = type_name(value)
    return name if value is None else f"{'an' if name[0] in 'ai' else 'a'} {name}"
