"""A schema as JSON Schema (2020-12)."""

from __future__ import annotations

from yschema_engine.nodes import Value
from yschema_engine.schema import Declaration


def json_schema(declaration: Declaration) -> Value:
    """The JSON Schema of data values."""
    raise NotImplementedError
