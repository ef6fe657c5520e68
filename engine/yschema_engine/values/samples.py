"""Values to try for a field: its examples, the boundaries of its rules, and samples of its types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from yschema_engine.schema.fields import Field
from yschema_engine.schema.pattern_samples import pattern_samples
from yschema_engine.schema.rule_record import Missing
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Rule
from yschema_engine.text.nodes import to_plain, type_name
from yschema_engine.text.phrases import Phrase, Verbatim
from yschema_engine.yaml.plain_values import Plain

_TEXTS = ("example", "1", "", "https://example.com", "example.com", "a b", "A", "true", "10.0.0.1", "1m")
_NUMBERS = (1, 0, -1, 8080, 2**31, 1.5, -0.5)
_NAMES = ("example", "a", "example-1", "1", "A", "example_1")
_NUMBER = r"-?\d+(\.\d+)?"
OTHER_KEY = "anotherKey"
"""A key that no field stands for."""
_LONGEST = 100_000
_MOST = 40
_MOST_FIELDS = 30
_DEEPEST = 6


def candidates(field: Field, depth: int = 0) -> Iterator[Plain]:
    """Yield values to try for a field, the most telling first, each once.

    Args:
        field: the field; its type and its rules may refuse some of the values.
        depth: how many maps and arrays are around it, to stop at some depth.
    """
    known: set[str] = set()
    for value in islice(_all(field, depth), 4 * _MOST):
        identity = f"{type_name(value)} {value!r}"
        if identity not in known and len(known) < _MOST:
            known.add(identity)
            yield value


def open_names(field: Field) -> Iterator[str]:
    """Yield keys that an open field stands for."""
    policy = field.keys
    if policy is None:
        return
    pattern = policy.allowed.pattern if policy.allowed is not None else ""
    names = (*_NAMES, *(f"{name}{field.key}" for name in _NAMES), *pattern_samples(pattern))
    yield from (name for name in names if policy.takes(name, field.key))


def _all(field: Field, depth: int) -> Iterator[Plain]:
    for example in field.examples:
        yield to_plain(example.value)
    for rule in field.rules:
        yield from _boundaries(rule, field, depth)
    type_ = field.type
    if type_.sample is not None:
        yield to_plain(type_.sample)
    kinds: set[str] = set(type_.kinds)
    if "any" in kinds:
        kinds = {"map", "array", "string", "integer", "boolean"}
    if type_.nullable:
        yield None
    yield from _collections(field, kinds, depth)
    yield from _scalars(kinds)
    if "any" in type_.kinds:
        yield None


def _scalars(kinds: set[str]) -> Iterator[Plain]:
    if "string" in kinds:
        yield from _TEXTS
    if kinds & {"integer", "float"}:
        yield from (number for number in _NUMBERS if isinstance(number, int) or "float" in kinds)
    if "boolean" in kinds:
        yield from (True, False)


def _collections(field: Field, kinds: set[str], depth: int) -> Iterator[Plain]:
    if depth >= _DEEPEST:
        return
    if "map" in kinds:
        yield from _maps(field, depth)
    if "array" in kinds:
        yield []
        if field.type.item is not None:
            yield from ([value] for value in islice(candidates(field.type.item, depth + 1), 8))


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
    if rule.name != CUSTOM:
        yield from _examples(rule)
    elif isinstance(rule.description, Phrase):  # of a keyword; it shows the argument
        for _, param in rule.description.params:
            if isinstance(param, Verbatim) and re.fullmatch(_NUMBER, param.text):
                yield from _around(float(param.text) if "." in param.text else int(param.text))
            elif isinstance(param, int | float):
                yield from _around(param)


def _examples(rule: Rule) -> Iterable[Plain]:
    examples = RULES[rule.name].examples
    return [] if isinstance(examples, Missing) else [to_plain(each) for each in examples(rule.argument)]


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
            for value in islice(candidates(field.type.item, depth + 1), 2):
                yield [value] * length
            yield _distinct_items(list(candidates(field.type.item, depth + 1)), length)
        if "map" in field.type.kinds and length < 100:
            with suppress(ValueError):
                yield {f"key{number}": 1 for number in range(length)}


def _distinct_items(values: list[Plain], length: int) -> list[Plain]:
    strings = [f"item{number}" for number in range(length)]
    return values[:length] if len(values) >= length else strings
