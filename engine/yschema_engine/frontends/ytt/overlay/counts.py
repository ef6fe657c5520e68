"""The number of matches that a node of an overlay expects: `expects=`, `missing_ok=` or `when=`."""

from __future__ import annotations

import re

from yschema_engine.evaluate.argument_phrases import keywords
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.frontends.ytt.overlay.annotations import Argument, Arguments
from yschema_engine.frontends.ytt.overlay.codes import EXCLUSIVE_COUNTS
from yschema_engine.frontends.ytt.overlay.functions import Functions
from yschema_engine.frontends.ytt.overlay.problem import Problem, span_of
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import Listing, Param, counted, phrase

_AT_LEAST = lazy_pattern(r"([+-]?[0-9]+)\+", re.ASCII)
_COUNT = phrase('an integer, a string such as "1+", a list of these, or a function')


def count_argument(match_arguments: Arguments, defaults: Arguments) -> Argument | None:
    """Return the argument for the number of matches: the node's own, or that of the nodes around it.

    Raises:
        Problem: there are several.
    """
    counts = {**defaults, **{name: value for name, value in match_arguments.items() if name != "by"}}
    if len(counts) > 1:
        raise _exclusive(counts)
    return next(iter(counts.values()), None)


def _exclusive(counts: Arguments) -> Problem:
    annotations = {count.annotation.span: count.annotation for count in counts.values()}.values()
    related = tuple(pair for annotation in annotations for pair in span_of(annotation))
    return Problem(EXCLUSIVE_COUNTS, found=keywords(list(counts), "and"), related=related)


def is_met(argument: Argument | None, count: int, functions: Functions) -> bool:
    """Return whether a number of matches is as expected; without an argument, one is expected.

    Raises:
        Problem: the argument is not a number of matches.
    """
    if argument is None:
        return count == 1
    if argument.name == "missing_ok":
        return count in ((0, 1) if argument.flag() else (1,))
    return _accepts(argument, argument.value, count, functions)


def _accepts(argument: Argument, expected: object, count: int, functions: Functions) -> bool:
    if isinstance(expected, int) and not isinstance(expected, bool):
        return count == expected
    if isinstance(expected, str) and (number := _AT_LEAST.fullmatch(expected)):
        return count >= int(number[1])
    if isinstance(expected, list):
        return _one_accepts(argument, expected, count, functions)
    one = Argument(argument.name, expected, argument.annotation)
    if isinstance(expected, Function):
        return functions.truth(one, count)
    raise one.misused(_COUNT)


def _one_accepts(argument: Argument, numbers: list[object], count: int, functions: Functions) -> bool:
    """Return whether one of several numbers is met; an empty list expects nothing."""
    problem: Problem | None = None
    for number in numbers:
        problem = None
        try:
            if _accepts(argument, number, count, functions):
                return True
        except Problem as e:
            problem = e
    if problem is not None:
        raise problem
    return not numbers


def found_count(matches: int, items: int) -> Param:
    """Return how many of the items match."""
    found = counted("{count} match", "{count} matches", matches)
    return phrase(
        "{matches} among {items}", matches=found, items=counted("{count} item", "{count} items", items)
    )


def expected_count(argument: Argument | None) -> Param:
    """Return the number of matches that an argument expects."""
    if argument is None:
        return _exactly(1)
    if argument.name == "missing_ok":
        return phrase("at most 1 match") if argument.value else _exactly(1)
    return _expected(argument.value)


def _expected(value: object) -> Param:
    if isinstance(value, int):
        return _exactly(value)
    if isinstance(value, Function):
        return phrase("a number of matches that the function accepts")
    return phrase("{numbers} matches", numbers=_number(value))


def _exactly(count: int) -> Param:
    return counted("exactly {count} match", "exactly {count} matches", count)


def _number(value: object) -> Param:
    if isinstance(value, list):
        return Listing(tuple(map(_number, value)), "or")
    if isinstance(value, str):
        return phrase("at least {number}", number=value.removesuffix("+"))
    return value if isinstance(value, int) else phrase("as many as the function accepts")
