"""The rules of a schema in the keywords of OpenAPI 3.0, as far as it has them.

Those that the reference has too are as its later releases export them: the named rules without a condition.
"""

from __future__ import annotations

from typing import Any

from yschema_engine.model.defaults import default_map, default_of
from yschema_engine.model.fields import Field
from yschema_engine.model.rules import Rule
from yschema_engine.nodes import Map, Value, type_name
from yschema_engine.outputs.json_schema.keys import Given
from yschema_engine.outputs.json_schema.rules import constraints, finite, listed, unconditional
from yschema_engine.outputs.json_schema.violated_defaults import broken
from yschema_engine.rules.ecma_patterns import format_of, pattern_of

Facts = dict[str, Any]

_NUMBERS = ("integer", "float")
_LIMITS: dict[str, str] = {"min": "minimum", "max": "maximum"}
_LENGTHS: dict[str, str] = {"min_len": "min", "max_len": "max"}
_COUNTED = {"string": "Length", "array": "Items", "map": "Properties"}
_LARGEST_PORT = 65535
_FORMATS = ("date-time", "date", "hostname", "ipv4", "ipv6", "uri")  # a `time` once had no offset


def rules(field: Field, kind: str) -> Facts:
    """The keywords for the values of one of the types that are declared."""
    facts: Facts = {}
    for rule in unconditional(field):
        facts |= _limit(rule, kind) | _length(rule, kind, field)
        if kind == "array" and rule.name == "unique":
            facts["uniqueItems"] = True
        if kind == "string" and (name := format_of(rule)) in _FORMATS:
            facts["format"] = name
    if kind == "map":
        facts |= _numbers(field)
    return facts | (_patterns(field) if kind == "string" else {})


def values(field: Field) -> Facts:
    """The keyword for the values of `one_of`, with null where it is allowed all the same."""
    facts: Facts = {}
    for rule in unconditional(field):
        if rule.name == "one_of":
            facts["enum"] = listed(rule)
    not_null = any(rule.name == "not_null" for rule in unconditional(field))
    takes_null = field.type.nullable or field.type.main == "any"
    if facts and takes_null and not not_null and None not in facts["enum"]:
        facts["enum"].append(None)
    return facts


def is_kept(field: Field, default: Value) -> bool:
    """Whether a default is shown, as it breaks no rules but those of the reference's own annotation."""
    return all("@schema/validation" in annotation.text for annotation in broken(field, default))


def _limit(rule: Rule, kind: str) -> Facts:
    if kind not in _NUMBERS:
        return {}
    if rule.name == "format" and rule.argument == "port":
        return {"minimum": 0, "maximum": _LARGEST_PORT}
    is_limit = rule.name in _LIMITS and type_name(rule.argument) in _NUMBERS and finite(rule.argument)
    return {_LIMITS[rule.name]: rule.argument} if is_limit else {}


def _length(rule: Rule, kind: str, field: Field) -> Facts:
    if rule.name not in _LENGTHS or kind not in _COUNTED or (rule.strings_only and kind != "string"):
        return {}
    if rule.argument < 0:  # which OpenAPI does not have
        return {}
    if kind == "map" and any(item.is_open for item in field.type.fields):
        return {}
    return {_LENGTHS[rule.name] + _COUNTED[kind]: rule.argument}


def _numbers(field: Field) -> Facts:
    """How many keys there may be: of an open map alone, and where all of them are given."""
    default = default_of(field)
    given = Given(field, default if isinstance(default, Map) else default_map(field.type))
    if not given.open_items or given.own_items or given.base.items:
        return {}
    facts = constraints(given, ("map",))
    return {name: facts[name] for name in ("minProperties", "maxProperties") if name in facts}


def _patterns(field: Field) -> Facts:
    found = (pattern_of(rule) for rule in unconditional(field))
    patterns = list(dict.fromkeys(pattern for pattern in found if pattern is not None))
    more = {"allOf": [{"pattern": pattern} for pattern in patterns[1:]]} if len(patterns) > 1 else {}
    return {"pattern": patterns[0], **more} if patterns else {}
