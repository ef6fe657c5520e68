"""Words and escapes that starlark-rust reads in another way than ytt.

`assert` is a name in ytt and reserved in starlark-rust. `\\u` stands for itself in ytt and begins a character
in starlark-rust. So does `\\N` in Python, whose parser reads programs as well. Bytes beyond ASCII, written as
`\\x`, make up characters in ytt and are one character each in starlark-rust.
"""

from __future__ import annotations

import re

from yschema_engine.frontends.ytt.starlark.scanner import Scanner, Token
from yschema_engine.text.deferred_patterns import lazy_pattern

ASSERT = "__yassert"
"""The name of `assert` in programs."""

_DIFFERENT = lazy_pattern(r"assert|\\[uUxXN]")
_ESCAPE = lazy_pattern(r"(?P<bytes>(?:\\x[89a-fA-F][0-9a-fA-F])+)|\\(?P<plain>[uUN])|\\.", re.DOTALL)


def translate(text: str) -> str:
    """Return the program with such words and escapes written for starlark-rust; lines stay where they are."""
    if not _DIFFERENT.search(text):
        return text
    pieces, end, before = [], 0, ""
    for token in Scanner().line(text):
        translated = _translated(token, before)
        before = token.text
        if translated != token.text:
            pieces += [text[end : token.start], translated]
            end = token.start + len(token.text)
    return "".join((*pieces, text[end:]))


def _translated(token: Token, before: str) -> str:
    if token.text == "assert" and before != ".":
        return ASSERT
    if token.kind == "string" and token.text[0] not in "rR":
        return _ESCAPE.sub(_escape, token.text)
    return token.text


def _escape(match: re.Match[str]) -> str:
    if match["plain"]:
        return f"\\\\{match['plain']}"
    if match["bytes"]:
        try:
            return bytes.fromhex(match["bytes"].replace("\\x", "")).decode()
        except UnicodeDecodeError:
            pass  # not text: one character for each byte is the nearest there is
    return match[0]
