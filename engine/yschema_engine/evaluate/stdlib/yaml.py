"""YAML as the engine's own reader and printer know it."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.evaluate.starlark.formatting import float_format
from yschema_engine.evaluate.starlark.marshal import decode as from_starlark
from yschema_engine.evaluate.starlark.marshal import encode as to_prelude
from yschema_engine.text.findings import EngineError
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, ArrayItem, DocumentSet, Map, MapItem, Value, from_plain, key_id
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_yaml
from yschema_engine.yaml.read import read

_NOWHERE = Span(Source("a YAML text", ""), 1)


def encode(encoded: Any) -> str:
    """Return the value as YAML in block style; documents with a line `---` between them."""
    value = from_starlark(encoded)
    if isinstance(value, DocumentSet):
        return "---\n".join(
            _text(_with_floats(document.value)) for document in value.documents if not document.is_empty
        )
    return _text(_with_floats(from_plain(value, _NOWHERE)))


def decode(text: str) -> Any:
    """Return the values in YAML text.

    Raises:
        BridgeError: the text is not YAML, or has several documents.
    """
    return to_prelude(_parse(text))


def decodable(text: str) -> bool:
    """Return whether the text is one YAML document."""
    try:
        _parse(text)
    except BridgeError:
        return False
    return True


def _text(value: Value) -> str:
    return "" if value is None else to_yaml(value)


class _Float(float):
    """A float that is written as ytt writes it: `3` for 3.0, `1e+06` for a million."""

    def __repr__(self) -> str:
        return float_format("g", float(self))


def _with_floats(value: Value) -> Value:
    """Return the value with floats that are written as ytt writes them."""
    if isinstance(value, Map):
        return Map([MapItem(i.key, _with_floats(i.value), i.span) for i in value.items], value.span)
    if isinstance(value, Array):
        return Array([ArrayItem(_with_floats(i.value), i.span) for i in value.items], value.span)
    return _Float(value) if isinstance(value, float) else value


def _parse(text: str) -> Value:
    try:
        documents = read(Source("a YAML text", text)).documents
    except EngineError as e:
        problem = e.findings[0]
        line = f"line {problem.span.line}: " if problem.span else ""
        message, found = (ENGLISH.text(problem.fact(name)) for name in ("message", "found"))
        raise BridgeError(f"yaml.decode: {line}{message}{f': {found}' if found else ''}") from None
    if not documents:
        return None
    if len(documents) > 1:
        raise BridgeError(f"yaml.decode: expected one document, found {len(documents)}")
    for key in _repeated(documents[0].value):
        raise BridgeError(f"yaml.decode: the key {written(key)} is given twice in one map")
    return documents[0].value


def _repeated(value: Value) -> Iterator[object]:
    if not isinstance(value, Map | Array):
        return
    seen = set()
    for item in value.items:
        if isinstance(value, Map):
            key = key_id(item.key)  # type: ignore[union-attr]
            if key in seen:
                yield item.key  # type: ignore[union-attr]
            seen.add(key)
        yield from _repeated(item.value)


FUNCTIONS: Functions = MappingProxyType(
    {"yaml_encode": encode, "yaml_decode": decode, "yaml_decodable": decodable}
)
