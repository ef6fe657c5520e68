"""Text templates: strings with `(@= expression @)` and `(@ statement @)` in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from yschema_engine.frontends.ytt.template.codes import UNCLOSED_CODE, UNOPENED_CODE
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, finding
from yschema_engine.text.source import Span

ANNOTATION = "yaml/text-templated-strings"
_OPEN, _CLOSE = "(@", "@)"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text template, and the line that it starts on."""

    kind: Literal["text", "value", "code"]
    content: str
    span: Span


def is_template(text: object) -> bool:
    """Return whether a value is a string with code in it."""
    return isinstance(text, str) and (_OPEN in text or _CLOSE in text)


def pieces(text: str, span: Span) -> list[Piece]:
    """Return the pieces of a text template, with white space around `(@-` and `-@)` trimmed.

    Raises:
        EngineError: code is not closed, or is closed without being opened.
    """
    untrimmed = list(_split(text, span))
    trimmed = []
    for index, piece in enumerate(untrimmed):
        content = piece.content
        if piece.kind == "text":
            before = untrimmed[index - 1].content if index else ""
            after = untrimmed[index + 1].content if index + 1 < len(untrimmed) else ""
            content = content.lstrip() if before.endswith("-") else content
            content = content.rstrip() if after.startswith("-") else content
            trimmed.append(Piece("text", content, piece.span))
        else:
            content = content.removeprefix("-")
            is_value = content.startswith("=")
            content = content.removeprefix("=").removesuffix("-")
            trimmed.append(Piece("value" if is_value else "code", content, piece.span))
    return trimmed


def _split(text: str, span: Span) -> Iterator[Piece]:
    at = 0
    while True:
        start, stray = text.find(_OPEN, at), text.find(_CLOSE, at)
        if stray != -1 and (start == -1 or stray < start):
            raise EngineError([finding(UNOPENED_CODE, _at(text, stray, span))])
        yield Piece("text", text[at : start if start != -1 else None], _at(text, at, span))
        if start == -1:
            return
        end, nested = text.find(_CLOSE, start + 2), text.find(_OPEN, start + 2)
        if end == -1 or -1 < nested < end:
            raise EngineError([finding(UNCLOSED_CODE, _at(text, start, span))])
        yield Piece("code", text[start + 2 : end], _at(text, start, span))
        at = end + 2


def _at(text: str, offset: int, span: Span) -> Span:
    """Return the span of the text from an offset to the end of its line; of the line if it has escapes."""
    number = span.line + text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    content = text[offset:].partition("\n")[0]
    line = span.source.line(number)
    column = line.find(text[start:offset] + content) + 1
    if not content or not column:
        return Span(span.source, number)
    column += offset - start
    return Span(span.source, number, column, column + len(content))
