"""Maps and arrays as YAML text in block style.

It is the text that the emitter writes, in a fraction of its time. Most strings need no quotes; the others are
left to the emitter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.node_values import reads_as_other, scalar_text
from yschema_engine.text.nodes import ARRAYS, MAPS, Scalar, elements, from_plain, pairs
from yschema_engine.text.source import Source, Span

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
            self.parts.append(f"{lead}-")
            self._add_element(element, indent)
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

    def _add_element(self, value: Any, indent: str) -> None:
        if (type(value) in MAPS and pairs(value)) or (type(value) in ARRAYS and elements(value)):
            self.add(value, indent + "  ", " ")
        else:
            self.parts.append(f" {self._scalar(value, indent)}\n")

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
            return _LINE.sub(f"\n{indent}", text) if indent and "\n" in text else text
        if type(value) in MAPS:
            return "{}"
        return "[]" if type(value) in ARRAYS else scalar_text(value)

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
