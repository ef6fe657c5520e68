"""The documentation model, which knows no output format, and its builder."""

from yschema_engine.reference.anchors import anchor
from yschema_engine.reference.build import build_reference
from yschema_engine.reference.model import Example, Field, Reference, Rule

__all__ = ["Example", "Field", "Reference", "Rule", "anchor", "build_reference"]
