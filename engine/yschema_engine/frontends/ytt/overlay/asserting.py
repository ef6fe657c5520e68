"""The condition of the assert action: what a function says of both values, or that one contains the other."""

from __future__ import annotations

from yschema_engine.frontends.ytt.overlay.annotations import ASSERT, Argument, given_at
from yschema_engine.frontends.ytt.overlay.calls import Calls
from yschema_engine.frontends.ytt.overlay.compare import difference
from yschema_engine.frontends.ytt.overlay.problems import Problem, value_text
from yschema_engine.nodes import Holder


def check(left: Holder, right: Holder, via: Argument | None, calls: Calls) -> None:
    """Hold the value of a node against an assertion of the overlay.

    Raises:
        Problem: the value does not pass, or the function for `via=` is wrong.
    """
    related = given_at(right.annotations[ASSERT])
    if via is not None:
        passes, message = calls.verdict(via, left.value, right.value)
        if not passes:
            raise Problem(
                "the value so far does not pass an assertion" + (f": {message}" if message else ""),
                found=value_text(left.value),
                declared=left.span,
                related=related,
            )
    elif differs := difference(left.value, right.value):
        raise Problem(
            "the value so far is not the asserted one",
            found=differs.found,
            expected=differs.expected,
            declared=left.span,
            related=related,
            within=differs.path,
        )
