"""The nodes of the left side that a node of an overlay matches.

Without a matcher a map item matches by its key, and one match is expected. An array item without
`@overlay/match` matches nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.evaluate.argument_phrases import keywords
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.frontends.ytt.overlay import codes
from yschema_engine.frontends.ytt.overlay.annotations import MATCH, Argument, Arguments, arguments
from yschema_engine.frontends.ytt.overlay.counts import count_argument, expected_count, found_count, is_met
from yschema_engine.frontends.ytt.overlay.functions import Functions
from yschema_engine.frontends.ytt.overlay.items import Place
from yschema_engine.frontends.ytt.overlay.key_hints import no_such_key
from yschema_engine.frontends.ytt.overlay.problem import Problem, span_of
from yschema_engine.text.findings import Related
from yschema_engine.text.nodes import ArrayItem, Document, Holder, Map, MapItem, to_plain, type_name
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase

_MAX_MATCHES = 5  # that a finding shows


def same(left: object, right: object) -> bool:
    """Return whether two plain values are the same to an overlay, for which an integer is not a float."""
    return type(left) is type(right) and left == right


def find(place: Place, right: Holder, defaults: Arguments, functions: Functions) -> Sequence[int] | None:
    """Return the indexes of the nodes that match; None if `when=` is not met and there is nothing to do.

    Args:
        place: where to look.
        right: the overlay's node.
        defaults: the expected numbers of matches, declared by the nodes around the overlay's node.
        functions: calls functions.

    Raises:
        Problem: a matcher or an expected number is wrong, or the number of matches is not as expected.
    """
    if isinstance(right, ArrayItem) and MATCH not in right.annotations:
        return ()
    match_arguments = arguments(right, MATCH)
    by = match_arguments.get("by")
    indexes = _indexes(place, right, by, functions)
    count = count_argument(match_arguments, defaults)
    if is_met(count, len(indexes), functions):
        return indexes
    if count is not None and count.name == "when":
        return None
    if not indexes and is_added(place, right, defaults):
        return ()
    is_required = count is None or count.value is False
    if not indexes and isinstance(right, MapItem) and by is None and is_required:
        raise no_such_key(right, place)
    raise _wrong_count(place, indexes, count, _hint(indexes) if is_required else None)


def is_added(place: Place, right: Holder, defaults: Arguments) -> bool:
    """Return whether a node without a match is added, because no annotation says what is expected."""
    if not isinstance(right, MapItem) or defaults or arguments(right, MATCH):
        return False
    return place.permissions.adds(right)


def _hint(indexes: Sequence[int]) -> Phrase:
    if indexes:
        return phrase('to change several, write `expects="1+"`')
    return phrase("if it may be missing, write missing_ok=True")


def _indexes(place: Place, right: Holder, by: Argument | None, functions: Functions) -> Sequence[int]:
    if isinstance(right, Document) and not place.is_stream:
        return (0,)  # one document onto one: there is nothing to choose from
    if by is None:
        if isinstance(right, MapItem):
            return place.items.with_key(right.key)
        raise _no_matcher(right)
    if isinstance(by.value, str):
        return [i for i, left in enumerate(place.items) if _same_at(by.value, left, right)]
    if not isinstance(by.value, Function):
        raise by.misused(phrase("the name of a key, or a function"))
    return [
        i
        for i, left in enumerate(place.items)
        if functions.truth(by, left.key if isinstance(left, MapItem) else i, left.value, right.value)
    ]


def _no_matcher(right: Holder) -> Problem:
    annotation = right.annotations.get(MATCH)
    if annotation is None:
        return Problem(codes.NO_MATCHER, found=phrase("no annotation"))
    found: Param = keywords(list(annotation.kwargs), "and") if annotation.kwargs else phrase("no argument")
    return Problem(codes.NO_MATCHER, found=found, related=span_of(annotation))


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
    raise Problem(
        codes.NO_COMMON_KEY, key=Verbatim(key_text(key)), found=found, related=((where, holder.span),)
    )


def _wrong_count(
    place: Place, indexes: Sequence[int], count: Argument | None, hint: Phrase | None
) -> Problem:
    spans = list(dict.fromkeys(place.items[i].span for i in indexes))
    related: tuple[Related, ...] = tuple((phrase("matches"), span) for span in spans[:_MAX_MATCHES])
    return Problem(
        codes.WRONG_COUNT,
        found=found_count(len(indexes), len(place.items)),
        expected=expected_count(count),
        declared=place.span,
        hint=hint,
        related=related,
    )
