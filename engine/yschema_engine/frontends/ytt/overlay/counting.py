"""How many matches a node of an overlay asks for: `expects=`, `missing_ok=` or `when=`."""

from __future__ import annotations

import re

from yschema_engine.frontends.ytt.overlay.annotations import Argument, Arguments, given_at
from yschema_engine.frontends.ytt.overlay.calls import Calls
from yschema_engine.frontends.ytt.overlay.problems import Problem, count_words
from yschema_engine.frontends.ytt.starlark import Function

_AT_LEAST = re.compile(r"([+-]?[0-9]+)\+", re.ASCII)
_A_COUNT = 'an integer, a text such as "1+", a list of these, or a function'


def count_argument(own: Arguments, defaults: Arguments) -> Argument | None:
    """What a node says of the number of its matches, completed by the defaults of the nodes around it.

    Raises:
        Problem: it says two things.
    """
    said = {**defaults, **{name: argument for name, argument in own.items() if name != "by"}}
    if len(said) > 1:
        raise _exclusive(said)
    return next(iter(said.values()), None)


def _exclusive(said: Arguments) -> Problem:
    places = {a.annotation.span: a.annotation for a in said.values()}.values()
    return Problem(
        "expects=, missing_ok= and when= exclude each other",
        found=" and ".join(f"{name}=" for name in said),
        expected="one of them",
        related=tuple(pair for annotation in places for pair in given_at(annotation)),
    )


def is_met(argument: Argument | None, count: int, calls: Calls) -> bool:
    """Whether a number of matches is as a node says; without a word from it, one is expected.

    Raises:
        Problem: what the node says is no number of matches.
    """
    if argument is None:
        return count == 1
    if argument.name == "missing_ok":
        return count in ((0, 1) if argument.flag() else (1,))
    return _accepts(argument, argument.value, count, calls)


def _accepts(argument: Argument, wanted: object, count: int, calls: Calls) -> bool:
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        return count == wanted
    if isinstance(wanted, str) and (number := _AT_LEAST.fullmatch(wanted)):
        return count >= int(number[1])
    if isinstance(wanted, list):
        return _one_accepts(argument, wanted, count, calls)
    if isinstance(wanted, Function):
        return calls.truth(Argument(argument.name, wanted, argument.annotation), count)
    raise Argument(argument.name, wanted, argument.annotation).misused(_A_COUNT)


def _one_accepts(argument: Argument, wanted: list[object], count: int, calls: Calls) -> bool:
    """Whether one of several numbers is met; none at all ask for nothing."""
    problem: Problem | None = None
    for one in wanted:
        problem = None
        try:
            if _accepts(argument, one, count, calls):
                return True
        except Problem as e:
            problem = e
    if problem is not None:
        raise problem
    return not wanted


def expected(argument: Argument | None) -> str:
    """The number of matches that a node asks for, in words."""
    if argument is None:
        return "exactly 1 match"
    if argument.name == "missing_ok":
        return "at most 1 match" if argument.value else "exactly 1 match"
    return _words(argument.value)


def _words(wanted: object) -> str:
    if isinstance(wanted, int):
        return f"exactly {count_words(wanted)}"
    if isinstance(wanted, Function):
        return "a number of matches that the function accepts"
    return f"{_number(wanted)} matches"


def _number(wanted: object) -> str:
    if isinstance(wanted, list):
        return " or ".join(map(_number, wanted))
    if isinstance(wanted, str):
        return f"at least {wanted.removesuffix('+')}"
    return str(wanted) if isinstance(wanted, int) else "as many as the function accepts"
