"""Parsing of the error messages of starlark-rust, and our words for them. No other module knows them.

`starlark.StarlarkError` carries a text and nothing else. Its form is not documented: pyproject bounds the
versions that this module was written for, and `tests/engine/test_rust_errors.py` has an example of all
that is read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import starlark

from yschema_engine.evaluate.starlark import errors as codes
from yschema_engine.evaluate.starlark.scanner import ASSERT
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code
from yschema_engine.text.size_limits import shortened
from yschema_engine.text.suggestions import suggest

_STANDARD, _OWN = "@ytt:", "y_"  # functions of the engine that replace built-in ones begin with `y_`
_Words: TypeAlias = str | Callable[[re.Match[str]], str]


def reword(reason: str) -> str:
    """Return a reason in our words; one that is not known as it is."""
    for pattern, words in _REWORDED:
        if match := pattern.fullmatch(reason):
            return match.expand(words) if isinstance(words, str) else words(match)
    return reason


def _function(match: re.Match[str], words: str) -> str:
    """Return words with `{function}`: its name, with that of a standard module, without that of a file."""
    module, _, name = match["call"].rpartition(".")
    standard = f"{module.removeprefix(_STANDARD)}." if module.startswith(_STANDARD) else ""
    return words.format(**match.groupdict() | {"function": standard + name.removeprefix(_OWN)})


def _extra(match: re.Match[str]) -> str:
    count = int(match["count"])
    return _function(match, f"{count} more argument{'s' if count > 1 else ''} than `{{function}}` accepts")


def _unsupported(match: re.Match[str]) -> str:
    operation, kind = match["operation"].removesuffix("()").strip("()"), match["type"]
    verbs = {"iter": "iterated over", "call": "called", "[]": "indexed"}
    if operation in verbs:
        return f"a value of type {kind} cannot be {verbs[operation]}"
    if not operation.isalpha():
        return f"`{operation}` does not accept a value of type {kind}"
    return f"{operation}() does not accept a value of type {kind}"


def _operator(match: re.Match[str]) -> str:
    operation, left, right = match["operation"], match["left"], match["right"]
    if operation == "[]":
        return f"a value of type {left} cannot be indexed with one of type {right}"
    if operation in ("compare", "cmp()", "<>"):
        return f"values of the types {left} and {right} cannot be compared"
    return f"`{operation}` does not accept values of the types {left} and {right}"


def _attribute(match: re.Match[str]) -> str:
    words = f"a value of type {match['type']} has no attribute `{match['name']}`"
    near = suggest(match["name"], [match["near"]]) if match["near"] else None
    return f"{words}, did you mean `{near}`?" if near else words


def _unexpected(match: re.Match[str]) -> str:
    # The engine puts parentheses around expressions.
    end = " or end of the expression" if match["sign"] == ")" else ""
    return f"unexpected `{match['sign']}`{end}"


_CALL = r"(?: for call to `?(?P<call>[^`]*)`?)"
_REWORDED: tuple[tuple[re.Pattern[str], _Words], ...] = tuple(
    (re.compile(pattern, re.DOTALL), words)
    for pattern, words in (
        (
            rf"Missing (?:named-only )?parameter `(?P<name>\w+)`{_CALL}",
            partial(_function, words="`{function}` requires `{name}`"),
        ),
        (rf"Found (?P<count>\d+) extra positional argument\(s\){_CALL}", _extra),
        (
            rf"Found `(?P<name>[^`]*)` extra named parameter\(s\){_CALL}",
            partial(_function, words="`{function}` has no parameter `{name}`"),
        ),
        (r"Wrong number of positional arguments, expected (\d+), got (\d+)", r"expected \1, found \2"),
        (r"Argument `(\w+)` occurs more than once", r"the argument `\1` appears more than once"),
        (r"positional argument after non positional", "a positional argument follows a named one"),
        (
            r"Operation `(?P<operation>.*)` not supported for types `(?P<left>.*)` and `(?P<right>.*)`",
            _operator,
        ),
        (r"Operation `(?P<operation>.*)` not supported on type `(?P<type>.*)`", _unsupported),
        (
            r"Object of type `(?P<type>[^`]*)` has no attribute `(?P<name>[^`]*)`"
            r"(?:, did you mean `(?P<near>[^`]*)`\?)?",
            _attribute,
        ),
        (r"Index `(.*)` is out of bound", r"the index \1 is out of range"),
        (r"Key `(.*)` was not found", r"the key \1 does not exist"),
        (r"Cannot parse `(.*)` as an integer in base (\d+)", r'"\1" is not an integer in base \2'),
        (r"(?:(?:Floor division|float division|Modulo) by zero|Cannot divide by zero).*", "division by zero"),
        (r"Argument is an empty iterable, .*", "min() and max() need at least one value"),
        (r"Value of type `(.*)` is not hashable", r"a value of type \1 cannot be a key"),
        (r"Not enough parameters in format string", "the format needs more values"),
        (
            r"Type of (?:parameter `\w+` doesn't match|parameters mismatch)"
            r", expected `(.*)`, actual `(\w+) \(repr: (.*)\)`",
            r"expected a value of type \1, found \3 of type \2",
        ),
        (
            r"Your Starlark dialect must enable f-strings to use them",
            "f-strings are not supported: use `%` or `.format()`",
        ),
        (r"unexpected \w+ '(?P<sign>.*?)' here.*", _unexpected),
    )
)
"""Patterns of whole reasons, each with its words, which may name groups, or a function that returns them."""


_LOCATION = r"(?m)^ *--> (.+):(\d+):\d+$"
_FRAME = r"(?m)^  \* (.+):(\d+), in "
_PROBLEM = r"(?ms)^error: (.*?)(?=\n *--> |\Z)"
_HOST = r"\A(?:StarlarkError|BridgeError|FragmentError|CodedError): "
_FAIL, _PARSE = "fail:", "Parse error: "
_NAME = r"\AVariable `(?P<name>\w+)` not found(?:, did you mean `(?P<near>\w+)`\?)?\Z"
_WRONG_NUMBER = r"\AWrong number of positional arguments, expected (?P<expected>\d+), got (?P<found>\d+)"
_NO_MEMORY = "MemoryError: "
_PANIC = "PanicException"
_PANICS_ABOUT_MEMORY = ("out of memory", "capacity overflow", "AlignedSize must not exceed u32::MAX")
_INTERRUPTED = r"\A(?:KeyboardInterrupt:|SystemExit: (?P<status>\d+)\Z)"
_EXPECTED_TOKENS = r"(?s), expected one of .*\Z"
_LONG = 120


@dataclass(frozen=True, slots=True)
class RustError:
    """An error of starlark-rust, taken apart.

    Attributes:
        code: what went wrong.
        reason: the sentence that says so, in the words of whoever raised the error.
        name: an unknown name.
        near: a known name that resembles it, or `""`.
        frames: the files and lines of the calls, outermost first.
        is_crash: whether the interpreter fails by itself: the author's code does not call `fail()`, and no
            function of the engine refuses a call.
    """

    code: Code
    reason: str
    frames: tuple[tuple[str, int], ...]
    name: str = ""
    near: str = ""
    is_crash: bool = False


def parse_error(error: starlark.StarlarkError) -> RustError:
    """Take an error apart."""
    text = str(error)
    frames = tuple((m[1], int(m[2])) for m in (*re.finditer(_FRAME, text), *re.finditer(_LOCATION, text)))
    problem = shortened(_problem(text))
    if unknown := re.match(_NAME, problem):
        name = _in_terms_of_the_language(unknown["name"])
        return RustError(codes.UNKNOWN_NAME, problem, frames, name, unknown["near"] or "")
    if problem.startswith(_NO_MEMORY):
        return RustError(codes.MEMORY_LIMIT, problem, frames)
    host = re.match(_HOST, problem)
    text = problem[host.end() :] if host else problem
    is_fail = text.startswith(_FAIL)
    if is_fail or host:
        reason = (text.removeprefix(_FAIL).strip() or "fail()") if is_fail else text
        return RustError(codes.CODE_FAILED, _in_terms_of_the_language(reason), frames)
    code = _code(text)
    reason = reword(_in_terms_of_the_language(text.removeprefix(_PARSE)))
    return RustError(code, reason, frames, is_crash=code is codes.CODE_FAILED)


def failure_text(error: starlark.StarlarkError) -> str:
    """Return the text that `assert.try_to` gives for an error."""
    return re.sub(_HOST, "", _problem(str(error)))


def interruption(error: starlark.StarlarkError) -> BaseException | None:
    """Return the exception of a signal handler in a function of the engine; None for other errors."""
    interrupted = re.match(_INTERRUPTED, _problem(str(error)))
    if interrupted is None:
        return None
    return SystemExit(int(interrupted["status"])) if interrupted["status"] else KeyboardInterrupt()


def panic_of(error: BaseException) -> str:
    """Return the text of a panic, an error in the interpreter itself; empty for other errors."""
    # No module has the class, which is no Exception.
    return str(error).split("\n")[0][:_LONG] or _PANIC if type(error).__name__ == _PANIC else ""


def is_about_memory(panic: str) -> bool:
    """Return whether a panic means that a value needs more memory than there is."""
    return panic.startswith(_PANICS_ABOUT_MEMORY)


def _problem(text: str) -> str:
    problem = re.search(_PROBLEM, text)
    return (problem[1] if problem else text).strip()


def _code(text: str) -> Code:
    if (wrong := re.match(_WRONG_NUMBER, text)) and int(wrong["found"]) < int(wrong["expected"]):
        return codes.MISSING_ARGUMENTS
    return next((code for pattern, code in _CODES if re.match(pattern, text)), codes.CODE_FAILED)


_CODES = (
    (_PARSE, codes.INVALID_CODE),
    (r"(?i)Found .* extra positional|Wrong number of positional arguments|too many ", codes.EXTRA_ARGUMENTS),
    (r"Missing .*parameter", codes.MISSING_ARGUMENTS),
    (r"Integer value is too big", codes.INTEGER_TOO_LARGE),
    # The sentence ends there.
    (r"Error unpacking value for parameter `\w+` of type `[^`]*\bint\Z", codes.INTEGER_TOO_LARGE),
    (r"Immutable\Z", codes.FROZEN_VALUE),
)


def _in_terms_of_the_language(reason: str) -> str:
    """Return a reason without the names of the bridge, and without a long list of tokens."""
    reason = reason.replace("opaque_python_object", "yamlfragment").replace(ASSERT, "assert")
    return re.sub(_EXPECTED_TOKENS, "", reason) if len(reason) > _LONG else reason
