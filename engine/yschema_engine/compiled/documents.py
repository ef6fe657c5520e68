"""JSON Schema documents as nodes and as plain values, and the codes of findings about them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from yschema_engine.evaluate.limits import Limits
from yschema_engine.schema.schema_keywords import OwnCheck
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import (
    EngineError,
    finding,
    parse_code,
    reference_warning,
    schema_code,
    schema_warning,
    usage_code,
    values_code,
    values_warning,
)
from yschema_engine.text.nodes import Array, Document, Map, MapItem, Value, write_out_keys
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import YAML_1_2, read

NOT_JSON = parse_code("json-syntax", "this is not valid JSON", expected="JSON (RFC 8259)")
SEVERAL_SCHEMAS = usage_code(
    "json-schema-several",
    "the inputs contain several JSON Schemas",
    expected="one JSON Schema",
    hint="name one of the files",
)
INVALID_SCHEMA = schema_code(
    "json-schema-invalid", "this is not a valid JSON Schema", expected="what {dialect} allows"
)
INVALID_IDENTIFIER = schema_code(
    "json-schema-identifier",
    "the identifier of the schema is not an address",
    expected="a URI, such as `https://example.com/app.schema.json`",
)
UNKNOWN_DIALECT = reference_warning(
    "json-schema-dialect",
    "$schema names no known dialect, and the schema is read as draft 2020-12",
    expected="{dialects}",
)
LATER_KEYWORD = reference_warning(
    "json-schema-later-keyword",
    "the draft that $schema names does not have this keyword, which is ignored",
    hint="let $schema name a later draft",
    several="{count} keywords are ignored that {cause} does not have",
)
DEFINITIONS_ONLY = reference_warning(
    "json-schema-definitions-only",
    "the schema contains only definitions, and describes no values",
    hint='add "$ref": "{reference}", or the one that describes the file',
)
ODD_INPUT = schema_code(
    "json-schema-odd",
    "the check cannot handle the form of the schema or the value",
    hint="simplify it, or report it as a bug",
)
OLD_DRAFT = schema_code(
    "json-schema-old-draft", "this dialect of JSON Schema is not supported", expected="{dialects}"
)
REMOTE_REFERENCE = reference_warning(
    "json-schema-remote-reference",
    "this $ref to another document is not followed",
    expected="a schema in this document, or in a file next to it that is an input, too",
    hint="copy the schema into $defs of this document, or add its file to the inputs",
    several="{count} references to {cause} are not followed",
)
IGNORED_KEYWORD = reference_warning(
    "json-schema-ignored-keyword",
    "draft 7 and earlier drafts ignore this keyword next to $ref",
    hint="put $ref into allOf, or use draft 2020-12",
)
MISSPELT_KEYWORD = reference_warning(
    "json-schema-misspelt-keyword", "this keyword is unknown and has no effect"
)
INVALID_PATTERN = schema_warning(
    "json-schema-pattern",
    "this pattern is not a regular expression, or is too long, and is not checked",
    expected="a regular expression of ECMA-262, of at most 10,000 characters",
)
UNKNOWN_REFERENCE = schema_code(
    "json-schema-unknown-reference",
    "this $ref refers to nothing",
    expected="the JSON pointer of a schema in this document",
)
INVALID_DEFAULT = schema_warning(
    "json-schema-default-invalid",
    "the default does not match the schema",
    hint="change the default, or the keyword that it breaks",
    kind="defaults",
)
INVALID_EXAMPLE = schema_code(
    "json-schema-example-invalid",
    "the example does not match the schema",
    hint="change the example, or the keyword that it breaks",
    kind="examples",
)
INVALID_INSTANCE = values_code("json-schema-violation", "the value does not match the schema")
MISSING_KEY = values_code("json-schema-missing-key", "the schema requires this key")
UNKNOWN_KEY = values_code("json-schema-unknown-key", "the schema does not allow this key")
INVALID_KEY = values_code("json-schema-key", "the key does not match the schema")
INVALID_FORMAT = values_warning("json-schema-format", "the value does not have the format")
NESTED = values_code(
    "json-schema-nested",
    "the check does not end: the schema refers to itself, or the value is nested too deep",
)
CHECK_LIMIT = values_code(
    "json-schema-check-limit",
    "the check against the schema took too long",
    expected="at most {limit} s, see {option}; for a pattern at most {pattern} s",
    hint="simplify patterns and nested alternatives of the schema",
)


@contextmanager
def reported_errors(span: Span | None, plain: PlainValues | None = None) -> Iterator[None]:
    """Report what the libraries raise about schemas and values that they do not expect, within a block.

    Args:
        span: the place to report if the part of the schema is not known.
        plain: the plain values of the schemas.

    Raises:
        EngineError: in place of an exception of a library.
    """
    try:
        yield
    except RecursionError:
        raise EngineError([finding(NESTED, span)]) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as e:
        raise EngineError([finding(ODD_INPUT, (plain and _odd_part(e, plain)) or span)]) from e


def _odd_part(error: BaseException, plain: PlainValues) -> Span | None:
    """Return the place of the last schema that a library had in its variables when it failed."""
    span, trace = None, error.__traceback__
    while trace is not None:
        for value in trace.tb_frame.f_locals.values():
            node = plain.node(getattr(value, "contents", value))
            span = node.items[0].span if isinstance(node, Map) and node.items else span
        trace = trace.tb_next
    return span


_SURROGATES = r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"

_NOTHING = phrase("an empty file")
_COMMA = phrase("remove the comma after the last item")
_EMPTIED = phrase(
    "write output to another file, or the schema of a chart with `yschema schema CHART --write`: a shell"
    " empties a file after `>` before the command starts"
)


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
        text = re.sub(_SURROGATES, _code_point, text)
    documents = read(Source(source.name, text, source.path), YAML_1_2).documents
    kept = [each for at, each in enumerate(documents) if not at or not each.is_empty]
    for document in kept:
        write_out_keys(document.value)
    return kept


def get_item(value: Value, *keys: str) -> MapItem | None:
    """Return the item of a map at a key, or the one that several keys lead to; None without it."""
    item: MapItem | None = None
    for key in keys:
        items = value.items if isinstance(value, Map) else ()
        item = next((each for each in items if each.key == key), None)
        value = None if item is None else item.value
    return item


def get_value(value: Value, *keys: str) -> Value:
    """Return the value below some keys; null if one of them is missing."""
    item = get_item(value, *keys)
    return value if not keys else None if item is None else item.value


def get_values(value: Value, *keys: str) -> list[Value]:
    """Return the items of the array at some keys; no items if the value is not an array."""
    array = get_value(value, *keys)
    return [item.value for item in array.items] if isinstance(array, Array) else []


def get_text(value: Value, *keys: str) -> str:
    """Return the scalar below some keys as text; empty for null, false and collections."""
    scalar = get_value(value, *keys)
    if isinstance(scalar, bool):
        return "true" if scalar else ""
    return str(scalar) if isinstance(scalar, str | int | float) else ""


def get_texts(value: Value, *keys: str) -> tuple[str, ...]:
    """Return the texts in the array below some keys, or the only text there, without empty ones."""
    values = get_values(value, *keys) or [get_value(value, *keys)]
    return tuple(filter(None, map(get_text, values)))


def _check_json(source: Source) -> None:
    try:
        json.loads(source.text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as e:
        if not source.text.strip():
            empty = finding(NOT_JSON, Span(source, 1), found=_NOTHING, hint=_EMPTIED)
            raise EngineError([empty]) from None
        span = Span(source, e.lineno, e.colno)
        hint = _COMMA if source.text[: e.pos].rstrip().endswith(",") or "trailing comma" in e.msg else None
        raise EngineError([finding(NOT_JSON, span, found=e.msg, hint=hint)]) from None
    except (ValueError, RecursionError) as e:
        raise EngineError([finding(NOT_JSON, Span(source, 1), found=Verbatim(str(e)))]) from None


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


def _code_point(match: re.Match[str]) -> str:
    """Return a pair of surrogates as YAML writes the character."""
    high, low = int(match[1], 16), int(match[2], 16)
    return f"\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08X}"


class PlainValues:
    """The plain values of nodes; each map and array among them leads back to its node."""

    def __init__(self) -> None:
        # Values are found by identity, and stay alive as long as the identities are in use.
        self._nodes: dict[int, tuple[Any, Value]] = {}
        self._plain: dict[int, Any] = {}

    def add(self, value: Value) -> Any:
        """Return a value as dicts, lists and scalars; keys are strings, as in JSON."""
        return to_json_like(value, self.note)

    def note(self, plain: Any, node: Value) -> None:
        """Note that a plain value is made from a node."""
        self._nodes[id(plain)] = (plain, node)
        self._plain[id(node)] = plain

    def adopt(self, plain: Any, node: Value) -> None:
        """Note that a node has been made from a plain value, and the parts of one from those of the other."""
        if isinstance(node, Map | Array):
            self.note(plain, node)
            inner = plain.values() if isinstance(node, Map) else plain
            for each, item in zip(inner, node.items, strict=True):
                self.adopt(each, item.value)

    def node(self, plain: Any) -> Value:
        """Return the node of a map or an array that has been added; null for others."""
        return self._nodes.get(id(plain), (None, None))[1]

    def plain(self, node: Value) -> Any:
        """Return the plain value of a node; that of a map or an array which has not been added is made."""
        if not isinstance(node, Map | Array):
            return node
        return self._plain[id(node)] if id(node) in self._plain else to_json_like(node)


def to_json_like(value: Value, note: Callable[[Any, Value], object] = lambda _, __: None) -> Any:
    """Return a value as dicts, lists and scalars; keys are strings, as in JSON.

    Args:
        value: the value.
        note: takes each map and array that is made, and its node.
    """
    if isinstance(value, Map):
        plain: Any = {key_text(item.key): to_json_like(item.value, note) for item in value.items}
    elif isinstance(value, Array):
        plain = [to_json_like(item.value, note) for item in value.items]
    else:
        return value
    note(plain, value)
    return plain


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """A JSON Schema of the inputs.

    Attributes:
        path: its path among the inputs, which relative references start from.
        value: the value.
        dialect: the URI of the dialect.
    """

    path: str
    value: Value
    dialect: str

    @property
    def uri(self) -> str:
        """The path as a relative URI."""
        return quote(self.path)


@dataclass(frozen=True, slots=True)
class DocumentsOrigin:
    """The documents that a check is made from.

    Attributes:
        documents: the schema, then others that it may refer to; all are valid in their dialects.
        limits: of the time for one check.
    """

    documents: tuple[JsonDocument, ...]
    limits: Limits

    def prepare(self) -> OwnCheck:
        """Return the check."""
        from yschema_engine.compiled.check import InstanceChecker  # noqa: PLC0415  takes time to import
        from yschema_engine.compiled.references import References  # noqa: PLC0415  takes time to import

        plain = PlainValues()
        for document in self.documents:
            plain.add(document.value)
        return InstanceChecker.of_references(References(self.documents, plain), self.limits)
