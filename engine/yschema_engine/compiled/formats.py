"""The formats of JSON Schema that are checked.

The library `jsonschema` checks further formats where certain other libraries are installed. Verdicts must not
depend on these, so its own checks are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from yschema_engine.compiled.library import FormatChecker
from yschema_engine.schema.ecma_search import is_ecma_pattern
from yschema_engine.schema.formats import FORMATS, matches, one_line

_POINTER = "(?:/(?:[^~/]|~[01])*)*"
# ISO 8601 allows fractions and any of the units; the ABNF of RFC 3339 does not.
_NUMBER = r"[0-9]+(?:[.,][0-9]+)?"
_DURATION = (
    rf"P(?:{_NUMBER}W|(?=[0-9]|T[0-9])(?:{_NUMBER}Y)?(?:{_NUMBER}M)?(?:{_NUMBER}D)?"
    rf"(?:T(?=[0-9])(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?)"
)
_ENCODED = "%[0-9A-Fa-f]{2}"
_VARIABLE = rf"(?:[A-Za-z0-9_]|{_ENCODED})(?:\.?(?:[A-Za-z0-9_]|{_ENCODED}))*(?::[1-9][0-9]{{0,3}}|\*)?"
_URI_TEMPLATE = (
    rf"(?:[^\x00-\x20\x7f\"%<>\\^`{{|}}]|{_ENCODED}|\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE})*\}})*"
)


def _is_email(text: str) -> bool:
    return "@" in text  # specifications and tools agree on no more than this


@one_line
def _is_uri_reference(text: str) -> bool:
    from rfc3986_validator import validate_rfc3986  # noqa: PLC0415  see `schema.format_checks`

    return bool(validate_rfc3986(text, rule="URI_reference"))


@one_line
def _is_uuid(text: str) -> bool:
    return bool(UUID(text)) and all(text[position] == "-" for position in (8, 13, 18, 23))


_CHECKS: Mapping[str, Callable[[str], bool]] = {
    **{
        name: FORMATS[name].accepts
        for name in ("date", "date-time", "hostname", "ipv4", "ipv6", "time", "uri")
    },
    "duration": matches(_DURATION),
    "email": _is_email,
    "idn-email": _is_email,
    "json-pointer": matches(_POINTER),
    "regex": is_ecma_pattern,
    "relative-json-pointer": matches(rf"(?:0|[1-9][0-9]*)(?:#|{_POINTER})"),
    "uri-reference": _is_uri_reference,
    "uri-template": matches(_URI_TEMPLATE),
    "uuid": _is_uuid,
}
OF_DRAFT_7 = tuple(name for name in _CHECKS if name not in ("duration", "uuid"))
"""The formats of draft 7 and earlier drafts."""
ALL = tuple(_CHECKS)
"""The formats of later drafts."""


def format_checker(names: Iterable[str]) -> Any:
    """Return the object by which the library `jsonschema` checks some formats.

    Args:
        names: of formats in `ALL`.
    """
    checker = FormatChecker(())
    for name in names:
        checker.checks(name)(partial(_accepts, _CHECKS[name]))
    return checker


def _accepts(check: Callable[[str], bool], value: object) -> bool:
    """Return whether a value has a format; formats are about strings only."""
    return not isinstance(value, str) or check(value)
