"""What editors show of a schema in JSON Schema: hovers in Markdown, and snippets to complete.

The keywords are those of VS Code, which yaml-language-server knows as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from yschema_engine.model.fields import UNSET, Example, Field, Unset
from yschema_engine.model.phrases import Listing, Param, Phrase, Verbatim, joined, phrase
from yschema_engine.nodes import Array, Map, Value, to_plain, to_yaml
from yschema_engine.outputs.facts import labelled
from yschema_engine.outputs.json_schema.keys import Facts
from yschema_engine.outputs.json_schema.rules import finite, is_expressed
from yschema_engine.rules.ecma_patterns import ecma
from yschema_engine.rules.record import Subject
from yschema_engine.rules.statements import Statement, statements

_SHORT = 60


def hover(field: Field, default: Value | Unset, *, required: bool) -> Phrase:
    """A field for a reader, in Markdown: its description, then what holds for its values.

    Args:
        field: what is declared.
        default: the value in effect where nobody gives one; unset where there is none to be shown.
        required: whether somebody has to give one.
    """
    parts: list[Param] = [field.description.strip()]
    if field.deprecated is not None:
        parts.append(phrase("**Deprecated.** {notice}", notice=field.deprecated))
    if required:
        parts.append(phrase("**Required.**"))
    facts = [joined(("- ", fact)) for fact in (*_labelled(field), *_rules(field), *_keys(field))]
    parts.append(joined(facts, "\n") if facts else "")
    if default is not UNSET and not required:
        parts.append(_default(default))
    return joined([part for part in parts if part], "\n\n")


def _labelled(field: Field) -> Iterator[Param]:
    for fact in labelled(field):
        if fact.name != "keys":  # the hover of the map around the field has them
            yield phrase("{label}: {text}", label=fact.label, text=fact.text)


def _rules(field: Field) -> Iterator[Param]:
    type_ = field.type
    for expressed in (False, True):
        rules = [rule for rule in field.rules if is_expressed(rule) is expressed]
        for statement in statements(rules, Subject(type_.main), is_mixed=type_.is_mixed):
            yield _rule(statement, expressed=expressed)


def _rule(statement: Statement, *, expressed: bool) -> Param:
    rule: Param = statement.phrase
    condition, citation = statement.condition, statement.citation
    if citation:
        rule = phrase("{rule} ({citation})", rule=rule, citation=f"[{citation.title}]({citation.url})")
    if condition is not None and condition.source:
        rule = phrase("If {condition}: {rule}", condition=Verbatim(condition.source), rule=rule)
    elif condition is not None:
        rule = phrase("under a condition: {rule}", rule=rule)
    return rule if expressed and condition is None else _not_checked(rule)


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
    return phrase("Default:\n\n{value}", value=f"```yaml\n{to_yaml(value).rstrip()}\n```")


def is_insertable(default: Value) -> bool:
    """Whether yaml-language-server inserts a `default` right: it cannot write maps within arrays."""
    if isinstance(default, Map):
        return all(is_insertable(item.value) for item in default.items)
    return not isinstance(default, Array) or not any(isinstance(i.value, Map | Array) for i in default.items)


def snippets(examples: Sequence[Example], default: Value = None) -> Iterator[Facts]:
    """What to propose as a value.

    Args:
        examples: as they are declared.
        default: the value in effect where nobody gives one; null where `default` has it.
    """
    if default is not None:
        yield _of_value(phrase("default"), default)
    for example in examples:
        # Editors propose the values of all examples.
        if example.description or isinstance(example.value, Map | Array):
            yield _of_example(example)


def required_keys(schema: Facts) -> Iterator[Facts]:
    """A snippet of what somebody has to give of a map, or of an item of an array.

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


def _of_example(example: Example) -> Facts:
    flow = to_yaml(example.value, flow=True).rstrip()
    name = flow if len(flow) <= _SHORT else phrase("example")
    return _of_value(example.description or name, example.value)


def _of_value(label: Phrase | str, value: Value) -> Facts:
    # It takes it for the whole array where the snippet has another type of its own.
    kind = {"type": "object"} if isinstance(value, Array) else {}
    return {"label": label, "description": to_yaml(value).rstrip(), **kind, "body": _body(to_plain(value))}


def _of_keys(label: Phrase, schema: Facts, body: Any) -> Facts:
    keys = Listing(tuple(Verbatim(key) for key in schema["required"]))
    description = phrase("The keys that have to be set: {keys}.", keys=keys)
    return {"label": label, "description": description, "body": body}


def _placeholders(schema: Facts, numbers: Iterator[int]) -> Any:
    """A value of a schema with places to fill in."""
    kind = schema.get("type", "string")
    kind = kind if isinstance(kind, str) else kind[0]
    if kind == "object" and schema.get("required"):
        return {_text(key): _placeholders(schema["properties"][key], numbers) for key in schema["required"]}
    if kind == "array":
        return [_placeholders(schema.get("items", {}), numbers)]
    return f"${next(numbers)}" if kind == "string" else f"^${next(numbers)}"


def _body(value: Any) -> Any:
    """A value as the body of a snippet: text stands there as it is inserted, behind a `^` even in JSON."""
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
    """A scalar, or an empty map or array, as YAML and as a snippet has it."""
    return _escaped("{}" if value == {} else "[]" if value == [] else to_yaml(value, flow=True).rstrip())


def _escaped(text: str) -> str:
    return re.sub(r"[$}]", r"\\\g<0>", re.sub(r"\\(?=[$}\\])", r"\\\\", text))
