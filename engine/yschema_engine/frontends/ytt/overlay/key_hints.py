"""Hints for an unknown key in an overlay: keys that its author may have meant."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.ytt.overlay.annotations import ASSERT, REMOVE, REPLACE
from yschema_engine.frontends.ytt.overlay.codes import NO_SUCH_KEY
from yschema_engine.frontends.ytt.overlay.items import Place
from yschema_engine.frontends.ytt.overlay.problem import Problem
from yschema_engine.text.nodes import Map, MapItem, type_name
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import suggest


def no_such_key(right: MapItem, place: Place) -> Problem:
    """Return the problem that no item of a map has the key of an overlay's item.

    Its parameter `adds_key` tells that the hint is how to add the key.
    """
    keys = sorted(key_text(item.key) for item in place.map_items())
    suggestion = _other_type(right, place) or _other_level(right, place) or _nearest(right, keys)
    adds_key = suggestion is None and not {REMOVE, ASSERT} & right.annotations.keys()
    return Problem(
        NO_SUCH_KEY,
        found=Verbatim(key_text(right.key)),
        expected=_one_of(keys),
        declared=place.span,
        hint=suggestion or _how_to_allow(right),
        adds_key=adds_key or None,
    )


def _one_of(keys: Sequence[str]) -> Phrase:
    if not keys:
        return phrase("no key: the map is empty")
    return phrase("one of {keys}", keys=Listing(tuple(map(Verbatim, keys))))


def _other_type(right: MapItem, place: Place) -> Phrase | None:
    """Return a hint if a key is read as another type: `on` is a boolean, `"502"` is not an integer."""
    source = right.span.source.line(right.span.line)[right.span.column - 1 : right.span.end - 1]
    for item in place.map_items():
        if isinstance(item.key, str) == isinstance(right.key, str):
            continue
        if isinstance(item.key, str) and item.key in (key_text(right.key), source):
            return phrase(
                "`{key}` without quotes is of type {type}: put the key in quotes",
                key=Verbatim(item.key),
                type=Verbatim(type_name(right.key)),
            )
        if key_text(item.key) == right.key:
            type_ = Verbatim(type_name(item.key))
            return phrase("the key there is of type {type}: write it without quotes", type=type_)
    return None


def _other_level(right: MapItem, place: Place) -> Phrase | None:
    """Return a hint if the key exists one level up or down."""
    key = Verbatim(key_text(right.key))
    if place.parent is not None and place.parent.has(right.key):
        if not place.parent.path:
            return phrase("`{key}` exists one level up", key=key)
        return phrase("`{key}` exists one level up, in `{path}`", key=key, path=_text(place.parent.path))
    for item in place.map_items():
        if isinstance(item.value, Map) and any(inner.key == right.key for inner in item.value.items):
            path = _text(place.path.key(item.key))
            return phrase("`{key}` exists one level down, in `{path}`", key=key, path=path)
    return None


def _nearest(right: MapItem, keys: Sequence[str]) -> Phrase | None:
    near = suggest(key_text(right.key), keys)
    return phrase("did you mean `{key}`?", key=Verbatim(near)) if near else None


def _how_to_allow(right: MapItem) -> Phrase:
    if REMOVE in right.annotations or ASSERT in right.annotations:
        return phrase("if the key may be missing, annotate it with `@overlay/match missing_ok=True`")
    if REPLACE in right.annotations:
        return phrase(
            "to add a key, annotate it with `@overlay/match missing_ok=True` and"
            " `@overlay/replace or_add=True`"
        )
    return phrase("to add a key, annotate it with `@overlay/match missing_ok=True`")


def _text(path: Path) -> Param:
    return Verbatim(str(path))
