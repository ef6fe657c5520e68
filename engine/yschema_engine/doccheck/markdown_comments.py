"""The comments in the text of a Markdown file, and the blocks that they stand above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yschema_engine.doccheck.fences import find_fences
from yschema_engine.lint.suppressions import SuppressionComments, in_comments
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.source import Source

_TAB_LENGTH = 4
_COMMENT = lazy_pattern(r"<!--(?P<text>.*?)-->", re.DOTALL)
_CODE = lazy_pattern(r"(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)")


def in_markdown(source: Source) -> SuppressionComments:
    """Return what the comments of a Markdown file accept, `<!-- yschema: accept KIND: REASON -->`.

    A comment alone on its line covers the block below: a fenced block, a paragraph, a directive. A comment
    with other text on its line covers that line. Comments in fenced blocks and in code do not count.
    """
    if "yschema:" not in source.text:
        return SuppressionComments()
    return in_comments(source, markdown_comments(source.lines))


def markdown_comments(lines: Sequence[str]) -> Iterator[tuple[str, int, range]]:
    """Yield the comments of a text, without those in code.

    Args:
        lines: of the text.

    Returns:
        The text of each, its line, and the lines that it is about: the block below where it is alone on its
        lines, else its own. Lines are counted from 1.
    """
    fences = _fences(lines)
    number = 1
    while number <= len(lines):
        if number in fences:
            number = fences[number] + 1
            continue
        text, last = _whole(lines, number)
        matches = list(_COMMENT.finditer(text))
        alone = bool(matches) and not _COMMENT.sub("", text).strip(" \t>")
        about = range(number, (_end(lines, last + 1, fences) if alone else last) + 1)
        for comment in matches:
            yield comment["text"], number + text.count("\n", 0, comment.start()), about
        number = last + 1


def _whole(lines: Sequence[str], number: int) -> tuple[str, int]:
    """Return a line without code, joined with the following lines of a long comment, and the last line."""
    text = _without_code(lines[number - 1])
    if text.rfind("<!--") > text.rfind("-->"):
        end = next((n for n in range(number, len(lines)) if "-->" in lines[n]), None)
        if end is not None:
            return "\n".join([text, *lines[number : end + 1]]), end + 1
    return text, number


def _without_code(line: str) -> str:
    return _CODE.sub(lambda code: " " * len(code[0]), line) if "`" in line else line


def _end(lines: Sequence[str], number: int, fences: dict[int, int]) -> int:
    """Return the last line of the block that begins at a line, or below blank ones and other comments."""
    while number <= len(lines) and not _COMMENT.sub("", lines[number - 1]).strip():
        number += 1
    if number in fences:
        return fences[number]
    while number < len(lines) and lines[number].strip() and number + 1 not in fences:
        number += 1
    return min(number, len(lines))


def _fences(lines: Sequence[str]) -> dict[int, int]:
    """Return the last line of each fenced block that is closed, by its first."""
    fences = find_fences(lines, _TAB_LENGTH, greedy=False)
    return {fence.start + 1: fence.start + len(fence.body) + 2 for fence in fences if fence.closed}
