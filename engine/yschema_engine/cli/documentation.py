"""`yschema draft` and `yschema inject`: draft schemas, and keep tables of fields in pages up to date."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.arguments.documentation import DraftArguments, InjectArguments
from yschema_engine.cli.input_files import input_files
from yschema_engine.cli.streams import NO_PLACE_FOR_TABLE, TABLE_OUTDATED, Streams
from yschema_engine.docs.fences import find_fences
from yschema_engine.read.file_reader import reported
from yschema_engine.read.inputs import File, find_files
from yschema_engine.read.readers import load_declared_schema, load_schema
from yschema_engine.show.markdown_table import markdown_table
from yschema_engine.show.ytt_schema import ytt_schema
from yschema_engine.site.output_folder import replace_file
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Span


def run_draft(arguments: DraftArguments, streams: Streams) -> bool:
    """Write the schema.

    Raises:
        EngineError: the values or the chart are not valid.
        UsageError: the file cannot be read.
    """
    files = find_files(arguments.file, streams.stdin, arguments.load.inputs)
    schema = load_schema(files, replace(arguments.load, keeps_hidden=True))
    streams.write(ytt_schema(schema))
    return True


_TAB_LENGTH = 4
BEGIN, END = "<!-- yschema:begin -->", "<!-- yschema:end -->"


def run_inject(arguments: InjectArguments, streams: Streams) -> bool:
    """Write the table, or check it, and return whether it is up to date.

    Raises:
        EngineError: the schema is not valid.
        UsageError: a file cannot be read or written, is not UTF-8, or has no place for the table.
    """
    schema = load_declared_schema(input_files(arguments, streams.stdin), arguments.load)
    name = str(arguments.target)
    with reported(arguments.target):
        data = arguments.target.read_bytes()
    source = File(name, name, data).source
    old = data.decode()  # with the byte order mark, which the source leaves out
    new = inject(old, markdown_table(schema, arguments.form), name)
    if new == old:
        return True
    if arguments.check:
        span = Span(source, _places(old.split("\n"), BEGIN)[0] + 1)
        streams.report([finding(TABLE_OUTDATED, span)])
        return False
    replace_file(arguments.target.resolve(), new.encode())
    return True


def inject(text: str, table: str, name: str) -> str:
    """Return a text with a table between the two lines.

    Raises:
        UsageError: the lines are missing, repeated or in the wrong order.
    """
    lines = text.split("\n")
    begins, ends = _places(lines, BEGIN), _places(lines, END)
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        expected = Verbatim(f"{BEGIN} … {END}")
        raise UsageError([finding(NO_PLACE_FOR_TABLE, file=Verbatim(name), expected=expected)])
    end = "\r" if lines[begins[0]].endswith("\r") else ""  # as editors on Windows end lines
    between = [f"{line}{end}" for line in ("", *table.rstrip("\n").split("\n"), "")]
    return "\n".join([*lines[: begins[0] + 1], *between, *lines[ends[0] :]])


def _places(lines: Sequence[str], mark: str) -> Sequence[int]:
    """Return the indexes of the lines with a mark, apart from those in fenced blocks, which show it."""
    fences = find_fences([line.rstrip("\r") for line in lines], _TAB_LENGTH, greedy=False)
    shown = {fence.start + 1 + at for fence in fences if fence.closed for at in range(len(fence.body))}
    return [at for at, line in enumerate(lines) if line.strip() == mark and at not in shown]
