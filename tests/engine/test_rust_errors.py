"""The installed starlark-rust still words its errors as `rust_errors` reads them."""

from __future__ import annotations

import pytest
import starlark

from yschema_engine.evaluate.limits import Limits
from yschema_engine.evaluate.starlark.errors import (
    CODE_FAILED,
    EXTRA_ARGUMENTS,
    FROZEN_VALUE,
    INTEGER_TOO_LARGE,
    INVALID_CODE,
    MISSING_ARGUMENTS,
    UNKNOWN_NAME,
    BridgeError,
)
from yschema_engine.evaluate.starlark.prelude import dialect, environment
from yschema_engine.evaluate.starlark.rust_errors import (
    RustError,
    failure_text,
    is_about_memory,
    panic_of,
    parse_error,
)
from yschema_engine.evaluate.starlark.session import Watch
from yschema_engine.text.findings import Code

_FAILED = (CODE_FAILED, False)
_CRASHED = (CODE_FAILED, True)


def refuse() -> None:
    raise BridgeError("not like this")


def error_of(code: str, *, loaded: str = "") -> starlark.StarlarkError:
    """Return the error of a program, which may load a module `loaded`."""
    module = starlark.Module()
    module.add_callable("refuse", refuse)
    other = starlark.Module()
    starlark.eval(other, starlark.parse("other.star", loaded, dialect()), environment())
    frozen = other.freeze()
    with pytest.raises(starlark.StarlarkError) as caught:
        parsed = starlark.parse("f.star", code, dialect())
        starlark.eval(module, parsed, environment(), starlark.FileLoader(lambda _: frozen))
    return caught.value


@pytest.mark.parametrize(
    ("code", "kind", "reason"),
    [
        ("fail('too', 'many')", _FAILED, "too many"),
        ("refuse()", _FAILED, "not like this"),
        ("x = = 1", (INVALID_CODE, False), "unexpected `=`"),
        ("f = lambda a: a\nf(1, 2)", (EXTRA_ARGUMENTS, False), "1 more argument than `lambda` accepts"),
        ("len(1, 2)", (EXTRA_ARGUMENTS, False), "expected 1, found 2"),
        ("f = lambda a, b: a\nf(1)", (MISSING_ARGUMENTS, False), "`lambda` requires `b`"),
        ("range(3000000000)", (INTEGER_TOO_LARGE, False), ""),
        ("'a' * 3000000000", (INTEGER_TOO_LARGE, False), ""),
        ("'a' + 1", _CRASHED, "`+` does not accept values of the types string and int"),
        ("[].append()", (MISSING_ARGUMENTS, False), "expected 1, found 0"),
        ("f = lambda a: a\nf(1, b=2)", _CRASHED, "`lambda` has no parameter `b`"),
        ("f = lambda a: a\nf(1, a=2)", _CRASHED, "the argument `a` appears more than once"),
        ("f = lambda *a: a\nf(b=1, 2)", _CRASHED, "a positional argument follows a named one"),
        ("'a'.foo()", _CRASHED, "a value of type string has no attribute `foo`"),
        ("[1][3]", _CRASHED, "the index 3 is out of range"),
        ("{}['b']", _CRASHED, 'the key "b" does not exist'),
        ("int('x')", _CRASHED, '"x" is not an integer in base 10'),
        ("1 // 0", _CRASHED, "division by zero"),
        ("1 % 0", _CRASHED, "division by zero"),
        ("len(1)", _CRASHED, "len() does not accept a value of type int"),
        ("list(1)", _CRASHED, "a value of type int cannot be iterated over"),
        ("5()", _CRASHED, "a value of type int cannot be called"),
        ("5[1]", _CRASHED, "a value of type int cannot be indexed with one of type int"),
        ("sorted(['a', 1])", _CRASHED, "values of the types int and string cannot be compared"),
        ("min([])", _CRASHED, "min() and max() need at least one value"),
        ("'{}'.format()", _CRASHED, "the format needs more values"),
        ("range('a')", _CRASHED, 'expected a value of type int, found "a" of type string'),
        ("f'{1}'", _CRASHED, "f-strings are not supported"),
    ],
)
def test_kinds(code: str, kind: tuple[Code, bool], reason: str) -> None:
    parsed = parse_error(error_of(code))
    assert (parsed.code, parsed.is_crash) == kind
    assert parsed.reason.startswith(reason)


def test_frozen_values() -> None:
    error = error_of("load('other.star', 'x')\nx.append(1)", loaded="x = []")
    assert parse_error(error).code is FROZEN_VALUE


@pytest.mark.parametrize(("code", "near"), [("len = 1\nle", "len"), ("quite_unlike_all", "")])
def test_unknown_names(code: str, near: str) -> None:
    parsed = parse_error(error_of(code))
    assert parsed.code is UNKNOWN_NAME
    assert (parsed.name, parsed.near) == (code.rsplit("\n", maxsplit=1)[-1], near)


def test_calls_are_outermost_first() -> None:
    error = error_of("def f():\n  fail('x')\n\nf()")
    assert list(dict.fromkeys(parse_error(error).frames)) == [("f.star", 4), ("f.star", 2)]


def test_a_long_list_of_tokens_is_left_out() -> None:
    assert "expected one of" not in parse_error(error_of("x = = 1")).reason


def test_the_text_for_attempts() -> None:
    assert failure_text(error_of("refuse()")) == "not like this"
    assert failure_text(error_of("fail('x')")) == "fail: x"


def test_other_texts_are_kept() -> None:
    assert parse_error(starlark.StarlarkError("odd")) == RustError(CODE_FAILED, "odd", (), is_crash=True)


@pytest.mark.parametrize(
    ("code", "says", "is_memory"),
    [
        ("list(range(2147483647))", "AlignedSize", True),
        (
            "tuple(range(-2147483648, 2147483647, 2147483647))",
            "iterator provided size_hint incorrectly",
            False,
        ),
    ],
)
def test_panics(code: str, says: str, is_memory: bool) -> None:
    with pytest.raises(BaseException, match=says) as caught:
        starlark.eval(starlark.Module(), starlark.parse("f.star", code, dialect()), environment())
    panic = panic_of(caught.value)
    assert panic.startswith(says)
    assert is_about_memory(panic) == is_memory


@pytest.mark.parametrize("error", [KeyboardInterrupt("x"), MemoryError("out of memory"), ValueError("x")])
def test_other_errors_are_no_panics(error: BaseException) -> None:
    assert not panic_of(error)
    assert not is_about_memory(panic_of(error))


@pytest.mark.parametrize("raised", [KeyboardInterrupt(), SystemExit(143)])
def test_what_handlers_of_signals_raise_is_no_error_of_the_code(raised: BaseException) -> None:
    def interrupted() -> None:
        raise raised

    module = starlark.Module()
    module.add_callable("interrupted", interrupted)
    parsed = starlark.parse("f.star", "interrupted()", dialect())
    with pytest.raises(type(raised)) as caught, Watch(Limits()).running("f.star"):
        starlark.eval(module, parsed, environment())
    assert caught.value.args == raised.args
