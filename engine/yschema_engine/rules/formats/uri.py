"""The format `uri`."""

from __future__ import annotations

from rfc3986_validator import validate_rfc3986

from yschema_engine.model.phrases import phrase
from yschema_engine.rules.formats.record import Format, one_line, rfc

URI = Format(
    name="uri",
    phrase=phrase("a URI with a scheme"),
    samples=("https://example.com/docs?page=2", "mailto:user@example.com"),
    citation=rfc(3986, "3"),
    accepts=one_line(validate_rfc3986),
    json_schema_format="uri",
    openapi_format="uri",
)
