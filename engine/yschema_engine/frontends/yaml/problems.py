"""The problems that the YAML library reports, in our words, and what to do about them.

The library has no codes. Its texts are those of libyaml, whose parser in C it uses, or of its own parser.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span

_TABS = phrase("indent with spaces: YAML allows no tabs there")
_CLOSE = phrase("check the indentation, and close every quote and bracket")
_QUOTE = phrase("put the value in quotes")
_ESCAPE = (
    phrase("an unknown escape sequence"),
    phrase(r"write `\\` for a backslash, or use single quotes"),
)
_PROBLEMS: MappingProxyType[str, tuple[Phrase, Phrase]] = MappingProxyType(
    {
        "mapping values are not allowed": (
            phrase("a colon where no map can begin"),
            phrase("check the indentation, and put a value that contains `: ` in quotes"),
        ),
        "expected key": (
            phrase("text where a key is expected"),
            phrase("check the indentation and the quotes; in single quotes, write `''` for an apostrophe"),
        ),
        "could not find expected ':'": (
            phrase("a key without a colon"),
            phrase("write a colon and a space after the key, or check the indentation"),
        ),
        "expected <document start>": (
            phrase("text after the end of the document"),
            phrase("check the indentation, or begin another document with `---`"),
        ),
        "quoted scalar": (phrase("a quote that is not closed"), phrase("close the quote")),
        "expected '-' indicator": (phrase("text where an array item is expected"), _CLOSE),
        "expected ',' or ']'": (phrase("an array in brackets that is not closed"), _CLOSE),
        "expected ',' or '}'": (phrase("a map in braces that is not closed"), _CLOSE),
        "expected node content": (phrase("no value"), _QUOTE),
        "unknown escape character": _ESCAPE,
        "expected hexdecimal number": _ESCAPE,
        "invalid Unicode character escape": _ESCAPE,
        "block sequence entries are not allowed": (
            phrase("an array item where no array can begin"),
            phrase("begin the array on a line of its own"),
        ),
        "expected comment or line break": (
            phrase("text on the line of `|` or `>`"),
            phrase("begin the text on the next line"),
        ),
    }
)
_MAYBE_TAB = ("tab character", "cannot start any token")
_INDENTATION = re.compile(r"(?:[-?:](?=\s)|\s)*")
_FIRST_CHARACTERS = ("cannot start any token", "expected alphabetic or numeric character")


def explain(problem: str, span: Span | None) -> tuple[Param, Phrase | None]:
    """Return what is found, and the hint.

    Args:
        problem: the text of the library.
        span: the character.
    """
    indentation = _INDENTATION.match(span.text) if span is not None else None
    is_indented_by_tab = indentation is not None and "\t" in indentation.group()
    if is_indented_by_tab and any(text in problem for text in _MAYBE_TAB):
        return phrase("a tab in the indentation"), _TABS
    if any(text in problem for text in _FIRST_CHARACTERS) and (character := _character(problem, span)):
        return phrase("{character} at the start of a value", character=Verbatim(f"`{character}`")), _QUOTE
    for text, explained in _PROBLEMS.items():
        if text in problem:
            return explained
    return problem, _CLOSE if "expected" in problem else None


def _character(problem: str, span: Span | None) -> str:
    """Return the first character of the value: for an alias or an anchor, the problem is in its name."""
    if span is None:
        return ""
    index = span.column - 1
    if "alphabetic" in problem:
        index = max(span.text.rfind(sign, 0, index) for sign in "*&")
    return span.text[index : index + 1].strip()
