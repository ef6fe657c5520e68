"""The comments in the text of a Markdown file, and the blocks that they stand above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yschema_engine.lint.suppressions import SuppressionComments, in_comments
from yschema_engine.source import Source

_FENCE = re.compile(r"[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(?P<marks>`{3,}|~{3,})(?P<info>.*)")
_COMMENT = re.compile(r"<!--(?P<text>.*?)-->", re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)")


def in_markdown(source: Source) -> SuppressionComments:
    """Return what the comments of a Markdown file accept, `<!-- yschema: accept KIND: REASON -->`.

    A comment alone on its line covers the block below: a fenced block, a paragraph, a directive. A comment
    with other text on its line covers that line. Comments in fenced blocks and in code do not count.
    """
    if "yschema:" not in source.text:
        return SuppressionComments()
    return in_comments(source, markdown_comments(source.lines))


def markdown_comments(lines: Sequence[str]) -> Iterator[tuple[str, int, range]]:
    """The comments of a text, without those in code.

    Args:
        lines: of the text.

    Returns:
        The text of each, its line, and the lines that it is about: the block below where it is alone on its
        lines, else its own. Lines are counted from 1.
    """
    fences = dict(_fences(lines))
    number = 1
    while number <= len(lines):
        if number in fences:
            number = fences[number] + 1
            continue
        text, last = _whole(lines, number)
        found = list(_COMMENT.finditer(text))
        alone = bool(found) and not _COMMENT.sub("", text).strip(" \t>")
        about = range(number, (_end(lines, last + 1, fences) if alone else last) + 1)
        for comment in found:
            yield comment["text"], number + text.count("\n", 0, comment.start()), about
        number = last + 1


def _whole(lines: Sequence[str], number: int) -> tuple[str, int]:
    """A line without its code; with those up to the end of a comment that goes on, and the last of them."""
    text = _without_code(lines[number - 1])
    if text.rfind("<!--") > text.rfind("-->"):
        end = next((n for n in range(number, len(lines)) if "-->" in lines[n]), None)
        if end is not None:
            return "\n".join([text, *lines[number : end + 1]]), end + 1
    return text, number


def _without_code(line: str) -> str:
    return _CODE.sub(lambda code: " " * len(code[0]), line) if "`" in line else line


def _end(lines: Sequence[str], number: int, fences: dict[int, int]) -> int:
    """The last line of the block that begins at a line, or below blank ones and other comments."""
    while number <= len(lines) and not _COMMENT.sub("", lines[number - 1]).strip():
        number += 1
    if number in fences:
        return fences[number]
    while number < len(lines) and lines[number].strip() and number + 1 not in fences:
        number += 1
    return min(number, len(lines))


def _fences(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and the last line of each fenced block; one that is not closed is none."""
    number = 1
    while number <= len(lines):
        opened = _FENCE.match(lines[number - 1])
        end = _closed(lines, number, opened["marks"]) if opened and _is_open(opened) else None
        if end is not None:
            yield number, end
        number = (end or number) + 1


def _is_open(fence: re.Match[str]) -> bool:
    return not (fence["marks"].startswith("`") and "`" in fence["info"])


def _closed(lines: Sequence[str], number: int, marks: str) -> int | None:
    close = re.compile(rf"[\s>]*{re.escape(marks[0])}{{{len(marks)},}}\s*\Z")
    return next((n + 1 for n in range(number, len(lines)) if close.match(lines[n])), None)
