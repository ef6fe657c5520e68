"""The engine of mkdocs-yschema: data values schemas read, evaluated, checked and described.

Front ends (`frontends`) turn files into one model of a schema (`model`). Values and documentation are checked
against it (`values`, `lint`, `doccheck`), and `outputs` turn its facts into words; `cli` is the command line.

What other programs use is here; the documentation's page on the library shows it at work.
"""

from yschema_engine.frontends.inputs import File, read_files
from yschema_engine.frontends.isolation import isolated
from yschema_engine.frontends.options import Limits, LoadOptions
from yschema_engine.frontends.registry import load_schema
from yschema_engine.model.fields import Field
from yschema_engine.model.findings import EngineError, Finding, UsageError
from yschema_engine.model.path import Path
from yschema_engine.model.schema import Schema
from yschema_engine.outputs.findings.facts import english
from yschema_engine.outputs.findings.render import as_text
from yschema_engine.source import Source, Span
from yschema_engine.values.check import Checked, check_files, check_plain

__all__ = [
    "Checked",
    "EngineError",
    "Field",
    "File",
    "Finding",
    "Limits",
    "LoadOptions",
    "Path",
    "Schema",
    "Source",
    "Span",
    "UsageError",
    "as_text",
    "check_files",
    "check_plain",
    "english",
    "isolated",
    "load_schema",
    "read_files",
]
