"""The format `port`, of integers and of strings."""

from __future__ import annotations

from yschema_engine.rules.formats.record import Format, matches, rfc
from yschema_engine.text.phrases import phrase

_LARGEST = 65535
_PATTERN = "^0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})$"
_is_port_string = matches(_PATTERN)


def _is_port(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and 0 <= value <= _LARGEST
    return _is_port_string(value)


PORT = Format(
    name="port",
    phrase=phrase("a port number from 0 to 65535"),
    samples=("443", "8080"),
    citation=rfc(6335, "6"),
    accepts=_is_port,
    kinds=("string", "integer"),
    pattern=_PATTERN,
    integer_keywords=({"minimum": 0}, {"maximum": _LARGEST}),
)
