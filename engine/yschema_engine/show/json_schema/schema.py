"""A schema as JSON Schema (2020-12), for editors and other tools.

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

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from yschema_engine.schema.fields import UNSET, Field, Unset, assign, default_map, default_of
from yschema_engine.schema.rule_check import broken
from yschema_engine.schema.titles import humanise
from yschema_engine.show.json_schema.editor import describing, hover, is_insertable, required_keys, snippets
from yschema_engine.show.json_schema.keys_and_rules import (
    Facts,
    Position,
    access_and_extensions,
    constraints,
    finite,
    kinds_of,
    other_keys,
)
from yschema_engine.show.markdown_text import Flavor, MarkdownWords
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Map, Value, key_id
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import ENGLISH, Markdown, Phrase, Words, phrase

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Maps that are given are merged onto defaults, or completed from those of their keys, or checked as they are.
_Defaults: TypeAlias = Literal["merged", "completing", "shown"]
_TYPES: Mapping[str, str] = {"map": "object", "float": "number"}
_HOVERS = Flavor(has_html=False)


def json_schema(
    field: Field, words: Words = ENGLISH, *, is_as_set: bool = False, is_for_editors: bool = True
) -> Facts:
    """Return the JSON Schema of data values.

    Args:
        field: what a valid schema document declares.
        words: the language of what editors show.
        is_as_set: whether rules are about what users set, and defaults are documentation.
        is_for_editors: whether to leave out the defaults that yaml-language-server inserts wrong.

    Returns:
        Plain values, ready to be printed; defaults and examples in them are nodes.

    Raises:
        EngineError: a function of `@schema/key` gives no answer, or functions took more time or memory than
            they may.
    """
    defaults: _Defaults = "shown" if is_as_set else "merged"
    facts = _schema(field, field.default if is_as_set else default_of(field), defaults)
    if not is_as_set:
        facts.pop("default", None)
    markdown = MarkdownWords(words, _HOVERS)

    def in_words(facts: Any, keyword: str = "") -> Any:
        if isinstance(facts, list):
            return [in_words(item) for item in facts]
        if isinstance(facts, Phrase):
            return (markdown if keyword == "markdownDescription" else words).text(facts)
        if not isinstance(facts, dict):
            return facts
        kept = (key for key in facts if key != "default" or is_insertable(facts[key]) or not is_for_editors)
        return {key: in_words(facts[key], key) for key in kept}

    return {"$schema": DIALECT, **in_words(facts)}


def _schema(
    field: Field,
    default: Value | Unset,
    defaults: _Defaults,
    *,
    required: bool = False,
    in_array: bool = False,
) -> Facts:
    """Return the schema of the values at a place.

    Args:
        field: what is declared there.
        default: the value in effect where nobody gives one; unset where there is none then.
        defaults: what they are for.
        required: whether somebody has to give a value.
        in_array: whether the place is an item of an array.
    """
    if field.removed is not None:
        return _removed(field)
    if field.is_container:
        field = replace(field, type=replace(field.type, kinds=("any",), is_unknown=True))
    if field.is_conditional:  # the keywords of the map around it say more
        plain = replace(field, is_conditional=False)
        described: Facts = describing(_schema(plain, default, defaults, required=required, in_array=in_array))
        return described
    onto = default if defaults == "merged" and default is not UNSET else None
    position = Position(field, _base(field, onto, defaults))
    kinds = kinds_of(position)
    is_any = "any" in field.type.kinds and not field.type.is_unknown  # Helm replaces lists by maps
    if is_any and onto is not None and not isinstance(onto, Map):
        kinds = [kind for kind in kinds if kind != "map"]  # which cannot be merged onto it
    is_map = "map" in field.type.kinds
    # A map that is declared has the defaults of its keys.
    is_of_keys = isinstance(default, Map) and is_map and defaults != "shown"
    is_hidden = is_of_keys or (required and default is not UNSET and _is_broken(field, default))
    shown = UNSET if is_hidden else default
    facts = {
        **_documentation(field, hover(field, shown, required=required)),
        **_type(kinds, default),
        **constraints(position, kinds),
        **(_map(position, _below(onto, defaults)) if is_map and "map" in kinds else {}),
        **(_items(field, _below(None, defaults)) if "array" in kinds else {}),
        **_values(field, shown),
    }
    # Of the items of an array, the array proposes one.
    proposed = [*facts.get("defaultSnippets", ()), *(() if in_array else required_keys(facts))]
    return {**facts, **({"defaultSnippets": proposed} if proposed else {})}


def _values(field: Field, default: Value | Unset) -> Facts:
    """Return the default, and the examples."""
    facts: Facts = {}
    to_insert: Value = None
    if default is not UNSET and finite(default):
        facts["default"] = default
        to_insert = None if is_insertable(default) else default
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
    more = access_and_extensions(field).items()
    return facts | {keyword: value for keyword, value in more if finite(value)}


def _removed(field: Field) -> Facts:
    remedy = Markdown(field.removed) if field.removed else phrase("Leave the key out.")
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


def _base(field: Field, onto: Value, defaults: _Defaults) -> Map:
    """Return the map that a map is merged onto or completed from."""
    if defaults == "shown":
        return Map([], field.span)
    return onto if isinstance(onto, Map) else default_map(field.type)


def _below(onto: Value, defaults: _Defaults) -> _Defaults:
    """Return the fields to which the defaults in a value belong."""
    return "completing" if defaults == "merged" and not isinstance(onto, Map) else defaults


def _map(position: Position, defaults: _Defaults) -> Facts:
    properties: dict[str, Facts] = {}
    required = []
    for field, name, default in _named(position, defaults):
        needed = field.required
        if default is not UNSET and not field.is_conditional:
            needed = needed or _is_broken(field, default)
        schema = _schema(field, default, defaults, required=needed)
        # 1 and "1" are two keys in YAML, and one in JSON.
        properties[name] = {} if name in properties else schema
        if needed and name not in required:
            required.append(name)
    others = [(item, _schema(item, UNSET, defaults)) for item in position.open_items]
    facts = {"properties": properties, **({"required": required} if required else {})}
    if not others:
        return {**facts, "additionalProperties": position.field.type.takes_other_keys}
    return {**facts, **other_keys(others, list(properties), takes_more=position.field.type.takes_other_keys)}


def _is_broken(field: Field, default: Value) -> bool:
    """Return whether a default is not valid, so that it has to be replaced."""
    is_missing = field.required and default is None and {"any", "null"}.isdisjoint(field.type.kinds)
    return is_missing or any(True for _ in broken(field, default))


def _named(position: Position, defaults_for: _Defaults) -> Iterator[tuple[Field, str, Value | Unset]]:
    """Yield the keys that are known by name, each with the default in effect there."""
    defaults = {key_id(item.key): item.value for item in position.base.items}
    for field in position.field.type.fields:
        if not field.is_open:
            in_effect = defaults.get(key_id(field.key), UNSET)
            yield field, key_text(field.key), field.default if defaults_for == "shown" else in_effect
    for item, declared in assign(position.base.items, position.field.type):
        if declared is not None and declared.is_open:
            yield declared, key_text(item.key), item.value


def _items(field: Field, defaults: _Defaults) -> Facts:
    item = field.type.item
    if item is None:
        return {}
    return {"items": _schema(item, item.default if defaults == "shown" else UNSET, defaults, in_array=True)}
