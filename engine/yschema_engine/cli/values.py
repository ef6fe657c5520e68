"""Checking of data values, and their output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import BinaryIO

from yschema_engine.arguments.check import CheckArguments
from yschema_engine.read.inputs import File
from yschema_engine.read.readers import only_schema
from yschema_engine.read.recognition import values_documents
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.source import Source, Span
from yschema_engine.values.check import Checked, check_resources, check_values
from yschema_engine.values.findings import Lines
from yschema_engine.values.sources import overlays


def check_inputs(
    schemas: Sequence[Schema], files: Sequence[File], arguments: CheckArguments, stdin: BinaryIO
) -> Checked | None:
    """Merge and check the values that the inputs set, or the defaults to show; None if there are none.

    Raises:
        EngineError: the data values cannot be used.
        UsageError: a file cannot be read, or there are several schemas.
    """
    if arguments.inspect == "schema":  # as in ytt, data values that are not used have to be readable
        list(overlays(arguments.sources, os.environ, stdin, arguments.load))
        return None
    values = values_documents(files, arguments.load)
    others = overlays(arguments.sources, os.environ, stdin, arguments.load, next(iter(schemas), None))
    documents = [*values, *others]
    if not documents and not arguments.sources and arguments.inspect != "values":
        return None
    if (documents or arguments.sources) and all(schema.resource for schema in schemas):
        checked = check_resources(schemas, documents, rules=arguments.validate)
    else:
        checked = check_values(only_schema(schemas), documents, rules=arguments.validate)
    # Programs get the place of the value itself: for a default, that in the schema.
    is_for_programs = arguments.errors.error_format == "json"
    named = arguments.sources.files
    lines = Lines.of_inputs(documents, Span(Source(named[-1].rpartition("=")[2], ""), 1) if named else None)
    findings = (each if is_for_programs and each.span else lines.nearest(each) for each in checked.findings)
    return replace(checked, findings=tuple(findings))
