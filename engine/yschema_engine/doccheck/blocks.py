"""Checked blocks: data values and calls in the fenced blocks of a page, checked against a schema.

    ```yaml yschema=contour title="values.yaml"

A host finds the blocks, and knows which of them a page shows as blocks; everything else is here.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from yschema_engine.doccheck.block_options import (
    FRAGMENT,
    OFF,
    SCHEMA,
    BlockOptions,
    parse_block_options,
)
from yschema_engine.doccheck.calls import PROGRAMS, CallContext, check_call, find_calls
from yschema_engine.doccheck.codes import (
    BLOCK_WITHOUT_SCHEMA,
    EMPTY_BLOCK,
    FRAGMENT_OF_SHELL_BLOCK,
    FRONT_MATTER_NO_NAME,
    FRONT_MATTER_NOT_READ,
    NOTHING_TO_CHECK,
    UNCHECKED_LANGUAGE,
    UNCLOSED_BLOCK,
)
from yschema_engine.doccheck.excerpts import check_excerpt, without_ellipses
from yschema_engine.doccheck.expected_failures import expect_invalid
from yschema_engine.doccheck.fences import Fence
from yschema_engine.doccheck.file_names import display_path
from yschema_engine.doccheck.library import SchemaLibrary
from yschema_engine.doccheck.paths import find_part
from yschema_engine.doccheck.source_map import Location
from yschema_engine.doccheck.unknown_names import unknown_path, unknown_schema
from yschema_engine.frontends.ytt.files.inputs import File
from yschema_engine.lint.suppressions import SuppressionComments, in_yaml
from yschema_engine.model.findings import (
    Code,
    EngineError,
    Finding,
    FindingParam,
    UsageError,
    finding,
    revise,
)
from yschema_engine.model.phrases import Listing, Verbatim, phrase
from yschema_engine.model.schema import Schema
from yschema_engine.source import Source, Span

YAML = ("yaml", "yml")
SHELL = ("sh", "bash", "shell", "zsh", "console", "shell-session")
_LANGUAGES = (*YAML, *SHELL)
_EXAMPLE = "ytt -f config --data-value key=text"
_FRONT_MATTER_KEY = re.compile(rf"{SCHEMA}\s*:")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter of a page has for the key `yschema`.

    Attributes:
        value: as YAML; None without one.
        span: where.
    """

    value: object = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class BlockHost:
    """What a host knows around the blocks of a page.

    Attributes:
        locate: where the line with an index (from 0) of the page, as fences have it, is written.
        accept: takes in what comments in a block accept, before its findings.
        folders: where files may be that calls name, the likeliest first.
    """

    locate: Callable[[int], Location]
    accept: Callable[[SuppressionComments], None]
    folders: Sequence[Path] = ()


class BlockChecker:
    """The checks of the blocks of one page."""

    def __init__(self, library: SchemaLibrary, host: BlockHost) -> None:
        self._library = library
        self._host = host
        self._default = ""

    def check(
        self, fences: Sequence[Fence], front_matter: FrontMatter, page: Sequence[str]
    ) -> Iterator[Finding]:
        """Return what is wrong with the page's front matter and with its blocks, in order.

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
            problem = finding(FRONT_MATTER_NO_NAME, option=Verbatim(SCHEMA), found=Verbatim(repr(value)))
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
        block = _Block(self._library, self._host, fence, options, name)
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
            raise _error(
                UNCHECKED_LANGUAGE,
                found=Verbatim(language) if language else phrase("no language"),
                expected=phrase("one of {languages}", languages=_names(_LANGUAGES)),
            )
        if not fence.closed:
            raise _error(
                UNCLOSED_BLOCK, found=Verbatim(f"{fence.fence}{language}"), fence=Verbatim(fence.fence)
            )
        return name

    def _default_name(self) -> str:
        names = self._library.names
        if self._default or len(names) == 1:
            return self._default or names[0]
        option = Verbatim(f"{SCHEMA}=NAME")
        raise _error(
            BLOCK_WITHOUT_SCHEMA,
            found=Verbatim(SCHEMA),
            expected=phrase("{option}, with one of {names}", option=option, names=_names(names))
            if names
            else option,
            hint=phrase(
                "or a default for the page in its front matter: `{line}`", line=Verbatim(f"{SCHEMA}: NAME")
            ),
        )


@dataclass(frozen=True, slots=True)
class _Block:
    """One block that can be checked."""

    library: SchemaLibrary
    host: BlockHost
    fence: Fence
    options: BlockOptions
    schema_name: str

    def findings(self, schema: Schema, header: Span | None) -> Iterable[Finding]:
        """Return what is wrong with the block."""
        text = "\n".join(self.fence.body)
        is_yaml = self.fence.header.language in YAML
        if is_yaml:
            text = without_ellipses(text)
        file = File("values.yaml", header.file if header else "values", text.encode())
        self.host.accept(self._comments(file.source))
        try:
            unplaced = self._check_values(schema, file) if is_yaml else self._check_calls(schema, file)
            findings = [self._in_page(finding_, file.source) for finding_ in unplaced]
        except UsageError as e:
            return e.findings
        if self.options.invalid is not None:
            return expect_invalid(findings, self.options.invalid, header or Span(file.source, 1))
        return findings

    def _check_values(self, schema: Schema, file: File) -> Sequence[Finding]:
        part = find_part(schema.root, self.options.fragment)
        if part is None:
            fields = self.library.reference(self.schema_name).root.walk()
            raise unknown_path(self.schema_name, self.options.fragment, [str(field.path) for field in fields])
        if not file.data.strip():
            raise _error(EMPTY_BLOCK, empty=Verbatim("{}"))
        load_options = self.library.loader.options
        return check_excerpt(schema, file, part, complete=self.options.complete, options=load_options)

    def _check_calls(self, schema: Schema, file: File) -> Iterator[Finding]:
        if self.options.fragment:
            raise _error(
                FRAGMENT_OF_SHELL_BLOCK,
                option=Verbatim(FRAGMENT),
                found=Verbatim(f"{FRAGMENT}={self.options.fragment}"),
            )
        calls = find_calls(file.source.text)
        if not calls:
            programs = Listing(tuple(map(Verbatim, PROGRAMS)), "or")
            raise _error(
                NOTHING_TO_CHECK,
                programs=programs,
                example=Verbatim(_EXAMPLE),
                option=Verbatim(SCHEMA),
            )
        folders = [display_path(folder) for folder in self.host.folders]
        context = CallContext(file.source, folders, self.library.loader.options)
        for call in calls:
            yield from check_call(schema, call, context, complete=self.options.complete)

    def _comments(self, source: Source) -> SuppressionComments:
        """Return what comments in the block accept of it; other kinds are for the files that it includes."""
        comments = in_yaml(source)
        suppressions = []
        for suppression in comments.suppressions:
            spans = [self._location(Span(source, line), source).span for line in suppression.lines]
            lines = [span.line for span in spans if span is not None]
            span = self._location(suppression.span, source).span
            if suppression.kind == "blocks" and span is not None and lines:
                covered = range(min(lines), max(lines) + 1)
                suppressions.append(replace(suppression, span=span, lines=covered))
        problems = (self._in_page(problem, source) for problem in comments.findings)
        return SuppressionComments(
            tuple(suppressions), tuple(problem for problem in problems if not problem.related)
        )

    def _in_page(self, finding: Finding, source: Source) -> Finding:
        """Return the finding with lines of the page for those of the block."""
        related = tuple((words, self._location(span, source).span or span) for words, span in finding.related)
        if finding.span is None:
            return replace(finding, related=related)
        location = self._location(finding.span, source)
        included = ((phrase("included from"), location.included),) if location.included is not None else ()
        return revise(finding, span=location.span, related=(*included, *related))

    def _location(self, span: Span, source: Source) -> Location:
        if span.source is not source:
            return Location(span)
        return self.host.locate(self.fence.start + min(span.line, len(self.fence.body)))


def _in_blocks(findings: Iterable[Finding], span: Span | None) -> Iterator[Finding]:
    """Return findings as those of a block, at a span if they have none."""
    for finding_ in findings:
        yield revise(finding_, span=finding_.span or span, kind="blocks")


def _unread_front_matter(page: Sequence[str]) -> int | None:
    """Return the index of the line that names a schema in front matter that no host has taken out."""
    if not page or page[0].rstrip() != "---":
        return None
    within = itertools.takewhile(lambda line: line.rstrip() not in ("---", "..."), page[1:])
    return next((index for index, line in enumerate(within, 1) if _FRONT_MATTER_KEY.match(line)), None)


def _names(names: Iterable[str]) -> Listing:
    return Listing(tuple(map(Verbatim, names)))


def _error(code: Code, **params: FindingParam | None) -> UsageError:
    return UsageError([revise(finding(code), **params)])
