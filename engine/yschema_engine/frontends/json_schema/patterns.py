"""Checking the regular expressions of a schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from yschema_engine.frontends.json_schema import codes
from yschema_engine.frontends.json_schema.document import get_item, get_value
from yschema_engine.schema.ecma_search import is_ecma_pattern
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.nodes import MapItem, Value
from yschema_engine.text.phrases import Verbatim


def wrong_patterns(schema: Mapping[str, Any], node: Value) -> Iterator[Finding]:
    """Yield a finding for each pattern of a schema that is not a regular expression.

    Args:
        schema: as a plain value, without the schemas in it.
        node: the schema as nodes.
    """
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not is_ecma_pattern(pattern):
        yield _finding(pattern, get_item(node, "pattern"))
    patterns = schema.get("patternProperties")
    for pattern in patterns if isinstance(patterns, dict) else ():
        if not is_ecma_pattern(pattern):
            yield _finding(pattern, get_item(get_value(node, "patternProperties"), pattern))


def _finding(pattern: str, item: MapItem | None) -> Finding:
    return finding(codes.INVALID_PATTERN, item.value_span if item else None, found=Verbatim(pattern))
