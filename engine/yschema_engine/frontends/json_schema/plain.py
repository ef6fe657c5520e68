"""Documents as the plain values that libraries read, and the way back to their nodes."""

from __future__ import annotations

from typing import Any

from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.paths import key_text


class PlainValues:
    """The plain values of nodes; each map and array among them leads back to its node."""

    def __init__(self) -> None:
        """Begin without any values."""
        # Values are found by identity, and stay alive as long as the identities are in use.
        self._nodes: dict[int, tuple[Any, Value]] = {}
        self._plain: dict[int, Any] = {}

    def add(self, value: Value) -> Any:
        """Return a value as dicts, lists and scalars; keys are strings, as in JSON."""
        if isinstance(value, Map):
            plain: Any = {key_text(item.key): self.add(item.value) for item in value.items}
        elif isinstance(value, Array):
            plain = [self.add(item.value) for item in value.items]
        else:
            return value
        self.note(plain, value)
        return plain

    def note(self, plain: Any, node: Value) -> None:
        """Note that a plain value is made from a node."""
        self._nodes[id(plain)] = (plain, node)
        self._plain[id(node)] = plain

    def adopt(self, plain: Any, node: Value) -> None:
        """Note that a node has been made from a plain value, and the parts of one from those of the other."""
        if isinstance(node, Map | Array):
            self.note(plain, node)
            inner = plain.values() if isinstance(node, Map) else plain
            for each, item in zip(inner, node.items, strict=True):
                self.adopt(each, item.value)

    def node(self, plain: Any) -> Value:
        """Return the node of a map or an array that has been added; null for others."""
        return self._nodes.get(id(plain), (None, None))[1]

    def plain(self, node: Value) -> Any:
        """Return the plain value of a node; that of a map or an array which has not been added is made."""
        if not isinstance(node, Map | Array):
            return node
        return self._plain[id(node)] if id(node) in self._plain else to_json_like(node)


def to_json_like(value: Value) -> Any:
    """Return a value as dicts, lists and scalars; keys are strings, as in JSON."""
    if isinstance(value, Map):
        return {key_text(item.key): to_json_like(item.value) for item in value.items}
    if isinstance(value, Array):
        return [to_json_like(item.value) for item in value.items]
    return value
