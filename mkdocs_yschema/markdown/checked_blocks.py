"""Checked blocks in Python-Markdown: which fences of a page are blocks, and which are text in indented code.

Options of blocks must be gone before extensions read the headers of fences. Extensions put a fence into
Markdown's stash even in indented code, where only the block parser knows it to be text. So

1. a preprocessor takes the options out of headers, and one after the extensions notes the stash's placeholder
   of each fence;
2. a block processor sees indented code first, and puts the text of fences in it back as it was;
3. a tree processor has the remaining blocks checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import chain
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions.fenced_code import FencedBlockPreprocessor
from markdown.util import HTML_PLACEHOLDER_RE

from mkdocs_yschema.markdown.directives import BLOCK_NOT_SHOWN
from mkdocs_yschema.markdown.host import ConvertedPage, processor
from yschema_engine.docs.block_check import YAML, BlockHost
from yschema_engine.docs.fences import OFF, SCHEMA, Fence, find_fences
from yschema_engine.docs.page_blocks import check_blocks
from yschema_engine.docs.source_map import ExpandedPage, number_lines
from yschema_engine.text.findings import Finding, finding, revise
from yschema_engine.text.phrases import Verbatim

_PLACEHOLDER = re.compile(rf"(?P<prefix>[> \t]*)(?P<key>{HTML_PLACEHOLDER_RE.pattern})\s*\Z")
_INDENTED = "    "  # with less, a fence cannot be in indented code


class PageFences:
    """The fences of the page that is being converted.

    Attributes:
        lines: the lines of the page, with included files.
        fences: all fences.
        in_code: those that are text in indented code.
    """

    def __init__(self, page: ConvertedPage) -> None:
        self._page = page
        self._md = page.md
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
        """Note the fences of a page, and return its lines, with included files, without their options."""
        self.lines = lines
        if "fenced_raw_block" not in self._md.preprocessors:
            lines = [line.expandtabs(self._md.tab_length) if "\t" in line else line for line in lines]
        self.fences = list(find_fences(lines, self._md.tab_length, greedy=self.are_read_indented))
        self.in_code, self._by_placeholder = [], {}
        rest = list(lines)
        for fence in self.fences:
            if fence.closed and fence.header.options and (self.are_read_indented or not is_deep(fence)):
                rest[fence.start] = _without_options(lines[fence.start], fence)
        self._page.host.add_source(rest)
        return rest

    def find_placeholders(self, lines: list[str]) -> list[str]:
        """Note the placeholders of fences, which are in the order of the page, and return the same lines."""
        waiting = list(reversed(self.fences)) if any(map(is_deep, self.fences)) else []
        for line in lines:
            if not waiting:
                break
            if placeholder := _PLACEHOLDER.match(line):
                fence = waiting[-1]
                if placeholder["prefix"].expandtabs(self._md.tab_length) == fence.prefix:
                    self._by_placeholder[placeholder["key"]] = waiting.pop()
            elif _is_header(line, waiting[-1]):
                waiting.pop()  # no extension has taken it for a block
        return lines

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
        unread = (fence for fence in fences if fence not in self.in_code and fence not in read)
        return next((fence for fence in unread if _begins(fence, below)), None)


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


_SUPERFENCES = Verbatim("pymdownx.superfences")


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter check blocks."""
    blocks = PageFences(page)
    # Files are included at 32. White space is normalized at 30 and fences are read at 25, or at 35 and 31.05
    # if tabs are kept.
    md.preprocessors.register(processor(partial(_number_lines, page)), "yschema_lines", 32.5)
    md.preprocessors.register(processor(blocks.take_options), "yschema_block_options", 31.5)
    md.preprocessors.register(processor(blocks.find_placeholders), "yschema_fence_placeholders", 24.5)
    # Content of lists, tabs and admonitions is read above, indented code at 80.
    md.parser.blockprocessors.register(_IndentedCode(md, blocks), "yschema_indented_code", 80.5)
    # Footnotes are parsed at 50, code is highlighted at 30.
    md.treeprocessors.register(processor(partial(_check_blocks, blocks, page)), "yschema_blocks", 40)


def _number_lines(page: ConvertedPage, lines: list[str]) -> list[str]:
    """Return the lines with their numbers again, unless extensions have added or removed some."""
    return number_lines(lines) if len(lines) == len(page.lines) else lines


class _IndentedCode(BlockProcessor):
    """Runs just before the processor of indented code, on the same text."""

    def __init__(self, md: Markdown, blocks: PageFences) -> None:
        super().__init__(md.parser)
        self._blocks = blocks

    def test(self, parent: Element, block: str) -> bool:
        """Return whether fences may be in the block."""
        return any(is_deep(fence) for fence in self._blocks.fences)

    def run(self, parent: Element, blocks: list[str]) -> bool:
        """Put text of fences back in indented code, and leave the block to other processors."""
        code = self.parser.blockprocessors["code"]
        is_disabled = getattr(code, "config", {}).get("disable_indented_code_blocks", False)
        lines = blocks[0].split("\n")
        if not is_disabled and blocks[0].startswith(" " * self.tab_length):
            restored = (self._blocks.restore(line, lines[number:]) for number, line in enumerate(lines, 1))
            lines = list(chain.from_iterable(restored))
        else:
            lines = [self._blocks.strip(line) for line in lines]
        blocks[0] = "\n".join(lines)
        return False


def _check_blocks(blocks: PageFences, page: ConvertedPage, root: Element) -> None:
    """Report what is wrong with the blocks, once all of the page is parsed."""
    host = page.host
    if not host.checks_blocks:
        return
    shown = (fence for fence in blocks.fences if not fence.hidden and fence not in blocks.in_code)
    fences = [fence for fence in shown if fence.header.options or fence.header.language in YAML]
    expanded = page.expanded(blocks.lines)
    library = host.site.library
    block_host = BlockHost(
        expanded.location,
        host.accept,
        host.folders,
        library.names,
        lambda name: library.loaded(name).schema,
        library.ask,
        library.config.load,
    )
    front_matter = host.front_matter(page.md, SCHEMA, page.lines)
    findings = list(check_blocks(block_host, fences, front_matter, page.lines))
    not_shown = [fence for fence in fences if _is_checked(fence) and not blocks.is_shown(fence)]
    if findings := [*findings, *(_not_shown(fence, expanded) for fence in not_shown)]:
        host.report(findings)


def _is_checked(fence: Fence) -> bool:
    """Return whether a block has options, and is not excluded from checks."""
    options = dict(fence.header.options)
    return bool(options) and options.get(SCHEMA) not in OFF


def _not_shown(fence: Fence, page: ExpandedPage) -> Finding:
    span = page.location(fence.start).span
    header = Verbatim(fence.fence + fence.header.text)
    problem = finding(BLOCK_NOT_SHOWN, span and span.narrowed_to(""), header=header, extension=_SUPERFENCES)
    return revise(problem, kind="blocks")
