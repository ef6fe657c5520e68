"""The check of a schema against the meta-schema of its dialect."""

from __future__ import annotations

from typing import Any

from jsonschema.exceptions import SchemaError

from yschema_engine.frontends.json_schema import codes
from yschema_engine.frontends.json_schema.dialects import Dialect
from yschema_engine.frontends.json_schema.violations import span_at
from yschema_engine.text.findings import EngineError, finding
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Span


def check_schema(plain: Any, dialect: Dialect, document: Value, span: Span) -> None:
    """Check a schema against its own dialect.

    Args:
        plain: the schema.
        dialect: the dialect.
        document: the node of the schema, for the place of a finding.
        span: of the schema.

    Raises:
        EngineError: the schema is not valid.
    """
    try:
        dialect.meta.check_schema(plain, format_checker=None)
    except SchemaError as e:
        where = span_at(document, e.absolute_path, span)
        expected = Verbatim(dialect.uri)
        raise EngineError([finding(codes.INVALID_SCHEMA, where, found=e.message, dialect=expected)]) from None
    except RecursionError:
        raise EngineError([finding(codes.NESTED, span)]) from None
