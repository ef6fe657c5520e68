"""JSON, TOML and YAML, as the language reads and writes them: keys sorted, but in YAML."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn, TypeAlias

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions, accepted_by, by_name
from yschema_engine.evaluate.starlark.formatting import float_format
from yschema_engine.evaluate.starlark.marshal import decode as from_starlark
from yschema_engine.evaluate.starlark.marshal import encode as to_prelude
from yschema_engine.text.findings import EngineError
from yschema_engine.text.lazy_import import decimal, tomllib
from yschema_engine.text.node_values import json_float, written
from yschema_engine.text.nodes import Document, DocumentSet, Map, Value, copy_value, from_plain, key_id, walk
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_yaml
from yschema_engine.yaml.read import read

_MAX_INDENT, _DEFAULT_INDENT = 8, 2


def _indent(spaces: int, function: str) -> str:
    if not 0 <= spaces <= _MAX_INDENT:
        raise BridgeError(f"{function}: expected an indent between 0 and {_MAX_INDENT}, found {spaces}")
    return " " * spaces


def _sorted(value: Any, scalar: Callable[[Any], Any]) -> Any:
    """Return a value with the keys of maps sorted, and a function applied to keys and scalars."""
    if isinstance(value, dict):
        return {scalar(key): _sorted(inner, scalar) for key, inner in sorted(value.items())}
    return [_sorted(inner, scalar) for inner in value] if isinstance(value, list) else scalar(value)


def _string_key(key: Any, language: str) -> str:
    if not isinstance(key, str):
        raise BridgeError(
            f"{language.lower()}.encode: found {written(key)} as a key; {language} has strings only"
        )
    return key


_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "\u2028\u2029"})
_HTML_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"})
_SURROGATE = "[\ud800-\udfff]"


def json_encode(encoded: Any, indent: int, escape_html: bool) -> str:  # noqa: FBT001  Starlark passes by position
    """Return the value as JSON.

    Raises:
        BridgeError: it has none, or the indentation is out of bounds.
    """
    spaces = _indent(indent, "json.encode")
    text = _json(from_starlark(encoded), "\n" if indent else "", spaces)
    return text.translate(_HTML_ESCAPES if escape_html else _ESCAPES)


def json_decode(text: str) -> Any:
    """Return the values in JSON text, keys sorted.

    Raises:
        BridgeError: the text is not JSON.
    """
    return to_prelude(_sorted(_parse_json(text), _whole))


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text, parse_int=float, parse_constant=_no_constant)
    except json.JSONDecodeError as e:
        raise BridgeError(f"json.decode: line {e.lineno}, column {e.colno}: {e.msg}") from None
    except RecursionError:
        raise BridgeError("json.decode: the values are nested too deep") from None


def _no_constant(name: str) -> NoReturn:
    raise BridgeError(f"json.decode: {name} is not JSON")


def _whole(value: Any) -> Any:
    """Return a string with halves of surrogate pairs replaced: they are no characters."""
    return re.sub(_SURROGATE, "\ufffd", value) if isinstance(value, str) else value


def _json(value: Any, line: str, indent: str) -> str:
    inner = line + indent
    if isinstance(value, dict):
        keys = sorted(_string_key(key, "JSON") for key in value)
        colon = ": " if indent else ":"
        pairs = [_quoted(key) + colon + _json(value[key], inner, indent) for key in keys]
        return _brackets("{}", pairs, line, inner)
    if isinstance(value, list | tuple):
        return _brackets("[]", [_json(e, inner, indent) for e in value], line, inner)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise BridgeError("json.encode: JSON has no infinite numbers, and none that is not a number")
        return json_float(value)
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _brackets(pair: str, parts: list[str], line: str, inner: str) -> str:
    return pair[0] + inner + f",{inner}".join(parts) + line + pair[1] if parts else pair


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


_BARE_KEY = r"[A-Za-z0-9_-]+"
_DELETE = "\x7f"
_Key: TypeAlias = tuple[str, ...]


def toml_encode(encoded: Any, indent: int) -> str:
    """Return a map as TOML.

    Args:
        encoded: the map, spelled out.
        indent: the spaces for each level of tables; 0 for two.

    Raises:
        BridgeError: the value is not a map, TOML cannot hold it, or the indent is out of bounds.
    """
    spaces = _indent(indent or _DEFAULT_INDENT, "toml.encode")
    value = from_starlark(encoded)
    if not isinstance(value, Mapping):
        raise BridgeError(f"toml.encode: expected a map, found {written(value)}")
    return "".join(_table((), value, spaces)).removeprefix("\n")


def toml_decode(text: str) -> Any:
    """Return the values in TOML, with the keys of maps sorted.

    Raises:
        BridgeError: the text is not TOML, or contains a date or a time.
    """
    try:
        return to_prelude(_sorted(tomllib.loads(text), _toml_scalar))
    except tomllib.TOMLDecodeError as e:
        raise BridgeError(f"toml.decode: {e}") from None
    except RecursionError:
        raise BridgeError("toml.decode: the values are nested too deep") from None
    except ValueError:
        raise BridgeError("toml.decode: an integer has too many digits") from None


def _toml_scalar(value: Any) -> Any:
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
    """Return the items of a table in the order in which they are written."""
    for key in table:
        _string_key(key, "TOML")
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
    return _toml_float(value) if isinstance(value, float) else _toml_string(value)


def _toml_float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "-inf" if value < 0 else "+inf"
    digits = f"{decimal.Decimal(repr(value)):f}"
    return digits if "." in digits else f"{digits}.0"


def _path(key: _Key) -> str:
    return ".".join(map(_name, key))


def _name(key: str) -> str:
    return key if re.fullmatch(_BARE_KEY, key) else _toml_string(key)


def _toml_string(text: str) -> str:
    return _quoted(text).replace(_DELETE, "\\u007f")


_NOWHERE = Span(Source("a YAML text", ""), 1)


def yaml_encode(encoded: Any) -> str:
    """Return the value as YAML in block style; documents with a line `---` between them."""
    value = from_starlark(encoded)
    if isinstance(value, DocumentSet):
        return "---\n".join(_yaml(document.value) for document in value.documents if not document.is_empty)
    return _yaml(from_plain(value, _NOWHERE))


def yaml_decode(text: str) -> Any:
    """Return the values in YAML text.

    Raises:
        BridgeError: the text is not YAML, or has several documents.
    """
    return to_prelude(_parse_yaml(text))


def _yaml(value: Value) -> str:
    document = Document(copy_value(value), _NOWHERE)
    for holder in walk(document):
        if isinstance(holder.value, float):
            holder.value = _Float(holder.value)
    return "" if value is None else to_yaml(document.value)


class _Float(float):
    """A float that is written as ytt writes it: `3` for 3.0, `1e+06` for a million."""

    def __repr__(self) -> str:
        return float_format("g", float(self))


def _parse_yaml(text: str) -> Value:
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
    for holder in walk(documents[0]):
        seen = set()
        for item in holder.value.items if isinstance(holder.value, Map) else ():
            if key_id(item.key) in seen:
                raise BridgeError(f"yaml.decode: the key {written(item.key)} is given twice in one map")
            seen.add(key_id(item.key))
    return documents[0].value


FUNCTIONS: Functions = {
    **by_name(json_encode, json_decode, toml_encode, toml_decode, yaml_encode, yaml_decode),
    "json_decodable": accepted_by(_parse_json),
    "yaml_decodable": accepted_by(_parse_yaml),
}
