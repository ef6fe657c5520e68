"""The format `uri`."""

from __future__ import annotations

from yschema_engine.rules.formats.record import Format, one_line, rfc
from yschema_engine.text.phrases import phrase


@one_line
def _is_uri(text: str) -> bool:
    # It compiles large regular expressions, and few schemas need it.
    from rfc3986_validator import validate_rfc3986  # noqa: PLC0415

    return bool(validate_rfc3986(text))


URI = Format(
    name="uri",
    phrase=phrase("a URI with a scheme"),
    samples=("https://example.com/docs?page=2", "mailto:user@example.com"),
    citation=rfc(3986, "3"),
    accepts=_is_uri,
    json_schema_format="uri",
    openapi_format="uri",
)
