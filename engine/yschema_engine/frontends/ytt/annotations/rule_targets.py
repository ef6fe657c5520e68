"""Rules that no value of their field can satisfy, or that name keys which the field does not have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from yschema_engine.frontends.ytt.annotations.codes import RULE_NAMES_UNKNOWN_KEY, RULE_OF_ANOTHER_TYPE
from yschema_engine.schema.fields import ValueType
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.types import kinds_phrase
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.suggestions import suggest

_LENGTHS = MappingProxyType({"min_len": "min", "max_len": "max"})
_WITH_LENGTH = frozenset(("string", "array", "map", "any"))


def check_targets(rules: Iterable[Rule], type_: ValueType, path: Path) -> Iterator[Finding]:
    """Yield warnings about rules that do not fit the type of their field.

    Args:
        rules: of the field.
        type_: of the field.
        path: of the field.
    """
    for rule in rules:
        if rule.name in _LENGTHS and _WITH_LENGTH.isdisjoint(type_.kinds):
            yield _of_another_type(rule, type_, path, _LENGTHS[rule.name])
        elif rule.name == "one_not_null" and not {"map", "any"} & {*type_.kinds}:
            yield _of_another_type(rule, type_, path)
        elif rule.name == "one_not_null" and "map" in type_.kinds and not type_.is_open:
            yield from _unknown_keys(rule, type_, path)


def _of_another_type(rule: Rule, type_: ValueType, path: Path, instead: str = "") -> Finding:
    hint = phrase("write `{code}`", code=Verbatim(f"{instead}={rule.argument}")) if instead else None
    return finding(
        RULE_OF_ANOTHER_TYPE,
        rule.span,
        path=path,
        rule_name=Verbatim(f"{rule.keyword or rule.name}="),
        found=kinds_phrase(type_),
        expected=phrase("a string, an array or a map") if instead else phrase("a map"),
        hint=hint,
    )


def _unknown_keys(rule: Rule, type_: ValueType, path: Path) -> Iterator[Finding]:
    known = [field.key for field in type_.fields if field.removed is None]
    for key in rule.argument if isinstance(rule.argument, list) else ():
        if key not in known:
            near = suggest(key_text(key), map(key_text, known))
            hint = phrase("did you mean `{key}`?", key=Verbatim(near)) if near else None
            name, span = Verbatim(key_text(key)), rule.span
            yield finding(RULE_NAMES_UNKNOWN_KEY, span, path=path, key=name, declared=type_.span, hint=hint)
