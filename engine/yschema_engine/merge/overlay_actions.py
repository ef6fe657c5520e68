"""The actions that do not look into the nodes that match: remove, replace, insert, append and assert."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from yschema_engine.evaluate.argument_phrases import annotation_name
from yschema_engine.merge.overlay_annotations import (
    APPEND,
    ASSERT,
    INSERT,
    REMOVE,
    REPLACE,
    Argument,
    Arguments,
    Functions,
    Problem,
    arguments,
    span_of,
)
from yschema_engine.merge.overlay_items import Place
from yschema_engine.merge.overlay_matching import find, is_added, same
from yschema_engine.text.findings import overlay_code
from yschema_engine.text.nodes import Array, Document, Holder, Map, MapItem, Value, copy_value, key_id
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.printing import to_yaml

MISPLACED_ACTION = overlay_code("overlay-misplaced-action", "{annotation} cannot be used on {found}")
INSERT_NOWHERE = overlay_code(
    "overlay-insert-nowhere",
    "@overlay/insert does not say where",
    found="no argument",
    expected="before=True, after=True, or both",
)
ASSERTION_FAILED = overlay_code("overlay-assertion-failed", "the earlier value fails the assertion")
ASSERTION_MESSAGE = overlay_code(
    "overlay-assertion-message", "the earlier value fails the assertion: {reason}"
)
ASSERTION_DIFFERS = overlay_code(
    "overlay-assertion-differs", "the earlier value differs from the asserted one"
)


def remove(place: Place, right: Holder, defaults: Arguments) -> None:
    """Remove the matching nodes, whatever value the overlay has for them."""
    if isinstance(right, Document) and not place.is_stream:
        expected = phrase("a map item or an array item")
        raise _misplaced(right, REMOVE, expected, phrase("to start anew, use @overlay/replace"))
    place.items.remove(set(find(place, right, defaults) or ()))


def replace(place: Place, right: Holder, defaults: Arguments) -> None:
    """Replace the matching nodes by the overlay's, or by the result of a function of both values."""
    options = arguments(right, REPLACE)
    via = _function(options)
    or_add = options["or_add"].flag() if "or_add" in options else is_added(place, right, defaults)
    indexes = find(place, right, defaults)
    if indexes is None:
        return
    for index in indexes:
        place.items[index] = _computed(place, right, via, index)
    if not indexes and or_add:
        place.items.append(_computed(place, right, via))


def insert(place: Place, right: Holder, defaults: Arguments) -> None:
    """Insert the overlay's item before or after the matching ones, or both."""
    if isinstance(right, MapItem):
        raise _misplaced(right, INSERT, phrase("an array item"), _TO_ADD)
    indexes = find(place, right, defaults)
    if indexes is None:
        return
    options = arguments(right, INSERT)
    if not options:
        raise Problem(INSERT_NOWHERE, related=span_of(right.annotations[INSERT]))
    via = _function(options)
    new: list[dict[int, Any]] = [{}, {}]
    for side, name in zip(new, ("before", "after"), strict=True):
        if name in options and options[name].flag():
            side.update({i: _computed(place, right, via, i) for i in indexes})
    place.items.surround(*new)


def append(place: Place, right: Holder, _defaults: Arguments) -> None:
    """Append the overlay's item."""
    if isinstance(right, MapItem):
        raise _misplaced(right, APPEND, phrase("an array item"), _TO_ADD)
    place.items.append(copy_node(right))


def copy_node(holder: Holder) -> Any:
    """Return a copy of a node."""
    new = copy(holder)
    new.value = copy_value(holder.value)
    return new


def with_value(holder: Holder, value: Value, span: Span, value_span: Span | None = None) -> Any:
    """Return a copy of a node with another value and other spans."""
    new = copy(holder)
    new.value, new.span, new.value_span = value, span, value_span or span
    return new


def _computed(place: Place, right: Holder, via: Argument | None, index: int | None = None) -> Any:
    """Return the overlay's node, with the result of a function of the value at an index, if there is one."""
    if via is None:
        return copy_node(right)
    old = None if index is None else place.items[index].value
    return with_value(right, place.functions.value(via, right.span, old, right.value), right.span)


def _function(options: Arguments) -> Argument | None:
    via = options.get("via")
    if via is not None:
        via.function()
    return via


_TO_ADD = phrase("to add a key, use `@overlay/match missing_ok=True`")


def _misplaced(right: Holder, name: str, expected: Phrase, hint: Phrase) -> Problem:
    found = phrase("the document") if isinstance(right, Document) else phrase("a map item")
    related, annotation = span_of(right.annotations[name]), annotation_name(name)
    return Problem(
        MISPLACED_ACTION, annotation=annotation, found=found, expected=expected, hint=hint, related=related
    )


_LONGEST_VALUE = 60


def value_text(value: Value) -> Verbatim:
    """Return a value on one line, shortened if it is long."""
    text = to_yaml(value, flow=True).strip()
    return Verbatim(text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…")


def check_assertion(left: Holder, right: Holder, via: Argument | None, functions: Functions) -> None:
    """Check the value of a node against an assertion of the overlay.

    Raises:
        Problem: the value does not pass, or the function for `via=` is wrong.
    """
    related = span_of(right.annotations[ASSERT])
    if via is not None:
        passes, message = functions.verdict(via, left.value, right.value)
        if not passes:
            code = ASSERTION_MESSAGE if message else ASSERTION_FAILED
            value = value_text(left.value)
            raise Problem(code, reason=message, found=value, declared=left.span, related=related)
        return
    for path, found, expected in _differences(left.value, right.value, ROOT):
        raise Problem(
            ASSERTION_DIFFERS,
            found=found,
            expected=expected,
            declared=left.span,
            related=related,
            within=path,
        )


def _differences(left: Value, right: Value, path: Path) -> Iterator[tuple[Path, Param, Param]]:
    """Yield the differences from a value that another should contain: path, value and asserted value.

    A map may have more keys, and an array more items at its end, at any depth.
    """
    if isinstance(left, Map) and isinstance(right, Map):
        values = {key_id(item.key): item.value for item in left.items}
        for item in right.items:
            if key_id(item.key) in values:
                yield from _differences(values[key_id(item.key)], item.value, path.key(item.key))
            else:
                yield path.key(item.key), phrase("no such key"), value_text(item.value)
    elif isinstance(left, Array) and isinstance(right, Array):
        for index, element in enumerate(right.items):
            if index < len(left.items):
                yield from _differences(left.items[index].value, element.value, path.item(index))
            else:
                yield path.item(index), phrase("no such item"), value_text(element.value)
    elif not same(left, right):
        yield path, value_text(left), value_text(right)
