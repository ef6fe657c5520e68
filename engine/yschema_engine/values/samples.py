"""Values to try for a field: its examples, the boundaries of its rules, and samples of its types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, permutations, product
from typing import Any

from yschema_engine.schema.fields import Field, Kind
from yschema_engine.schema.pattern_samples import COMMON_TEXTS, pattern_samples
from yschema_engine.schema.rule_check import broken_whatever_condition
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Rule, unconditional
from yschema_engine.schema.types import check
from yschema_engine.text.nodes import Value, content_id, from_plain, to_plain
from yschema_engine.text.phrases import Phrase, Verbatim
from yschema_engine.yaml.plain_values import Plain

_NUMBERS = (1, 10, 0, -1, 8080, 2**31, 1.5, -0.5)
_SAMPLES: Mapping[Kind, Sequence[Plain]] = {
    "string": COMMON_TEXTS,
    "integer": tuple(number for number in _NUMBERS if isinstance(number, int)),
    "float": _NUMBERS,
    "boolean": (True, False),
    "null": (None,),
}
_NAMES = ("example", "a", "example-1", "1", "A", "example_1")
_FORMATS: Mapping[str, str] = {
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "uri-reference": "/example",
    "json-pointer": "/example",
    "regex": "^[a-z]+$",
    "byte": "ZXhhbXBsZQ==",
    "cidr": "10.0.0.0/8",
}
"""Values of formats of JSON Schema that no named rule has."""
_NUMBER = r"-?\d+(\.\d+)?"
OTHER_KEY = "anotherKey"
"""A key that no field stands for."""
_ANY: Sequence[Kind] = ("string", "integer", "boolean", "null", "map", "array")
_LONGEST = 100_000
_MOST = 40
_MOST_FIELDS = 30
_MOST_PATTERNS = 3
_DEEPEST = 6


def candidates(field: Field, depth: int = 0) -> Iterator[Plain]:
    """Yield values to try for a field, each once: those that probably fit first, the most telling of them.

    Args:
        field: the field; its type and its rules may refuse some of the values.
        depth: how many maps and arrays are around it, to stop at some depth.
    """
    known: set[object] = set()
    for value in islice(_all(field, depth), 4 * _MOST):
        identity = content_id(from_plain(value, field.span))
        if identity not in known and len(known) < _MOST:
            known.add(identity)
            yield value


def fits(field: Field, value: Value) -> bool:
    """Return whether a value has the type of a field, and keeps its rules that have no condition."""
    if any(True for _ in check(value, field.type, field.span)):
        return False
    return not any(True for _ in broken_whatever_condition(unconditional(field.rules), value))


def open_names(field: Field) -> Iterator[str]:
    """Yield keys that an open field stands for."""
    allowed = field.keys.allowed if field.keys is not None else None
    pattern = allowed.pattern if allowed is not None else ""
    names = (*_NAMES, *(f"{name}{field.key}" for name in _NAMES), *pattern_samples(pattern))
    yield from filter(field.takes, names)


def likely_values(field: Field) -> Iterator[Plain]:
    """Yield values for a field as people would write them, then all others to try; null does not count."""
    scalars = (value for kind in _kinds(field) for value in samples_of(kind))
    return (value for value in chain(_known(field), scalars, candidates(field)) if value is not None)


def _all(field: Field, depth: int) -> Iterator[Plain]:
    yield from _known(field)
    patterns = [rule.argument for rule in field.rules if rule.name == "regexp"][:_MOST_PATTERNS]
    for order in permutations(patterns) if len(patterns) > 1 else ():
        yield from map("".join, product(*(pattern_samples(pattern)[:2] for pattern in order)))
    for rule in field.rules:
        yield from _boundaries(rule, field, depth)
    if field.type.nullable:
        yield None
    kinds = _kinds(field)
    for kind in kinds:
        yield from samples_of(kind)
    if "map" in kinds and depth < _DEEPEST:
        yield from _maps(field, depth)
    if "array" in kinds and depth < _DEEPEST:
        yield []
        if field.type.item is not None:
            yield from ([value] for value in islice(candidates(field.type.item, depth + 1), 8))


def _known(field: Field) -> Iterator[Plain]:
    """Yield the values that the schema names."""
    for example in field.examples:
        yield to_plain(example.value)
    for rule in field.rules:
        yield from _values_of(rule)
    if field.type.sample is not None:
        yield to_plain(field.type.sample)


def _kinds(field: Field) -> Sequence[Kind]:
    return _ANY if "any" in field.type.kinds else field.type.kinds


def samples_of(kind: Kind) -> Sequence[Plain]:
    """Return scalars of a type; none for maps and arrays."""
    return _SAMPLES.get(kind, ())


def _maps(field: Field, depth: int) -> Iterator[Plain]:
    yield {}
    for below in field.type.fields[:_MOST_FIELDS]:
        if below.removed is not None:
            continue
        key = next(open_names(below), None) if below.is_open else below.key
        for value in islice(candidates(below, depth + 1), 6 if depth < 2 else 2):
            yield {key: value}


def _boundaries(rule: Rule, field: Field, depth: int) -> Iterator[Plain]:
    argument = rule.argument
    if rule.name in ("min", "max"):
        yield from _around(argument)
    elif rule.name in ("min_len", "max_len"):
        lengths = (argument, argument - 1, argument + 1)
        yield from _of_lengths([n for n in lengths if 0 <= n <= _LONGEST], field, depth)
    elif rule.name == "regexp":
        yield from pattern_samples(argument)
    elif rule.name in ("starts_with", "ends_with"):
        texts = [argument] if isinstance(argument, str) else list(argument)
        yield from (text for each in texts for text in (each, f"a{each}", f"{each}a"))
    for number in numbers_in(rule):
        yield from _around(number)


def numbers_in(rule: Rule) -> Iterator[float]:
    """Yield the numbers in the words of a rule that is made of a keyword; they are its arguments."""
    if rule.name == CUSTOM and isinstance(rule.description, Phrase):
        for _, param in rule.description.params:
            if isinstance(param, Verbatim) and re.fullmatch(_NUMBER, param.text):
                yield float(param.text) if "." in param.text else int(param.text)
            elif isinstance(param, int | float):
                yield param


def _values_of(rule: Rule) -> Iterator[Plain]:
    """Yield values that keep to one rule."""
    format_ = (rule.keywords or {}).get("format", "")
    if format_ in _FORMATS:
        yield _FORMATS[format_]
    if rule.name != CUSTOM:
        yield from (to_plain(each) for each in islice(RULES[rule.name].examples(rule.argument), _MOST // 2))


def _around(limit: Any) -> Iterator[Plain]:
    yield limit
    if isinstance(limit, int | float) and not isinstance(limit, bool):
        yield from (limit - 1, limit + 1)
        if isinstance(limit, float):
            yield from (limit - 0.5, limit + 0.5)


def _of_lengths(lengths: list[int], field: Field, depth: int) -> Iterator[Plain]:
    for length in lengths:
        if {"string", "any"} & {*field.type.kinds}:
            yield "a" * length
            yield "1" * length
        if "array" in field.type.kinds and field.type.item is not None and depth < _DEEPEST and length < 100:
            items = list(candidates(field.type.item, depth + 1))
            yield from ([value] * length for value in items[:2])
            yield items[:length] if len(items) >= length else [f"item{number}" for number in range(length)]
        if "map" in field.type.kinds and length < 100:
            yield {f"key{number}": 1 for number in range(length)}
