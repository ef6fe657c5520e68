"""Blocks of data values and of shell lines in pages, checked: fences marked for a schema.

    ```yaml yschema=contour title="values.yaml"

Which fences are blocks, and which stand in indented code, is known once Markdown has parsed the page; but the
marks have to go before. So a preprocessor takes them away, and a tree processor checks what is left.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions.fenced_code import FencedBlockPreprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString, code_escape

from yschema_engine.doccheck.calls import PROGRAMS, Around, check_call, find_calls
from yschema_engine.doccheck.excerpts import check_snippet, expect_invalid, without_ellipses
from yschema_engine.doccheck.fences import MARK, Fence, find_fences
from yschema_engine.doccheck.file_names import display_path
from yschema_engine.doccheck.library import Library, unknown
from yschema_engine.doccheck.paths import find_part
from yschema_engine.doccheck.source_map import Expanded, numbered
from yschema_engine.frontends.ytt.files.inputs import File
from yschema_engine.lint.suppressions import SuppressionComments, in_yaml
from yschema_engine.model.findings import (
    EngineError,
    Finding,
    UsageError,
    legacy_finding,
    legacy_usage_error,
    revise,
)
from yschema_engine.model.schema import Schema
from yschema_engine.source import Source, Span

YAML = ("yaml", "yml")
SHELL = ("sh", "bash", "shell", "zsh", "console", "shell-session")
_FRAGMENT, _INVALID, _COMPLETE = f"{MARK}.fragment", f"{MARK}.invalid", f"{MARK}.complete"
_MARKS = (MARK, _FRAGMENT, _INVALID, _COMPLETE)
_OFF = ("off", "false")
_DEEP = "    "  # only what is indented so far may be indented code


_NAMES = re.compile(rf"{MARK}\s*:")
_NOT_READ = legacy_finding(
    "the front matter names a schema and cannot be read",
    "parse",
    expected="a map in valid YAML, between two lines ---",
    hint="until then no block of the page is checked for it",
)


class Host(Protocol):
    """What blocks need from their host."""

    @property
    def library(self) -> Library:
        """The schemas."""

    @property
    def checks_snippets(self) -> bool:
        """Whether anybody wants to know."""

    @property
    def folders(self) -> Sequence[Path]:
        """Where files that shell lines name may be."""

    def locate(self, text: str, line: int) -> Span | None:
        """Where line `line` of the Markdown `text` stands for its author."""

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> tuple[Any, Span | None]:
        """What the front matter of the page says of a key, and where."""

    def accept(self, comments: SuppressionComments) -> None:
        """Takes note of what comments in the page accept, before it is told what is wrong there."""

    def found(self, problems: Sequence[Finding]) -> None:
        """Takes note of what is wrong with the page.

        Raises:
            EngineError: where the host's build is to stop.
        """


class Page(Protocol):
    """The page that is being converted."""

    @property
    def lines(self) -> Sequence[str]:
        """Its lines, before anything has changed them."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What the header of a fence says.

    Attributes:
        schema: the name; empty for that of the page, or the only one.
        off: whether the block is not to be checked.
        fragment: the path of the data value that the block is; empty for a values file.
        invalid: words on why the block is wrong; None where it is to be right.
        complete: whether nothing may be missing.
    """

    schema: str = ""
    off: bool = False
    fragment: str = ""
    invalid: str | None = None
    complete: bool = False


def parse_marks(marks: Sequence[tuple[str, str | None]], names: Sequence[str]) -> Marks:
    """What the marks of a header say.

    Args:
        marks: by name, in order.
        names: those of the schemas.

    Raises:
        UsageError: a mark is not known, is there twice, or has no such value.
    """
    given: dict[str, str | None] = {}
    for name, value in marks:
        if name not in _MARKS:
            raise unknown("option", name, _MARKS)
        if name in given:
            raise legacy_usage_error(
                f"option {name} is there twice", found=name, expected="one value for a block"
            )
        given[name] = value
    schema = given.get(MARK) or ""
    if _FRAGMENT in given and not given[_FRAGMENT]:
        raise legacy_usage_error(
            f"option {_FRAGMENT} has no path", found=_FRAGMENT, expected=f"{_FRAGMENT}=some.data.value"
        )
    complete = given.get(_COMPLETE, "false")
    if complete not in (None, "true", "false"):
        raise legacy_usage_error(
            f"option {_COMPLETE} has a value that it does not take",
            found=complete or "nothing",
            expected="true or false",
        )
    return Marks(
        schema,
        schema in _OFF and schema not in names,
        given.get(_FRAGMENT) or "",
        (given[_INVALID] or "") if _INVALID in given else None,
        complete != "false",
    )


class Snippets:
    """The blocks of the page that is being converted."""

    def __init__(self, md: Markdown, host: Host, page: Page) -> None:
        self._md = md
        self._host = host
        self._page = page
        self._lines: list[str] = []
        self._fences: list[Fence] = []

    def take_marks(self, lines: list[str]) -> list[str]:
        """Notes the fences of a page, and returns its lines without their marks."""
        self._lines = lines
        there = self._md.preprocessors
        if "fenced_raw_block" not in there:
            lines = [line.expandtabs(self._md.tab_length) if "\t" in line else line for line in lines]
        ordinary = "fenced_code_block" in there and isinstance(
            there["fenced_code_block"], FencedBlockPreprocessor
        )
        found = find_fences(lines, self._md.tab_length, greedy=not ordinary)
        self._fences = [fence for fence in found if fence.header.marks or fence.header.language in YAML]
        rest = list(lines)
        for number, fence in enumerate(self._fences, 1):
            if fence.closed and (fence.header.marks or _is_deep(fence)):
                rest[fence.start] = _without_marks(lines[fence.start], fence, number)
        return rest

    def check(self, root: Element) -> None:
        """Checks the blocks, but for those in indented code, which get their marks back.

        Raises:
            EngineError: where the host's build is to stop.
        """
        fences = dict(enumerate(self._fences, 1))
        for element in root.iter():
            if element.tag == "pre":
                for code in element.iter("code"):
                    for number in _give_marks_back(code, fences):
                        del fences[number]
            elif element.tag != "code" and " \n" in (element.text or ""):
                # The host has not taken it for a block: it knows none in lists, or not these options.
                element.text = _without_numbers(element.text or "", fences)
        if self._host.checks_snippets:
            checker = _Checker(self._md, self._host, self._page.lines, self._lines)
            if problems := list(checker.problems([f for f in fences.values() if not f.hidden])):
                self._host.found(problems)


def _is_deep(fence: Fence) -> bool:
    """Whether it is indented so far that it may be in indented code."""
    return _DEEP in fence.prefix


def _without_marks(line: str, fence: Fence, number: int) -> str:
    """The line of a header without its marks.

    As many spaces at its end as its number tell what it is, should it come up in indented code.
    """
    text = line.rstrip()
    end = " " * number if _is_deep(fence) else ""
    return text.removesuffix(fence.header.text) + fence.header.plain + end + line[len(line.rstrip("\r")) :]


def _give_marks_back(code: Element, fences: Mapping[int, Fence]) -> list[int]:
    """Makes the fences that indented code shows as they were, and returns their numbers."""
    found: list[int] = []
    lines = (code.text or "").split("\n")
    for index, line in enumerate(lines):
        text = line.rstrip(" ")
        fence = fences.get(number := len(line) - len(text))
        if fence is not None and fence.closed and text.endswith(plain := code_escape(fence.header.plain)):
            lines[index] = text[: len(text) - len(plain)] + code_escape(fence.header.text)
            found.append(number)
            continue
        for number, fence in fences.items():
            if not fence.closed and text.endswith(code_escape(fence.header.text)) and fence.fence in text:
                found.append(number)
    if found:
        code.text = AtomicString("\n".join(lines))
    return list(dict.fromkeys(found))


def _without_numbers(text: str, fences: Mapping[int, Fence]) -> str:
    """A text without the spaces that tell the numbers of fences."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        fence = fences.get(len(line) - len(line.rstrip(" ")))
        if fence is not None and _is_deep(fence) and line.rstrip().endswith(fence.header.plain):
            lines[index] = line.rstrip(" ")
    return "\n".join(lines)


class _Checker:
    """Checks the blocks of one page."""

    def __init__(self, md: Markdown, host: Host, page: Sequence[str], lines: Sequence[str]) -> None:
        self._md = md
        self._host = host
        self._library = host.library
        self._page = page
        there = md.preprocessors
        folders = getattr(there["snippet"], "base_path", ()) if "snippet" in there else ()
        self._expanded = Expanded(page, lines, folders)

    def problems(self, fences: Sequence[Fence]) -> Iterator[Finding]:
        """What is wrong with the page's front matter and with its blocks, in order."""
        default, span = self._host.front_matter(self._md, MARK, self._page)
        self._default = ""
        if isinstance(default, str) and default.lower() not in _OFF:
            self._default = default
        elif default is not None and default is not False and not isinstance(default, str):
            yield from _told([_no_name(default)], span)
        elif default is None and (at := _unread(self._page)) is not None:
            yield from _told([_NOT_READ], self._span(at)[0])
        if self._default and self._default not in self._library.names:
            yield from _told(unknown("schema", self._default, self._library.names).findings, span)
            self._default = ""
            fences = [fence for fence in fences if fence.header.marks]
        for fence in fences:
            if fence.header.marks or self._default:
                yield from self._of_block(fence)

    def _of_block(self, fence: Fence) -> Iterator[Finding]:
        header, _ = self._span(fence.start)
        try:
            marks = parse_marks(fence.header.marks, self._library.names)
            if marks.off:
                return
            name = marks.schema or self._only_schema()
            if name not in self._library.names:
                raise unknown("schema", name, self._library.names)
            if fence.header.language not in (*YAML, *SHELL):
                raise _other_language(fence.header.language)
            if not fence.closed:
                raise legacy_usage_error(
                    "the block does not end",
                    found=f"{fence.fence}{fence.header.language}",
                    expected=f"a line {fence.fence} as far from the margin as the first",
                )
        except UsageError as e:
            yield from _told(e.findings, header)
            return
        try:
            schema = self._library.loaded(name).schema
        except EngineError as e:
            yield from e.findings
            return
        text = "\n".join(fence.body)
        check: Callable[[File, Marks, str, Schema], Iterable[Finding]] = self._of_calls
        if fence.header.language in YAML:
            text, check = without_ellipses(text), self._of_values
        file = File("values.yaml", header.file if header else "values", text.encode())
        self._host.accept(self._accepted(file.source, fence))
        try:
            found = [self._in_page(d, file.source, fence) for d in check(file, marks, name, schema)]
        except UsageError as e:
            yield from _told(e.findings, header)
            return
        if marks.invalid is not None:
            found = list(expect_invalid(found, marks.invalid, header or Span(file.source, 1)))
        yield from _told(found, header)

    def _accepted(self, source: Source, fence: Fence) -> SuppressionComments:
        """What comments in a block accept of it; other kinds are for the files that it includes."""
        comments = in_yaml(source)
        found = []
        for acceptance in comments.suppressions:
            lines = [self._line(Span(source, n), source, fence)[0] for n in acceptance.lines]
            numbers = [at.line for at in lines if at is not None]
            at, _ = self._line(acceptance.span, source, fence)
            if acceptance.kind == "blocks" and at is not None and numbers:
                here = range(min(numbers), max(numbers) + 1)
                found.append(replace(acceptance, span=at, lines=here))
        problems = (self._in_page(d, source, fence) for d in comments.findings)
        return SuppressionComments(tuple(found), tuple(d for d in problems if not d.related))

    def _of_values(self, file: File, marks: Marks, name: str, schema: Schema) -> Iterable[Finding]:
        part = find_part(schema.root, marks.fragment)
        if part is None:
            paths = [field.path for field in self._library.reference(name).root.walk()]
            raise unknown(f"path in schema {name!r}:", marks.fragment, paths)
        if not file.data.strip():
            raise legacy_usage_error(
                "the block is empty",
                expected="data values",
                hint="if it includes a file, check the path; `{}` stands for no data values",
            )
        return check_snippet(schema, file, part, complete=marks.complete, options=self._library.options)

    def _of_calls(self, file: File, marks: Marks, _: str, schema: Schema) -> Iterable[Finding]:
        if marks.fragment:
            raise legacy_usage_error(
                f"{_FRAGMENT} is for blocks of YAML",
                found=f"{_FRAGMENT}={marks.fragment}",
                expected="no path",
            )
        calls = find_calls(file.source.text)
        if not calls:
            raise legacy_usage_error(
                "nothing in the block can be checked",
                found=f"no line that runs {' or '.join(PROGRAMS)}",
                expected="one that does, such as `ytt -f config --data-value key=text`",
                hint=f"take {MARK} away if there is to be none",
            )
        around = Around(
            file.source, [display_path(folder) for folder in self._host.folders], self._library.options
        )
        for call in calls:
            yield from check_call(schema, call, around, complete=marks.complete)

    def _only_schema(self) -> str:
        names = self._library.names
        if self._default or len(names) == 1:
            return self._default or names[0]
        raise legacy_usage_error(
            "which schema?",
            found=MARK,
            expected=f"{MARK}=NAME, with one of {', '.join(names)}" if names else f"{MARK}=NAME",
            hint=f"or a default for the page in its front matter: `{MARK}: NAME`",
        )

    def _in_page(self, finding: Finding, source: Source, fence: Fence) -> Finding:
        """The finding with lines of the page for those of the block."""
        d = finding
        related = tuple((words, self._line(at, source, fence)[0] or at) for words, at in d.related)
        if d.at is None:
            return replace(d, related=related)
        at, file = self._line(d.at, source, fence)
        included = (("included from", file),) if file is not None else ()
        return revise(d, at=at, related=(*included, *related))

    def _line(self, span: Span, source: Source, fence: Fence) -> tuple[Span | None, Span | None]:
        if span.source is not source:
            return span, None
        return self._span(fence.start + min(span.line, len(fence.body)))

    def _span(self, index: int) -> tuple[Span | None, Span | None]:
        """Where a line stands in the page, and in the file that the page includes there."""
        origin = self._expanded.origin(index)
        if origin.index is None:
            return None, origin.file
        return self._host.locate("\n".join(self._page), origin.index + 1), origin.file


def _told(findings: Iterable[Finding], at: Span | None) -> Iterator[Finding]:
    """The findings as findings of a page."""
    for d in findings:
        yield revise(d, at=d.at or at, kind="blocks")


def _unread(page: Sequence[str]) -> int | None:
    """The index of the line that names a schema in front matter that no host has taken out."""
    if not page or page[0].rstrip() != "---":
        return None
    within = itertools.takewhile(lambda line: line.rstrip() not in ("---", "..."), page[1:])
    return next((at for at, line in enumerate(within, 1) if _NAMES.match(line)), None)


def _no_name(found: object) -> Finding:
    message = f"{MARK} in the front matter is no schema"
    return legacy_finding(message, "usage", found=repr(found), expected="the name of a schema")


def _other_language(language: str) -> UsageError:
    return legacy_usage_error(
        "blocks in this language are not checked",
        found=language or "no language",
        expected=f"one of {', '.join((*YAML, *SHELL))}",
    )


class NumberLines(Preprocessor):
    """Runs before files are included."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page

    def run(self, lines: list[str]) -> list[str]:
        """The lines, which know their places, though extensions have changed them since the page began."""
        return numbered(lines) if len(lines) == len(self._page.lines) else lines


class TakeMarks(Preprocessor):
    """Runs before fences are read, and after files are included."""

    def __init__(self, snippets: Snippets) -> None:
        super().__init__()
        self._snippets = snippets

    def run(self, lines: list[str]) -> list[str]:
        """The lines without marks."""
        return self._snippets.take_marks(lines)


class CheckBlocks(Treeprocessor):
    """Runs when all of the page is parsed, and before code is highlighted."""

    def __init__(self, snippets: Snippets) -> None:
        super().__init__()
        self._snippets = snippets

    def run(self, root: Element) -> None:
        """Leaves the tree as it is, but for indented code that shows marks."""
        self._snippets.check(root)


def register(md: Markdown, host: Host, page: Page) -> None:
    """Makes a converter check blocks."""
    snippets = Snippets(md, host, page)
    # Files are included at 32. Where tabs are kept, white space is made even at 35, and fences are read at
    # 31.05; else at 25.
    md.preprocessors.register(NumberLines(page), "yschema_lines", 32.5)
    md.preprocessors.register(TakeMarks(snippets), "yschema_marks", 31.5)
    # Footnotes are parsed at 50, code is highlighted at 30.
    md.treeprocessors.register(CheckBlocks(snippets), "yschema_blocks", 40)
