r"""Translation of regular expressions from RE2 to ECMA-262, which JSON Schema and OpenAPI use.

What comes out is read alike with and without the flag `u`, and by Python save for `$` and `\b`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_CHARACTER = r"\\x\{[0-9A-Fa-f]+\}|\\x[0-9A-Fa-f]{2}|\\.|[^\\]"
_TOKEN = rf"""(?sx)
      (?P<set> \[ \^? \]? (?: \[:\^?[a-z]+:\] | \\. | [^\]\\] )* \] )
    | (?P<group> \( (?: \?: | \?P?<\w+> | (?!\?) ) )
    | (?P<quantifier> (?: [*+?] | \{{ [0-9]+ (?: ,[0-9]* )? \}} ) \?? )
    | (?P<assertion> \^ | \$ | \\[Azb] )
    | (?P<operator> [|)] )
    | (?P<character> {_CHARACTER} )
    """
_MEMBER = rf"(?s)\[:(?P<posix>\^?[a-z]+):\]|(?P<low>{_CHARACTER})(?:-(?P<high>{_CHARACTER}))?"
_ASSERTIONS: Mapping[str, str] = {r"\A": "^", r"\z": "$"}
# ECMA-262 has more white space, and Python more of everything.
_SETS: Mapping[str, str] = {r"\d": "0-9", r"\w": "0-9A-Za-z_", r"\s": r"\t\n\f\r "}
_POSIX: Mapping[str, str] = {
    **{"alnum": "0-9A-Za-z", "alpha": "A-Za-z", "digit": "0-9", "lower": "a-z", "upper": "A-Z"},
    **{"space": r"\t\n\v\f\r ", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f"},
}
_CONTROLS: Mapping[str, str] = {"t": "\t", "n": "\n", "f": "\f", "r": "\r", "v": "\v", "a": "\a"}


class _Untranslatable(Exception):
    """ECMA-262 has no such thing, or not in the same sense."""


def ecma(pattern: str) -> str | None:
    """Return an ECMA-262 pattern that matches the same strings; None if there is none, as for some flags.

    Args:
        pattern: in RE2's syntax, and compiles; it may match anywhere in the text.
    """
    try:
        return "".join(_translated(pattern))
    except _Untranslatable:
        return None


def literal(text: str) -> str:
    """Return a pattern that matches a text alone."""
    return re.sub(r"[\^$\\.*+?()\[\]{}|]", r"\\\g<0>", text)


def _translated(pattern: str) -> Iterator[str]:
    before: str | None = "assertion"
    for token in re.finditer(_TOKEN, pattern):
        kind, text = token.lastgroup, token[0]
        if kind == "set":
            negated = text.startswith("[^")
            members = dict.fromkeys(_members(text[1 + negated : -1]))  # Python warns of `&&`
            yield f"[{'^' if negated else ''}{''.join(members)}]"
        elif kind == "group":
            yield "(?:"  # RE2 has no references to groups
        elif kind == "quantifier":
            if before in ("quantifier", "assertion"):
                raise _Untranslatable
            yield text
        elif kind == "character":
            yield _character(text)
        else:
            yield _ASSERTIONS.get(text, text)
        before = kind


def _character(text: str) -> str:
    if text == ".":
        return r"[^\n]"
    if (set_ := text.lower()) in _SETS:
        return f"[{'' if text == set_ else '^'}{_SETS[set_]}]"
    if text in ("(", "["):  # of `(?i)` and the like
        raise _Untranslatable
    return literal(_meant(text))


def _members(text: str) -> Iterator[str]:
    for member in re.finditer(_MEMBER, text):
        low, high = member["low"], member["high"]
        if low is None:
            if member["posix"] not in _POSIX:
                raise _Untranslatable
            yield _POSIX[member["posix"]]
        elif low in _SETS and not high:
            yield _SETS[low]
        else:
            yield _in_set(low) + (f"-{_in_set(high)}" if high else "")


def _in_set(text: str) -> str:
    return re.sub(r"[\\\]\[^-]", r"\\\g<0>", _meant(text))


def _meant(text: str) -> str:
    """Return the character that an escape stands for."""
    if not text.startswith("\\"):
        return text
    if text[1] == "x" and len(text) > 2:
        return chr(int(text[2:].strip("{}"), 16))
    if text[1] in _CONTROLS:
        return _CONTROLS[text[1]]
    if text[1].isalnum():  # \pL, \Q, \C, \B, \123
        raise _Untranslatable
    return text[1]
