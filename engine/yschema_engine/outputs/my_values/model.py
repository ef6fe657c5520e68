"""A schema as a compact model, by which a script checks values.

The format is only for the script of the same build. Fields are objects with short names, and what is
usual is left out: `k` key, `t` the first letters of the types (`0` for null), `f` fields, `i` item,
`r` numbers of rules, `d` default, `s` the value that the schema shows, `a` absent by default, `x` deprecated,
`z` removed, `o` open keys, `h` hashes of hidden keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from yschema_engine.model.fields import UNSET, Field, ValueType
from yschema_engine.model.keys import KeyPolicy
from yschema_engine.model.path import key_text
from yschema_engine.model.phrases import Words, phrase
from yschema_engine.model.schema import Schema
from yschema_engine.outputs.my_values.plain import as_json
from yschema_engine.outputs.my_values.rules import RuleTable
from yschema_engine.outputs.my_values.words import template_words
from yschema_engine.rules.ecma_patterns import ecma

_LETTERS = {"null": "0", "boolean": "b", "integer": "i", "float": "f", "string": "s"}
_LETTERS |= {"map": "m", "array": "a", "any": "*"}
_FNV_OFFSET, _FNV_PRIME = 0x811C9DC5, 0x01000193


def is_checkable(schema: Schema) -> bool:
    """Return whether a page can check values: not if another check decides than types and rules."""
    return schema.instance_check is None and schema.resource is None and schema.has_documents


def values_model(schema: Schema, words: Words, minimal: str = "") -> str:
    """Return the model of a schema as JSON.

    Args:
        schema: the schema, as readers see it.
        words: the language of the page.
        minimal: the minimal values as YAML.
    """
    rules = RuleTable(words)
    root = _field(schema.root, rules, words)
    model = {
        "anchor": schema.anchor(schema.root),
        "files": list(dict.fromkeys(_files(schema.root))),
        "minimal": minimal,
        "root": root,
        "rules": rules.rules,
        "conditions": rules.conditions,
        "words": template_words(words),
    }
    return json.dumps(model, ensure_ascii=False, separators=(",", ":"))


def _files(field: Field) -> Iterator[str]:
    yield field.span.file
    for below in field.walk():
        yield below.span.file


def _field(field: Field, rules: RuleTable, words: Words) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if field.key is not None:
        facts["k"] = as_json(field.key)
    facts |= _type(field.type, rules, words)
    if field.default is not UNSET:
        facts["d"] = as_json(field.default)
    if field.absent:
        facts["a"] = 1
    for name, notice in (("x", field.deprecated), ("z", field.removed)):
        if notice is not None:
            facts[name] = notice
    if field.keys is not None and field.is_open:
        facts["o"] = _open(field, field.keys, words)
    if field.rules:
        facts["r"] = [rules.number(rule, field.type) for rule in field.rules]
    return facts


def _type(type_: ValueType, rules: RuleTable, words: Words) -> dict[str, Any]:
    facts: dict[str, Any] = {"t": "".join(_LETTERS[kind] for kind in type_.kinds)}
    if type_.sample is not None and type_.main not in ("map", "array"):
        facts["s"] = as_json(type_.sample)
    if type_.fields:
        facts["f"] = [_field(below, rules, words) for below in type_.fields]
    if type_.item is not None:
        facts["i"] = _field(type_.item, rules, words)
    if type_.hidden_keys:
        facts["h"] = [_hash(key_text(key)) for key in type_.hidden_keys]
    return facts


def _open(field: Field, keys: KeyPolicy, words: Words) -> dict[str, Any]:
    """Return which other keys a field stands for, as far as a script can see."""
    allowed = keys.allowed
    assert allowed is not None
    facts: dict[str, Any] = {"w": words.text(keys.words), "l": field.name}
    facts["n"] = words.text(phrase("{number}: {keys}", number=keys.number, keys=keys.words))
    pattern = ecma(allowed.pattern) if allowed.pattern else ""
    if allowed.check is not None or pattern is None:
        facts["u"] = 1  # a function, or a pattern that only RE2 knows
    elif pattern:
        facts["p"] = pattern
    if all(count.check is None for count in keys.expects):
        facts["c"] = [[count.least, count.most] for count in keys.expects]
    return facts


def _hash(text: str) -> int:
    """Return the 32-bit FNV-1a hash of a key, which tells that a key exists without naming it."""
    value = _FNV_OFFSET
    for byte in text.encode():
        value = (value ^ byte) * _FNV_PRIME & 0xFFFFFFFF
    return value
