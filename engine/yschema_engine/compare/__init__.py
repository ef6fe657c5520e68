"""Comparing two versions of a schema: what changes for the values that users have."""

from yschema_engine.compare.changes import Change, Comparison
from yschema_engine.compare.comparison import compare

__all__ = ["Change", "Comparison", "compare"]
