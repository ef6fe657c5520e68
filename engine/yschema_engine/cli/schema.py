"""`yschema schema`: write the `values.schema.json` of charts from their values and comments."""

from __future__ import annotations

from pathlib import Path

from yschema_engine.arguments.documentation import SchemaArguments
from yschema_engine.cli.output import json_text
from yschema_engine.cli.streams import NO_CHARTS, SCHEMA_BY_HAND, SCHEMA_OUTDATED, Streams
from yschema_engine.read.helm.chart import METADATA, SCHEMA, WRITTEN
from yschema_engine.read.helm.findings import DEFAULT_REFUSED
from yschema_engine.read.inputs import find_files
from yschema_engine.read.readers import load_schema
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.site.output_folder import replace_file
from yschema_engine.text.findings import UsageError, finding, raise_errors
from yschema_engine.text.nodes import from_plain, to_plain
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span

_COMMENT = f"{WRITTEN} from values.yaml and its comments. Change these, not this file."


def run_schema(arguments: SchemaArguments, streams: Streams) -> bool:
    """Print the schemas, write them or check them, and return whether they are up to date.

    Raises:
        EngineError: a chart is not valid.
        UsageError: a folder holds no chart, a file cannot be read or written, or somebody else wrote it.
    """
    outdated = []
    for chart in arguments.charts:
        file = chart / SCHEMA
        new, old = _text(chart, arguments, streams)
        if not (arguments.write or arguments.check):
            streams.write(new)
        elif old != new and arguments.check:
            outdated.append(
                finding(SCHEMA_OUTDATED, Span(Source(str(file), ""), 1), chart=Verbatim(str(chart)))
            )
        elif old != new:
            replace_file(file.resolve(), new.encode())
    streams.report(outdated)
    return not outdated


def _text(chart: Path, arguments: SchemaArguments, streams: Streams) -> tuple[str, str]:
    """Return the schema of a chart, and the one that its file has.

    The existing file is left out of the chart, since its content is derived from the values and their
    comments. It may be empty: a shell empties a file before it redirects output to it.
    """
    if not (chart / METADATA).is_file():
        raise UsageError([finding(NO_CHARTS, folder=Verbatim(str(chart)))])
    files = find_files(str(chart), streams.stdin, arguments.load.inputs)
    old = next((file.source for file in files if file.path == SCHEMA), Source("", ""))
    if old.text.strip() and WRITTEN not in old.text:
        raise UsageError([finding(SCHEMA_BY_HAND, Span(old, 1))])
    schema = load_schema([file for file in files if file.path != SCHEMA], arguments.load)
    raise_errors(schema.findings)
    streams.report([each for each in schema.findings if each.code is DEFAULT_REFUSED])
    facts = to_plain(exported(schema, is_draft7=True))
    facts = {"$schema": facts["$schema"], "$comment": _COMMENT, **facts}
    return json_text(from_plain(facts, schema.root.span), in_order=True), old.text.replace("\r\n", "\n")
