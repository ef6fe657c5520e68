"""The condition of the assert action: a function accepts both values, or the left contains the right one."""

from __future__ import annotations

from typing import NamedTuple

from yschema_engine.frontends.ytt.overlay import codes
from yschema_engine.frontends.ytt.overlay.annotations import ASSERT, Argument
from yschema_engine.frontends.ytt.overlay.functions import Functions
from yschema_engine.frontends.ytt.overlay.matching import same
from yschema_engine.frontends.ytt.overlay.problem import Problem, span_of, value_text
from yschema_engine.text.nodes import Array, Holder, Map, Value, key_id
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Param, phrase


def check_assertion(left: Holder, right: Holder, via: Argument | None, functions: Functions) -> None:
    """Check the value of a node against an assertion of the overlay.

    Raises:
        Problem: the value does not pass, or the function for `via=` is wrong.
    """
    related = span_of(right.annotations[ASSERT])
    if via is not None:
        passes, message = functions.verdict(via, left.value, right.value)
        if not passes:
            code = codes.ASSERTION_MESSAGE if message else codes.ASSERTION_FAILED
            found = value_text(left.value)
            raise Problem(code, reason=message, found=found, declared=left.span, related=related)
    elif difference := _difference(left.value, right.value, ROOT):
        raise Problem(
            codes.ASSERTION_DIFFERS,
            found=difference.found,
            expected=difference.expected,
            declared=left.span,
            related=related,
            within=difference.path,
        )


class _Difference(NamedTuple):
    """A difference from an asserted value: the path to it, the value there, and the asserted one."""

    path: Path
    found: Param
    expected: Param


def _difference(left: Value, right: Value, path: Path) -> _Difference | None:
    """Return the first difference from a value that another should contain; None if it contains it.

    A map may have more keys, and an array more items at its end, at any depth.
    """
    if isinstance(left, Map) and isinstance(right, Map):
        return _difference_of_maps(left, right, path)
    if isinstance(left, Array) and isinstance(right, Array):
        return _difference_of_arrays(left, right, path)
    return None if same(left, right) else _Difference(path, value_text(left), value_text(right))


def _difference_of_maps(left: Map, right: Map, path: Path) -> _Difference | None:
    values = {key_id(item.key): item.value for item in left.items}
    for item in right.items:
        inner = path.key(item.key)
        if key_id(item.key) not in values:
            return _Difference(inner, phrase("no such key"), value_text(item.value))
        if difference := _difference(values[key_id(item.key)], item.value, inner):
            return difference
    return None


def _difference_of_arrays(left: Array, right: Array, path: Path) -> _Difference | None:
    for index, element in enumerate(right.items):
        inner = path.item(index)
        if index >= len(left.items):
            return _Difference(inner, phrase("no such item"), value_text(element.value))
        if difference := _difference(left.items[index].value, element.value, inner):
            return difference
    return None
