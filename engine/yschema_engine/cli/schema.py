"""`yschema draft`, `explain` and `schema`: a schema as a draft for ytt, as text, and for Helm."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path as FilePath
from pathlib import PurePosixPath

from yschema_engine.arguments.documentation import DraftArguments, ExplainArguments, SchemaArguments
from yschema_engine.cli.input_files import input_files, schema_name
from yschema_engine.cli.output import json_text
from yschema_engine.cli.streams import NO_CHARTS, SCHEMA_BY_HAND, SCHEMA_OUTDATED, Streams
from yschema_engine.docs.hidden_fields import hide
from yschema_engine.docs.places import UNKNOWN_FIELD_PATH
from yschema_engine.read.helm.chart import METADATA, SCHEMA, WRITTEN
from yschema_engine.read.helm.findings import DEFAULT_REFUSED
from yschema_engine.read.inputs import find_files
from yschema_engine.read.readers import declared, load_schema
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.show.values_comments import explained
from yschema_engine.show.ytt_schema import ytt_schema
from yschema_engine.site.output_folder import replace_file
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, Finding, UsageError, finding, raise_errors
from yschema_engine.text.nodes import from_plain, to_plain
from yschema_engine.text.phrases import Verbatim
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
    streams.write(explained(schema, field_at(schema, arguments.path), arguments.width))
    return True


def field_at(schema: Schema, path: str, span: Span | None = None) -> Field:
    """Return a field by the path that a person wrote.

    Raises:
        UsageError: the schema has no field at this path.
    """
    field = schema.find(path)
    if field is not None:
        return field
    hint = did_you_mean(path, [str(each.path) for each in schema.root.walk()])
    unknown = finding(UNKNOWN_FIELD_PATH, span, hint=hint, schema=Verbatim(schema.name), name=Verbatim(path))
    raise UsageError([unknown])


_COMMENT = f"{WRITTEN} from values.yaml and its comments. Change these, not this file."


def run_schema(arguments: SchemaArguments, streams: Streams) -> bool:
    """Print the schemas, write them or check them, and return whether they are up to date.

    A folder without `Chart.yaml` stands for the charts in it, without their dependencies.

    Raises:
        UsageError: a folder holds no chart, a file cannot be read or written, or somebody else wrote it.
    """
    findings: list[Finding] = []
    unusable: list[Finding] = []
    for folder in arguments.charts:
        charts = [folder] if (folder / METADATA).is_file() else charts_below(folder)
        for chart in (each for each in charts if not set(each.parents) & {*charts}):
            with collecting(findings, unusable):
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
        raise UsageError.of(SCHEMA_BY_HAND, Span(old, 1))
    schema = load_schema([file for file in files if file.path != SCHEMA], arguments.load)
    raise_errors(schema.findings)
    streams.report([each for each in schema.findings if each.code is DEFAULT_REFUSED])
    facts = to_plain(exported(schema, is_draft7=True))
    facts = {"$schema": facts["$schema"], "$comment": _COMMENT, **facts}
    return json_text(from_plain(facts, schema.root.span), in_order=True), old.text.replace("\r\n", "\n")


_HIDDEN = r"(?:^|/)\.[^/]"
_IGNORE_FILE = ".helmdocsignore"


def charts_below(top: FilePath) -> list[FilePath]:
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
        raise UsageError.of(NO_CHARTS, folder=Verbatim(str(top)))
    return charts


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


@contextmanager
def collecting(findings: list[Finding], unusable: list[Finding]) -> Iterator[None]:
    """Collect the errors of a chart, which do not keep those after it from being written."""
    try:
        yield
    except UsageError as e:
        unusable += e.findings
    except EngineError as e:
        findings += e.findings
