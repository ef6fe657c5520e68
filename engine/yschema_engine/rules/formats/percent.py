"""The format `percent`."""

from __future__ import annotations

from yschema_engine.rules.formats.record import Citation, Format, matches
from yschema_engine.text.phrases import phrase

_PATTERN = "^[0-9]+%$"

PERCENT = Format(
    name="percent",
    phrase=phrase("a whole number and a percent sign"),
    samples=("10%", "100%"),
    citation=Citation(
        "Kubernetes, IsValidPercent",
        "https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation#IsValidPercent",
    ),
    accepts=matches(_PATTERN),
    pattern=_PATTERN,
)
