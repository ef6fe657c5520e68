"""Checking of data values, and their output."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from yschema_engine.arguments.check import CheckArguments
from yschema_engine.read.inputs import File
from yschema_engine.read.readers import only_schema
from yschema_engine.read.recognition import values_documents
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Document
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
    checked = _check_set(schemas, files, arguments, stdin)
    if checked is None and arguments.inspect == "values":
        return check_values(only_schema(schemas), (), rules=arguments.validate)
    return checked


def read_others(arguments: CheckArguments, stdin: BinaryIO) -> None:
    """Read the values outside the input files, for a schema to be shown.

    As in ytt, data values that cannot be read are an error even if they are not used.

    Raises:
        EngineError: they are not valid.
        UsageError: a file cannot be read.
    """
    list(_others(arguments, stdin))


def _check_set(
    schemas: Sequence[Schema], files: Sequence[File], arguments: CheckArguments, stdin: BinaryIO
) -> Checked | None:
    """Merge and check the values that the arguments set; None if they set none."""
    values = values_documents(files, arguments.load)
    has_escapes = any(schema.own_merging is not None for schema in schemas)
    documents = [*values, *_others(arguments, stdin, has_escapes=has_escapes)]
    if not documents and not arguments.sources:
        return None
    checked = _check_documents(schemas, documents, rules=arguments.validate)
    if arguments.errors.form == "json":
        return checked  # programs get the place of the value itself: for a default, that in the schema
    lines = Lines.of_inputs(documents)
    return replace(checked, findings=tuple(map(lines.nearest, checked.findings)))


def _check_documents(schemas: Sequence[Schema], documents: Sequence[Document], *, rules: bool) -> Checked:
    if all(schema.resource for schema in schemas):
        return check_resources(schemas, documents, rules=rules)
    return check_values(only_schema(schemas), documents, rules=rules)


def _others(arguments: CheckArguments, stdin: BinaryIO, *, has_escapes: bool = False) -> Iterator[Document]:
    """Return the values of plain files, environment variables and flags."""
    return overlays(arguments.sources, os.environ, stdin, arguments.load, has_escapes=has_escapes)
