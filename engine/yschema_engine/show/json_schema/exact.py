"""Keywords of a JSON Schema that fields do not hold: conditions, tuples, recursion and the like.

An input that is a JSON Schema can say more than fields can. Its own keywords, with references resolved, then
decide about values, and the schema of the fields is left to describe them.

Draft 7, whose words `exported` writes, cannot say everything that 2020-12 can. What it cannot say is left out
so that no valid value is refused. A schema that lost a keyword accepts more: `not` and `if` with such a
schema are left out as well, and `oneOf` becomes `anyOf`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import Any

from yschema_engine.schema import schema_keywords
from yschema_engine.schema.schema_keywords import JsonSchemaFacts, Keyword, keyword_of, numbers_in
from yschema_engine.show.json_schema.keys_and_rules import Facts

GLOBAL = "global"
"""The key of the values that Helm hands to all charts."""


_IMPLIES_TYPE = frozenset(("properties", "patternProperties", "additionalProperties", "required", "items"))
_REFUSING = ("$ref", "allOf", "properties", "patternProperties")  # whose fields stay if no value matches
_ALL_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


def is_beyond_fields(schema: JsonSchemaFacts) -> bool:
    """Return whether the schema of the fields says less than a schema, or something else."""
    nodes = [node for node in schema.nodes if not isinstance(node, bool)]
    if any(map(_is_beyond, nodes)) or _is_recursive(schema):
        return True
    refusing = [keyword for node in nodes for keyword in node if keyword.name in _REFUSING]
    refuses_all = any(schema.nodes[number] is False for number in numbers_in(tuple(refusing)))
    return refuses_all or _is_contradictory(schema)


def _is_contradictory(schema: JsonSchemaFacts) -> bool:
    """Return whether the parts of a schema, none of which contains itself, have no type in common."""

    @cache
    def types_of(number: int) -> frozenset[str]:
        node = schema.nodes[number]
        types = _ALL_TYPES
        for keyword in () if isinstance(node, bool) else node:
            if keyword.name == "type":
                names = _type_names(keyword.value)
                types &= {*names, "integer"} if "number" in names else {*names}
            elif keyword.name in ("$ref", "allOf"):
                types = types.intersection(*map(types_of, numbers_in((keyword,))))
        return types

    return not all(map(types_of, range(len(schema.nodes))))


def _is_recursive(schema: JsonSchemaFacts) -> bool:
    """Return whether a schema contains itself."""
    try:
        TopologicalSorter(dict(enumerate(map(numbers_in, schema.nodes)))).prepare()
    except CycleError:
        return True
    return False


def _type_names(value: Any) -> list[str]:
    names = [value] if isinstance(value, str) else value
    return ["integer" if name == schema_keywords.WHOLE_NUMBER else name for name in names]


def _is_beyond(node: Iterable[Keyword]) -> bool:
    names = {keyword.name for keyword in node}
    is_beyond = any(keyword_of(name).is_beyond_fields for name in names)
    return bool(is_beyond or ("type" not in names and names & _IMPLIES_TYPE))


class Exact:
    """Writes the schemas of one input."""

    def __init__(self, schema: JsonSchemaFacts, prefix: str, *, is_draft7: bool = False) -> None:
        """Count how often each schema is used.

        Args:
            schema: the schemas.
            prefix: what the names of definitions start with.
            is_draft7: whether to leave out what draft 7 cannot say, and to accept `global` in the root.
        """
        self._schema = schema
        self._prefix = prefix
        self._is_draft7 = is_draft7
        self._uses = Counter([schema.root])
        for node in schema.nodes:
            self._uses.update(numbers_in(node))
        self._lossy = self._find_lossy()
        self._written: set[int] = set()
        self._opening: list[int] = []
        self.definitions: dict[str, Any] = {}

    def root(self) -> Any:
        """Return the schema of whole values; its definitions are in `definitions` then."""
        return self._open(self._schema.root) if self._is_draft7 else self._at(self._schema.root)

    def _at(self, number: int) -> Any:
        """Return a schema, or a reference to it if it is used several times."""
        node = self._schema.nodes[number]
        if isinstance(node, bool):
            return node
        if self._uses[number] < 2:
            return self._node(node)
        name = f"{self._prefix}{number}"
        if number not in self._written:
            self._written.add(number)
            self.definitions[name] = self._node(node)
        return {"$ref": f"#/$defs/{name}"}

    def _open(self, number: int) -> Any:
        """Return a schema of whole values that accepts `global`, whatever else it refuses."""
        node = self._schema.nodes[number]
        if isinstance(node, bool) or number in self._opening:
            return self._at(number)
        self._opening.append(number)
        written = self._node(node, is_root=True)
        self._opening.pop()
        if "additionalProperties" in written:
            written.setdefault("properties", {}).setdefault(GLOBAL, {})
        if "propertyNames" in written:
            written["propertyNames"] = {"anyOf": [{"const": GLOBAL}, written["propertyNames"]]}
        return written

    def _node(self, node: Iterable[Keyword], *, is_root: bool = False) -> Facts:
        keywords: Facts = {}
        more: list[Any] = []
        for keyword in filter(self._is_kept, node):
            for name, value in self._keyword(keyword, is_root=is_root):
                # In draft 7, keywords next to a reference do not count.
                if name == "$ref" or name in keywords:
                    more.append({name: value})
                else:
                    keywords[name] = value
        if not more:
            return keywords
        if not keywords and len(more) == 1:
            return dict(more[0])
        return {**keywords, "allOf": [*keywords.get("allOf", ()), *more]}

    def _is_kept(self, keyword: Keyword) -> bool:
        """Return whether a keyword, without what draft 7 cannot say, refuses no value that it accepts."""
        match keyword.name:
            case "not":
                return keyword.value not in self._lossy
            case "if":
                return keyword.value[0] not in self._lossy
            case "contains":  # without the numbers
                return True
        return not self._is_lost(keyword)

    def _keyword(self, keyword: Keyword, *, is_root: bool) -> Iterator[tuple[str, Any]]:
        name = keyword.name
        is_whole = is_root and name in ("$ref", "allOf", "anyOf", "oneOf")
        value = schema_keywords.renumbered(keyword, self._open if is_whole else self._at)
        match name:
            case "$ref":
                is_reference = isinstance(value, dict) and list(value) == ["$ref"]
                yield ("$ref", value["$ref"]) if is_reference else ("allOf", [value])
            case "properties" | "patternProperties":
                yield name, dict(value)
            case "dependentSchemas" | "dependencies":
                keys = {key: each for key, each in value if isinstance(each, list)}
                schemas = {key: each for key, each in value if not isinstance(each, list)}
                parts = (("dependentRequired", keys), ("dependentSchemas", schemas))
                yield from (part for part in parts if part[1])
            case "if":
                condition, then, otherwise = value
                yield "if", condition
                yield from (
                    (n, each) for n, each in (("then", then), ("else", otherwise)) if each is not True
                )
            case "type" if schema_keywords.WHOLE_NUMBER in value:
                names = _type_names(value)
                yield name, names if len(names) > 1 else names[0]
            case "items" | "additionalItems":
                yield "items", value[1]
            case "contains":
                limits = zip((name, "minContains", "maxContains"), value, strict=True)
                yield from ((limit, number) for limit, number in limits if number is not None)
            case "unevaluatedProperties":
                yield name, value[0]
            case "oneOf" if not self._lossy.isdisjoint(keyword.value):
                yield "anyOf", value
            case _:
                yield name, value

    def _find_lossy(self) -> frozenset[int]:
        """Return the schemas that are not known as a whole, or that draft 7 cannot say as a whole."""
        nodes = list(enumerate(self._schema.nodes))
        lossy = {
            number for number, node in nodes if not isinstance(node, bool) and any(map(self._is_lost, node))
        }
        size = -1
        while size != len(lossy):
            size = len(lossy)
            lossy |= {number for number, node in nodes if not lossy.isdisjoint(numbers_in(node))}
        return frozenset(lossy)

    def _is_lost(self, keyword: Keyword) -> bool:
        if keyword.name == "contains":
            return self._is_draft7 and list(keyword.value[1:]) != [1, None]
        is_unevaluated = keyword.name in ("unevaluatedItems", "unevaluatedProperties")
        return keyword.name == schema_keywords.UNKNOWN or (self._is_draft7 and is_unevaluated)
