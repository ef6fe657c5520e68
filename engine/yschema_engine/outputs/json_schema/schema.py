"""A schema as JSON Schema (2020-12), for editors and other programs that check values while they are written.

It describes a plain file of data values, which is merged onto the defaults. What it refuses, the engine
refuses too. The engine alone refuses:

- what functions and rules with `when=` refuse; `markdownDescription` shows them as not checked;
- keys that a function, or a pattern that ECMA-262 lacks, does not allow;
- 2.0 for an integer;
- texts beyond ASCII that are too short or too long in bytes; durations that overflow; texts, booleans and
  arrays beyond a `min` or a `max`;
- maps with too few or too many keys where some are there anyway, maps that `one_of` does not list, items
  that are equal when completed.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from yschema_engine.model.defaults import default_map, default_of
from yschema_engine.model.fields import UNSET, Field, Unset, assign
from yschema_engine.model.path import key_text
from yschema_engine.model.phrases import ENGLISH, Phrase, Words, phrase
from yschema_engine.model.titles import humanise
from yschema_engine.nodes import Map, Value, from_plain, key_id
from yschema_engine.outputs.json_schema.editor import hover, is_insertable, required_keys, snippets
from yschema_engine.outputs.json_schema.keys import Facts, Position, other_keys
from yschema_engine.outputs.json_schema.rules import constraints, finite, kinds_of
from yschema_engine.outputs.json_schema.violated_defaults import broken
from yschema_engine.outputs.markdown.phrase_markdown import MarkdownWords

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TYPES = MappingProxyType({"map": "object", "float": "number"})


def json_schema(field: Field, words: Words = ENGLISH) -> Value:
    """Return the JSON Schema of data values.

    Args:
        field: what a valid schema document declares.
        words: the language of what editors show.

    Returns:
        A map, ready to be printed.

    Raises:
        EngineError: a function of `@schema/key` gives no answer, or functions took more time or memory than
            they may.
    """
    return from_plain({"$schema": DIALECT, **_whole(field, words)}, field.span)


def _whole(field: Field, words: Words) -> Facts:
    facts = _schema(field, default_of(field), merged=True)
    facts.pop("default", None)
    whole: Facts = _in_words(facts, words, MarkdownWords(words))
    return whole


def _in_words(facts: Any, words: Words, markdown: Words) -> Any:
    """Return keywords with text in place of their phrases."""
    if isinstance(facts, list):
        return [_in_words(item, words, markdown) for item in facts]
    if not isinstance(facts, dict):
        return words.text(facts) if isinstance(facts, Phrase) else facts
    return {
        key: _in_words(fact, markdown if key == "markdownDescription" else words, markdown)
        for key, fact in facts.items()
    }


def _schema(
    field: Field,
    default: Value | Unset,
    *,
    merged: bool = False,
    required: bool = False,
    in_array: bool = False,
) -> Facts:
    """Return the schema of the values at a place.

    Args:
        field: what is declared there.
        default: the value in effect where nobody gives one; unset where there is none then.
        merged: whether a map that is given is merged onto it; else it is completed as it is declared.
        required: whether somebody has to give a value.
        in_array: whether the place is an item of an array.
    """
    if field.removed is not None:
        return _removed(field)
    onto = default if merged and default is not UNSET else None
    position = Position(field, onto if isinstance(onto, Map) else default_map(field.type))
    kinds = kinds_of(position)
    is_any = "any" in field.type.kinds and not field.type.is_unknown  # Helm replaces lists by maps
    if is_any and onto is not None and not isinstance(onto, Map):
        kinds = [kind for kind in kinds if kind != "map"]  # which cannot be merged onto it
    # A map that is declared has the defaults of its keys.
    is_map = "map" in field.type.kinds
    shown = UNSET if isinstance(default, Map) and is_map else default
    facts = {
        **_documentation(field, hover(field, shown, required=required)),
        **_type(kinds, default),
        **constraints(position, kinds),
        **(_map(position, merged=isinstance(onto, Map)) if is_map and "map" in kinds else {}),
        **(_items(field) if "array" in kinds else {}),
    }
    facts |= _values(field, UNSET if required else shown)
    # Of the items of an array, the array proposes one.
    proposed = [*facts.get("defaultSnippets", ()), *(() if in_array else required_keys(facts))]
    return {**facts, **({"defaultSnippets": proposed} if proposed else {})}


def _values(field: Field, default: Value | Unset) -> Facts:
    """Return the default, and the examples."""
    facts: Facts = {}
    to_insert: Value = None
    if default is not UNSET and finite(default):
        if is_insertable(default):
            facts["default"] = default
        else:
            to_insert = default
    examples = [example for example in field.examples if finite(example.value)]
    if examples:
        facts["examples"] = [example.value for example in examples]
    if proposed := list(snippets(examples, to_insert)):
        facts["defaultSnippets"] = proposed
    return facts


def _documentation(field: Field, markdown: Phrase) -> Facts:
    facts: Facts = {}
    if field.title or (field.key is not None and not field.is_open):
        facts["title"] = field.title or humanise(key_text(field.key))
    if field.description:
        facts["description"] = field.description
    if markdown.template:
        facts["markdownDescription"] = markdown
    if field.deprecated is not None:
        notice = field.deprecated or phrase("This field is deprecated.")
        facts |= {"deprecated": True, "deprecationMessage": notice}
    return {**facts, **_access(field), **_extensions(field)}


def _access(field: Field) -> Facts:
    return {} if field.access is None else {"readOnly" if field.access == "read-only" else "writeOnly": True}


def _extensions(field: Field) -> Facts:
    """Return the keywords of the schema language that no program has to know."""
    present = (detail for detail in field.details if detail.keyword.startswith("x-"))
    return {detail.keyword: detail.value for detail in present if finite(detail.value)}


def _removed(field: Field) -> Facts:
    remedy = field.removed or phrase("Leave the key out.")
    text = phrase("This field has been removed. {remedy}", remedy=remedy)
    # yaml-language-server has no message of one's own for `not`, but shows that of a deprecation.
    shown = {"description": text, "errorMessage": text, "deprecationMessage": text}
    return {**_documentation(field, text), **shown, "doNotSuggest": True, "not": {}}


def _type(kinds: list[str], default: Value | Unset) -> Facts:
    if not kinds:
        return {"not": {}}
    types = [_TYPES.get(kind, kind) for kind in kinds if kind != "integer" or "float" not in kinds]
    if default is None and "null" in types:
        types = list(dict.fromkeys(["null", *types]))  # editors take the first type for the default's
    if len(types) == len({"string", "number", "boolean", "object", "array", "null"}):
        return {}
    return {"type": types[0] if len(types) == 1 else types}


def _map(position: Position, *, merged: bool) -> Facts:
    properties: dict[str, Facts] = {}
    required = []
    for field, name, default in _named(position):
        needed = field.required or (default is not UNSET and any(True for _ in broken(field, default)))
        schema = _schema(field, default, merged=merged, required=needed)
        # 1 and "1" are two keys in YAML, and one in JSON.
        properties[name] = {} if name in properties else schema
        if needed and name not in required:
            required.append(name)
    others = [(item, _schema(item, UNSET)) for item in position.open_items]
    facts = {"properties": properties, **({"required": required} if required else {})}
    if not others:
        return {**facts, "additionalProperties": position.type.takes_other_keys}
    return {**facts, **other_keys(others, list(properties), takes_more=position.type.takes_other_keys)}


def _named(position: Position) -> Iterator[tuple[Field, str, Value | Unset]]:
    """Yield the keys that are known by name, each with the default in effect there."""
    defaults = {key_id(item.key): item.value for item in position.base.items}
    for field in position.type.fields:
        if not field.is_open:
            yield field, key_text(field.key), defaults.get(key_id(field.key), UNSET)
    for item, declared in assign(position.base.items, position.type):
        if declared is not None and declared.is_open:
            yield declared, key_text(item.key), item.value


def _items(field: Field) -> Facts:
    item = field.type.item
    return {} if item is None else {"items": _schema(item, UNSET, in_array=True)}
