"""The engine of mkdocs-yschema: reads, evaluates, checks and describes schemas of configuration values.

Readers (`read`) turn files into a schema (`schema`). Values and documentation are checked against it
(`values`, `docs`), and `show` turns its facts into words; `cli` is the command line.

The names in `__all__` are the Python API; `docs/reference/library.md` shows how to use them. Python imports
each name on first use, so that the command line can handle Ctrl-C before it imports the engine.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from yschema_engine.evaluate.evaluator import Evaluator
    from yschema_engine.evaluate.limits import Limits
    from yschema_engine.evaluate.questions import check_files, check_plain, load_schema
    from yschema_engine.read.inputs import File, read_files
    from yschema_engine.read.options import LoadOptions
    from yschema_engine.schema.fields import Field
    from yschema_engine.schema.schema import Schema
    from yschema_engine.show.findings import as_text, english
    from yschema_engine.text.findings import EngineError, Finding, UsageError
    from yschema_engine.text.paths import Path
    from yschema_engine.text.source import Source, Span
    from yschema_engine.values.check import Checked

__all__ = [
    "Checked",
    "EngineError",
    "Evaluator",
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
    "load_schema",
    "read_files",
]

_MODULES: Mapping[str, tuple[str, ...]] = {
    "evaluate.evaluator": ("Evaluator",),
    "evaluate.limits": ("Limits",),
    "evaluate.questions": ("check_files", "check_plain", "load_schema"),
    "read.inputs": ("File", "read_files"),
    "read.options": ("LoadOptions",),
    "schema.fields": ("Field",),
    "schema.schema": ("Schema",),
    "show.findings": ("as_text", "english"),
    "text.findings": ("EngineError", "Finding", "UsageError"),
    "text.paths": ("Path",),
    "text.source": ("Source", "Span"),
    "values.check": ("Checked",),
}


def __getattr__(name: str) -> Any:
    """Import a name of the API, and return it.

    Raises:
        AttributeError: the API has no such name.
    """
    module = next((module for module, names in _MODULES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  takes time as well

    return getattr(import_module(f"yschema_engine.{module}"), name)
