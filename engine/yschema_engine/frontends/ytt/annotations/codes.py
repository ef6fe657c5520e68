"""The codes of findings about annotations."""

from __future__ import annotations

from yschema_engine.model.findings import Code
from yschema_engine.model.phrases import phrase

MISUSED_ANNOTATION = Code("misused-annotation", "schema", phrase("{annotation} is used wrongly"))
CONDITION_FAILED = Code(
    "condition-failed", "validation", phrase("the condition when= of a validation failed")
)
