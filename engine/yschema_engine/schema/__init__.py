"""What a type is, inferring it, filling in defaults, checking values: one module each."""

from yschema_engine.schema.check import check
from yschema_engine.schema.defaults import complete, default_of
from yschema_engine.schema.examples import check_examples
from yschema_engine.schema.infer import infer
from yschema_engine.schema.portability import check_code, check_portability
from yschema_engine.schema.types import Declaration, Example, Type
from yschema_engine.schema.validate import check_defaults, is_required, validate

__all__ = [
    "Declaration",
    "Example",
    "Type",
    "check",
    "check_code",
    "check_defaults",
    "check_examples",
    "check_portability",
    "complete",
    "default_of",
    "infer",
    "is_required",
    "validate",
]
