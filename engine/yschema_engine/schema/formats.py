"""The rule `format`, and the choice of a format by name; the records are imported when one is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from yschema_engine.schema import rule_record, rules_of_values
from yschema_engine.schema.rule_record import Keywords, NamedRule, Target
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Value, to_plain
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

# In the order of the documentation.
_NAMES = (
    *("date-time", "time", "date", "email", "hostname", "ip", "ipv4", "ipv6"),
    *("uri", "port", "percent", "duration"),
)


class _Formats(Mapping[str, "Format"]):
    def __getitem__(self, name: str) -> Format:
        if name not in _NAMES:
            raise KeyError(name)
        module = import_module("yschema_engine.schema.format_checks")  # takes time, and few schemas need it
        record: Format = getattr(module, name.replace("-", "_").upper())
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


FORMATS: Mapping[str, Format] = _Formats()
"""The formats by their names, in the order of the documentation."""


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
        is_in_openapi: whether the same holds for OpenAPI 3.0.
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
    is_in_openapi: bool = True
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


_EXPECTED = phrase("one of {formats}", formats=Listing(tuple(map(Verbatim, FORMATS))))


def _check(name: str, value: Value) -> Param | None:
    plain = to_plain(value)
    if FORMATS[name].accepts(plain):
        return None
    words = FORMATS[name].phrase
    return phrase("{value}, which is not {format}", value=Verbatim(written(plain)), format=words)


def _examples(name: str) -> Iterator[object]:
    samples = FORMATS[name].samples
    if "integer" in FORMATS[name].kinds:
        yield from map(int, samples)
    yield from samples


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    defined = FORMATS[rule.argument]
    if "integer" in target.kinds:
        yield from defined.integer_keywords
    if defined.either:
        if "string" in target.kinds:
            first, second = (FORMATS[name] for name in defined.either)
            message = rules_of_values.message(rule, defined.phrase)
            other = {"format": second.json_schema_format, "patternErrorMessage": message}
            yield {"if": {"pattern": first.pattern}, "else": other}
        return
    words, name = defined.phrase, defined.json_schema_format
    yield from rules_of_values.json_schema(rule, target, words, defined.pattern, name)


def _openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    defined = FORMATS[rule.argument]
    if not {"integer", "float"}.isdisjoint(target.kinds):
        yield from defined.integer_keywords
    if "string" in target.kinds and defined.json_schema_format and defined.is_in_openapi:
        yield {"format": defined.json_schema_format}
    yield from rules_of_values.openapi(target, defined.pattern)


FORMAT = NamedRule(
    name="format",
    expected=_EXPECTED,
    read=rule_record.reader(_EXPECTED, lambda name: isinstance(name, str) and name in FORMATS),
    check=_check,
    phrase=lambda name, _: FORMATS[name].phrase,
    examples=_examples,
    kinds=lambda name, _: FORMATS[name].kinds,
    json_schema=_json_schema,
    openapi=_openapi,
    ytt_function="regexp.match(…, v)",
    family="format",
)
