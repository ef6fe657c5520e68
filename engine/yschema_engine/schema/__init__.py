"""What a type is, inferring it, filling in defaults, checking values: one module each."""

from yschema_engine.schema.check import check
from yschema_engine.schema.defaults import complete, default_of
from yschema_engine.schema.infer import infer
from yschema_engine.schema.types import Declaration, Example, Type

__all__ = ["Declaration", "Example", "Type", "check", "complete", "default_of", "infer"]
