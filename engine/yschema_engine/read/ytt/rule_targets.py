"""Rules that do not fit the types of their fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from yschema_engine.schema.fields import ValueType
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.types import kinds_phrase
from yschema_engine.text.findings import Finding, finding, schema_warning
from yschema_engine.text.nodes import type_name
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import Param, Verbatim, phrase
from yschema_engine.text.suggestions import did_you_mean

RULE_OF_ANOTHER_TYPE = schema_warning(
    "rule-of-another-type", phrase("the rule {rule_name} does not fit the type of this field")
)
RULE_NAMES_UNKNOWN_KEY = schema_warning(
    "rule-names-unknown-key",
    phrase("the rule one_not_null= names the key `{key}`, which the map does not have"),
)

_LENGTHS: Mapping[str, str] = {"min_len": "min", "max_len": "max"}
_BOUNDS: Mapping[str, str] = {name: length for length, name in _LENGTHS.items()}
_WITH_LENGTH = frozenset(("string", "array", "map", "any"))


def check_targets(rules: Iterable[Rule], type_: ValueType, path: Path) -> Iterator[Finding]:
    """Yield warnings about rules that do not fit the type of their field.

    Args:
        rules: of the field.
        type_: of the field.
        path: of the field.
    """
    # Of an empty value, no other finding says that it breaks a rule: the field is required.
    is_silent = type_.sample in ("", 0) and not isinstance(type_.sample, bool)
    for rule in rules:
        if rule.name in _LENGTHS and _WITH_LENGTH.isdisjoint(type_.kinds):
            expected = phrase("a string, an array or a map")
            yield _of_another_type(rule, type_, path, expected, _LENGTHS[rule.name])
        elif rule.name in _BOUNDS and is_silent and not _is_comparable(rule.argument, type_):
            is_length = type_name(rule.argument) == "integer" and not _WITH_LENGTH.isdisjoint(type_.kinds)
            is_number = type_name(rule.argument) in ("integer", "float")
            expected = phrase("a number") if is_number else phrase("values of the type of the limit")
            yield _of_another_type(rule, type_, path, expected, _BOUNDS[rule.name] if is_length else "")
        elif (
            rule.name == "one_of"
            and is_silent
            and not any(_is_comparable(value, type_) for value in rule.argument or (None,))
        ):
            yield _of_another_type(rule, type_, path, phrase("a type that one of the values has"))
        elif rule.name == "one_not_null" and not {"map", "any"} & {*type_.kinds}:
            yield _of_another_type(rule, type_, path, phrase("a map"))
        elif rule.name == "one_not_null" and "map" in type_.kinds and not type_.is_open:
            yield from _unknown_keys(rule, type_, path)


def _is_comparable(value: Any, type_: ValueType) -> bool:
    """Return whether any value of a type can be compared with another value; integers and floats can."""
    name = type_name(value)
    names = {"integer", "float"} if name in ("integer", "float") else {name}
    names |= {"array"} if isinstance(value, list | tuple) else {"map"} if isinstance(value, dict) else set()
    return value is None or not names.isdisjoint(type_.kinds) or "any" in type_.kinds


def _of_another_type(rule: Rule, type_: ValueType, path: Path, expected: Param, instead: str = "") -> Finding:
    hint = phrase("write `{code}`", code=Verbatim(f"{instead}={rule.argument}")) if instead else None
    return finding(
        RULE_OF_ANOTHER_TYPE,
        rule.span,
        path=path,
        rule_name=Verbatim(f"{rule.keyword or rule.name}="),
        found=kinds_phrase(type_),
        expected=expected,
        hint=hint,
    )


def _unknown_keys(rule: Rule, type_: ValueType, path: Path) -> Iterator[Finding]:
    known = [field.key for field in type_.fields if field.removed is None]
    for key in rule.argument if isinstance(rule.argument, list) else ():
        if key not in known:
            hint = did_you_mean(key_text(key), map(key_text, known))
            name, span = Verbatim(key_text(key)), rule.span
            yield finding(RULE_NAMES_UNKNOWN_KEY, span, path=path, key=name, declared=type_.span, hint=hint)
