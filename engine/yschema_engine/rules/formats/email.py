"""The format `email`."""

from __future__ import annotations

from yschema_engine.rules.formats.record import Format, matches, rfc
from yschema_engine.text.phrases import phrase

# An addr-spec without comments, surrounding white space and obsolete forms: user@localhost is one.
# Libraries follow the rules of SMTP and of DNS instead, or accept characters beyond ASCII.
_ATOMS = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_PATTERN = rf'^(?:{_ATOMS}|"(?:[\t !#-\[\]-~]|\\[\t -~])*")@(?:{_ATOMS}|\[[!-Z^-~]*\])$'

EMAIL = Format(
    name="email",
    phrase=phrase("an email address"),
    samples=("user@example.com", "root@localhost"),
    citation=rfc(5322, "3.4.1"),
    accepts=matches(_PATTERN),
    pattern=_PATTERN,
    json_schema_format="",  # RFC 5322 has more addresses than the `email` of JSON Schema
    openapi_format="",
)
