"""The keywords of JSON Schema that are rules: bounds, lengths, patterns, formats, sets of values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import MappingProxyType
from typing import Any

from yschema_engine.frontends.json_schema.document import get_item
from yschema_engine.model.fields import Kind
from yschema_engine.model.findings import EngineError
from yschema_engine.model.phrases import Param, Phrase, Verbatim, phrase
from yschema_engine.model.rules import CUSTOM, Rule
from yschema_engine.nodes import MapItem, Value, to_plain, to_yaml
from yschema_engine.nodes.compare import equal
from yschema_engine.rules.misuse import Misuse
from yschema_engine.rules.registry import make_rule

# Keywords that mean the same as a named rule, by the kinds of values that they are about.
_NAMED: tuple[tuple[str, str, tuple[Kind, ...]], ...] = (
    ("minimum", "min", ("integer", "float")),
    ("maximum", "max", ("integer", "float")),
    ("minLength", "min_len", ("string",)),
    ("maxLength", "max_len", ("string",)),
    ("minItems", "min_len", ("array",)),
    ("maxItems", "max_len", ("array",)),
    ("minProperties", "min_len", ("map",)),
    ("maxProperties", "max_len", ("map",)),
    ("uniqueItems", "unique", ("array",)),
    ("enum", "one_of", ()),
    ("pattern", "regexp", ("string",)),
    ("format", "format", ("string",)),
)
# JSON Schema's names of formats that the registry has under another name.
_FORMATS = MappingProxyType({"idn-email": "email", "idn-hostname": "hostname"})


def read_rules(schema: Value, kinds: tuple[Kind, ...]) -> tuple[Rule, ...]:
    """Return the rules of a schema.

    Args:
        schema: a map.
        kinds: the types of the values that it is about.
    """
    return tuple(_rules(schema, kinds))


def _rules(schema: Value, kinds: tuple[Kind, ...]) -> Iterator[Rule]:
    for keyword, name, about in _NAMED:
        item = get_item(schema, keyword)
        if item is not None and (not about or {*about, "any"} & {*kinds}):
            yield from _named(item, name)
    constant = get_item(schema, "const")
    if constant is not None:
        yield make_rule("one_of", [to_plain(constant.value)], constant.span, keyword="const")
    for keyword, make in (
        ("exclusiveMinimum", _exclusive_minimum),
        ("exclusiveMaximum", _exclusive_maximum),
        ("multipleOf", _multiple_of),
    ):
        item = get_item(schema, keyword)
        if item is not None and isinstance(item.value, int | float):
            yield make(item, item.value)


def _named(item: MapItem, name: str) -> Iterator[Rule]:
    argument = to_plain(item.value)
    if name == "format":
        argument = _FORMATS.get(str(argument), argument)
    if name == "unique" and argument is not True:
        return
    try:
        yield make_rule(name, argument, item.span, keyword=str(item.key))
    except (Misuse, EngineError):
        # A format that nobody checks, or a pattern that RE2 has no equivalent for.
        if name == "regexp":
            text = phrase("matches {pattern}", pattern=Verbatim(str(argument)))
            yield _custom(item, text, lambda _: None)


def _exclusive_minimum(item: MapItem, limit: float) -> Rule:
    text = phrase("greater than {limit}", limit=Verbatim(_written(limit)))
    return _custom(item, text, partial(_compare, lambda value: value > limit))


def _exclusive_maximum(item: MapItem, limit: float) -> Rule:
    text = phrase("less than {limit}", limit=Verbatim(_written(limit)))
    return _custom(item, text, partial(_compare, lambda value: value < limit))


def _multiple_of(item: MapItem, factor: float) -> Rule:
    text = phrase("a multiple of {factor}", factor=Verbatim(_written(factor)))
    return _custom(item, text, partial(_compare, lambda value: equal(value % factor, 0)))


def _compare(holds: Any, value: Value) -> Param | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if not is_number or holds(value) else ""


def _custom(item: MapItem, text: Phrase, check: Any) -> Rule:
    return Rule(CUSTOM, check, item.span, keyword=str(item.key), description=text)


def _written(number: float) -> str:
    return to_yaml(number).strip()
