"""Keywords that stand alone: with the schemas that they refer to in place of the references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yschema_engine.frontends.json_schema.document import get_item
from yschema_engine.frontends.json_schema.plain import to_json_like
from yschema_engine.frontends.json_schema.references import Place, References
from yschema_engine.text.nodes import Array, Map, MapItem, Value
from yschema_engine.text.paths import key_text

_OF_VALUES = frozenset(("const", "enum", "default", "examples"))
_DEPENDENT = frozenset(("$dynamicRef", "$recursiveRef", "$id", "nullable", "x-kubernetes-int-or-string"))
_LARGEST = 500  # maps and arrays, because definitions can use each other any number of times


def inlined(keywords: Mapping[str, Value], part: Place, references: References | None) -> dict[str, Any]:
    """Return keywords for an exported schema, which has no definitions.

    Args:
        keywords: the values of keywords.
        part: the schema that has them.
        references: what references lead to; None if the schema language has none.

    Returns:
        Plain values; nothing if a schema contains itself, is too large, leads to a place that is not known,
        or has keywords that JSON Schema does not have.
    """
    writer = _Writer(references)
    try:
        return {name: writer.write(value, part) for name, value in keywords.items()}
    except _DependentError:
        return {}


class _DependentError(Exception):
    """A schema depends on more than itself."""


class _Writer:
    """Writes schemas, and counts what it has written."""

    def __init__(self, references: References | None) -> None:
        self._references = references
        self._open: list[Value] = []
        self._written = 0

    def write(self, value: Value, around: Place) -> Any:
        """Return a schema, a map or an array of schemas, or another value, without references."""
        if not isinstance(value, Map | Array):
            return value
        self._written += 1
        if self._written > _LARGEST or any(value is each for each in self._open):
            raise _DependentError
        self._open.append(value)
        if isinstance(value, Array):
            plain: Any = [self.write(item.value, around) for item in value.items]
        else:
            plain = self._map(value, around)
        self._open.pop()
        return plain

    def _map(self, node: Map, around: Place) -> Any:
        reference = get_item(node, "$ref")
        link = reference if reference is not None and isinstance(reference.value, str) else None
        if link is not None and not self._merges:
            return self._target(link, around)
        keywords: dict[str, Any] = {}
        for item in node.items:
            key = key_text(item.key)
            if key in _DEPENDENT and not isinstance(item.value, Map):
                raise _DependentError
            if item is not link:
                is_data = key in _OF_VALUES
                keywords[key] = to_json_like(item.value) if is_data else self.write(item.value, around)
        if link is None:
            return keywords
        target = self._target(link, around)
        return {**keywords, "allOf": [*keywords.get("allOf", ()), target]} if keywords else target

    @property
    def _merges(self) -> bool:
        return self._references is not None and self._references.dialect.merges_references

    def _target(self, reference: MapItem, around: Place) -> Any:
        target = self._references.resolve(reference, around) if self._references is not None else None
        if target is None:
            raise _DependentError
        return self.write(target.node, target)
