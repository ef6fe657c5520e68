"""Checked blocks: fenced blocks of a page with data values or calls, checked against a schema.

    ```yaml yschema=contour title="values.yaml"

A host finds the blocks, and knows which of them a page shows as blocks; everything else is here.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.docs.block_check import VALUES, Block, BlockHost
from yschema_engine.docs.fences import OFF, SCHEMA, Fence, parse_block_options
from yschema_engine.docs.places import unknown_schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import (
    EngineError,
    Finding,
    UsageError,
    finding,
    parse_code,
    revise,
    usage_code,
)
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import ENGLISH, Listing, Verbatim, phrase
from yschema_engine.text.source import Span

FRONT_MATTER_NOT_READ = parse_code(
    "front-matter-not-read",
    "the front matter names a schema but is not valid",
    expected="a map in valid YAML, between two lines `---`",
    hint="until this is fixed, the blocks of the page are not checked",
)
FRONT_MATTER_NO_NAME = usage_code(
    "front-matter-no-schema",
    "`{option}` in the front matter is not the name of a schema",
    expected="the name of a schema",
)
BLOCK_WITHOUT_SCHEMA = usage_code("block-without-schema", "the block does not name its schema")
UNCHECKED_LANGUAGE = usage_code("unchecked-language", "blocks in this language are not checked")
UNCLOSED_BLOCK = usage_code(
    "unclosed-checked-block",
    "the block is not closed",
    expected="a line {fence} with the same indentation as the first",
)

SHELL = ("sh", "bash", "shell", "zsh", "console", "shell-session")
_LANGUAGES = (*VALUES, *SHELL)
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


def check_blocks(
    host: BlockHost, fences: Iterable[Fence], front_matter: FrontMatter, page: Sequence[str]
) -> Iterator[Finding]:
    """Yield the findings about a page's front matter and its blocks, in order.

    Args:
        host: the host of the page.
        fences: the blocks, with or without options.
        front_matter: as the host has read it.
        page: the lines that the host has left of the page.
    """
    value, span, default = front_matter.value, front_matter.span, ""
    if value is None:
        if (index := _unread_front_matter(page)) is not None:
            yield from _in_blocks([finding(FRONT_MATTER_NOT_READ)], host.locate(index).span)
    elif isinstance(value, str) and value.lower() not in OFF:
        if value in host.names:
            default = value
        else:
            yield from _in_blocks(unknown_schema(value, host.names).findings, span)
    elif not isinstance(value, str) and value is not False:
        problem = finding(FRONT_MATTER_NO_NAME, option=Verbatim(SCHEMA), found=Verbatim(written(value)))
        yield from _in_blocks([problem], span)
    for fence in fences:
        if fence.header.options or default:
            yield from _check_block(host, fence, default)


def _check_block(host: BlockHost, fence: Fence, default: str) -> Iterator[Finding]:
    header = host.locate(fence.start).span
    try:
        options = parse_block_options(fence.header.options, host.names)
        if options.off:
            return
        name = options.schema or default or _only_name(host.names)
        _refuse_unchecked(fence, name, host.names)
    except UsageError as e:
        yield from _in_blocks(e.findings, header)
        return
    try:
        schema = host.schema(name)
    except EngineError as e:
        yield from e.findings
        return
    yield from _in_blocks(Block(host, fence, options, name, header).findings(schema), header)


def _refuse_unchecked(fence: Fence, name: str, names: Sequence[str]) -> None:
    """Refuse a block that cannot be checked against the schema with a name.

    Raises:
        UsageError: there is no such schema, or the block cannot be checked.
    """
    if name not in names:
        raise unknown_schema(name, names)
    language = fence.header.language
    if language not in _LANGUAGES:
        raise UsageError.of(
            UNCHECKED_LANGUAGE,
            found=Verbatim(language) if language else phrase("no language"),
            expected=phrase("one of {languages}", languages=_listing(_LANGUAGES)),
        )
    if not fence.closed:
        raise UsageError.of(
            UNCLOSED_BLOCK, found=Verbatim(f"{fence.fence}{language}"), fence=Verbatim(fence.fence)
        )


def _only_name(names: Sequence[str]) -> str:
    """Return the name of the only schema.

    Raises:
        UsageError: there are several, or none.
    """
    if len(names) == 1:
        return names[0]
    option, line = Verbatim(f"{SCHEMA}=NAME"), Verbatim(f"{SCHEMA}: NAME")
    several = phrase("{option}, with one of {names}", option=option, names=_listing(names))
    raise UsageError.of(
        BLOCK_WITHOUT_SCHEMA,
        found=Verbatim(SCHEMA),
        expected=several if names else option,
        hint=phrase("or a default for the page in its front matter: `{line}`", line=line),
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


def _listing(names: Iterable[str]) -> Listing:
    return Listing(tuple(map(Verbatim, names)))
