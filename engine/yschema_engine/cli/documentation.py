"""`yschema draft`, `explain`, `inject` and `schema`: schemas as drafts, as text, in tables, and for Helm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import partial
from itertools import zip_longest
from pathlib import Path as FilePath
from pathlib import PurePosixPath

from yschema_engine.arguments.documentation import (
    DraftArguments,
    ExplainArguments,
    InjectArguments,
    SchemaArguments,
)
from yschema_engine.cli.input_files import input_files, schema_name
from yschema_engine.cli.output import json_text
from yschema_engine.cli.streams import (
    CHARTS_SKIPPED,
    FORM_OF_CHARTS,
    NO_CHARTS,
    NO_PLACE_FOR_TABLE,
    SCHEMA_BY_HAND,
    SCHEMA_OUTDATED,
    TABLE_OUTDATED,
    UNPAIRED_MARK,
    Streams,
)
from yschema_engine.docs.fences import find_fences
from yschema_engine.docs.hidden_fields import hide
from yschema_engine.docs.places import UNKNOWN_FIELD_PATH
from yschema_engine.read.file_reader import reported
from yschema_engine.read.helm.chart import METADATA, SCHEMA, WRITTEN
from yschema_engine.read.helm.findings import DEFAULT_REFUSED
from yschema_engine.read.inputs import File, find_files
from yschema_engine.read.readers import declared, front_end_for, load_schema
from yschema_engine.read.recognition import HELM, names_of
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.show.markdown_table import helm_docs_table, markdown_table
from yschema_engine.show.values_comments import explained
from yschema_engine.show.ytt_schema import ytt_schema
from yschema_engine.site.output_folder import check_links, replace_file, work_folder
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, Finding, UsageError, finding, raise_errors
from yschema_engine.text.nodes import from_plain, to_plain
from yschema_engine.text.phrases import Listing, Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.text.suggestions import did_you_mean


def run_draft(arguments: DraftArguments, streams: Streams) -> bool:
    """Write the schema.

    Raises:
        EngineError: the values or the chart are not valid.
        UsageError: the file cannot be read.
    """
    files = find_files(arguments.file, streams.stdin, arguments.load.inputs)
    streams.write(ytt_schema(load_schema(files, replace(arguments.load, keeps_hidden=True))))
    return True


def run_explain(arguments: ExplainArguments, streams: Streams) -> bool:
    """Show a field.

    Raises:
        EngineError: the schema is not valid.
        UsageError: a file cannot be read, or the schema has no such field.
    """
    files = input_files(arguments, streams.stdin)
    schema = hide(declared(load_schema(files, arguments.load)), files).shown
    if schema.name == Schema.name:
        schema = schema.named(schema_name(arguments.files))
    streams.write(explained(schema, _field(schema, arguments.path), arguments.width))
    return True


def _field(schema: Schema, path: str, span: Span | None = None) -> Field:
    """Return a field by the path that a person wrote.

    Raises:
        UsageError: there is no such field.
    """
    field = schema.find(path)
    if field is not None:
        return field
    hint = did_you_mean(path, [str(each.path) for each in schema.root.walk()])
    unknown = finding(UNKNOWN_FIELD_PATH, span, hint=hint, schema=Verbatim(schema.name), name=Verbatim(path))
    raise UsageError([unknown])


_TAB_LENGTH = 4
_HIDDEN = r"(?:^|/)\.[^/]"
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
        with _collecting(findings, unusable):
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


@contextmanager
def _collecting(findings: list[Finding], unusable: list[Finding]) -> Iterator[None]:
    """Collect the errors of a chart, which do not keep those after it from being written."""
    try:
        yield
    except UsageError as e:
        unusable += e.findings
    except EngineError as e:
        findings += e.findings


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
        for each in _charts(arguments.charts)
    ]


def _charts(top: FilePath) -> list[FilePath]:
    """Return the charts in a folder and below, without those that helm-docs skips."""
    found = sorted(path.parent for path in top.rglob(METADATA))
    ignore = top / _IGNORE_FILE
    text = ignore.read_text(encoding="utf-8", errors="replace") if ignore.is_file() else ""
    patterns = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    folders = {each: PurePosixPath(each.relative_to(top).as_posix()) for each in found}
    charts = [
        chart
        for chart, folder in folders.items()
        if not re.search(_HIDDEN, str(folder)) and not _is_ignored(folder, patterns)
    ]
    if not charts:
        raise UsageError([finding(NO_CHARTS, folder=Verbatim(str(top)))])
    return charts


_IGNORE_FILE = ".helmdocsignore"


def _is_ignored(folder: PurePosixPath, patterns: Sequence[str]) -> bool:
    """Return whether helm-docs skips a folder, or one around it.

    A pattern without a slash is one of names. Source: the package `ignore` of Helm, which helm-docs uses.
    """
    for each in (folder, *folder.parents[:-1]):
        for pattern in patterns:
            wanted = pattern.removeprefix("!").rstrip("/")
            text = str(each) if "/" in wanted else each.name
            if fnmatchcase(text, wanted.removeprefix("/")) is not pattern.startswith("!"):
                return True
    return False


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
    fences = find_fences([line.rstrip("\r") for line in lines], _TAB_LENGTH, greedy=False)
    shown = {fence.start + 1 + at for fence in fences if fence.closed for at in range(len(fence.body))}
    marks = [
        (at, match)
        for at, line in enumerate(lines)
        if at not in shown and (match := re.fullmatch(_MARK, line))
    ]
    for (at, begin), (end, match) in zip_longest(marks[::2], marks[1::2], fillvalue=(0, None)):
        if begin is None or begin["end"] or match is None or not match["end"]:
            raise UsageError([finding(UNPAIRED_MARK, Span(source, at + 1))])
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
            raise UsageError([finding(FORM_OF_CHARTS, found=names_of(files), expected=HELM.looks_for)])
        from yschema_engine.read.helm.helm_docs_rows import helm_docs_rows  # noqa: PLC0415  takes time

        rows = helm_docs_rows(files)

    def table(path: str, span: Span) -> str:
        top = _field(schema, path, span)
        if rows is not None:
            return helm_docs_table(rows, top.path, **orders)
        return markdown_table(schema, arguments.form, top, **orders)

    return table


_COMMENT = f"{WRITTEN} from values.yaml and its comments. Change these, not this file."


def run_schema(arguments: SchemaArguments, streams: Streams) -> bool:
    """Print the schemas, write them or check them, and return whether they are up to date.

    Of a folder that is no chart, these are the schemas of the charts in it, without the charts in those.

    Raises:
        UsageError: a folder holds no chart, a file cannot be read or written, or somebody else wrote it.
    """
    findings: list[Finding] = []
    unusable: list[Finding] = []
    for folder in arguments.charts:
        charts = [folder] if (folder / METADATA).is_file() else _charts(folder)
        for chart in (each for each in charts if not set(each.parents) & {*charts}):
            with _collecting(findings, unusable):
                findings += _outdated_schema(chart, arguments, streams)
    streams.report(findings)
    if unusable:
        raise UsageError(unusable)
    return not findings


def _outdated_schema(chart: FilePath, arguments: SchemaArguments, streams: Streams) -> Iterator[Finding]:
    """Print the schema of a chart, write it, or yield a finding if it is not up to date."""
    file = chart / SCHEMA
    new, old = _text(chart, arguments, streams)
    if not (arguments.write or arguments.check):
        streams.write(new)
    elif old != new and arguments.check:
        yield finding(SCHEMA_OUTDATED, Span(Source(str(file), ""), 1), chart=Verbatim(str(chart)))
    elif old != new:
        replace_file(file.resolve(), new.encode())


def _text(chart: FilePath, arguments: SchemaArguments, streams: Streams) -> tuple[str, str]:
    """Return the schema of a chart, and the one that its file has.

    The existing file is left out of the chart, since its content is derived from the values and their
    comments. It may be empty: a shell empties a file before it redirects output to it.
    """
    files = find_files(str(chart), streams.stdin, arguments.load.inputs)
    old = next((file.source for file in files if file.path == SCHEMA), Source("", ""))
    if (arguments.write or arguments.check) and old.text.strip() and WRITTEN not in old.text:
        raise UsageError([finding(SCHEMA_BY_HAND, Span(old, 1))])
    schema = load_schema([file for file in files if file.path != SCHEMA], arguments.load)
    raise_errors(schema.findings)
    streams.report([each for each in schema.findings if each.code is DEFAULT_REFUSED])
    facts = to_plain(exported(schema, is_draft7=True))
    facts = {"$schema": facts["$schema"], "$comment": _COMMENT, **facts}
    return json_text(from_plain(facts, schema.root.span), in_order=True), old.text.replace("\r\n", "\n")
