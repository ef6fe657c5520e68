"""The names of types in comments."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.schema.fields import Kind
from yschema_engine.text.deferred_patterns import lazy_pattern

_NAMES: Mapping[str, Kind] = MappingProxyType(
    {
        **dict.fromkeys(("string", "str", "tpl", "timestamp"), "string"),
        **dict.fromkeys(("int", "integer"), "integer"),
        **dict.fromkeys(("float", "number"), "float"),
        **dict.fromkeys(("bool", "boolean"), "boolean"),
        **dict.fromkeys(("list", "array"), "array"),
        **dict.fromkeys(("object", "map", "dict"), "map"),
        "null": "null",
    }
)
_SEPARATOR = lazy_pattern(r"\s*(?:[/,|]|\bor\b)\s*")


def kinds_of(text: str) -> tuple[Kind, ...]:
    """Return the types that a text names, `null` last; none if one of the names is not known."""
    names = _SEPARATOR.split(text.strip().lower()) if text.strip() else []
    kinds = [_NAMES.get(name) for name in names]
    known = list(dict.fromkeys(kind for kind in kinds if kind is not None))
    if len(known) < len(set(kinds)):
        return ()
    return (*(kind for kind in known if kind != "null"), *(kind for kind in known if kind == "null"))
