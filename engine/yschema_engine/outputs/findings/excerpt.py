"""The line of a file that a finding is about, as readers see it."""

from __future__ import annotations

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.printable import printable
from yschema_engine.text.source import Span

_LONGEST = 200  # characters; the only line of minified JSON can have millions
_AROUND = 60  # characters on each side of the marked part of a longer line


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The line of a file that a finding is about, or the part of a long line around what is marked.

    Attributes:
        line: its number.
        before: its text up to the marked part, without indentation.
        marked: the part that the finding is about; empty if that is the whole line.
        after: the rest.
    """

    line: int
    before: str
    marked: str = ""
    after: str = ""


def excerpt(span: Span | None) -> Excerpt | None:
    """Return the line of a span without its indentation; None if the line is empty or unknown."""
    if span is None or not span.text.strip():
        return None
    text = span.text.rstrip()
    start, end = span.marked or (len(text), len(text))
    parts = text[:start].lstrip(), text[start:end], text[end:]
    return Excerpt(span.line, *map(printable, parts if len(text) <= _LONGEST else _shortened(*parts)))


def _shortened(before: str, marked: str, after: str) -> tuple[str, str, str]:
    if not marked:
        return _start(before, _LONGEST), "", ""
    end_of_before = f"…{before[-_AROUND:]}" if len(before) > _AROUND else before
    return end_of_before, _start(marked, _LONGEST), _start(after, _AROUND)


def _start(text: str, length: int) -> str:
    return f"{text[:length]}…" if len(text) > length else text
