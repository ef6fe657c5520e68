"""The engine of mkdocs-yschema: data values schemas read, evaluated, checked and described.

Data flows through the packages in this order: `reader`, `evaluate` (with `starlark` and `stdlib`), `overlay`,
`validations`, `schema`, `workspace`, `reference`, then `export` and `render`; `cli` is the command line.

What other programs use is here; the documentation's page on the library shows it at work.
"""

from yschema_engine.diagnostics import Diagnostic, EngineError, UsageError
from yschema_engine.reference import Field, Reference, build_reference
from yschema_engine.report import as_text
from yschema_engine.source import Position, Source
from yschema_engine.starlark import Limits
from yschema_engine.workspace import (
    Checked,
    File,
    LoadOptions,
    Schema,
    check_files,
    check_plain,
    load_schema,
    read_files,
)

__all__ = [
    "Checked",
    "Diagnostic",
    "EngineError",
    "Field",
    "File",
    "Limits",
    "LoadOptions",
    "Position",
    "Reference",
    "Schema",
    "Source",
    "UsageError",
    "as_text",
    "build_reference",
    "check_files",
    "check_plain",
    "load_schema",
    "read_files",
]
