"""Checks that replace types and rules, in the format that the script reads.

The format is only for the script of the same build: `t` strings, `n` schemas, `c` checks, `h` whether it is
a chart, `o` keys in its comments, `s` whether the values are checked as they are set, `k` the kind of a
resource, `v` whether its version is served, the notice if it is deprecated, and the current versions, `u` the
parts that are not checked. A check has the numbers of its schemas (`r`) and the checks of parts (`p`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from yschema_engine.outputs.my_values.key_hashes import key_hash
from yschema_engine.outputs.my_values.plain import as_json
from yschema_engine.schema.compiled_form import CheckFacts, JsonSchemaFacts, Keyword, Node, Scope
from yschema_engine.schema.fields import Field
from yschema_engine.schema.rule_check import rule_words
from yschema_engine.schema.schema import Schema
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, Words

_DATA = ("const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_HIDDEN = -1


class CheckTable:
    """The schemas and texts of a check."""

    def __init__(self, words: Words) -> None:
        """Start without schemas.

        Args:
            words: the language of the page.
        """
        self._words = words
        self._texts: dict[str, int] = {}
        self._nodes: dict[str, int] = {}
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
            "u": list(self._unchecked(schema, facts)),
            "k": f"{resource.kind} ({resource.api_version})" if resource else None,
            "v": [int(schema.is_served), schema.deprecated, list(schema.current_versions)],
        }
        return {"t": list(self._texts), **model}

    def _check(self, facts: CheckFacts) -> dict[str, Any]:
        check: dict[str, Any] = {"r": [self._add(schema) for schema in facts.schemas]}
        if facts.parts:
            check["p"] = [[key, self._check(inner)] for key, inner in facts.parts]
        return check

    def _add(self, schema: JsonSchemaFacts) -> int:
        """Add the schemas of a JSON Schema, equal ones once, and return the number of the whole one."""
        numbers = _first_of_equals(schema.nodes)
        offset = len(self._written)
        kept = {number: offset + index for index, number in enumerate(sorted({*numbers}))}
        final = [kept[number] for number in numbers]
        for number in kept:
            self._written.append(self._node(schema.nodes[number], final))
        return final[schema.root]

    def _node(self, node: Node, numbers: Sequence[int]) -> Any:
        if isinstance(node, bool):
            return node
        return [list(self._keyword(keyword, numbers)) for keyword in node]

    def _keyword(self, keyword: Keyword, numbers: Sequence[int]) -> Iterator[Any]:
        yield keyword.name
        yield as_json(keyword.value) if keyword.name in _DATA else _renumbered(keyword, numbers)
        for text in (keyword.expected, keyword.if_several):
            if text is not None:
                yield self._text(text)

    def _text(self, param: Param) -> int:
        return self._texts.setdefault(self._words.text(param), len(self._texts))

    def _unchecked(self, schema: Schema, facts: CheckFacts) -> Iterator[list[Any]]:
        """Yield the path, the anchor and the words of each rule, and whether nothing here checks it."""
        anchors = {str(field.path): schema.anchor(field) for field in _fields(schema.root)}
        for each in facts.unchecked:
            path = str(each.path)
            yield [path, anchors.get(path, ""), self._words.text(each.words), 0]
        for field in _fields(schema.root):
            for rule in field.rules:
                if not rule.is_checked:
                    words = self._words.text(rule_words(rule, field.type.main, field.type.main))
                    yield [str(field.path), schema.anchor(field), words, 1]


def hidden_scope(schema: Schema) -> Scope:
    """Return the scope of a whole schema, as readers see it."""
    return Scope(Path(), frozenset(_hidden(schema.root, Path())))


def _hidden(field: Field, path: Path) -> Iterator[Path]:
    yield from map(path.key, field.type.hidden_keys)
    for below in field.type.fields:
        yield from _hidden(below, below.path)
    if field.type.item is not None:
        yield from _hidden(field.type.item, path.any_item)


def _fields(root: Field) -> Iterator[Field]:
    yield root
    yield from root.walk()


def _renumbered(keyword: Keyword, numbers: Sequence[int]) -> Any:
    """Return the value of a keyword with other numbers of schemas."""
    value = keyword.value
    match keyword.name:
        case "$ref" | "not" | "propertyNames" | "additionalProperties" | "unevaluatedItems":
            return numbers[value]
        case "allOf" | "anyOf" | "oneOf" | "prefixItems" | "if":
            return [numbers[each] for each in value]
        case "properties" | "patternProperties" | "dependentSchemas" | "dependencies":
            return [list(_entry(key, inner, numbers)) for key, inner in value]
        case "items" | "additionalItems":
            return [value[0], numbers[value[1]], *map(int, value[2:])]
        case "contains" | "unevaluatedProperties":
            return [numbers[value[0]], *value[1:]]
    return value


def _entry(key: str, inner: Any, numbers: Sequence[int]) -> tuple[Any, Any]:
    if inner == _HIDDEN:
        return None, key_hash(key)
    return key, (inner if isinstance(inner, list) else numbers[inner])


def _first_of_equals(nodes: Sequence[Node]) -> list[int]:
    """Return for each schema the number of one that is equal; those within it come after it, mostly."""
    numbers = list(range(len(nodes)))
    first: dict[str, int] = {}
    for number in reversed(range(len(nodes))):
        node = nodes[number]
        if not isinstance(node, bool):
            facts = [
                (each.name, as_json(each.value) if each.name in _DATA else _renumbered(each, numbers))
                for each in node
            ]
            words = [(str(each.expected), str(each.if_several)) for each in node]
            numbers[number] = first.setdefault(json.dumps([facts, words]), number)
    return numbers
