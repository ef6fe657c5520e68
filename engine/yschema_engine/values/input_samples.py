"""Values files that an input brings along, such as those for the tests of a chart."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.read.inputs import File
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import EngineError, Finding, revise
from yschema_engine.text.source import Source
from yschema_engine.values.check import check_values
from yschema_engine.values.sources import plain_documents


def check_input_samples(schema: Schema) -> Iterator[Finding]:
    """Yield the findings about the values files of an input, as findings of the kind `samples`.

    What is wrong with the defaults themselves is not repeated for each file.
    """
    for source in schema.samples:
        for each in _check(schema, source):
            if each.span is None or each.span.file == source.name:
                yield revise(each, kind="samples")


def _check(schema: Schema, source: Source) -> Iterator[Finding]:
    file = File(source.path, source.name, source.text.encode())
    try:
        yield from check_values(schema, plain_documents(file)).findings
    except EngineError as e:
        yield from e.findings
