"""The rules `min` and `max`, and those for lengths, `min_len` and `max_len`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import ge, le
from typing import TYPE_CHECKING, Any

from yschema_engine.schema import rule_record
from yschema_engine.schema.rules import Rule
from yschema_engine.text.node_values import Incomparable, length, less, written
from yschema_engine.text.nodes import Value, to_plain, type_name
from yschema_engine.text.phrases import Param, Phrase, Verbatim, counted, phrase

if TYPE_CHECKING:
    from fractions import Fraction

NUMBERS = ("integer", "float")
COMPARED = phrase("a value to compare with")


def shown(limit: Any) -> Param:
    """Return a limit as a part of a phrase: a number as it is, any other value as code."""
    return limit if type_name(limit) in NUMBERS else Verbatim(rule_record.in_yaml(limit))


def kinds(limit: Any, _: rule_record.Target) -> tuple[str, ...]:
    """Return the types of values that compare with the limit."""
    kind = type_name(limit)
    if kind in NUMBERS:
        return NUMBERS
    return (kind,) if kind in ("string", "boolean", "array") else ()


def number_keyword(keyword: str, rule: Rule, target: rule_record.Target) -> Iterator[rule_record.Keywords]:
    """Return a keyword for numbers, if the limit is one that JSON can hold."""
    limit = rule.argument
    is_number = type_name(limit) in NUMBERS and rule_record.is_finite(limit)
    if is_number and not set(NUMBERS).isdisjoint(target.kinds):
        yield {keyword: limit}


def _bound(
    name: str,
    keyword: str,
    is_beyond: Callable[[Any, Any], bool],
    words: Callable[[Param], Phrase],
    found: Callable[[Param, Param], Phrase],
    **others: Any,
) -> rule_record.NamedRule:
    """Return the record of a bound; `is_beyond` says whether a value breaks it, or raises `Incomparable`."""

    def check(limit: Any, value: Value) -> Param | None:
        code = Verbatim(written(limit))
        try:
            return found(Verbatim(written(value)), code) if is_beyond(to_plain(value), limit) else None
        except Incomparable:
            kind = Verbatim(type_name(value))
            return phrase("{type}, which cannot be compared with {limit}", type=kind, limit=code)

    return rule_record.NamedRule(
        name=name,
        expected=COMPARED,
        read=rule_record.reader(COMPARED, lambda _: True),
        check=check,
        phrase=lambda limit, _: words(shown(limit)),
        examples=lambda limit: (limit,),
        kinds=kinds,
        json_schema=partial(number_keyword, keyword),
        openapi=partial(number_keyword, keyword),
        ytt_keyword=name,
        **others,
    )


MIN = _bound(
    "min",
    "minimum",
    less,
    lambda limit: phrase("at least {limit}", limit=limit),
    found=lambda value, limit: phrase("{value}, less than {limit}", value=value, limit=limit),
    partner=rule_record.Partner(
        "max",
        lambda low, high, _: phrase("between {low} and {high}", low=shown(low), high=shown(high)),
    ),
    family="lower bound",
)
MAX = _bound(
    "max",
    "maximum",
    lambda value, limit: less(limit, value),
    lambda limit: phrase("at most {limit}", limit=limit),
    found=lambda value, limit: phrase("{value}, greater than {limit}", value=value, limit=limit),
    family="upper bound",
)


def is_multiple(value: float, factor: float) -> bool:
    """Return whether a number is a multiple of another one, as both are written: 0.3 is one of 0.1."""
    if not (rule_record.is_finite(value) and rule_record.is_finite(factor)):
        return False
    return not factor or (_exact(value) / _exact(factor)).denominator == 1


def _exact(number: float) -> Fraction:
    from fractions import Fraction  # noqa: PLC0415  takes time, and few schemas have multiples

    return Fraction(repr(number) if isinstance(number, float) else number)


COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "exclusiveMinimum": lambda limit, value: value > limit,
    "exclusiveMaximum": lambda limit, value: value < limit,
    "multipleOf": lambda factor, value: is_multiple(value, factor),
}
"""Keywords of JSON Schema that no named rule stands for, and whether a number satisfies them."""


def breaks_keywords(keywords: Mapping[str, Any] | None, value: Value) -> bool:
    """Return whether a number breaks one of these keywords among others."""
    if not keywords or not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return any(name in keywords and not holds(keywords[name], value) for name, holds in COMPARISONS.items())


KEYWORDS: Mapping[str, str] = {"string": "Length", "array": "Items", "map": "Properties"}
"""What is counted in values of a type, as the keywords of JSON Schema end."""


def exactly(size: int, subject: rule_record.Subject) -> Phrase:
    """Return the phrase for a fixed length."""
    if subject.kind == "array":
        return counted("exactly {count} item", "exactly {count} items", size)
    if subject.kind == "map":
        return counted("exactly {count} key", "exactly {count} keys", size)
    return counted("exactly {count} character", "exactly {count} characters", size)


def between(low: int, high: int, subject: rule_record.Subject) -> Phrase:
    """Return the phrase for lengths within both limits."""
    if low == high:
        return exactly(low, subject)
    if subject.kind == "array":
        return counted("between {low} and {count} item", "between {low} and {count} items", high, low=low)
    if subject.kind == "map":
        return counted("between {low} and {count} key", "between {low} and {count} keys", high, low=low)
    return counted(
        "between {low} and {count} character", "between {low} and {count} characters", high, low=low
    )


def openapi(prefix: str, rule: Rule, target: rule_record.Target) -> Iterator[rule_record.Keywords]:
    """Return the keyword of OpenAPI, which begins with `min` or `max`; it knows no negative lengths."""
    kind = target.kinds[0]
    is_counted = kind in KEYWORDS and not (rule.strings_only and kind != "string")
    if is_counted and rule.argument >= 0 and not (kind == "map" and target.is_open):
        yield {f"{prefix}{KEYWORDS[kind]}": rule.argument}


def _length_rule(
    name: str, prefix: str, holds: Callable[[int, int], bool], **others: Any
) -> rule_record.NamedRule:
    """Return the record of a limit of lengths; the keywords of OpenAPI begin with `prefix`."""

    def check(limit: int, value: Value) -> Param | None:
        size = length(value)
        if size is None:
            return phrase("{type}, which has no length", type=Verbatim(type_name(value)))
        return None if holds(size, limit) else phrase("length = {length}", length=size)

    return rule_record.NamedRule(
        name=name,
        expected=rule_record.NUMBER,
        read=rule_record.read_length,
        check=check,
        openapi=partial(openapi, prefix),
        ytt_keyword=name,
        **others,
    )


_LONGEST_EXAMPLE = 1000


def _min_len_phrase(limit: int, subject: rule_record.Subject) -> Phrase:
    if subject.kind == "array":
        return counted("at least {count} item", "at least {count} items", limit)
    if subject.kind == "map":
        return counted("at least {count} key", "at least {count} keys", limit)
    if subject.kind != "string" and limit == 1:
        return phrase("not empty")
    return counted("at least {count} character", "at least {count} characters", limit)


def _min_len_examples(limit: int) -> Iterator[object]:
    if limit < _LONGEST_EXAMPLE:
        yield "example" if limit <= len("example") else "x" * limit


def _min_len_kinds(limit: int, target: rule_record.Target) -> tuple[str, ...]:
    is_short = not target.takes_other_keys and len(target.base) < limit
    return ("string", "array") if is_short else ("string", "array", "map")


def _min_len_json_schema(rule: Rule, target: rule_record.Target) -> Iterator[rule_record.Keywords]:
    least = rule.argument
    if "string" in target.kinds and least > 0:
        # A string is measured in bytes, at most four of which are one character.
        yield {"minLength": -(-least // 4)}
        if least > 1:
            yield {"if": {"pattern": r"^[\x00-\x7F]*$"}, "then": {"minLength": least}}
    if rule.strings_only:
        return
    if "array" in target.kinds and least > 0:
        yield {"minItems": least}
    if "map" in target.kinds and least > len(target.base):
        yield {"minProperties": least - len(target.base)}


MIN_LEN = _length_rule(
    "min_len",
    "min",
    ge,
    phrase=_min_len_phrase,
    partner=rule_record.Partner("max_len", between),
    examples=_min_len_examples,
    kinds=_min_len_kinds,
    json_schema=_min_len_json_schema,
    family="least length",
)


def _max_len_phrase(limit: int, subject: rule_record.Subject) -> Phrase:
    if subject.kind == "array":
        return counted("at most {count} item", "at most {count} items", limit)
    if subject.kind == "map":
        return counted("at most {count} key", "at most {count} keys", limit)
    return counted("at most {count} character", "at most {count} characters", limit)


def _max_len_kinds(limit: int, target: rule_record.Target) -> tuple[str, ...]:
    kinds = ("string", "array") if limit >= 0 else ()
    return kinds if len(target.base) > limit else (*kinds, "map")


def _max_len_json_schema(rule: Rule, target: rule_record.Target) -> Iterator[rule_record.Keywords]:
    if "string" in target.kinds:
        yield {"maxLength": rule.argument}
    if "array" in target.kinds:
        yield {"maxItems": rule.argument}
    if "map" in target.kinds and target.takes_other_keys:
        yield {"maxProperties": rule.argument}


MAX_LEN = _length_rule(
    "max_len",
    "max",
    le,
    phrase=_max_len_phrase,
    kinds=_max_len_kinds,
    json_schema=_max_len_json_schema,
    family="most length",
)
