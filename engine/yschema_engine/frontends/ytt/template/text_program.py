"""Conversion of text templates to lines of programs, which collect the pieces of the text in a list.

A function that has pieces of text in it collects them in a list of its own, and returns them as one string;
see `starlark.blocks`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from yschema_engine.evaluate.starlark.blocks import TEXT_NAME, Line, LineKind
from yschema_engine.frontends.ytt.template.text import pieces
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.source import Span

_CONTROL = lazy_pattern(r"\\\\|\\u00(?P<code>[0-9a-f]{2})")
TEXT = f'"".join({TEXT_NAME})'
"""The expression for the text that the lines have built."""


def text_lines(text: str, span: Span) -> Iterator[Line]:
    """Yield the lines that build a text.

    Args:
        text: a text template.
        span: its first line.

    Raises:
        EngineError: code is not closed, or is closed without being opened.
    """
    yield Line(f"{TEXT_NAME} = []", span, LineKind.TEXT_START)
    for piece in pieces(text, span):
        if piece.kind == "text":
            yield Line(f"{TEXT_NAME}.append({_quoted(piece.content)})", piece.span, LineKind.TEXT)
        elif piece.kind == "value":
            yield Line(f"{TEXT_NAME}.append(__ystring({piece.content.strip()}))", piece.span, LineKind.TEXT)
        else:
            for number, line in enumerate(piece.content.strip().split("\n")):
                at = Span(piece.span.source, piece.span.line + number) if number else piece.span
                yield Line(line.strip(), at)


def _quoted(text: str) -> str:
    """Return a text as a string of ytt's language, which has no escape `\\u`."""
    quoted = json.dumps(text, ensure_ascii=False)
    return _CONTROL.sub(lambda match: f"\\x{match['code']}" if match["code"] else match[0], quoted)
