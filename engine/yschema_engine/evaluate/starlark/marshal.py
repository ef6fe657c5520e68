"""Conversion of values between Starlark and the engine."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import starlark

from yschema_engine.evaluate.limits import current_guard
from yschema_engine.evaluate.starlark.errors import BridgeError, FragmentError, by_name
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.evaluate.starlark.replay import call_of
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, DocumentSet, Map, Value, elements, pairs
from yschema_engine.text.printable import printable_lines
from yschema_engine.text.suggestions import suggest

if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.programs import Module


@dataclass(frozen=True, slots=True)
class Fragment:
    """YAML nodes as a value in Starlark: a map, an array or documents."""

    node: Map | Array | DocumentSet


@dataclass(frozen=True, slots=True)
class Replace:
    """The result of `template.replace(value)`: the items of the value replace the node that holds it."""

    value: Any


@dataclass(frozen=True, slots=True)
class Other:
    """A value that only code can hold.

    Attributes:
        type: its name.
    """

    type: str


def decode(value: Any, module: Module | None = None) -> Any:
    """Return a value that `out` of the prelude has spelled out; fragments become their nodes.

    Args:
        value: the value.
        module: the program that its functions belong to.
    """
    if isinstance(value, Fragment):
        return value.node
    if not isinstance(value, list):
        return value
    tag, content = value[0], value[1]
    if tag == "list":
        return [decode(e, module) for e in content]
    if tag == "tuple":
        return tuple(decode(e, module) for e in content)
    if tag == "dict":
        return {decode(k, module): decode(v, module) for k, v in content}
    if tag == "function":
        rule = value[3] if len(value) > 3 else None
        replayed = call_of(content[0]) if isinstance(content, list) else None
        index = 0 if isinstance(content, list) else content
        named = (rule[0], decode(rule[1], module)) if rule else None
        return Function(index, str(value[2]), named, replayed, module)
    if tag == "replace":
        return Replace(decode(content, module))
    if tag == "other":
        return Other(content)
    return float(content)


def encode(value: Any) -> Any:
    """Return a value, plain or nodes, spelled out for `back` of the prelude."""
    if isinstance(value, Map | Mapping):
        return ["dict", [[encode(k), encode(v)] for k, v in pairs(value)]]
    if isinstance(value, Array | list):
        return ["list", [encode(e) for e in elements(value)]]
    if isinstance(value, tuple):
        return ["tuple", [encode(e) for e in value]]
    if isinstance(value, float) and not math.isfinite(value):
        return ["float", str(value)]
    return value


def to_starlark(value: Value | DocumentSet) -> Any:
    """Return a fragment or a scalar for `native` of the prelude; an empty fragment is a falsy value."""
    if isinstance(value, Map | Array | DocumentSet):
        if value.items:
            return starlark.OpaquePythonObject(Fragment(value))
        return {} if isinstance(value, Map) else []
    if isinstance(value, float) and not math.isfinite(value):
        return ["float", str(value)]
    return value


def returned(value: Any) -> Any:
    """Return a value that Starlark has spelled out for Starlark to take back: fragments are opaque there."""
    if isinstance(value, list):
        return [returned(each) for each in value]
    return starlark.OpaquePythonObject(value) if isinstance(value, Fragment) else value


def fragment_get(fragment: Fragment, key: Any) -> Any:
    """Return `fragment[key]`.

    Raises:
        FragmentError: there is no such key or item.
    """
    node = fragment.node
    if isinstance(node, Map):
        for item in node.items:
            if item.key == key and type(item.key) is type(key):
                return to_starlark(item.value)
        raise FragmentError(f"key {written(key)} not in the YAML fragment")
    if type(key) is not int:
        raise FragmentError(f"found {written(key)} as the index of an array fragment; expected an integer")
    if not 0 <= key < len(node.items):
        raise FragmentError(f"index {key} is out of the range of a fragment with {len(node.items)} items")
    return to_starlark(node.items[key].value)


def fragment_each(fragment: Fragment) -> list[Any]:
    """Return the keys of a map, or the values of an array or of documents."""
    node = fragment.node
    if isinstance(node, Map):
        return [item.key for item in node.items]
    return [to_starlark(item.value) for item in node.items]


def fragment_has(fragment: Fragment, key: Any) -> bool:
    """Return `key in fragment`, for a key of a map or an index of an array."""
    try:
        fragment_get(fragment, key)
    except FragmentError:
        return False
    return True


def fragment_plain(fragment: Fragment) -> Any:
    """Return the values of a fragment, without nodes, for `back` of the prelude."""
    node = fragment.node
    return encode([d.value for d in node.documents] if isinstance(node, DocumentSet) else node)


def fragment_text(fragment: Fragment) -> str:
    """Return `str(fragment)`."""
    names = {Map: "map", Array: "array", DocumentSet: "documents"}
    return f"yamlfragment({names[type(fragment.node)]})"


def suggested(name: str, names: list[str]) -> str:
    """Return the end of a message that suggests the nearest of some names, or `""` if none is near."""
    near = suggest(name, names)
    return f", did you mean `{near}`?" if near else ""


def refuse(message: str) -> None:
    """Fail with a message for the author.

    Raises:
        BridgeError: always.
    """
    raise BridgeError(message)


def show(line: str) -> None:
    """Write a line of `print(…)` to standard error, unless the code prints too much."""
    text = current_guard().shown(f"{line}\n")
    if text:
        sys.stderr.write(f"{printable_lines(text[:-1])}\n")


FUNCTIONS = by_name(
    *(fragment_get, fragment_each, fragment_has, fragment_plain, fragment_text, refuse, show, suggested)
)
"""The functions of this module that the prelude calls."""
