"""TOML as the language writes and reads it: keys sorted, tables behind other values, nulls left out."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, TypeAlias

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.evaluate.starlark.marshal import decode as from_starlark
from yschema_engine.evaluate.starlark.marshal import encode as to_prelude
from yschema_engine.text.node_values import written

_MAX_INDENT, _DEFAULT_INDENT = 8, 2
_BARE_KEY = r"[A-Za-z0-9_-]+"
_DELETE = "\x7f"
_Key: TypeAlias = tuple[str, ...]


def encode(encoded: Any, indent: int) -> str:
    """Return a map as TOML.

    Args:
        encoded: the map, spelled out.
        indent: the spaces for each level of tables; 0 for two.

    Raises:
        BridgeError: the value is not a map, TOML cannot hold it, or the indent is out of bounds.
    """
    if not 0 <= indent <= _MAX_INDENT:
        raise BridgeError(f"toml.encode: expected an indent between 0 and {_MAX_INDENT}, found {indent}")
    value = from_starlark(encoded)
    if not isinstance(value, Mapping):
        raise BridgeError(f"toml.encode: expected a map, found {written(value)}")
    text = "".join(_table((), value, " " * (indent or _DEFAULT_INDENT)))
    return text.removeprefix("\n")


def decode(text: str) -> Any:
    """Return the values in TOML, with the keys of maps sorted.

    Raises:
        BridgeError: the text is not TOML, or contains a date or a time.
    """
    try:
        return to_prelude(_sorted(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as e:
        raise BridgeError(f"toml.decode: {e}") from None
    except RecursionError:
        raise BridgeError("toml.decode: the values are nested too deep") from None


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        return [_sorted(inner) for inner in value]
    if isinstance(value, bool | int | float | str):
        return value
    raise BridgeError(f"toml.decode: found {value}; dates and times are not supported")


def _table(key: _Key, table: Mapping[Any, Any], indent: str) -> Iterator[str]:
    """Yield the lines of a table: values first, then the tables in it."""
    for name, value in _in_order(table):
        if value is not None:
            yield from _item((*key, name), value, indent)


def _item(key: _Key, value: Any, indent: str) -> Iterator[str]:
    pad = indent * (len(key) - 1)
    if isinstance(value, Mapping):
        yield ("\n" if len(key) == 1 else "") + f"{pad}[{_path(key)}]\n"
        yield from _table(key, value, indent)
    elif _is_list_of_tables(value):
        for table in value:
            yield f"\n{pad}[[{_path(key)}]]\n"
            yield from _table(key, table, indent)
    else:
        yield f"{pad}{_name(key[-1])} = {_inline(value)}\n"


def _in_order(table: Mapping[Any, Any]) -> list[tuple[str, Any]]:
    """Return the items of a table in the order in which they are written.

    Raises:
        BridgeError: a key is not a string.
    """
    for key in table:
        if not isinstance(key, str):
            raise BridgeError(f"toml.encode: found {written(key)} as a key; TOML has strings only")
    return sorted(table.items(), key=lambda item: (_is_table(item[1]), item[0]))


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or _is_list_of_tables(value)


def _is_list_of_tables(value: Any) -> bool:
    if not isinstance(value, list | tuple) or not value:
        return False
    if None in value:
        raise BridgeError("toml.encode: found null in a list; TOML has no null")
    return all(isinstance(item, Mapping) for item in value)


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = [f"{_name(key)} = {_inline(inner)}" for key, inner in _in_order(value) if inner is not None]
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list | tuple):
        _is_list_of_tables(value)  # refuses null
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return _float(value) if isinstance(value, float) else _quoted(value)


def _float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "-inf" if value < 0 else "+inf"
    digits = f"{Decimal(repr(value)):f}"
    return digits if "." in digits else f"{digits}.0"


def _path(key: _Key) -> str:
    return ".".join(map(_name, key))


def _name(key: str) -> str:
    return key if re.fullmatch(_BARE_KEY, key) else _quoted(key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace(_DELETE, "\\u007f")


FUNCTIONS: Functions = MappingProxyType({"toml_encode": encode, "toml_decode": decode})
