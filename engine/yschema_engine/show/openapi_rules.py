"""Rules as keywords of OpenAPI 3.0, where it has them.

Those that the reference has too are as its later releases export them: the named rules without a condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any

from yschema_engine.schema.fields import Field, default_map, default_of
from yschema_engine.schema.rule_check import broken
from yschema_engine.schema.rule_record import Target
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Rule, unconditional
from yschema_engine.schema.types import check
from yschema_engine.show.json_schema.keys_and_rules import Position, constraints
from yschema_engine.text.nodes import Array, Map, Value

Facts = dict[str, Any]
_SCHEMAS = ("not", "items", "anyOf", "oneOf", "allOf")
_SHARED = (
    *("type", "enum", "required", "title", "description", "pattern", "format", "multipleOf", "uniqueItems"),
    *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties"),
    *("maxProperties", "deprecated", "default"),
)
_EXCLUSIVE = MappingProxyType({"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"})


def rules(field: Field, kind: str) -> Facts:
    """Return the keywords for the values of one of the types that are declared."""
    if not field.rules:
        return _numbers(field) if kind == "map" else {}
    facts: Facts = {}
    patterns: list[str] = []
    others = [rule for rule in field.rules if rule.name != "one_of"]  # which is one of `values`
    for keywords in (*_keywords(others, field, kind), *_custom(field)):
        if "pattern" in keywords:
            patterns.append(keywords["pattern"])
        else:
            facts |= keywords
    if kind == "map":
        facts |= _numbers(field)
    return facts | _patterns(patterns)


def values(field: Field) -> Facts:
    """Return the keyword for the values of `one_of`, with null if it is allowed in addition."""
    facts: Facts = {}
    enumerations = [rule for rule in field.rules if rule.name == "one_of"]
    for keywords in _keywords(enumerations, field, field.type.main):
        facts = keywords
    not_null = any(rule.name == "not_null" for rule in unconditional(field.rules))
    takes_null = field.type.nullable or field.type.main == "any"
    if facts and takes_null and not not_null and None not in facts["enum"]:
        facts["enum"].append(None)
    return facts


def _keywords(rules: Sequence[Rule], field: Field, kind: str) -> Iterator[Facts]:
    named = [rule for rule in unconditional(rules) if rule.name != CUSTOM]
    if named:
        target = Target(kinds=(kind,), base={}, names=(), is_open=field.type.is_open, merges_items=False)
        for rule in named:
            yield from RULES[rule.name].openapi(rule, target)


def _custom(field: Field) -> Iterator[Facts]:
    """Yield the keywords of rules that are not in the registry, as far as OpenAPI 3.0 has them."""
    for rule in unconditional(field.rules):
        known = rule.keywords if rule.name == CUSTOM else None
        for keyword, value in (known or {}).items():
            if keyword in _EXCLUSIVE:
                yield {_EXCLUSIVE[keyword]: value, keyword: True}
            elif keyword in ("multipleOf", "format", "pattern"):
                yield {keyword: value}


def shapes(field: Field) -> Facts:
    """Return the alternatives for values, if OpenAPI 3.0 has all of their keywords."""
    facts: Facts = {}
    for each in field.alternatives:
        for keyword, plain in (each.keywords or {}).items():
            converted = _converted(plain)
            if converted is not None and keyword not in facts and field.type.main != "any":
                facts[keyword] = converted
    return facts


def _converted(plain: Any) -> Any:
    """Return a schema as OpenAPI 3.0 has it; None if it has other keywords."""
    if isinstance(plain, list):
        converted = [_converted(each) for each in plain]
        return None if None in converted else converted
    if not isinstance(plain, dict):
        return None
    facts: Facts = {}
    for keyword, value in plain.items():
        if keyword == "const":
            facts["enum"] = [value]
        elif keyword in _SCHEMAS:
            facts[keyword] = _converted(value)
        elif keyword == "properties":
            facts[keyword] = {key: _converted(each) for key, each in value.items()}
        elif keyword in _SHARED and not (keyword == "type" and not isinstance(value, str)):
            facts[keyword] = value
        else:
            return None
    properties = facts.get("properties", {}).values()
    return None if None in (*facts.values(), *properties) else facts


def is_kept(field: Field, default: Value) -> bool:
    """Return whether a default is shown: it breaks no rule, or only rules whose defaults ytt shows anyway."""
    if not field.rules and not isinstance(default, Map | Array):
        return True
    return all(isinstance(each, Rule) and each.keeps_default for each in broken(field, default))


def is_valid_default(field: Field, default: Value) -> bool:
    """Return whether a default has the type of its field, and breaks no rule."""
    if any(True for _ in check(default, field.type, field.span)):
        return False
    return not any(True for _ in broken(field, default))


def _numbers(field: Field) -> Facts:
    """Return the keywords for the number of keys in an open map."""
    if not field.type.is_open:
        return {}
    default = default_of(field)
    position = Position(field, default if isinstance(default, Map) else default_map(field.type))
    if not position.open_items or position.named_items or position.base.items:
        return {}
    facts = constraints(position, ("map",))
    return {name: facts[name] for name in ("minProperties", "maxProperties") if name in facts}


def _patterns(patterns: Sequence[str]) -> Facts:
    """Return several patterns as OpenAPI has them, which knows one in a schema."""
    first, *others = dict.fromkeys(patterns) if patterns else (None,)
    if first is None:
        return {}
    return {"pattern": first, **({"allOf": [{"pattern": other} for other in others]} if others else {})}
