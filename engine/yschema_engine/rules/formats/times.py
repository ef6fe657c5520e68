"""The formats `date-time`, `date` and `time`."""

from __future__ import annotations

from datetime import UTC, date, datetime

from yschema_engine.rules.formats.record import Format, one_line, rfc
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import phrase

# The library for RFC 3339 refuses leap seconds; `date.fromisoformat` also reads 2018-W46-2.
_DATE_PATTERN = lazy_pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MINUTES = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
_TIME_PATTERN = lazy_pattern(rf"({_MINUTES}):(?:[0-5][0-9]|(60))(?:\.[0-9]+)?(Z|[+-]{_MINUTES})")


@one_line
def _is_date(text: str) -> bool:
    return bool(_DATE_PATTERN.fullmatch(text) and date.fromisoformat(text))


@one_line
def _is_time(text: str) -> bool:
    match = _TIME_PATTERN.fullmatch(text.upper())
    if not match or not match[2]:
        return match is not None
    utc = datetime.fromisoformat(f"2000-01-02T{match[1]}{match[3]}").astimezone(UTC)
    return (utc.hour, utc.minute) == (23, 59)  # a leap second is the last of a day in UTC


@one_line
def _is_date_time(text: str) -> bool:
    return text[10:11] in ("T", "t") and _is_date(text[:10]) and _is_time(text[11:])


DATE_TIME = Format(
    name="date-time",
    phrase=phrase("a date and time with an offset from UTC"),
    samples=("2018-11-13T20:20:39+00:00", "2018-11-13T20:20:39.5Z"),
    citation=rfc(3339, "5.6"),
    accepts=_is_date_time,
    json_schema_format="date-time",
    openapi_format="date-time",
)
TIME = Format(
    name="time",
    phrase=phrase("a time with an offset from UTC"),
    samples=("20:20:39+00:00", "20:20:39Z"),
    citation=rfc(3339, "5.6"),
    accepts=_is_time,
    json_schema_format="time",
    openapi_format="",  # tools for OpenAPI 3.0 may follow an older draft, whose `time` had no offset
)
DATE = Format(
    name="date",
    phrase=phrase("a date"),
    samples=("2018-11-13", "2024-02-29"),
    citation=rfc(3339, "5.6"),
    accepts=_is_date,
    json_schema_format="date",
    openapi_format="date",
)
