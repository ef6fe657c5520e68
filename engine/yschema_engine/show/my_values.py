"""The model of a schema from which a page checks the values of its reader.

A scalar, an array or a map stands for itself if JavaScript reads it as it is. Other values are objects with
one key: `$i` (the digits of an integer that is too large), `$f` (the text of a float that would become an
integer, or is not finite) and `$m` (the keys and values of a map with keys that are not strings, or whose
order would be lost).

The format is only for the script of the same build: `t` strings, `n` schemas, `c` checks, `h` whether it is
a chart, `o` keys in its comments, `s` whether the values are checked as they are set, `k` the kind of a
resource, `g` all kinds that the inputs define, `v` whether its version is served, the notice if it is
deprecated, and the current versions, `u` the parts that are not checked. A check has the numbers of its
schemas (`r`) and the checks of parts (`p`). Fields are objects with short names, and what is
usual is left out: `k` key, `t` the first letters of the types (`0` for null), `f` fields, `i` item,
`r` numbers of rules, `d` default, `s` the value that the schema shows, `a` absent by default, `x` deprecated,
`z` removed, `o` open keys, `h` hashes of hidden keys, `y` a type that a comment states.
"""

from __future__ import annotations

import json
import math
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from yschema_engine.schema.ecma_patterns import ecma
from yschema_engine.schema.fields import UNSET, Field, ValueType, with_items
from yschema_engine.schema.keys import KeyPolicy
from yschema_engine.schema.rule_check import rule_words
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import Comparison, Condition, ConditionFacts, Rule
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.schema_keywords import (
    HIDDEN,
    CheckFacts,
    JsonSchemaFacts,
    Keyword,
    Node,
    Scope,
    keyword_of,
    renumbered,
)
from yschema_engine.schema.types import is_type_stated
from yschema_engine.show.my_values_words import template_words
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import Param, Words, phrase, shortened

_FNV_OFFSET, _FNV_PRIME = 0x811C9DC5, 0x01000193


def key_hash(text: str) -> int:
    """Return the 32-bit FNV-1a hash of a key."""
    value = _FNV_OFFSET
    for byte in text.encode():
        value = (value ^ byte) * _FNV_PRIME & 0xFFFFFFFF
    return value


_LARGEST = 2**53 - 1
# JavaScript moves numbers to the front, and takes one key for the prototype of the object.
_IS_LOST = r"\$|[0-9]+\Z|__proto__\Z"


def as_json(value: Any) -> Any:
    """Return a value, plain or as nodes, for `json.dumps`.

    Raises:
        TypeError: the value has no YAML form, such as a function.
    """
    value = to_plain(value)
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _LARGEST else {"$i": str(value)}
    if isinstance(value, float):
        return value if math.isfinite(value) and not value.is_integer() else {"$f": repr(value)}
    if isinstance(value, Mapping):
        return _map(value)
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    raise TypeError(f"a {type(value).__name__.lower()} has no YAML form")


def _map(value: Mapping[Any, Any]) -> Any:
    if all(isinstance(key, str) and not re.match(_IS_LOST, key) for key in value):
        return {key: as_json(inner) for key, inner in value.items()}
    return {"$m": [[as_json(key), as_json(inner)] for key, inner in value.items()]}


class _CheckTable:
    """The schemas and texts of a check."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._texts: dict[str, int] = {}
        self._written: list[Any] = []

    def model(self, schema: Schema, facts: CheckFacts) -> dict[str, Any]:
        """Return the model of a check."""
        resource = schema.resource
        model = {
            "c": self._check(facts),
            "n": self._written,
            "h": int(facts.is_chart),
            "o": sorted(facts.commented_out),
            "s": int(schema.checks_values_as_set),
            "y": schema.yaml,
            "u": list(self._unchecked(schema, facts)),
            "k": f"{resource.kind} ({resource.api_version})" if resource else None,
            "g": [(each.api_version, each.kind) for each in schema.defined],
            "v": [int(schema.is_served), schema.deprecated, list(schema.current_versions)],
        }
        return {"t": list(self._texts), **model}

    def _check(self, facts: CheckFacts) -> dict[str, Any]:
        check: dict[str, Any] = {"r": [self._add(schema) for schema in facts.schemas]}
        if facts.parts:
            check["p"] = [
                [key, self._check(inner), inner.conditions, inner.tags] for key, inner in facts.parts
            ]
        return check

    def _add(self, schema: JsonSchemaFacts) -> int:
        """Add the schemas of a JSON Schema, equal ones once, and return the number of the whole one."""
        numbers = _first_of_equals(schema.nodes)
        offset = len(self._written)
        kept = {number: offset + index for index, number in enumerate(sorted({*numbers}))}
        final = [kept[number] for number in numbers]
        for number in kept:
            node = schema.nodes[number]
            keywords = () if isinstance(node, bool) else node
            written = [list(self._keyword(keyword, final)) for keyword in keywords]
            self._written.append(node if isinstance(node, bool) else written)
        return final[schema.root]

    def _keyword(self, keyword: Keyword, numbers: Sequence[int]) -> Iterator[Any]:
        yield keyword.name
        yield _renumbered(keyword, numbers)
        for text in (keyword.expected, keyword.if_several):
            if text is not None:
                yield self._text(text)

    def _text(self, param: Param) -> int:
        return self._texts.setdefault(self._words.text(shortened(param)), len(self._texts))

    def _unchecked(self, schema: Schema, facts: CheckFacts) -> Iterator[list[Any]]:
        """Yield the path, the anchor and the words of each rule, and whether nothing here checks it."""
        fields = (schema.root, *schema.root.walk())
        anchors = {str(field.path): schema.anchor(field) for field in fields}
        for each in facts.unchecked:
            path = str(each.path)
            yield [path, anchors.get(path, ""), self._words.text(each.words), 0]
        for field in fields:
            for rule in field.rules:
                if not rule.is_checked:
                    words = self._words.text(rule_words(rule, field.type.main, field.type.main))
                    yield [str(field.path), schema.anchor(field), words, 1]


def _renumbered(keyword: Keyword, numbers: Sequence[int]) -> Any:
    """Return the value of a keyword with other numbers of schemas, as JSON."""
    record = keyword_of(keyword.name)
    if record.holds == "values":
        return as_json(keyword.value)
    value = renumbered(keyword, numbers.__getitem__)
    if record.numbers == "by key":
        return [[None, key_hash(key)] if inner == HIDDEN else [key, inner] for key, inner in value]
    return value


def _first_of_equals(nodes: Sequence[Node]) -> list[int]:
    """Return for each schema the number of one that is equal; those within it come after it, mostly."""
    numbers = list(range(len(nodes)))
    first: dict[str, int] = {}
    for number in reversed(range(len(nodes))):
        node = nodes[number]
        if not isinstance(node, bool):
            facts = [(each.name, _renumbered(each, numbers)) for each in node]
            words = [(str(each.expected), str(each.if_several)) for each in node]
            numbers[number] = first.setdefault(json.dumps([facts, words]), number)
    return numbers


def _number(entries: list[dict[str, Any]], entry: dict[str, Any]) -> int:
    if entry not in entries:
        entries.append(entry)
    return entries.index(entry)


def _checked(rule: Rule) -> dict[str, Any]:
    """Return the name and the argument of a rule that a script can check; nothing for all others."""
    with suppress(TypeError):  # a function has no form for scripts
        argument = ecma(rule.argument) if rule.name == "regexp" else as_json(rule.argument)
        if rule.name in RULES and (rule.name != "regexp" or argument is not None):
            return {"n": rule.name, "a": argument}
    return {}


def _facts(facts: ConditionFacts) -> list[Any]:
    if isinstance(facts, Comparison):
        return [facts.operator, facts.start, list(facts.keys), as_json(facts.literal)]
    return [facts.join, *map(_facts, facts.parts)]


_LETTERS = {"null": "0", "boolean": "b", "integer": "i", "float": "f", "string": "s"}
_LETTERS |= {"map": "m", "array": "a", "any": "*"}


def is_checkable(schema: Schema) -> bool:
    """Return whether a page can check values: not without a schema, and of one kind of resource at most."""
    return schema.has_documents and (schema.resource is not None or not schema.kinds)


def values_model(schema: Schema, words: Words, minimal: str = "", arguments: Sequence[str] = ()) -> str:
    """Return the model of a schema as JSON.

    Args:
        schema: the schema, as readers see it.
        words: the language of the page.
        minimal: the minimal values as YAML.
        arguments: those of the command line that read the schema.
    """
    hidden = (field.path.key(key) for field in with_items(schema.root) for key in field.type.hidden_keys)
    facts = schema.own_check.facts(Scope(Path(), frozenset(hidden))) if schema.own_check else None
    fields = _Fields(words, has_own_check=facts is not None)
    check = {} if facts is None else {"check": _CheckTable(words).model(schema, facts)}
    model = {
        "anchor": schema.anchor(schema.root),
        "command": shlex.join(["yschema", *arguments, "--data-values-file", "values.yaml"]),
        "minimal": minimal,
        **check,
        "root": fields.written(schema.root),
        "rules": fields.rules,
        "conditions": fields.conditions,
        "words": template_words(words, has_own_check=facts is not None),
    }
    return json.dumps(model, ensure_ascii=False, separators=(",", ":"))


class _Fields:
    """Writes fields, which refer to rules by number.

    Attributes:
        rules: those of all fields, in the order of their first use.
        conditions: of the rules, in the order of their first use.
    """

    def __init__(self, words: Words, *, has_own_check: bool) -> None:
        self.rules: list[dict[str, Any]] = []
        self.conditions: list[dict[str, Any]] = []
        self._words = words
        self._has_own_check = has_own_check

    def written(self, field: Field) -> dict[str, Any]:
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
        if field.rules and not self._has_own_check:
            facts["r"] = [_number(self.rules, self._rule(rule, field.type)) for rule in field.rules]
        if is_type_stated(field):
            facts["y"] = 1
        return facts

    def _type(self, type_: ValueType) -> dict[str, Any]:
        facts: dict[str, Any] = {"t": "".join(_LETTERS[kind] for kind in type_.kinds)}
        if type_.sample is not None and type_.main not in ("map", "array"):
            facts["s"] = as_json(type_.sample)
        if type_.fields:
            facts["f"] = list(map(self.written, type_.fields))
        if type_.item is not None:
            facts["i"] = self.written(type_.item)
        if type_.hidden_keys:
            facts["h"] = [key_hash(key_text(key)) for key in type_.hidden_keys]
        return facts

    def _rule(self, rule: Rule, type_: ValueType) -> dict[str, Any]:
        words = self._words.text(rule_words(rule, type_.main, type_.main))
        facts: dict[str, Any] = {"w": words, **_checked(rule)}
        if rule.strings_only:
            facts["s"] = 1
        if rule.condition is not None:
            facts["c"] = _number(self.conditions, self._condition(rule.condition))
        return facts

    def _condition(self, condition: Condition) -> dict[str, Any]:
        text = self._words.text(condition.words) if condition.words else condition.source
        return {"w": text, **({"t": _facts(condition.facts)} if condition.facts else {})}

    def _open(self, field: Field, keys: KeyPolicy) -> dict[str, Any]:
        """Return which other keys a field stands for, as far as a script can see."""
        allowed = keys.allowed
        assert allowed is not None
        if self._has_own_check:
            return {"l": field.name, **({"p": allowed.pattern} if allowed.pattern else {})}
        facts: dict[str, Any] = {"w": self._words.text(keys.words), "l": field.name}
        facts["n"] = self._words.text(phrase("{number}: {keys}", number=keys.number, keys=keys.words))
        pattern = ecma(allowed.pattern) if allowed.pattern else ""
        if allowed.check is not None or pattern is None:
            facts["u"] = 1  # a function, or a pattern that only RE2 knows
        elif pattern:
            facts["p"] = pattern
        if all(count.check is None for count in keys.expects):
            facts["c"] = [[count.least, count.most] for count in keys.expects]
        return facts
