"""Values as YAML and JSON text.

`BlockText` writes the text that the emitter writes, in a fraction of its time. Most strings need no quotes;
the others are left to the emitter.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.node_values import reads_as_other, scalar_text
from yschema_engine.text.nodes import ARRAYS, MAPS, Scalar, elements, from_plain, pairs
from yschema_engine.text.source import Source, Span

if TYPE_CHECKING:
    from yschema_engine.yaml import emitter
else:
    emitter = lazy_module("yschema_engine.yaml.emitter")


_NOWHERE = Span(Source("", ""), 0)

# Strings that YAML reads without quotes wherever they are in block style. There are others.
_PLAIN = r"(?!\.\.\.)[A-Za-z0-9_./(<+;$^=](?:[!-9;-~]++|:(?! |\Z)| (?![ #]|\Z))*+\Z"
_KEY_LENGTH = 100  # characters; the emitter writes longer keys in another way
_LINE_ENDS = "[\r\x85\u2028\u2029]"  # those that are in a string besides `\n`
_LINE = "\n(?=[^\n])"


class BlockText:
    """The text of one value, whose `parts` are to be joined.

    Raises:
        UnusualTextError: only the emitter knows how to write a key or a string.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._strings: dict[str, str] = {}
        self._keys: dict[Scalar, str] = {}  # strings alone: in Python, the keys 1 and true are equal

    def add(self, value: Any, indent: str = "", lead: str = "") -> None:
        """Add the lines of a map or an array that has items, as nodes or as a plain value.

        Args:
            value: the map or the array.
            indent: what each line starts with.
            lead: what the first line starts with instead.
        """
        if type(value) in MAPS:
            self._add_map(pairs(value), indent, lead)
            return
        for element in elements(value):
            if (type(element) in MAPS and pairs(element)) or (type(element) in ARRAYS and elements(element)):
                self.add(element, indent + "  ", f"{lead}- ")
            else:
                self.parts.append(f"{lead}- {self._scalar(element, indent)}\n")
            lead = indent

    def _add_map(self, items: Iterable[tuple[Scalar, Any]], indent: str, lead: str) -> None:
        add, keys, strings = self.parts.append, self._keys, self._strings
        inner = indent + "  "
        for key, below in items:
            name = keys.get(key) or self._key(key)
            kind = type(below)
            if kind is str and not (indent and "\n" in below):
                add(f"{lead}{name}: {strings.get(below) or self._string(below)}\n")
            elif kind is bool:
                add(f"{lead}{name}: {'true' if below else 'false'}\n")
            elif kind in MAPS and (within := pairs(below)):
                add(f"{lead}{name}:\n")
                self._add_map(within, inner, inner)
            elif kind in ARRAYS and elements(below):
                add(f"{lead}{name}:\n")
                self.add(below, indent, indent)  # arrays start at the column of their key
            else:
                add(f"{lead}{name}: {self._scalar(below, indent)}\n")
            lead = indent

    def _key(self, key: Scalar) -> str:
        text = scalar_text(key)
        if isinstance(key, tuple) or len(text) > _KEY_LENGTH or "\n" in text:
            raise UnusualTextError
        if not isinstance(key, str):
            return text
        written = self._keys[key] = self._string(text)
        return written

    def _scalar(self, value: Any, indent: str) -> str:
        """Return the text of a scalar, or of a map or an array without items."""
        if isinstance(value, str):
            text = self._strings.get(value) or self._string(value)
            return re.sub(_LINE, f"\n{indent}", text) if indent and "\n" in text else text
        if type(value) in MAPS:
            return "{}"
        return "[]" if type(value) in ARRAYS else scalar_text(value)

    def _string(self, text: str) -> str:
        is_plain = re.match(_PLAIN, text) and not reads_as_other(text)
        written = self._strings[text] = text if is_plain else _quoted(text)
        return written


class UnusualTextError(Exception):
    """Text that depends on more than the emitter is asked for here."""


def _quoted(text: str) -> str:
    """Return a string as the emitter writes it as the value of a key at the left margin."""
    if re.search(_LINE_ENDS, text):
        raise UnusualTextError
    return emitter.emit(from_plain({"a": text}, _NOWHERE)).removeprefix("a: ").removesuffix("\n")


_COLLECTIONS = MAPS | ARRAYS
_SAFE = r"[A-Za-z0-9_/][A-Za-z0-9_./-]*\Z"


def to_yaml(value: Any, *, flow: bool = False) -> str:
    """Return the value as YAML text in block style, with a final line end.

    Strings that any reader of YAML 1.1 could take for something else are quoted.

    Args:
        value: what to print: nodes, a plain value, or one with nodes in it.
        flow: print maps and arrays on one line, as `{a: 1}` and `[1, 2]`.
    """
    if isinstance(value, str):
        return _text(value, flow=flow)
    if type(value) not in _COLLECTIONS:
        return f"{scalar_text(value)}\n"
    if not (pairs(value) if type(value) in MAPS else elements(value)):
        return "{}\n" if type(value) in MAPS else "[]\n"
    if flow:
        return emitter.emit(value, flow=flow)
    text = BlockText()
    try:
        text.add(value)
    except UnusualTextError:
        return emitter.emit(value)
    return "".join(text.parts)


@lru_cache(maxsize=4096)  # schemas repeat their keys and defaults
def _text(value: str, *, flow: bool) -> str:
    if not re.match(_SAFE, value):
        return emitter.emit(value, flow=flow)
    return f'"{value}"\n' if reads_as_other(value) else f"{value}\n"


def to_json(value: Any, *, in_order: bool = False) -> str:
    """Return the value as JSON text, indented by two.

    Args:
        value: what to write, as for `to_yaml`.
        in_order: keep keys in their order; without it they are sorted, as the reference prints them.

    Raises:
        ValueError: JSON has no form for an infinite number or one that is not a number.
    """
    text = json.dumps(_with_texts_as_keys(value), indent=2, ensure_ascii=False, sort_keys=not in_order)
    return f"{text}\n"


def _with_texts_as_keys(value: Any) -> Any:
    if type(value) in MAPS:
        # Of keys with the same text the last value counts, in the place of the first.
        return {scalar_text(key): _with_texts_as_keys(below) for key, below in pairs(value)}
    if type(value) in ARRAYS:
        return list(map(_with_texts_as_keys, elements(value)))
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"JSON has no form for {scalar_text(value)}")
    return value
