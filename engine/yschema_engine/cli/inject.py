"""`yschema inject`: tables of fields between marks in Markdown files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path as FilePath

from yschema_engine.arguments.documentation import (
    InjectArguments,
)
from yschema_engine.cli.input_files import input_files
from yschema_engine.cli.schema import charts_below, collecting, field_at
from yschema_engine.cli.streams import (
    CHARTS_SKIPPED,
    FORM_OF_CHARTS,
    NO_PLACE_FOR_TABLE,
    TABLE_OUTDATED,
    UNPAIRED_MARK,
    Streams,
)
from yschema_engine.docs.fences import find_fences
from yschema_engine.read.file_reader import reported
from yschema_engine.read.inputs import File, find_files
from yschema_engine.read.readers import declared, front_end_for, load_schema
from yschema_engine.read.recognition import HELM, names_of
from yschema_engine.show.markdown_table import helm_docs_table, markdown_table
from yschema_engine.site.output_folder import check_links, replace_file, work_folder
from yschema_engine.text.findings import Finding, UsageError, finding
from yschema_engine.text.phrases import Listing, Verbatim
from yschema_engine.text.source import Source, Span

_BEGIN, _END = "<!-- yschema:begin -->", "<!-- yschema:end -->"
_MARK = r"\s*<!-- yschema:(?:begin(?: path=(?P<path>.*\S))?|(?P<end>end)) -->\s*"


def run_inject(arguments: InjectArguments, streams: Streams) -> bool:
    """Write the tables, or check them, and return whether they are up to date.

    Raises:
        UsageError: a file cannot be read or written, is not UTF-8, has no marks for a table, or names an
            unknown path.
    """
    findings: list[Finding] = []
    unusable: list[Finding] = []
    skipped: list[FilePath] = []
    for page, files in _pages(arguments, streams):
        with collecting(findings, unusable):
            is_missing = arguments.charts is not None and not page.is_file()
            outdated = None if is_missing else _inject(page, files, arguments)
            findings += outdated or ()
            skipped += [page] if outdated is None else []
    notes: list[Finding] = []
    if skipped and arguments.charts is None:
        expected = Verbatim(f"{_BEGIN} … {_END}")
        unusable.append(finding(NO_PLACE_FOR_TABLE, file=Verbatim(str(arguments.target)), expected=expected))
    elif skipped:
        charts = Listing(tuple(Verbatim(str(page.parent)) for page in skipped))
        notes.append(finding(CHARTS_SKIPPED, found=charts))
    streams.report([*notes, *findings])
    if unusable:
        raise UsageError(unusable)
    return not findings


def _pages(
    arguments: InjectArguments, streams: Streams
) -> list[tuple[FilePath, Callable[[], Sequence[File]]]]:
    """Return the Markdown files, each with a function that reads the files of its schema."""
    if arguments.target is not None:
        return [(arguments.target, partial(input_files, arguments, streams.stdin))]
    assert arguments.charts is not None
    inputs = arguments.load.inputs
    return [
        (each / "README.md", partial(find_files, str(each), streams.stdin, inputs))
        for each in charts_below(arguments.charts)
    ]


def _inject(
    page: FilePath, files: Callable[[], Sequence[File]], arguments: InjectArguments
) -> list[Finding] | None:
    """Write the tables in a page, or return a finding for each that is not up to date.

    Returns:
        None if the page has no marks for a table.

    Raises:
        EngineError: the schema is not valid.
        UsageError: the page cannot be read or written, or is not valid.
    """
    check_links(page, arguments.charts or work_folder(page))
    with reported(page):
        data = page.read_bytes()
    source = File(str(page), str(page), data).source
    lines = data.decode().split("\n")  # with the byte order mark, which the source leaves out
    places = list(_places(lines, source))
    if not places:
        return None
    table = _table(files(), arguments)
    outdated = []
    for begin, end, path in reversed(places):
        line_end = "\r" if lines[begin].endswith("\r") else ""  # as editors on Windows end lines
        column = source.line(begin + 1).find(path) + 1
        text = table(path, Span(source, begin + 1, column, column + len(path)))
        between = [f"{line}{line_end}" for line in ("", *text.rstrip("\n").split("\n"), "")]
        if lines[begin + 1 : end] != between:
            lines[begin + 1 : end] = between
            outdated.append(finding(TABLE_OUTDATED, Span(source, begin + 1)))
    if outdated and not arguments.check:
        replace_file(page.resolve(), "\n".join(lines).encode())
        return []
    return outdated[::-1]


def _places(lines: Sequence[str], source: Source) -> Iterator[tuple[int, int, str]]:
    """Yield the lines that begin and end each table, and the path of its fields.

    Fenced blocks show the marks, but have no tables.
    """
    fences = find_fences([line.rstrip("\r") for line in lines], greedy=False)
    shown = {fence.start + 1 + at for fence in fences if fence.closed for at in range(len(fence.body))}
    marks = [
        (at, match)
        for at, line in enumerate(lines)
        if at not in shown and (match := re.fullmatch(_MARK, line))
    ]
    for (at, begin), (end, match) in zip_longest(marks[::2], marks[1::2], fillvalue=(0, None)):
        if begin is None or begin["end"] or match is None or not match["end"]:
            raise UsageError.of(UNPAIRED_MARK, Span(source, at + 1))
        yield at, end, begin["path"] or ""


def _table(files: Sequence[File], arguments: InjectArguments) -> Callable[[str, Span], str]:
    """Return a function that returns the table of the fields below a path, which a page names at some place.

    Raises:
        EngineError: the schema is not valid.
        UsageError: the form is that of charts, and the files hold none.
    """
    schema = declared(load_schema(files, arguments.load))
    by_name = arguments.order == "name" or (arguments.order is None and arguments.form == "helm-docs")
    orders = {"by_name": by_name, "sections_by_name": arguments.section_order == "name"}
    rows = None
    if arguments.form == "helm-docs":
        if front_end_for(files, arguments.load.kind) is not HELM:
            raise UsageError.of(FORM_OF_CHARTS, found=names_of(files), expected=HELM.looks_for)
        from yschema_engine.read.helm.helm_docs_rows import helm_docs_rows  # noqa: PLC0415  takes time

        rows = helm_docs_rows(files)

    def table(path: str, span: Span) -> str:
        top = field_at(schema, path, span)
        if rows is not None:
            return helm_docs_table(rows, top.path, **orders)
        return markdown_table(schema, arguments.form, top, **orders)

    return table
