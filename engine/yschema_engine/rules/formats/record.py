"""The record of a format."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.phrases import Phrase


@dataclass(frozen=True, slots=True)
class Citation:
    """The document that defines a format."""

    title: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """The facts about a format.

    Attributes:
        name: the argument of `format=`.
        phrase: a valid value: `an IP address`.
        samples: valid values, as YAML shows them.
        citation: the document that defines it.
        accepts: whether a value has the format; raises nothing, whatever the value.
        kinds: the types of values that may have it.
        pattern: a regular expression (ECMA-262, anchored) that accepts the same strings; None if there is
            none that a reader could read.
        json_schema_format: the format of JSON Schema that accepts the same strings; empty if there is none.
        openapi_format: the same for OpenAPI 3.0.
        integer_keywords: keywords of JSON Schema and OpenAPI for values that are integers.
        either: the names of two formats; a string has this one if it has one of them.
    """

    name: str
    phrase: Phrase
    samples: tuple[str, ...]
    citation: Citation
    accepts: Callable[[object], bool]
    kinds: tuple[str, ...] = ("string",)
    pattern: str | None = None
    json_schema_format: str = ""
    openapi_format: str = ""
    integer_keywords: tuple[dict[str, Any], ...] = ()
    either: tuple[str, str] | None = None


def rfc(number: int, section: str) -> Citation:
    """Return the citation of a section of an RFC."""
    url = f"https://www.rfc-editor.org/rfc/rfc{number}#section-{section}"
    return Citation(f"RFC {number}, section {section}", url)


def matches(pattern: str) -> Callable[[object], bool]:
    """Return a check for strings that a pattern matches as a whole."""
    whole = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and whole(value) is not None


def one_line(check: Callable[[str], object]) -> Callable[[object], bool]:
    """Return a check for one line of ASCII.

    Libraries accept a newline at the end, or digits of other scripts.
    """

    def accepts(value: object) -> bool:
        if not isinstance(value, str) or not (value.isascii() and value.isprintable()):
            return False
        try:
            return bool(check(value))
        except ValueError:  # libraries raise it for what they refuse
            return False

    return accepts
