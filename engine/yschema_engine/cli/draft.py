"""`yschema draft`: a schema from a values file or a chart."""

from __future__ import annotations

from yschema_engine.arguments.documentation import DraftArguments
from yschema_engine.cli.streams import Streams
from yschema_engine.read.inputs import find_files
from yschema_engine.read.readers import load_schema
from yschema_engine.show.ytt_schema import ytt_schema
from yschema_engine.text.deferred_classes import replace


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
