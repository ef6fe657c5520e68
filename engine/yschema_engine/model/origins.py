"""The origin of facts: a schema declares them, a comment states them, or a sample value implies them."""

from __future__ import annotations

from typing import Literal

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.source import Span

Origin = Literal["schema", "comment", "inferred"]
FactName = Literal["type", "title", "description", "default", "rules", "examples", "deprecated"]


@dataclass(frozen=True, slots=True)
class FactSource:
    """The place that a fact comes from.

    Attributes:
        origin: how the place says it.
        span: the place.
    """

    origin: Origin
    span: Span
