"""Values on their way between Starlark and the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import starlark

from yschema_engine.nodes import Array, DocumentSet, Map, Value

Call = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Function:
    """A Starlark function; `index` is its place in its module's list.

    Attributes:
        name: its name for people.
    """

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """YAML nodes as a value in Starlark: a map, an array or documents."""

    node: Map | Array | DocumentSet


class FragmentError(Exception):
    """A fragment has no such key or item."""


def decode(value: Any) -> Any:
    """The value that the prelude's `out` has spelled out; fragments become their nodes."""
    if isinstance(value, Fragment):
        return value.node
    if not isinstance(value, list):
        return value
    tag, content = value[0], value[1]
    if tag == "list":
        return [decode(e) for e in content]
    if tag == "tuple":
        return tuple(decode(e) for e in content)
    if tag == "dict":
        return {decode(k): decode(v) for k, v in content}
    if tag == "function":
        return Function(content, str(value[2]))
    return float(content)


def to_starlark(value: Value | DocumentSet) -> Any:
    """For Starlark: a fragment, or the scalar itself; an empty fragment is a falsy native value."""
    if isinstance(value, Map):
        return starlark.OpaquePythonObject(Fragment(value)) if value.items else {}
    if isinstance(value, Array):
        return starlark.OpaquePythonObject(Fragment(value)) if value.items else []
    if isinstance(value, DocumentSet):
        return starlark.OpaquePythonObject(Fragment(value)) if value.documents else []
    return value


def fragment_get(fragment: Fragment, key: Any) -> Any:
    """`fragment[key]`.

    Raises:
        FragmentError: there is no such key or item.
    """
    node = fragment.node
    if isinstance(node, Map):
        for item in node.items:
            if item.key == key and type(item.key) is type(key):
                return to_starlark(item.value)
        raise FragmentError(f"key {key!r} not in the YAML fragment")
    if type(key) is not int:
        raise FragmentError(f"found {key!r} as the index of an array fragment; expected an integer")
    holders = node.items if isinstance(node, Array) else node.documents
    if not 0 <= key < len(holders):
        raise FragmentError(f"index {key} is out of the range of a fragment with {len(holders)} items")
    return to_starlark(holders[key].value)


def fragment_each(fragment: Fragment) -> list[Any]:
    """The keys of a map, the values of an array or of documents."""
    node = fragment.node
    if isinstance(node, Map):
        return [item.key for item in node.items]
    return [to_starlark(h.value) for h in (node.items if isinstance(node, Array) else node.documents)]


def fragment_has(fragment: Fragment, key: Any) -> bool:
    """`key in fragment`: a key of a map, an index of an array."""
    try:
        fragment_get(fragment, key)
    except FragmentError:
        return False
    return True
