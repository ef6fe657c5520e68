"""JSON Schemas as nodes with spans, from JSON or YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from yschema_engine.frontends.json_schema import codes
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import EngineError, finding
from yschema_engine.text.nodes import Document, Map, MapItem, Value, write_out_keys
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import YAML_1_2, read

_SURROGATES = lazy_pattern(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")

_NOTHING = phrase("an empty file")
_EMPTIED = phrase("write output to another file: a shell empties a file after `>` before the command starts")


def read_document(source: Source) -> Value:
    """Return the value of the first document of a file, as `read_documents`; null without one."""
    return next((document.value for document in read_documents(source)), None)


def read_documents(source: Source) -> Sequence[Document]:
    """Return the documents of a file, without empty ones after the first.

    JSON is read as the YAML that it is, for the spans of its nodes.

    Args:
        source: JSON if its name ends in `.json`, else YAML.

    Raises:
        EngineError: the text is not valid.
    """
    text = source.text
    if source.name.endswith(".json"):
        _check_json(source)
        text = _SURROGATES.sub(_code_point, text)
    documents = read(Source(source.name, text, source.path), YAML_1_2).documents
    kept = [each for at, each in enumerate(documents) if not at or not each.is_empty]
    for document in kept:
        write_out_keys(document.value)
    return kept


def get_item(value: Value, key: str) -> MapItem | None:
    """Return the item of a map at a key, or None."""
    items = value.items if isinstance(value, Map) else ()
    return next((item for item in items if isinstance(item, MapItem) and item.key == key), None)


def get_value(value: Value, key: str) -> Value:
    """Return the value of a map at a key; null without it."""
    item = get_item(value, key)
    return None if item is None else item.value


def _check_json(source: Source) -> None:
    try:
        json.loads(source.text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as e:
        if not source.text.strip():
            empty = finding(codes.NOT_JSON, Span(source, 1), found=_NOTHING, hint=_EMPTIED)
            raise EngineError([empty]) from None
        span = Span(source, e.lineno, e.colno)
        raise EngineError([finding(codes.NOT_JSON, span, found=e.msg)]) from None
    except (ValueError, RecursionError) as e:
        raise EngineError([finding(codes.NOT_JSON, Span(source, 1), found=Verbatim(str(e)))]) from None


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


def _code_point(match: re.Match[str]) -> str:
    """Return a pair of surrogates as YAML writes the character."""
    high, low = int(match[1], 16), int(match[2], 16)
    return f"\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08X}"
