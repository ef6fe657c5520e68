"""Keywords for editors: hovers in Markdown, and snippets.

The keywords are those of VS Code, which yaml-language-server knows as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import count, groupby
from operator import itemgetter
from typing import Any

from yschema_engine.schema.ecma_patterns import ecma
from yschema_engine.schema.fields import UNSET, Example, Field, Unset
from yschema_engine.schema.schema_keywords import with_schemas
from yschema_engine.show import fact_kinds
from yschema_engine.show.field_facts import in_a_line, in_order, rules_of
from yschema_engine.show.json_schema.keys_and_rules import Facts, finite, is_expressed
from yschema_engine.show.markdown_text import fence
from yschema_engine.text.nodes import Array, Map, Value, to_plain
from yschema_engine.text.phrases import Listing, Markdown, Param, Phrase, Verbatim, joined, phrase
from yschema_engine.yaml.printing import to_yaml

_SHORT = 60
_BLOCK, _LIST = False, True


def hover(field: Field, default: Value | Unset, *, required: bool) -> Phrase:
    """Return the facts about a field, in Markdown.

    Args:
        field: the field.
        default: the value in effect if users do not set the field; `UNSET` for none to show.
        required: whether users have to set the field.
    """
    shown = None if default is UNSET else fact_kinds.Default(default, is_broken=False)
    facts = in_order(field, shown, tuple(rules_of(field)), is_required=required)
    parts = [part for fact in facts for part in _parts(fact)]
    parts += [(_LIST, fact) for fact in _keys(field)]
    blocks: list[Param] = []
    for is_list, group in groupby(parts, key=itemgetter(0)):
        texts = [text for _, text in group]
        blocks += [joined([joined(("- ", text)) for text in texts], "\n")] if is_list else texts
    return joined(blocks, "\n\n")


def _parts(fact: fact_kinds.Fact) -> Iterator[tuple[bool, Param]]:
    """Yield the parts of a hover for a fact, each with whether it is an item of a list."""
    match fact:
        case fact_kinds.Description():
            yield _BLOCK, Markdown(fact.text.strip())
        case fact_kinds.Type() if fact.is_required:
            yield _BLOCK, phrase("**Required.**")
        case fact_kinds.Deprecated():
            yield _BLOCK, phrase("**Deprecated.** {notice}", notice=Markdown(fact.text))
        # The hover of the map around the field has its keys.
        case fact_kinds.Labelled() | fact_kinds.Alternatives() if fact.name != "keys":
            yield _LIST, in_a_line(fact)
        case fact_kinds.Default():
            yield _BLOCK, _default(fact.value)
        case fact_kinds.Rules():
            yield from ((_LIST, _rule(rule)) for rule in fact.rules)


def _rule(rule: fact_kinds.Rule) -> Param:
    words: Param = rule.phrase
    if rule.citation:
        citation = Markdown(f"[{rule.citation}]({rule.url})")
        words = phrase("{rule} ({citation})", rule=words, citation=citation)
    if rule.condition_words:
        words = phrase("If {condition}: {rule}", condition=rule.condition_words, rule=words)
    elif rule.condition is not None:
        words = phrase("under a condition: {rule}", rule=words)
    says_so = not all(each.is_checked for each in rule.rules)
    is_checked = says_so or all(map(is_expressed, rule.rules))
    return words if is_checked else _not_checked(words)


def _not_checked(fact: Param) -> Phrase:
    return phrase("{fact} *(not checked here)*", fact=fact)


def _keys(field: Field) -> Iterator[Param]:
    for item in field.type.fields:
        keys = item.keys
        if keys is not None and keys.allowed is not None and item.removed is None:
            allowed = keys.allowed
            by_function = allowed.check is not None or any(count.check for count in keys.expects)
            fact = phrase("keys: {keys} ({number})", keys=keys.words, number=keys.number)
            yield _not_checked(fact) if by_function or ecma(allowed.pattern) is None else fact


def _default(value: Value) -> Phrase:
    text = to_yaml(value, flow=isinstance(value, Map | Array)).strip()
    if len(text) <= _SHORT and "\n" not in text:
        return phrase("Default: {value}", value=Verbatim(text))
    block = fence(to_yaml(value).rstrip(), "yaml")
    return phrase("Default:\n\n{value}", value=Markdown(block))


def is_insertable(default: Value) -> bool:
    """Return whether yaml-language-server inserts a `default` right: it cannot write maps within arrays."""
    if isinstance(default, Map):
        return all(is_insertable(item.value) for item in default.items)
    return not isinstance(default, Array) or not any(isinstance(i.value, Map | Array) for i in default.items)


def snippets(examples: Sequence[Example], default: Value = None) -> Iterator[Facts]:
    """Yield the snippets for a value.

    Args:
        examples: as they are declared.
        default: the value in effect where nobody gives one; null where `default` has it.
    """
    if default is not None:
        yield _of_value(phrase("default"), default)
    for example in examples:
        # Editors propose the values of all examples.
        if example.description or isinstance(example.value, Map | Array):
            flow = to_yaml(example.value, flow=True).rstrip()
            name = flow if len(flow) <= _SHORT else phrase("example")
            yield _of_value(example.description or name, example.value)


def required_keys(schema: Facts) -> Iterator[Facts]:
    """Yield a snippet of the required keys of a map, or of an item of an array.

    Args:
        schema: that of the map or the array, in JSON Schema.
    """
    if schema.get("required"):
        yield _of_keys(phrase("required keys"), schema, _placeholders(schema, count(1)))
    elif schema.get("items", {}).get("required"):
        item = _placeholders(schema["items"], count(1))
        # yaml-language-server takes the body for one item where an array is the only type.
        body = item if schema.get("type") == "array" else [item]
        yield _of_keys(phrase("an item with its required keys"), schema["items"], body)


def _of_value(label: Phrase | str, value: Value) -> Facts:
    # It takes it for the whole array where the snippet has another type of its own.
    kind = {"type": "object"} if isinstance(value, Array) else {}
    return {"label": label, "description": to_yaml(value).rstrip(), **kind, "body": _body(to_plain(value))}


def _of_keys(label: Phrase, schema: Facts, body: Any) -> Facts:
    keys = Listing(tuple(Verbatim(key) for key in schema["required"]))
    description = phrase("The keys that have to be set: {keys}.", keys=keys)
    return {"label": label, "description": description, "body": body}


def _placeholders(schema: Facts, numbers: Iterator[int]) -> Any:
    """Return a value of a schema with places to fill in."""
    kind = schema.get("type", "string")
    kind = kind if isinstance(kind, str) else kind[0]
    if kind == "object" and schema.get("required"):
        return {_text(key): _placeholders(schema["properties"][key], numbers) for key in schema["required"]}
    if kind == "array":
        return [_placeholders(schema.get("items", {}), numbers)]
    return f"${next(numbers)}" if kind == "string" else f"^${next(numbers)}"


def _body(value: Any) -> Any:
    """Return a value as the body of a snippet: text as it is inserted, or JSON after a `^`."""
    if isinstance(value, dict) and value:
        return {_text(key): _body(inner) for key, inner in value.items()}
    if isinstance(value, list) and value:
        return [_body(inner) for inner in value]
    if isinstance(value, str):
        is_bare = to_yaml(value, flow=True) == f"{value}\n" and not value.startswith("^")
        return _escaped(value) if is_bare else "^" + _escaped(json.dumps(value, ensure_ascii=False))
    is_bare = isinstance(value, bool | int | float) and finite(value)
    return value if is_bare else "^" + _text(value)


def _text(value: Any) -> str:
    """Return a scalar, or an empty map or array, as YAML and as a snippet has it."""
    return _escaped("{}" if value == {} else "[]" if value == [] else to_yaml(value, flow=True).rstrip())


def _escaped(text: str) -> str:
    return re.sub(r"[$}]", r"\\\g<0>", re.sub(r"\\(?=[$}\\])", r"\\\\", text))


FOR_EDITORS = frozenset(
    (
        *("markdownDescription", "defaultSnippets", "deprecationMessage", "errorMessage"),
        *("patternErrorMessage", "doNotSuggest"),
    )
)
"""The keywords that only editors know."""


def without_editor_keywords(schema: Any) -> Any:
    """Return a schema with the keywords of its dialect alone."""
    if not isinstance(schema, dict):
        return schema
    kept = (key for key in schema if key not in FOR_EDITORS and not key.startswith("x-"))
    return {key: with_schemas(key, schema[key], without_editor_keywords) for key in kept}


_DESCRIBING = frozenset(
    (
        *("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"),
        *("markdownDescription", "defaultSnippets", "deprecationMessage"),
    )
)


def describing(schema: Any) -> Any:
    """Return a schema of fields with descriptions only, which refuses no value."""
    if not isinstance(schema, dict):
        return {}
    kept: Facts = {key: value for key, value in schema.items() if key in _DESCRIBING or key.startswith("x-")}
    if "properties" in schema:
        kept["properties"] = {key: describing(value) for key, value in schema["properties"].items()}
    if isinstance(schema.get("items"), dict) and (items := describing(schema["items"])):
        kept["items"] = items
    if isinstance(schema.get("additionalProperties"), dict) and "patternProperties" not in schema:
        kept["additionalProperties"] = describing(schema["additionalProperties"])
    return kept
