"""The nodes that a node of an overlay matches, and how many it expects.

Without a matcher a map item matches by its key, and one match is expected. An array item without
`@overlay/match` matches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from yschema_engine.evaluate.argument_phrases import keywords
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.merge.overlay_annotations import (
    ASSERT,
    MATCH,
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
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import Related, overlay_code
from yschema_engine.text.nodes import ArrayItem, Document, Holder, Map, MapItem, key_id, to_plain, type_name
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, counted, phrase
from yschema_engine.text.suggestions import did_you_mean

EXCLUSIVE_COUNTS = overlay_code(
    "overlay-exclusive-counts", "expects=, missing_ok= and when= exclude each other", expected="one of them"
)
NO_MATCHER = overlay_code(
    "overlay-no-matcher",
    "@overlay/match of an array item or a document has no matcher",
    expected='by= with the name of a key, as in `by="name"`, or with a function such as `overlay.index(0)`',
)
NO_SUCH_KEY = overlay_code("overlay-no-such-key", "the key does not exist")
NO_COMMON_KEY = overlay_code(
    "overlay-no-common-key",
    "items cannot be matched by the key `{key}`",
    expected="maps with the key `{key}` on both sides",
)
WRONG_COUNT = overlay_code("overlay-wrong-count", "the number of matches is not as expected")


def no_such_key(right: MapItem, place: Place) -> Problem:
    """Return the problem that no item of a map has the key of an overlay's item.

    Its parameter `adds_key` tells that the hint is how to add the key.
    """
    keys = sorted(key_text(item.key) for item in place.map_items())
    suggestion = (
        _other_type(right, place) or _other_level(right, place) or did_you_mean(key_text(right.key), keys)
    )
    adds_key = suggestion is None and not {REMOVE, ASSERT} & right.annotations.keys()
    return Problem(
        NO_SUCH_KEY,
        found=Verbatim(key_text(right.key)),
        expected=phrase("one of {keys}", keys=Listing(tuple(map(Verbatim, keys)))) if keys else _NO_KEYS,
        declared=place.span,
        hint=suggestion or _how_to_allow(right),
        adds_key=adds_key or None,
    )


_NO_KEYS = phrase("no key: the map is empty")


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
    above = place.parent.map_items() if place.parent is not None else ()
    if place.parent is not None and any(key_id(item.key) == key_id(right.key) for item in above):
        if not place.parent.path:
            return phrase("`{key}` exists one level up", key=key)
        path = Verbatim(str(place.parent.path))
        return phrase("`{key}` exists one level up, in `{path}`", key=key, path=path)
    for item in place.map_items():
        if isinstance(item.value, Map) and any(inner.key == right.key for inner in item.value.items):
            path = Verbatim(str(place.path.key(item.key)))
            return phrase("`{key}` exists one level down, in `{path}`", key=key, path=path)
    return None


def _how_to_allow(right: MapItem) -> Phrase:
    if REMOVE in right.annotations or ASSERT in right.annotations:
        return phrase("if the key may be missing, annotate it with `@overlay/match missing_ok=True`")
    if REPLACE in right.annotations:
        return phrase(
            "to add a key, annotate it with `@overlay/match missing_ok=True` and"
            " `@overlay/replace or_add=True`"
        )
    return phrase("to add a key, annotate it with `@overlay/match missing_ok=True`")


_AT_LEAST = r"(?a)([+-]?[0-9]+)\+"
_COUNT = phrase('an integer, a string such as "1+", a list of these, or a function')


def count_argument(match_arguments: Arguments, defaults: Arguments) -> Argument | None:
    """Return the argument for the number of matches: the node's own, or that of the nodes around it.

    Raises:
        Problem: there are several.
    """
    counts = {**defaults, **{name: value for name, value in match_arguments.items() if name != "by"}}
    if len(counts) > 1:
        annotations = {count.annotation.span: count.annotation for count in counts.values()}.values()
        related = tuple(pair for annotation in annotations for pair in span_of(annotation))
        raise Problem(EXCLUSIVE_COUNTS, found=keywords(list(counts), "and"), related=related)
    return next(iter(counts.values()), None)


def is_met(argument: Argument | None, count: int, functions: Functions) -> bool:
    """Return whether a number of matches is as expected; without an argument, one is expected.

    Raises:
        Problem: the argument is not a number of matches.
    """
    if argument is None:
        return count == 1
    expected = argument.value
    if argument.name == "missing_ok":
        return count in ((0, 1) if argument.flag() else (1,))
    if isinstance(expected, int) and not isinstance(expected, bool):
        return count == expected
    if isinstance(expected, str) and (number := re.fullmatch(_AT_LEAST, expected)):
        return count >= int(number[1])
    if isinstance(expected, list):
        numbers = [replace(argument, value=value) for value in expected]
        for each in numbers[:-1]:
            with suppress(Problem):  # only the last number has to be valid; no number expects nothing
                if is_met(each, count, functions):
                    return True
        return not numbers or is_met(numbers[-1], count, functions)
    if isinstance(expected, Function):
        return functions.truth(argument, count)
    raise argument.misused(_COUNT)


def expected_count(argument: Argument | None) -> Param:
    """Return the number of matches that an argument expects."""
    value = 1 if argument is None or argument.value is False else argument.value
    if value is True:  # for `missing_ok=`
        return phrase("at most 1 match")
    if isinstance(value, int):
        return counted("exactly {count} match", "exactly {count} matches", value)
    if isinstance(value, Function):
        return phrase("a number of matches that the function accepts")
    return phrase("{numbers} matches", numbers=_number(value))


def _number(value: object) -> Param:
    if isinstance(value, list):
        return Listing(tuple(map(_number, value)), "or")
    if isinstance(value, str):
        return phrase("at least {number}", number=value.removesuffix("+"))
    return value if isinstance(value, int) else phrase("as many as the function accepts")


_MAX_MATCHES = 5  # that a finding shows


def same(left: object, right: object) -> bool:
    """Return whether two plain values are the same to an overlay, for which an integer is not a float."""
    return type(left) is type(right) and left == right


def find(place: Place, right: Holder, defaults: Arguments) -> Sequence[int] | None:
    """Return the indexes of the nodes that match; None if `when=` is not met and there is nothing to do.

    Args:
        place: where to look.
        right: the overlay's node.
        defaults: the expected numbers of matches, declared by the nodes around the overlay's node.

    Raises:
        Problem: a matcher or an expected number is wrong, or the number of matches is not as expected.
    """
    if isinstance(right, ArrayItem) and MATCH not in right.annotations:
        return ()
    match_arguments = arguments(right, MATCH)
    by = match_arguments.get("by")
    indexes = _indexes(place, right, by)
    count = count_argument(match_arguments, defaults)
    if is_met(count, len(indexes), place.functions):
        return indexes
    if count is not None and count.name == "when":
        return None
    if not indexes and is_added(place, right, defaults):
        return ()
    is_required = count is None or count.value is False
    if not indexes and isinstance(right, MapItem) and by is None and is_required:
        raise no_such_key(right, place)
    raise _wrong_count(place, indexes, count, is_required=is_required)


def is_added(place: Place, right: Holder, defaults: Arguments) -> bool:
    """Return whether a node without a match is added, because no annotation says what is expected."""
    if not isinstance(right, MapItem) or defaults or arguments(right, MATCH):
        return False
    return place.permissions.adds(right)


def _indexes(place: Place, right: Holder, by: Argument | None) -> Sequence[int]:
    if isinstance(right, Document) and not place.is_stream:
        return (0,)  # one document onto one: there is nothing to choose from
    if by is None:
        if isinstance(right, MapItem):
            return place.items.with_key(right.key)
        annotation = right.annotations.get(MATCH)
        if annotation is None:
            raise Problem(NO_MATCHER, found=phrase("no annotation"))
        names = list(annotation.kwargs)
        found = keywords(names, "and") if names else phrase("no argument")
        raise Problem(NO_MATCHER, found=found, related=span_of(annotation))
    if isinstance(by.value, str):
        return [i for i, left in enumerate(place.items) if _same_at(by.value, left, right)]
    if not isinstance(by.value, Function):
        raise by.misused(phrase("the name of a key, or a function"))
    return [
        i
        for i, left in enumerate(place.items)
        if place.functions.truth(by, left.key if isinstance(left, MapItem) else i, left.value, right.value)
    ]


def _same_at(key: str, left: Holder, right: Holder) -> bool:
    """Return whether two maps have the same value at a key, which both must have."""
    return same(_at(key, left, phrase("in this item")), _at(key, right, phrase("in the overlay's item")))


def _at(key: str, holder: Holder, where: Phrase) -> object:
    if isinstance(holder.value, Map):
        for item in holder.value.items:
            if item.key == key:
                return to_plain(item.value)
        found: Param = phrase("a map without it")
    else:
        found = Verbatim(type_name(holder.value))
    raise Problem(NO_COMMON_KEY, key=Verbatim(key_text(key)), found=found, related=((where, holder.span),))


def _wrong_count(
    place: Place, indexes: Sequence[int], count: Argument | None, *, is_required: bool
) -> Problem:
    several = phrase('to change several, write `expects="1+"`')
    hint = several if indexes else phrase("if it may be missing, write missing_ok=True")
    spans = list(dict.fromkeys(place.items[i].span for i in indexes))
    related: tuple[Related, ...] = tuple((phrase("matches"), span) for span in spans[:_MAX_MATCHES])
    matches = counted("{count} match", "{count} matches", len(indexes))
    items = counted("{count} item", "{count} items", len(place.items))
    return Problem(
        WRONG_COUNT,
        found=phrase("{matches} among {items}", matches=matches, items=items),
        expected=expected_count(count),
        declared=place.span,
        hint=hint if is_required else None,
        related=related,
    )
