"""The record of each format, and its check."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address

from yschema_engine.schema.formats import Citation, Format, matches, one_line, rfc
from yschema_engine.text.phrases import phrase

# Libraries for Go's durations know days and years, ignore what they do not know, and never overflow.
_NANOSECONDS: Mapping[str, int] = {
    "ns": 1,
    "us": 10**3,
    "\u00b5s": 10**3,
    "\u03bcs": 10**3,
    "ms": 10**6,
    "s": 10**9,
    "m": 60 * 10**9,
    "h": 3600 * 10**9,
}
_DURATION = rf"^[+-]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:{'|'.join(_NANOSECONDS)}))+)$"
# More digits change nothing: 20 overflow in every unit, and 18 are finer than a nanosecond.
_TERM = r"0*([0-9]{0,20})[0-9]*\.?([0-9]{0,18})[0-9]*([^+.0-9-]+)"
_has_units = matches(_DURATION)


def _is_duration(value: object) -> bool:
    if not isinstance(value, str) or not _has_units(value):
        return False
    total = 0
    for whole, fraction, unit in re.findall(_TERM, value):
        size = _NANOSECONDS[unit]
        total += int(whole or 0) * size + int(int(fraction or 0) * (size / 10 ** len(fraction)))
    return total < 2**63 + value.startswith("-")


DURATION = Format(
    name="duration",
    phrase=phrase("a duration"),
    samples=("10h", "1h30m", "100ms"),
    citation=Citation("Go, time.ParseDuration", "https://pkg.go.dev/time#ParseDuration"),
    accepts=_is_duration,
    pattern=_DURATION,  # accepts durations that overflow, too
    json_schema_format="",  # the `duration` of JSON Schema is that of ISO 8601
)


# An addr-spec without comments, surrounding white space and obsolete forms: user@localhost is one.
# Libraries follow the rules of SMTP and of DNS instead, or accept characters beyond ASCII.
_ATOMS = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_EMAIL = rf'^(?:{_ATOMS}|"(?:[\t !#-\[\]-~]|\\[\t -~])*")@(?:{_ATOMS}|\[[!-Z^-~]*\])$'

EMAIL = Format(
    name="email",
    phrase=phrase("an email address"),
    samples=("user@example.com", "root@localhost"),
    citation=rfc(5322, "3.4.1"),
    accepts=matches(_EMAIL),
    pattern=_EMAIL,
    json_schema_format="",  # RFC 5322 has more addresses than the `email` of JSON Schema
)


_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"


@one_line
def _is_hostname(text: str) -> bool:
    from fqdn import FQDN  # noqa: PLC0415  few schemas need it

    return FQDN(text, min_labels=1).is_valid


HOSTNAME = Format(
    name="hostname",
    phrase=phrase("a host name"),
    samples=("example.com", "localhost"),
    citation=rfc(1034, "3.1"),
    accepts=_is_hostname,
    json_schema_format="hostname",
)
IP = Format(
    name="ip",
    phrase=phrase("an IP address"),
    samples=("192.0.2.1", "2001:db8::1"),
    citation=rfc(3986, "3.2.2"),
    accepts=one_line(lambda text: ip_address(text) and "%" not in text),  # a zone, as in fe80::1%eth0
    either=("ipv4", "ipv6"),
)
IPV4 = Format(
    name="ipv4",
    phrase=phrase("an IPv4 address"),
    samples=("192.0.2.1", "127.0.0.1"),
    citation=rfc(2673, "3.2"),
    accepts=one_line(IPv4Address),
    pattern=rf"^(?:{_OCTET}\.){{3}}{_OCTET}$",
    json_schema_format="ipv4",
)
IPV6 = Format(
    name="ipv6",
    phrase=phrase("an IPv6 address"),
    samples=("2001:db8::1", "::1"),
    citation=rfc(4291, "2.2"),
    accepts=one_line(lambda text: IPv6Address(text) and "%" not in text),
    json_schema_format="ipv6",
)


_PERCENT = "^[0-9]+%$"

PERCENT = Format(
    name="percent",
    phrase=phrase("a whole number and a percent sign"),
    samples=("10%", "100%"),
    citation=Citation(
        "Kubernetes, IsValidPercent",
        "https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation#IsValidPercent",
    ),
    accepts=matches(_PERCENT),
    pattern=_PERCENT,
)


_LARGEST = 65535
_PORT = "^0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})$"
_is_port_string = matches(_PORT)


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
    pattern=_PORT,
    integer_keywords=({"minimum": 0}, {"maximum": _LARGEST}),
)


# The library for RFC 3339 refuses leap seconds; `date.fromisoformat` also reads 2018-W46-2.
_DATE_PATTERN = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_MINUTES = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
_TIME_PATTERN = rf"({_MINUTES}):(?:[0-5][0-9]|(60))(?:\.[0-9]+)?(Z|[+-]{_MINUTES})"


@one_line
def _is_date(text: str) -> bool:
    return bool(re.fullmatch(_DATE_PATTERN, text) and date.fromisoformat(text))


@one_line
def _is_time(text: str) -> bool:
    match = re.fullmatch(_TIME_PATTERN, text.upper())
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
)
TIME = Format(
    name="time",
    phrase=phrase("a time with an offset from UTC"),
    samples=("20:20:39+00:00", "20:20:39Z"),
    citation=rfc(3339, "5.6"),
    accepts=_is_time,
    json_schema_format="time",
    is_in_openapi=False,  # tools for OpenAPI 3.0 may follow an older draft, whose `time` had no offset
)
DATE = Format(
    name="date",
    phrase=phrase("a date"),
    samples=("2018-11-13", "2024-02-29"),
    citation=rfc(3339, "5.6"),
    accepts=_is_date,
    json_schema_format="date",
)


@one_line
def _is_uri(text: str) -> bool:
    # It compiles large regular expressions, and few schemas need it.
    from rfc3986_validator import validate_rfc3986  # noqa: PLC0415

    return bool(validate_rfc3986(text))


URI = Format(
    name="uri",
    phrase=phrase("an absolute URI"),
    samples=("https://example.com/docs?page=2", "mailto:user@example.com"),
    citation=rfc(3986, "3"),
    accepts=_is_uri,
    json_schema_format="uri",
)
