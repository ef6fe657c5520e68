"""Bounds for the markup of descriptions, which converters of Markdown take too long for, or cannot nest."""

from __future__ import annotations

import re

from yschema_engine.text.deferred_patterns import lazy_pattern

MAX_DEPTH = 50
"""How deeply elements can be nested."""

_MAX_LENGTH = 20_000
_MAX_MARKS = 1_000
_MAX_OPEN_BRACKETS = 50
# Python-Markdown looks from each of these to the end of the text, or copies the rest of it.
_MARK = lazy_pattern(r"[\[<]|^=", re.MULTILINE)
_BRACKET = lazy_pattern(r"\\.|(?P<bracket>[\[\]])|\n[ \t]*\n", re.DOTALL)
_NESTED_ON_A_LINE = lazy_pattern(r"^(?:[ \t]*(?:\d+[.)]|[-+*>])(?:[ \t]|(?<=>))){20}", re.MULTILINE)
_INDENTED_ITEM = lazy_pattern(r"^[ \t]{80,}(?:\d+[.)]|[-+*>])", re.MULTILINE)


def has_bounded_markup(text: str) -> bool:
    """Return whether a description can be converted in a short time, and without deep recursion."""
    if len(text) <= _MAX_MARKS and text[:1].isalpha() and "\n" not in text and "[" not in text:
        return True  # as most are
    return (
        len(text) <= _MAX_LENGTH
        and len(_MARK.findall(text)) <= _MAX_MARKS
        and not _NESTED_ON_A_LINE.search(text)
        and not _INDENTED_ITEM.search(text)
        and _open_brackets(text) <= _MAX_OPEN_BRACKETS
    )


def _open_brackets(text: str) -> int:
    """Return the largest number of brackets that are open at once; a paragraph closes them."""
    count = largest = 0
    for match in _BRACKET.finditer(text):
        if match["bracket"] == "[":
            count += 1
        elif match["bracket"]:
            count = max(0, count - 1)
        elif match[0].isspace():
            count = 0
        largest = max(largest, count)
    return largest
