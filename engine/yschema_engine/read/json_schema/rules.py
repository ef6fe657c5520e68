"""The keywords of JSON Schema that are rules: bounds, lengths, patterns, sets of values, conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from yschema_engine.compiled.compile import inlined
from yschema_engine.compiled.condition_phrases import condition, consequence, prohibition
from yschema_engine.compiled.documents import get_item, get_value, to_json_like
from yschema_engine.compiled.keyword_phrases import LIMITS, code
from yschema_engine.compiled.references import Place
from yschema_engine.compiled.schema_phrases import is_only_not, keyword_phrase
from yschema_engine.read.json_schema.combined import (
    Choice,
    Flat,
    flatten,
    is_annotation,
    items_of,
    pairs_of,
    required_keys,
)
from yschema_engine.schema.fields import Kind
from yschema_engine.schema.rule_record import Misuse
from yschema_engine.schema.rule_registry import make_rule
from yschema_engine.schema.rules import CUSTOM, Condition, Rule
from yschema_engine.schema.rules_of_bounds import COMPARISONS
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Map, MapItem, Value, to_plain
from yschema_engine.text.phrases import ENGLISH, Listing, Param, Phrase, joined, phrase

# Keywords that mean the same as a named rule, by the kinds of values that they are about.
_NAMED: tuple[tuple[str, str, tuple[Kind, ...]], ...] = (
    *((keyword, name, kinds) for keyword, (name, kinds) in LIMITS.items()),
    ("uniqueItems", "unique", ("array",)),
    ("enum", "one_of", ()),
    ("pattern", "regexp", ("string",)),
    ("format", "format", ("string",)),
    ("const", "one_of", ()),
)
# JSON Schema's names of formats that the registry has under another name.
_FORMATS: Mapping[str, str] = {"idn-email": "email", "idn-hostname": "hostname"}
_EXCLUSIVE: Mapping[str, str] = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
# Keywords whose values are schemas, with those that count what matches.
_DESCRIBED: Mapping[str, tuple[str, ...]] = {
    "propertyNames": (),
    "contains": ("minContains", "maxContains"),
    "not": (),
}
_SHOWN_KEYS = 12
_SILENT = ("const", "enum", "type", "$comment", "title", "default")


def read_rules(flat: Flat, kinds: tuple[Kind, ...]) -> Iterator[Rule]:
    """Yield the rules of a schema.

    Args:
        flat: the schema.
        kinds: the types of the values that it is about.
    """
    for part in flat.parts:
        yield from _named_rules(part, kinds)
        yield from _comparisons(part)
        yield from _described(part)
        yield from _dependencies(part)
        yield from _conditional(part, flat)
    for choice in flat.choices:
        values = allowed_values(choice)
        if values is not None:
            yield make_rule("one_of", values, choice.item.span, keyword=choice.keyword)
    if flat.is_never:
        for item in flat.items("type"):
            yield _custom(item[0], phrase("no value"), {"not": {}})


def allowed_values(choice: Choice) -> list[Any] | None:
    """Return the values that alternatives list, if they do nothing else, and have nothing to say of each."""
    values: list[Any] = []
    for branch in choice.branches:
        flat = flatten(branch)
        if len(flat.parts) != 1 or flat.choices or get_item(branch.node, "description") is not None:
            return None
        node = flat.parts[0].node
        constant = get_item(node, "const")
        listed = items_of(node, "enum") if constant is None else [constant]
        says_more = isinstance(node, Map) and any(item.key not in _SILENT for item in node.items)
        if not listed or says_more:
            return None
        plain = [to_plain(item.value) for item in listed]
        values += [value for value in plain if value not in values]
    return values


def _named_rules(part: Place, kinds: tuple[Kind, ...]) -> Iterator[Rule]:
    for keyword, name, about in _NAMED:
        item = get_item(part.node, keyword)
        exclusive = _EXCLUSIVE.get(keyword)
        if exclusive is not None and get_value(part.node, exclusive) is True:
            continue  # as in OpenAPI 3.0, where the other keyword says more
        if item is not None and (not about or {*about, "any"} & {*kinds}):
            is_iso = part.references is not None and name == "format" and item.value == "duration"
            rules = _named(item, name) if not is_iso else _worded(item)
            # Values of other types satisfy keywords of JSON Schema.
            yield from (replace(rule, kinds=about) for rule in rules)


def _named(item: MapItem, name: str) -> Iterator[Rule]:
    argument = [to_plain(item.value)] if item.key == "const" else to_plain(item.value)
    if name == "format":
        argument = _FORMATS.get(str(argument), argument)
    if name == "unique" and argument is not True:
        return
    keywords = {str(item.key): to_json_like(item.value)}
    try:
        yield make_rule(name, argument, item.span, keyword=str(item.key), keywords=keywords)
    except (Misuse, EngineError):
        # A format that the registry does not have, or a pattern that RE2 has no equivalent for.
        yield from _worded(item)


def _worded(item: MapItem) -> Iterator[Rule]:
    plain = to_json_like(item.value)
    words = keyword_phrase(str(item.key), plain)
    if words is not None:
        yield _custom(item, words, {str(item.key): plain})


def _comparisons(part: Place) -> Iterator[Rule]:
    for keyword in COMPARISONS:
        item = get_item(part.node, keyword)
        limit = item.value if item is not None else None
        if isinstance(limit, bool):  # in draft 4 and OpenAPI, about `minimum` and `maximum`
            bound = "minimum" if keyword == "exclusiveMinimum" else "maximum"
            limit = get_value(part.node, bound) if limit else None
        if item is not None and isinstance(limit, int | float):
            yield _custom(item, keyword_phrase(keyword, limit) or keyword, {keyword: limit})


def _described(part: Place) -> Iterator[Rule]:
    for keyword, counting in _DESCRIBED.items():
        item = get_item(part.node, keyword)
        if item is None:
            continue
        plain = _followed(item, part)
        counted = {name: get_item(part.node, name) for name in counting}
        counts = {name: to_json_like(each.value) for name, each in counted.items() if each is not None}
        words = prohibition(plain) if keyword == "not" else keyword_phrase(keyword, plain, around=counts)
        if words is not None:
            yield _custom(item, words, inlined({keyword: item.value, **counts}, part))


def _dependencies(part: Place) -> Iterator[Rule]:
    for keyword in ("dependentRequired", "dependencies", "dependentSchemas"):
        for dependency in pairs_of(part.node, keyword):
            plain = _followed(dependency, part)
            if isinstance(plain, list):
                keys = Listing(tuple(map(code, plain[:_SHOWN_KEYS])), "and")
                words: Param = phrase("{keys} must be set, too", keys=keys)
                keywords = {"dependentRequired": {str(dependency.key): plain}}
            else:
                words = consequence(plain)
                schemas = Map([dependency], dependency.span)
                keywords = inlined({"dependentSchemas": schemas}, part)
            when = phrase("{key} is set", key=code(dependency.key))
            yield _custom(dependency, words, keywords, condition=_condition(when, dependency))


def consequences_of(part: Place) -> Iterator[tuple[MapItem, MapItem]]:
    """Yield the keywords `then` and `else` of a part, each behind `if`, without which they say nothing."""
    condition = get_item(part.node, "if")
    for keyword in ("then", "else"):
        consequence = get_item(part.node, keyword)
        if condition is not None and consequence is not None:
            yield condition, consequence


def _conditional(part: Place, flat: Flat) -> Iterator[Rule]:
    for item, then in consequences_of(part):
        if _asks_for_something(then.value):
            words = condition(_followed(item, part), is_negated=then.key == "else")
            plain = _without_repeated(_followed(then, part), then, part, flat)
            keywords = inlined({"if": item.value, str(then.key): then.value}, part)
            yield _custom(then, consequence(plain), keywords, condition=_condition(words, item))


def _followed(item: MapItem, part: Place) -> Any:
    """Return the schema in a keyword as a plain value, with what its references lead to if that is finite."""
    return inlined({"schema": item.value}, part).get("schema", to_json_like(item.value))


def _without_repeated(plain: Any, schema: MapItem, part: Place, flat: Flat) -> Any:
    """Return a schema without the properties that the schema around it declares in the same way."""
    declared = {each.key: inner.inner(each.value) for each, inner in flat.pairs("properties")}
    repeated = {
        each.key
        for each in pairs_of(schema.value, "properties")
        if each.key in declared and _is_same(part.inner(each.value), declared[each.key])
    }
    if not repeated or not isinstance(plain, dict):
        return plain
    properties = {key: each for key, each in plain["properties"].items() if key not in repeated}
    return {**plain, "properties": properties}


def _is_same(one: Place, other: Place) -> bool:
    """Return whether two schemas are equal, or references lead from both to the same one."""
    has_shared = not set(flatten(one).identities).isdisjoint(flatten(other).identities)
    return has_shared or to_json_like(one.node) == to_json_like(other.node)


def required_when(flat: Flat) -> dict[str, list[Param]]:
    """Return the keys that a schema requires under conditions, each with these."""
    whens: dict[str, list[Param]] = {}
    for part in flat.parts:
        for keys, words in _requiring(part):
            for key in keys:
                whens.setdefault(key, []).append(words)
    return whens


def _requiring(part: Place) -> Iterator[tuple[list[str], Param]]:
    """Yield the keys that conditions require, each time with the condition: `if …` or `unless …`."""
    for item, then in consequences_of(part):
        if keys := [*required_keys(flatten(part.inner(then.value)))]:
            yield keys, _when(_followed(item, part), is_negated=then.key == "else")
    for keyword in ("dependentRequired", "dependencies"):
        for each in pairs_of(part.node, keyword):
            keys = [str(key.value) for key in each.value.items] if isinstance(each.value, Array) else []
            yield keys, phrase("if {condition}", condition=phrase("{key} is set", key=code(each.key)))


def _when(asked: Any, *, is_negated: bool) -> Phrase:
    while is_only_not(asked):
        asked, is_negated = asked["not"], not is_negated
    words = condition(asked)
    return (
        phrase("unless {condition}", condition=words)
        if is_negated
        else phrase("if {condition}", condition=words)
    )


def _asks_for_something(schema: Value) -> bool:
    if isinstance(schema, Map):
        return not all(is_annotation(item.key) for item in schema.items)
    return schema is not True


def _condition(words: Param, item: MapItem) -> Condition:
    shown = _as_phrase(words)
    # The library checks conditions together with the schema.
    return Condition(ENGLISH.text(shown), None, shown, item.span)


def _as_phrase(words: Param) -> Phrase:
    return words if isinstance(words, Phrase) else joined([words])


def _custom(
    item: MapItem,
    words: Param,
    keywords: dict[str, Any],
    condition: Condition | None = None,
) -> Rule:
    return Rule(
        CUSTOM,
        item.span,
        keyword=str(item.key),
        description=_as_phrase(words),
        condition=condition,
        keywords=keywords or None,
    )
