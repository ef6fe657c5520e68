"""Files that were probably meant as data values, but hold none for lack of a marker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.read.inputs import File
from yschema_engine.schema.fields import assign
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import EngineError, Finding, finding
from yschema_engine.text.nodes import Map
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Span
from yschema_engine.values.codes import UNUSED_FILE
from yschema_engine.yaml.read import read


def unused_files(schema: Schema, files: Sequence[File]) -> Iterator[Finding]:
    """Yield the findings about plain YAML files among the inputs that set fields of a schema.

    A file that an argument names is an error if it sets any field, and a warning otherwise. A file in a
    folder is a warning if it sets nothing else than fields; others may be manifests.

    Args:
        schema: of the inputs.
        files: the inputs.
    """
    if not schema.has_documents:
        return
    for file in files:
        is_part = file.name in schema.files or schema.root.span.file == file.name
        if file.is_template and not is_part and _is_plain(file, files):
            yield from _unused(schema, file)


def _is_plain(file: File, files: Sequence[File]) -> bool:
    """Return whether a file has neither annotations nor code, and no code reads it by its name."""
    name = file.path.rsplit("/", 1)[-1].encode()
    return b"#@" not in file.data and not any(name in other.data for other in files if other is not file)


def _unused(schema: Schema, file: File) -> Iterator[Finding]:
    try:
        documents = read(file.source).documents
    except EngineError:
        return  # a file that is not used need not be YAML
    maps = [document.value for document in documents if isinstance(document.value, Map)]
    known = [field is not None for value in maps for _, field in assign(value.items, schema.root.type)]
    if not known or (file.implied and not all(known)):
        return
    yield finding(UNUSED_FILE, Span(file.source, 1), file=Verbatim(file.name))
