"""The dialects of JSON Schema that the front end reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from jsonschema import Draft7Validator, Draft202012Validator

from yschema_engine.frontends.json_schema import codes
from yschema_engine.frontends.json_schema.document import get_item
from yschema_engine.model.findings import EngineError, finding
from yschema_engine.model.phrases import Listing, Verbatim
from yschema_engine.nodes import Value


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect of JSON Schema.

    Attributes:
        uri: what `$schema` says.
        validator: the class of the library that checks instances.
        merges_references: whether keywords beside a `$ref` count.
    """

    uri: str
    validator: Any
    merges_references: bool


_LATEST = Dialect(
    "https://json-schema.org/draft/2020-12/schema", Draft202012Validator, merges_references=True
)
_DRAFT_7 = Dialect("http://json-schema.org/draft-07/schema", Draft7Validator, merges_references=False)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({each.uri: each for each in (_LATEST, _DRAFT_7)})


def dialect_of(document: Value) -> Dialect:
    """Return the dialect of a document; 2020-12 without `$schema`.

    Raises:
        EngineError: the dialect is another one.
    """
    item = get_item(document, "$schema")
    if item is None:
        return _LATEST
    uri = str(item.value)
    dialect = DIALECTS.get(uri.rstrip("#"))
    if dialect is None:
        known = Listing(tuple(map(Verbatim, DIALECTS)), "or")
        raise EngineError([finding(codes.UNKNOWN_DIALECT, item.span, found=Verbatim(uri), dialects=known)])
    return dialect
