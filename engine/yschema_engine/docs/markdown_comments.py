"""Comments in Markdown pages that accept findings, and the lines that they cover."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yschema_engine.docs.accepted_findings import SuppressionComments, in_comments
from yschema_engine.docs.fences import find_fences
from yschema_engine.text.source import Source

_COMMENT = r"(?s)<!--(?P<text>.*?)-->"
_CODE = r"(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)"


def in_markdown(source: Source) -> SuppressionComments:
    """Return the findings accepted by comments in Markdown, `<!-- yschema: accept KIND: REASON -->`.

    A comment alone on its line covers the block below: a fenced block, a paragraph, a directive. A comment
    with other text on its line covers that line. Comments in fenced blocks and in code do not count.
    """
    if "yschema:" not in source.text:
        return SuppressionComments()
    return in_comments(source, _comments(source.lines))


def _comments(lines: Sequence[str]) -> Iterator[tuple[str, int, range]]:
    """Yield the text of each comment, its line, and the lines that it covers, all counted from 1."""
    fences = {
        fence.start + 1: fence.start + len(fence.body) + 2
        for fence in find_fences(lines, greedy=False)
        if fence.closed
    }
    number = 1
    while number <= len(lines):
        if number in fences:
            number = fences[number] + 1
            continue
        text, last = _whole(lines, number)
        matches = list(re.finditer(_COMMENT, text))
        alone = bool(matches) and not re.sub(_COMMENT, "", text).strip(" \t>")
        about = range(number, (_end(lines, last + 1, fences) if alone else last) + 1)
        for comment in matches:
            yield comment["text"], number + text.count("\n", 0, comment.start()), about
        number = last + 1


def _whole(lines: Sequence[str], number: int) -> tuple[str, int]:
    """Return a line without code, joined with the following lines of a long comment, and the last line."""
    text = lines[number - 1]
    if "`" in text:
        text = re.sub(_CODE, lambda code: " " * len(code[0]), text)
    if text.rfind("<!--") > text.rfind("-->"):
        end = next((n for n in range(number, len(lines)) if "-->" in lines[n]), None)
        if end is not None:
            return "\n".join([text, *lines[number : end + 1]]), end + 1
    return text, number


def _end(lines: Sequence[str], number: int, fences: dict[int, int]) -> int:
    """Return the last line of the block that begins at a line, or below blank ones and other comments."""
    while number <= len(lines) and not re.sub(_COMMENT, "", lines[number - 1]).strip():
        number += 1
    if number in fences:
        return fences[number]
    while number < len(lines) and lines[number].strip() and number + 1 not in fences:
        number += 1
    return min(number, len(lines))
