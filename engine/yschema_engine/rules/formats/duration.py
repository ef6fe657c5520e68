"""The format `duration`, as Go reads it."""

from __future__ import annotations

from types import MappingProxyType

from yschema_engine.rules.formats.record import Citation, Format, matches
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import phrase

# Libraries for Go's durations know days and years, ignore what they do not know, and never overflow.
_NANOSECONDS = MappingProxyType(
    {
        "ns": 1,
        "us": 10**3,
        "\u00b5s": 10**3,
        "\u03bcs": 10**3,
        "ms": 10**6,
        "s": 10**9,
        "m": 60 * 10**9,
        "h": 3600 * 10**9,
    }
)
_PATTERN = rf"^[+-]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:{'|'.join(_NANOSECONDS)}))+)$"
# More digits change nothing: 20 overflow in every unit, and 18 are finer than a nanosecond.
_TERM = lazy_pattern(r"0*([0-9]{0,20})[0-9]*\.?([0-9]{0,18})[0-9]*([^+.0-9-]+)")
_has_units = matches(_PATTERN)


def _is_duration(value: object) -> bool:
    if not isinstance(value, str) or not _has_units(value):
        return False
    total = 0
    for whole, fraction, unit in _TERM.findall(value):
        size = _NANOSECONDS[unit]
        total += int(whole or 0) * size + int(int(fraction or 0) * (size / 10 ** len(fraction)))
    return total < 2**63 + value.startswith("-")


DURATION = Format(
    name="duration",
    phrase=phrase("a duration"),
    samples=("10h", "1h30m", "100ms"),
    citation=Citation("Go, time.ParseDuration", "https://pkg.go.dev/time#ParseDuration"),
    accepts=_is_duration,
    pattern=_PATTERN,  # accepts durations that overflow, too
    json_schema_format="",  # the `duration` of JSON Schema is that of ISO 8601
    openapi_format="",
)
