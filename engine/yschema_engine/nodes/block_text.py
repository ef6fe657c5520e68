"""Maps and arrays as YAML text in block style.

It is the text that the emitter writes, in a fraction of its time. Most strings need no quotes; the others are
left to the emitter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yschema_engine.deferred_modules import lazy_module
from yschema_engine.deferred_patterns import lazy_pattern
from yschema_engine.nodes.plain import from_plain
from yschema_engine.nodes.scalar_text import reads_as_other, scalar_text
from yschema_engine.nodes.tree import Array, Map, MapItem, Value
from yschema_engine.source import Source, Span

if TYPE_CHECKING:
    from yschema_engine.nodes import emitter
else:
    emitter = lazy_module("yschema_engine.nodes.emitter")


_NOWHERE = Span(Source("", ""), 0)

# Strings that YAML reads without quotes wherever they are in block style. There are others.
_PLAIN = lazy_pattern(r"(?!\.\.\.)[A-Za-z0-9_./(<+;$^=](?:[!-9;-~]++|:(?! |\Z)| (?![ #]|\Z))*+\Z")
_KEY_LENGTH = 100  # characters; the emitter writes longer keys in another way
_LINE_ENDS = lazy_pattern("[\r\x85\u2028\u2029]")  # those that are in a string besides `\n`
_LINE = lazy_pattern("\n(?=[^\n])")


class BlockText:
    """The text of one value, whose `parts` are to be joined.

    Raises:
        UnusualTextError: only the emitter knows how to write a key or a string.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._strings: dict[str, str] = {}
        self._keys: dict[str, str] = {}

    def add(self, value: Map | Array, indent: str = "", lead: str = "") -> None:
        """Add the lines of a map or an array that has items.

        Args:
            value: the map or the array.
            indent: what each line starts with.
            lead: what the first line starts with instead.
        """
        if isinstance(value, Map):
            self._add_map(value, indent, lead)
            return
        for element in value.items:
            self.parts.append(f"{lead}-")
            self._add_element(element.value, indent)
            lead = indent

    def _add_map(self, value: Map, indent: str, lead: str) -> None:
        add, keys = self.parts.append, self._keys
        for item in value.items:
            key = (keys.get(item.key) if type(item.key) is str else None) or self._key(item)
            below = item.value
            if type(below) is Map and below.items:
                add(f"{lead}{key}:\n")
                self._add_map(below, indent + "  ", indent + "  ")
            elif type(below) is Array and below.items:
                add(f"{lead}{key}:\n")
                self.add(below, indent, indent)  # arrays start at the column of their key
            else:
                add(f"{lead}{key}: {self._scalar(below, indent)}\n")
            lead = indent

    def _add_element(self, value: Value, indent: str) -> None:
        if isinstance(value, Map | Array) and value.items:
            self.add(value, indent + "  ", " ")
        else:
            self.parts.append(f" {self._scalar(value, indent)}\n")

    def _key(self, item: MapItem) -> str:
        key = item.key
        text = scalar_text(key)
        if isinstance(key, tuple) or len(text) > _KEY_LENGTH or "\n" in text:
            raise UnusualTextError
        if not isinstance(key, str):
            return text
        written = self._keys[key] = self._string(text)
        return written

    def _scalar(self, value: Value, indent: str) -> str:
        if isinstance(value, str):
            text = self._strings.get(value) or self._string(value)
            return _LINE.sub(f"\n{indent}", text) if indent and "\n" in text else text
        if isinstance(value, Map):
            return "{}"
        return "[]" if isinstance(value, Array) else scalar_text(value)

    def _string(self, text: str) -> str:
        known = self._strings.get(text)
        if known is None:
            is_plain = _PLAIN.match(text) and not reads_as_other(text)
            known = self._strings[text] = text if is_plain else _quoted(text)
        return known


class UnusualTextError(Exception):
    """Text that depends on more than the emitter is asked for here."""


def _quoted(text: str) -> str:
    """Return a string as the emitter writes it as the value of a key at the left margin."""
    if _LINE_ENDS.search(text):
        raise UnusualTextError
    return emitter.emit(from_plain({"a": text}, _NOWHERE)).removeprefix("a: ").removesuffix("\n")
