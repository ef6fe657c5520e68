"""Which files are schema and which are libraries, and the way from them to a checked schema."""

from yschema_engine.workspace.inputs import File, find_files, read_files
from yschema_engine.workspace.load import Dialect, LoadOptions, Schema, load_schema
from yschema_engine.workspace.parts import Part, find_part
from yschema_engine.workspace.samples import check_sample
from yschema_engine.workspace.snippets import check_partly, check_snippet, expect_invalid, without_ellipses
from yschema_engine.workspace.sources import Sources, overlays, plain_documents
from yschema_engine.workspace.values import (
    Checked,
    ValuesDocuments,
    check_files,
    check_plain,
    check_values,
    values_documents,
)

__all__ = [
    "Checked",
    "Dialect",
    "File",
    "LoadOptions",
    "Part",
    "Schema",
    "Sources",
    "ValuesDocuments",
    "check_files",
    "check_partly",
    "check_plain",
    "check_sample",
    "check_snippet",
    "check_values",
    "expect_invalid",
    "find_files",
    "find_part",
    "load_schema",
    "overlays",
    "plain_documents",
    "read_files",
    "values_documents",
    "without_ellipses",
]
