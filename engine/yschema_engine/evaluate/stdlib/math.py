"""Functions of `@ytt:math`, which return infinity or NaN where Python raises."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.evaluate.starlark.marshal import encode

Function = Callable[..., float]


def _rounded(x: float) -> float:
    return math.copysign(math.floor(abs(x) + 0.5), x) if abs(x) < 2**52 else x


def _log(x: float, base: float = math.e) -> float:
    if base == math.e:
        return _lenient(math.log)(x)
    divisor = _lenient(math.log)(base)
    return _lenient(math.log)(x) / divisor if divisor else math.copysign(math.inf, x - 1)


# The functions that grow without bounds at a pole, and the value there.
_POLES: Mapping[Function, Function] = {
    math.log: lambda x: -math.inf if x == 0 else math.nan,
    math.atanh: lambda x: math.copysign(math.inf, x) if abs(x) == 1 else math.nan,
    math.gamma: lambda x: math.copysign(math.inf, x) if x == 0 else math.nan,
    math.pow: lambda x, y: math.inf if x == 0 and y < 0 else math.nan,
}


def _lenient(function: Function) -> Function:
    def call(*args: float) -> float:
        try:
            return function(*args)
        except ValueError:
            pole = _POLES.get(function)
            return pole(*args) if pole else math.nan
        except OverflowError:
            odd = function is math.sinh or (function is math.pow and args[1] % 2 == 1)
            return -math.inf if odd and args[0] < 0 else math.inf

    return call


_OF_PYTHON = (
    *("exp", "sqrt", "acos", "asin", "atan", "cos", "sin", "tan", "acosh", "asinh", "atanh", "cosh", "sinh"),
    *("tanh", "gamma", "degrees", "radians", "copysign", "pow", "remainder", "atan2", "hypot", "fabs"),
)
_FUNCTIONS: Mapping[str, Function] = {
    **{name: getattr(math, name) for name in _OF_PYTHON},
    "round": _rounded,
    "mod": math.fmod,
    "log": _log,
}


def call(name: str, *args: float | str) -> Any:
    """Return the result of one of the functions; a number that is not finite comes as a text."""
    return encode(float(_lenient(_FUNCTIONS[name])(*map(float, args))))


def whole(name: str, number: float | str) -> int:
    """Return `ceil` or `floor` of a number.

    Raises:
        BridgeError: the number is not finite.
    """
    value = float(number)
    if not math.isfinite(value):
        raise BridgeError(f"math.{name}: {value} has no integer")
    return math.ceil(value) if name == "ceil" else math.floor(value)


FUNCTIONS: Functions = {"math_call": call, "math_whole": whole}
