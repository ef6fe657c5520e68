"""A schema as JSON Schema (2020-12), for editors and other programs that check values while they are written.

It describes a plain file of data values, which is merged onto the defaults. What it refuses, the engine
refuses too. The engine alone refuses:

- what functions and rules with `when=` refuse; `markdownDescription` shows them as not checked;
- keys that a function, or a pattern that ECMA-262 lacks, does not allow;
- 2.0 for an integer, and a map where the default is a value of another kind;
- texts beyond ASCII that are too short or too long in bytes; durations that overflow; texts, booleans and
  arrays beyond a `min` or a `max`;
- maps with too few or too many keys where some are there anyway, maps that `one_of` does not list, items
  that are equal when completed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from yschema_engine.export.editor import hover, is_insertable, required_keys, snippets
from yschema_engine.export.json_keys import Facts, Given, other_keys
from yschema_engine.export.json_rules import constraints, finite, kinds_of
from yschema_engine.nodes import Array, Map, Value, from_plain, key_id
from yschema_engine.reference.build import humanise
from yschema_engine.schema import Declaration, default_of
from yschema_engine.schema.defaults import default_map
from yschema_engine.schema.keys import assign, key_text
from yschema_engine.schema.types import UNSET, Unset
from yschema_engine.validations import violated

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TYPES = {"map": "object", "float": "number"}


def json_schema(declaration: Declaration) -> Value:
    """The JSON Schema of data values.

    Args:
        declaration: what a valid schema document declares.

    Returns:
        A map, ready to be printed.

    Raises:
        LimitError: functions that check the defaults took more time or memory than they may.
    """
    facts = _schema(declaration, default_of(declaration), merged=True)
    facts.pop("default", None)
    return from_plain({"$schema": _DIALECT, **facts}, declaration.position)


def _schema(
    declaration: Declaration,
    default: Value | Unset,
    *,
    merged: bool = False,
    required: bool = False,
    in_array: bool = False,
) -> Facts:
    """The schema of the values at a place.

    Args:
        declaration: what is declared there.
        default: the value in effect where nobody gives one; unset where there is none then.
        merged: whether a map that is given is merged onto it; else it is completed as it is declared.
        required: whether somebody has to give a value.
        in_array: whether the place is an item of an array.
    """
    if declaration.removed is not None:
        return _removed(declaration)
    merged = merged and isinstance(default, Map)
    base = default if merged else default_map(declaration.type)
    assert isinstance(base, Map)
    given = Given(declaration, base)
    kinds = kinds_of(given)
    # A map that is declared has the defaults of its keys.
    shown = UNSET if isinstance(default, Map) and "map" in declaration.type.kinds else default
    facts = {
        **_documentation(declaration, hover(declaration, shown, required=required)),
        **_type(kinds, default),
        **constraints(given, kinds),
        **(_map(given, merged=merged) if "map" in kinds and "map" in declaration.type.kinds else {}),
        **(_items(declaration) if "array" in kinds else {}),
    }
    facts |= _values(declaration, UNSET if required else shown)
    # Of the items of an array, the array proposes one.
    proposed = [*facts.get("defaultSnippets", ()), *(() if in_array else required_keys(facts))]
    return {**facts, **({"defaultSnippets": proposed} if proposed else {})}


def _values(declaration: Declaration, default: Value | Unset) -> Facts:
    """The default, and the examples."""
    facts: Facts = {}
    to_insert: Value = None
    if default is not UNSET and finite(default):
        if is_insertable(default):
            facts["default"] = default
        else:
            to_insert = default
    examples = [example for example in declaration.examples if finite(example.value)]
    if examples:
        facts["examples"] = [example.value for example in examples]
    if proposed := list(snippets(examples, to_insert)):
        facts["defaultSnippets"] = proposed
    return facts


def _documentation(declaration: Declaration, markdown: str) -> Facts:
    facts: Facts = {}
    if declaration.title or (declaration.key is not None and not declaration.is_open):
        facts["title"] = declaration.title or humanise(key_text(declaration.key))
    if declaration.description:
        facts["description"] = declaration.description
    if markdown:
        facts["markdownDescription"] = markdown
    if declaration.deprecated is not None:
        notice = declaration.deprecated or "This data value is deprecated."
        facts |= {"deprecated": True, "deprecationMessage": notice}
    return facts


def _removed(declaration: Declaration) -> Facts:
    remedy = declaration.removed or "Leave the key out."
    text = f"This data value has been removed. {remedy}"
    # Where the key is set all the same, editors show either of the messages.
    shown = {"description": text, "errorMessage": text, "deprecationMessage": text}
    return {**_documentation(declaration, text), **shown, "doNotSuggest": True, "not": {}}


def _type(kinds: list[str], default: Value | Unset) -> Facts:
    if not kinds:
        return {"not": {}}
    types = [_TYPES.get(kind, kind) for kind in kinds if kind != "integer" or "float" not in kinds]
    if default is None and "null" in types:
        types = list(dict.fromkeys(["null", *types]))  # editors take the first type for the default's
    if len(types) == len({"string", "number", "boolean", "object", "array", "null"}):
        return {}
    return {"type": types[0] if len(types) == 1 else types}


def _map(given: Given, *, merged: bool) -> Facts:
    properties: dict[str, Facts] = {}
    required = []
    for declaration, name, default in _named(given):
        needed = default is not UNSET and _breaks_rules(declaration, default)
        schema = _schema(declaration, default, merged=merged, required=needed)
        # 1 and "1" are two keys in YAML, and one in JSON.
        properties[name] = {} if name in properties else schema
        if needed and name not in required:
            required.append(name)
    others = [(item, _schema(item, UNSET)) for item in given.open_items]
    facts = {"properties": properties, **({"required": required} if required else {})}
    return {**facts, **other_keys(others, list(properties))}


def _named(given: Given) -> Iterator[tuple[Declaration, str, Value | Unset]]:
    """The keys that are known by name, each with the default in effect there."""
    there = {key_id(item.key): item.value for item in given.base.items}
    for declaration in given.type.items:
        if not declaration.is_open:
            yield declaration, key_text(declaration.key), there.get(key_id(declaration.key), UNSET)
    for item, declared in assign(given.base.items, given.type):
        if declared is not None and declared.is_open:
            yield declared, key_text(item.key), item.value


def _items(declaration: Declaration) -> Facts:
    item = declaration.type.item
    return {} if item is None else {"items": _schema(item, UNSET, in_array=True)}


def _breaks_rules(declaration: Declaration, value: Value) -> bool:
    """Whether a value, completed, breaks its rules or those below it, whatever the condition."""
    rules = (v for v in declaration.validations if v.when is None)
    if any(True for validation in rules for _ in violated(validation, value)):
        return True
    type_ = declaration.type
    if isinstance(value, Map) and type_.items:
        items = list(assign(value.items, type_))
        counts = Counter(id(declared) for _, declared in items)
        open_items = [(d.keys, counts[id(d)]) for d in type_.items if d.is_open]
        wrong = any(not keys.is_met(number) for keys, number in open_items if keys is not None)
        return wrong or any(d is not None and _breaks_rules(d, item.value) for item, d in items)
    if isinstance(value, Array) and type_.item is not None:
        return any(_breaks_rules(type_.item, element.value) for element in value.items)
    return False
