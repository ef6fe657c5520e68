"""Formats of text: what `format=` names, each with its definition and a check."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from types import MappingProxyType
from typing import Any

from fqdn import FQDN
from rfc3986_validator import validate_rfc3986

from yschema_engine.frontends.ytt.starlark.marshal import Functions, decode


@dataclass(frozen=True, slots=True)
class Format:
    """A format, for the check and for readers.

    Attributes:
        name: as `format=` has it.
        phrase: a phrase for a valid value: `an IP address`.
        samples: valid values, as YAML shows them.
        citation: the document that defines it, in words.
        url: where that is.
        accepts: whether a value has the format; raises nothing, whatever the value.
        pattern: a regular expression (ECMA-262, anchored) that says the same of strings, save for a
            duration that overflows; empty where none does that a reader could read.
    """

    name: str
    phrase: str
    samples: tuple[str, ...]
    citation: str
    url: str
    accepts: Callable[[object], bool]
    pattern: str = ""


# Own code, as the library for RFC 3339 refuses leap seconds; date.fromisoformat reads 2018-W46-2, too.
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MINUTES = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
_TIME = re.compile(rf"({_MINUTES}):(?:[0-5][0-9]|(60))(?:\.[0-9]+)?(Z|[+-]{_MINUTES})")

# An addr-spec without comments, white space around it and obsolete forms: user@localhost is one.
# Libraries have the rules of SMTP and of DNS instead, or take text beyond ASCII.
_ATOMS = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_EMAIL = rf'^(?:{_ATOMS}|"(?:[\t !#-\[\]-~]|\\[\t -~])*")@(?:{_ATOMS}|\[[!-Z^-~]*\])$'

_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = rf"^(?:{_OCTET}\.){{3}}{_OCTET}$"
_PORT = "^0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})$"
_PERCENT = "^[0-9]+%$"

# Libraries for Go's durations know days and years, pass over what they do not know, and never overflow.
_UNITS = {"ns": 1, "us": 10**3, "\u00b5s": 10**3, "\u03bcs": 10**3, "ms": 10**6, "s": 10**9}
_NANOSECONDS = _UNITS | {"m": 60 * 10**9, "h": 3600 * 10**9}
_DURATION = rf"^[+-]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:{'|'.join(_NANOSECONDS)}))+)$"
# More digits say nothing more: 20 overflow in every unit, and 18 are finer than a nanosecond.
_TERM = re.compile(r"0*([0-9]{0,20})[0-9]*\.?([0-9]{0,18})[0-9]*([^+.0-9-]+)")


def _matches(pattern: str) -> Callable[[object], bool]:
    whole = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and whole(value) is not None


def _line(check: Callable[[str], object]) -> Callable[[object], bool]:
    """A check of one line of ASCII; libraries take a newline at its end, or digits of other scripts."""

    def accepts(value: object) -> bool:
        if not isinstance(value, str) or not (value.isascii() and value.isprintable()):
            return False
        try:
            return bool(check(value))
        except ValueError:  # which the checks raise of what they refuse
            return False

    return accepts


@_line
def _date_time(text: str) -> bool:
    return text[10:11] in ("T", "t") and _date(text[:10]) and _time(text[11:])


@_line
def _date(text: str) -> bool:
    return bool(_DATE.fullmatch(text) and date.fromisoformat(text))


@_line
def _time(text: str) -> bool:
    found = _TIME.fullmatch(text.upper())
    if not found or not found[2]:
        return found is not None
    utc = datetime.fromisoformat(f"2000-01-02T{found[1]}{found[3]}").astimezone(UTC)
    return (utc.hour, utc.minute) == (23, 59)  # a leap second is the last of a day there


@_line
def _hostname(text: str) -> bool:
    return FQDN(text, min_labels=1).is_valid


@_line
def _ip(text: str) -> bool:
    return bool(ip_address(text)) and "%" not in text  # the zone of fe80::1%eth0 is no part of an address


@_line
def _ipv6(text: str) -> bool:
    return bool(IPv6Address(text)) and "%" not in text


_ipv4, _uri = _line(IPv4Address), _line(validate_rfc3986)
_email, _percent = _matches(_EMAIL), _matches(_PERCENT)
_digits, _terms = _matches(_PORT), _matches(_DURATION)


def _port(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and 0 <= value <= 65535
    return _digits(value)


def _duration(value: object) -> bool:
    if not isinstance(value, str) or not _terms(value):
        return False
    total = 0
    for whole, fraction, unit in _TERM.findall(value):
        size = _NANOSECONDS[unit]
        total += int(whole or 0) * size + int(int(fraction or 0) * (size / 10 ** len(fraction)))
    return total < 2**63 + value.startswith("-")


def _rfc(number: int, section: str) -> tuple[str, str]:
    url = f"https://www.rfc-editor.org/rfc/rfc{number}#section-{section}"
    return f"RFC {number}, section {section}", url


_KUBERNETES = (
    "Kubernetes, IsValidPercent",
    "https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation#IsValidPercent",
)
_GO = ("Go, time.ParseDuration", "https://pkg.go.dev/time#ParseDuration")

_MOMENTS = ("2018-11-13T20:20:39+00:00", "2018-11-13T20:20:39.5Z")
_TIMES = ("20:20:39+00:00", "20:20:39Z")
_MAIL = ("user@example.com", "root@localhost")
_URIS = ("https://example.com/docs?page=2", "mailto:user@example.com")

_ALL = (
    Format("date-time", "a date and time with an offset from UTC", _MOMENTS, *_rfc(3339, "5.6"), _date_time),
    Format("time", "a time with an offset from UTC", _TIMES, *_rfc(3339, "5.6"), _time),
    Format("date", "a date", ("2018-11-13", "2024-02-29"), *_rfc(3339, "5.6"), _date),
    Format("email", "an email address", _MAIL, *_rfc(5322, "3.4.1"), _email, _EMAIL),
    Format("hostname", "a host name", ("example.com", "localhost"), *_rfc(1034, "3.1"), _hostname),
    Format("ip", "an IP address", ("192.0.2.1", "2001:db8::1"), *_rfc(3986, "3.2.2"), _ip),
    Format("ipv4", "an IPv4 address", ("192.0.2.1", "127.0.0.1"), *_rfc(2673, "3.2"), _ipv4, _IPV4),
    Format("ipv6", "an IPv6 address", ("2001:db8::1", "::1"), *_rfc(4291, "2.2"), _ipv6),
    Format("uri", "a URI with a scheme", _URIS, *_rfc(3986, "3"), _uri),
    Format("port", "a port number from 0 to 65535", ("443", "8080"), *_rfc(6335, "6"), _port, _PORT),
    Format("percent", "a whole number and a percent sign", ("10%", "100%"), *_KUBERNETES, _percent, _PERCENT),
    Format("duration", "a duration", ("10h", "1h30m", "100ms"), *_GO, _duration, _DURATION),
)
FORMATS: Mapping[str, Format] = MappingProxyType({defined.name: defined for defined in _ALL})


def _accepts(name: str, value: Any) -> bool:
    return FORMATS[name].accepts(decode(value))


FUNCTIONS: Functions = {"format_known": FORMATS.__contains__, "format_accepts": _accepts}
"""What `assert.format` calls."""
