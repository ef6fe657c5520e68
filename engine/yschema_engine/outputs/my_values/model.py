"""A schema as a compact model, by which a script checks values.

The format is only for the script of the same build. Fields are objects with short names, and what is
usual is left out: `k` key, `t` the first letters of the types (`0` for null), `f` fields, `i` item,
`r` numbers of rules, `d` default, `s` the value that the schema shows, `a` absent by default, `x` deprecated,
`z` removed, `o` open keys, `h` hashes of hidden keys, `y` a type that a comment states.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from yschema_engine.outputs.my_values.checks import CheckTable, hidden_scope
from yschema_engine.outputs.my_values.key_hashes import key_hash
from yschema_engine.outputs.my_values.plain import as_json
from yschema_engine.outputs.my_values.rules import RuleTable
from yschema_engine.outputs.my_values.words import template_words
from yschema_engine.schema.ecma_patterns import ecma
from yschema_engine.schema.fields import UNSET, Field, ValueType
from yschema_engine.schema.keys import KeyPolicy
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import is_type_stated
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Words, phrase

_LETTERS = {"null": "0", "boolean": "b", "integer": "i", "float": "f", "string": "s"}
_LETTERS |= {"map": "m", "array": "a", "any": "*"}


def is_checkable(schema: Schema) -> bool:
    """Return whether a page can check values: not without a schema, or if code decides."""
    return schema.has_documents and (schema.instance_check is None or schema.check_facts is not None)


def values_model(schema: Schema, words: Words, minimal: str = "", arguments: Sequence[str] = ()) -> str:
    """Return the model of a schema as JSON.

    Args:
        schema: the schema, as readers see it.
        words: the language of the page.
        minimal: the minimal values as YAML.
        arguments: those of the command line that read the schema.
    """
    rules = RuleTable(words)
    facts = schema.check_facts(hidden_scope(schema)) if schema.check_facts else None
    root = _Fields(rules, words, has_own_check=facts is not None).field(schema.root)
    check = {} if facts is None else {"check": CheckTable(words).model(schema, facts)}
    model = {
        "anchor": schema.anchor(schema.root),
        "command": shlex.join(["yschema", *arguments, "--data-values-file", "values.yaml"]),
        "minimal": minimal,
        **check,
        "root": root,
        "rules": rules.rules,
        "conditions": rules.conditions,
        "words": template_words(words, has_own_check=facts is not None),
    }
    return json.dumps(model, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class _Fields:
    """Writes fields.

    Attributes:
        rules: those of all fields.
        words: the language of the page.
        has_own_check: whether other facts than types and rules decide about values.
    """

    rules: RuleTable
    words: Words
    has_own_check: bool

    def field(self, field: Field) -> dict[str, Any]:
        """Return the facts about a field."""
        facts: dict[str, Any] = {}
        if field.key is not None:
            facts["k"] = as_json(field.key)
        facts |= self._type(field.type)
        if field.default is not UNSET:
            facts["d"] = as_json(field.default)
        if field.absent:
            facts["a"] = 1
        for name, notice in (("x", field.deprecated), ("z", field.removed)):
            if notice is not None:
                facts[name] = notice
        if field.keys is not None and field.is_open:
            facts["o"] = self._open(field, field.keys)
        if field.rules and not self.has_own_check:
            facts["r"] = [self.rules.number(rule, field.type) for rule in field.rules]
        if is_type_stated(field):
            facts["y"] = 1
        return facts

    def _type(self, type_: ValueType) -> dict[str, Any]:
        facts: dict[str, Any] = {"t": "".join(_LETTERS[kind] for kind in type_.kinds)}
        if type_.sample is not None and type_.main not in ("map", "array"):
            facts["s"] = as_json(type_.sample)
        if type_.fields:
            facts["f"] = [self.field(below) for below in type_.fields]
        if type_.item is not None:
            facts["i"] = self.field(type_.item)
        if type_.hidden_keys:
            facts["h"] = [key_hash(key_text(key)) for key in type_.hidden_keys]
        return facts

    def _open(self, field: Field, keys: KeyPolicy) -> dict[str, Any]:
        """Return which other keys a field stands for, as far as a script can see."""
        allowed = keys.allowed
        assert allowed is not None
        if self.has_own_check:
            return {"l": field.name, **({"p": allowed.pattern} if allowed.pattern else {})}
        facts: dict[str, Any] = {"w": self.words.text(keys.words), "l": field.name}
        facts["n"] = self.words.text(phrase("{number}: {keys}", number=keys.number, keys=keys.words))
        pattern = ecma(allowed.pattern) if allowed.pattern else ""
        if allowed.check is not None or pattern is None:
            facts["u"] = 1  # a function, or a pattern that only RE2 knows
        elif pattern:
            facts["p"] = pattern
        if all(count.check is None for count in keys.expects):
            facts["c"] = [[count.least, count.most] for count in keys.expects]
        return facts
