"""Checked blocks: fenced blocks of a page with data values or calls, checked against a schema.

    ```yaml yschema=contour title="values.yaml"

A host finds the blocks, and knows which of them a page shows as blocks; everything else is here.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.docs.accepted_findings import SuppressionComments, in_comments
from yschema_engine.docs.block import YAML, Block, BlockHost, block_error
from yschema_engine.docs.fences import OFF, SCHEMA, BlockOptions, Fence, find_fences, parse_block_options
from yschema_engine.docs.findings import (
    BLOCK_WITHOUT_SCHEMA,
    FRONT_MATTER_NO_NAME,
    FRONT_MATTER_NOT_READ,
    UNCHECKED_LANGUAGE,
    UNCLOSED_BLOCK,
)
from yschema_engine.docs.places import unknown_schema
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, Finding, UsageError, finding, revise
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import ENGLISH, Listing, Verbatim, phrase
from yschema_engine.text.source import Source, Span

SHELL = ("sh", "bash", "shell", "zsh", "console", "shell-session")
_LANGUAGES = (*YAML, *SHELL)
_FRONT_MATTER_KEY = rf"{SCHEMA}\s*:"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The options in the front matter of a page, below the key `yschema`.

    Attributes:
        value: as YAML; None without one.
        span: where.
    """

    value: object = None
    span: Span | None = None


class BlockChecker:
    """The checks of the blocks of one page."""

    def __init__(self, library: SchemaLibrary, host: BlockHost) -> None:
        self._library = library
        self._host = host
        self._default = ""

    def check(
        self, fences: Sequence[Fence], front_matter: FrontMatter, page: Sequence[str]
    ) -> Iterator[Finding]:
        """Return the findings about the page's front matter and its blocks, in order.

        Args:
            fences: the blocks, with or without options.
            front_matter: as the host has read it.
            page: the lines that the host has left of the page.
        """
        yield from self._check_front_matter(front_matter, page)
        for fence in fences:
            if fence.header.options or self._default:
                yield from self._check_block(fence)

    def _check_front_matter(self, front_matter: FrontMatter, page: Sequence[str]) -> Iterator[Finding]:
        value, span = front_matter.value, front_matter.span
        if value is None:
            if (index := _unread_front_matter(page)) is not None:
                yield from _in_blocks([finding(FRONT_MATTER_NOT_READ)], self._host.locate(index).span)
        elif isinstance(value, str) and value.lower() not in OFF:
            if value in self._library.names:
                self._default = value
            else:
                yield from _in_blocks(unknown_schema(value, self._library.names).findings, span)
        elif not isinstance(value, str) and value is not False:
            problem = finding(FRONT_MATTER_NO_NAME, option=Verbatim(SCHEMA), found=Verbatim(written(value)))
            yield from _in_blocks([problem], span)

    def _check_block(self, fence: Fence) -> Iterator[Finding]:
        header = self._host.locate(fence.start).span
        try:
            options = parse_block_options(fence.header.options, self._library.names)
            if options.off:
                return
            name = self._schema_name(options, fence)
        except UsageError as e:
            yield from _in_blocks(e.findings, header)
            return
        try:
            schema = self._library.loaded(name).schema
        except EngineError as e:
            yield from e.findings
            return
        block = Block(self._library, self._host, fence, options, name)
        yield from _in_blocks(block.findings(schema, header), header)

    def _schema_name(self, options: BlockOptions, fence: Fence) -> str:
        """Return the name of the schema of a block.

        Raises:
            UsageError: there is none, or the block cannot be checked.
        """
        name = options.schema or self._default_name()
        if name not in self._library.names:
            raise unknown_schema(name, self._library.names)
        language = fence.header.language
        if language not in _LANGUAGES:
            raise block_error(
                UNCHECKED_LANGUAGE,
                found=Verbatim(language) if language else phrase("no language"),
                expected=phrase("one of {languages}", languages=_names(_LANGUAGES)),
            )
        if not fence.closed:
            raise block_error(
                UNCLOSED_BLOCK, found=Verbatim(f"{fence.fence}{language}"), fence=Verbatim(fence.fence)
            )
        return name

    def _default_name(self) -> str:
        names = self._library.names
        if self._default or len(names) == 1:
            return self._default or names[0]
        option = Verbatim(f"{SCHEMA}=NAME")
        raise block_error(
            BLOCK_WITHOUT_SCHEMA,
            found=Verbatim(SCHEMA),
            expected=phrase("{option}, with one of {names}", option=option, names=_names(names))
            if names
            else option,
            hint=phrase(
                "or a default for the page in its front matter: `{line}`", line=Verbatim(f"{SCHEMA}: NAME")
            ),
        )


def _in_blocks(findings: Iterable[Finding], span: Span | None) -> Iterator[Finding]:
    """Return findings as those of a block, at a span if they have none."""
    for finding_ in findings:
        found = ENGLISH.text(finding_.fact("found"))
        yield revise(finding_, span=finding_.span or (span and span.narrowed_to(found)), kind="blocks")


def _unread_front_matter(page: Sequence[str]) -> int | None:
    """Return the index of the line that names a schema in front matter that no host has taken out."""
    if not page or page[0].rstrip() != "---":
        return None
    within = itertools.takewhile(lambda line: line.rstrip() not in ("---", "..."), page[1:])
    return next((index for index, line in enumerate(within, 1) if re.match(_FRONT_MATTER_KEY, line)), None)


def _names(names: Iterable[str]) -> Listing:
    return Listing(tuple(map(Verbatim, names)))


_TAB_LENGTH = 4
_COMMENT = r"(?s)<!--(?P<text>.*?)-->"
_CODE = r"(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)"


def in_markdown(source: Source) -> SuppressionComments:
    """Return the findings accepted by comments in Markdown, `<!-- yschema: accept KIND: REASON -->`.

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
        matches = list(re.finditer(_COMMENT, text))
        alone = bool(matches) and not re.sub(_COMMENT, "", text).strip(" \t>")
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
    return re.sub(_CODE, lambda code: " " * len(code[0]), line) if "`" in line else line


def _end(lines: Sequence[str], number: int, fences: dict[int, int]) -> int:
    """Return the last line of the block that begins at a line, or below blank ones and other comments."""
    while number <= len(lines) and not re.sub(_COMMENT, "", lines[number - 1]).strip():
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
