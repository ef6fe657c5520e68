"""The fences of a page, and the placeholders that extensions put in their place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown import Markdown
from markdown.extensions.fenced_code import FencedBlockPreprocessor
from markdown.util import HTML_PLACEHOLDER_RE

from yschema_engine.docs.fences import Fence, find_fences

_PLACEHOLDER = re.compile(rf"(?P<prefix>[> \t]*)(?P<key>{HTML_PLACEHOLDER_RE.pattern})\s*\Z")
_INDENTED = "    "  # with less, a fence cannot be in indented code


class PageFences:
    """The fences of the page that is being converted.

    Attributes:
        lines: the lines of the page, with included files.
        fences: all fences.
        in_code: those that are text in indented code.
    """

    def __init__(self, md: Markdown) -> None:
        self._md = md
        self.lines: list[str] = []
        self.fences: list[Fence] = []
        self.in_code: list[Fence] = []
        self._by_placeholder: dict[str, Fence] = {}

    @property
    def are_read_indented(self) -> bool:
        """Whether the extension that reads fences finds indented ones: Python-Markdown's own does not."""
        preprocessors = self._md.preprocessors
        return "fenced_code_block" not in preprocessors or not isinstance(
            preprocessors["fenced_code_block"], FencedBlockPreprocessor
        )

    def is_shown(self, fence: Fence) -> bool:
        """Return whether the extension that reads fences takes one for code, without the options of ours.

        Python-Markdown's own extension takes a fence with other options, such as `title=`, for text.
        """
        if self.are_read_indented or fence.prefix:
            return True
        block = f"{fence.fence}{fence.header.plain}\n\n{fence.fence}"
        return FencedBlockPreprocessor.FENCED_BLOCK_RE.match(block) is not None

    def take_options(self, lines: list[str]) -> list[str]:
        """Note the fences of a page, and return its lines without their options."""
        self.lines = lines
        if "fenced_raw_block" not in self._md.preprocessors:
            lines = [line.expandtabs(self._md.tab_length) if "\t" in line else line for line in lines]
        self.fences = list(find_fences(lines, self._md.tab_length, greedy=self.are_read_indented))
        self.in_code, self._by_placeholder = [], {}
        rest = list(lines)
        for fence in self.fences:
            if fence.closed and fence.header.options and (self.are_read_indented or not is_deep(fence)):
                rest[fence.start] = _without_options(lines[fence.start], fence)
        return rest

    def find_placeholders(self, lines: list[str]) -> None:
        """Note the placeholders of fences: they are in the order of the page."""
        if not any(map(is_deep, self.fences)):
            return
        waiting = list(reversed(self.fences))
        for line in lines:
            if not waiting:
                break
            if placeholder := _PLACEHOLDER.match(line):
                fence = waiting[-1]
                if placeholder["prefix"].expandtabs(self._md.tab_length) == fence.prefix:
                    self._by_placeholder[placeholder["key"]] = waiting.pop()
            elif _is_header(line, waiting[-1]):
                waiting.pop()  # no extension has taken it for a block

    def restore(self, line: str, below: Sequence[str]) -> list[str]:
        """Return a line of indented code, with the text of the fence for a placeholder.

        Args:
            line: the line.
            below: the lines below it.
        """
        placeholder = _PLACEHOLDER.match(line)
        fence = self._by_placeholder.get(placeholder["key"]) if placeholder else self._unread(line, below)
        if fence is None:
            return [line]
        self.in_code.append(fence)
        header = self.lines[fence.start].lstrip("> \t").rstrip()
        if placeholder is None:
            return [line[: len(line) - len(line.lstrip())] + header]
        return [placeholder["prefix"] + text for text in (header, *fence.body, fence.fence)]

    def strip(self, line: str) -> str:
        """Return a line of other text without the options of a fence that no extension has read."""
        if self.are_read_indented or line.lstrip().startswith(">"):  # quotes are parsed again without that
            return line
        fence = self._unread(line)
        return _without_options(line, fence) if fence and fence.header.options else line

    def _unread(self, line: str, below: Sequence[str] = ()) -> Fence | None:
        """Return the first fence with this header, and these lines below it, that is in no placeholder."""
        if "```" not in line and "~~~" not in line:
            return None
        read = self._by_placeholder.values()
        fences = (fence for fence in self.fences if is_deep(fence) and _is_header(line, fence))
        return next(
            (
                fence
                for fence in fences
                if fence not in self.in_code and fence not in read and _begins(fence, below)
            ),
            None,
        )


def is_deep(fence: Fence) -> bool:
    """Return whether it is indented so far that it may be in indented code."""
    return _INDENTED in fence.prefix


def _is_header(line: str, fence: Fence) -> bool:
    """Return whether a line is the header of a fence, with or without its options."""
    text = line.lstrip("> \t")
    if not text.startswith(fence.fence):
        return False
    return text[len(fence.fence) :].strip() in (fence.header.text, fence.header.plain)


def _begins(fence: Fence, lines: Sequence[str]) -> bool:
    """Return whether lines are the first ones in a fence, as far as both go."""
    return all(line.strip() == text.strip() for line, text in zip(lines, fence.body, strict=False))


def _without_options(line: str, fence: Fence) -> str:
    """Return the line of a header without the options of a block."""
    text = line.rstrip()
    return text.removesuffix(fence.header.text) + fence.header.plain + line[len(line.rstrip("\r")) :]
