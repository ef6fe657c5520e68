"""Schemas of resources: their fields, and the words and checks of the keywords `x-kubernetes-*`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from yschema_engine.compiled.dialects import LATEST
from yschema_engine.compiled.documents import NESTED, get_item, get_value
from yschema_engine.compiled.keyword_phrases import code
from yschema_engine.compiled.keywords import limited_validator
from yschema_engine.compiled.library import Draft202012Validator, ValidationError, format_checker
from yschema_engine.compiled.references import Place
from yschema_engine.read.json_schema.combined import Flat
from yschema_engine.read.json_schema.fields import Extras, FieldBuilder, is_opened
from yschema_engine.read.kubernetes.structural import EMBEDS, LIST_TYPE, MAP_KEYS, PRESERVES, StructuralOrigin
from yschema_engine.schema.fields import Detail, Kind
from yschema_engine.schema.rules import CUSTOM, Rule
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.schema_keywords import PreparedCheck
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, UsageError, in_source_order, usage_code
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.plain_values import about_repeated_keys

_VALIDATIONS = "x-kubernetes-validations"


def extras(flat: Flat, kinds: tuple[Kind, ...], *, is_closed: bool) -> Extras:
    """Return what the keywords of Kubernetes say about a field.

    Args:
        flat: the schema of the field.
        kinds: its types.
        is_closed: whether maps refuse keys that are not declared.
    """
    is_empty = "map" in kinds and not is_opened(flat) and flat.first("properties") is None
    details = (_NO_FIELDS,) if is_closed and is_empty and not flat.has(EMBEDS, value=True) else ()
    return (*details, *_details(flat)), tuple(_cel_rules(flat))


_MERGING, _UNKNOWN, _CONTENT = phrase("Merging"), phrase("Unknown fields"), phrase("Content")
_NO_FIELDS = Detail(
    "content", _CONTENT, phrase("no fields are declared, so that the API server removes all keys")
)
_MAP_TYPE = "x-kubernetes-map-type"
# Keywords with labels, and the words for their values.
_WORDS: Sequence[tuple[str, Phrase, Value, Phrase]] = (
    (LIST_TYPE, _MERGING, "atomic", phrase("the list is replaced as a whole")),
    (LIST_TYPE, _MERGING, "set", phrase("each item occurs once")),
    (LIST_TYPE, _MERGING, "map", phrase("items are identified by keys")),
    (_MAP_TYPE, _MERGING, "atomic", phrase("the map is replaced as a whole")),
    (_MAP_TYPE, _MERGING, "granular", phrase("each key is merged by itself")),
    (PRESERVES, _UNKNOWN, True, phrase("kept by the API server, which removes them elsewhere")),
    (EMBEDS, _CONTENT, True, phrase("a complete resource, with `apiVersion`, `kind` and `metadata`")),
)


def _details(flat: Flat) -> Iterator[Detail]:
    keys = tuple(code(str(item.value)) for item, _ in flat.entries(MAP_KEYS))
    for keyword, label, value, words in _WORDS:
        item = flat.first(keyword)
        if item is not None and equal(item.value, value):
            by_keys = phrase("items are identified by {keys}", keys=Listing(keys, "and"))
            text = by_keys if keys and value == "map" else words
            yield Detail("kubernetes", label, text, keyword, item.value)
    item = flat.first(MAP_KEYS)
    if item is not None:  # its words are those of the type of list
        yield Detail("", "", "", MAP_KEYS, item.value)


def _cel_rules(flat: Flat) -> Iterator[Rule]:
    for rule in (item.value for item, _ in flat.entries(_VALIDATIONS)):
        declared, message = get_item(rule, "rule"), get_value(rule, "message")
        if declared is not None and isinstance(declared.value, str):
            yield Rule(
                CUSTOM,
                declared.span,
                keyword=_VALIDATIONS,
                description=message.strip() if isinstance(message, str) else "",
                source=declared.value,
                is_checked=False,
                remarks=tuple(_remarks(rule)),
            )


def _remarks(rule: Value) -> Iterator[Phrase]:
    """Yield what the API server reports if a value breaks a rule, apart from a fixed message."""
    expression, reason, path = (get_value(rule, key) for key in ("messageExpression", "reason", "fieldPath"))
    if isinstance(expression, str) and expression.strip():
        source = Verbatim(" ".join(expression.split()))
        yield phrase("the message is the result of {expression}", expression=source)
    if isinstance(reason, str) and reason:
        yield phrase("the reason is {reason}", reason=Verbatim(reason))
    if isinstance(path, str) and path:
        yield phrase("reported at {path}", path=Verbatim(path))
    if get_value(rule, "optionalOldSelf") is True:
        yield phrase("the API server checks it on creation as well")


def _map_keys(validator: Any, keys: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    """Yield an error for each item with the keys of an earlier one; keys can be absent, as in Kubernetes."""
    items = instance if validator.is_type(instance, "array") else []
    seen: set[str] = set()
    for index, item in enumerate(items):
        if not validator.is_type(item, "object"):
            continue
        values = {key: item[key] for key in keys if key in item}
        identity = json.dumps(values, sort_keys=True)
        if identity in seen:
            yield ValidationError(f"another item has {identity}", path=(index,), instance=values)
        seen.add(identity)


# The API server ignores all others; its durations are those of Go, which the library does not know.
_FORMATS = ("date", "date-time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid")
STRUCTURAL = replace(
    LATEST,
    validator=limited_validator(Draft202012Validator, {MAP_KEYS: _map_keys}),
    formats=format_checker(_FORMATS),
)
"""The dialect of the schemas in resources, as they are converted."""


def read_structural(origin: StructuralOrigin, span: Span, *, has_all_maps: bool = False) -> Schema:
    """Return a schema with its fields, findings and check.

    Args:
        origin: the schema in a resource, and how it is checked.
        span: its place.
        has_all_maps: whether maps are present in the default values.

    Raises:
        EngineError: the schema is nested too deep.
    """
    try:
        about_keys = list(about_repeated_keys([origin.node]))
        checker = origin.prepare()
        words = partial(extras, is_closed=origin.is_closed)
        builder = FieldBuilder(has_all_maps, origin.is_closed, words)
        root = builder.root(Place(origin.node), span)
        findings = in_source_order((*about_keys, *checker.check_declared(builder.places)))
    except RecursionError:
        raise EngineError.of(NESTED, span) from None
    return Schema(root, findings=tuple(findings), own_check=PreparedCheck(origin, checker))


UNKNOWN_VERSION = usage_code(
    "crd-unknown-version", "the inputs do not define the version {version}", expected="{versions}"
)
T = TypeVar("T")


def chosen(versions: Sequence[tuple[T, Sequence[str]]], name: str, *, is_short: bool = False) -> list[T]:
    """Return all versions, or those of one name.

    Args:
        versions: each with its names, the longest first.
        name: of a version; may be empty.
        is_short: whether the shortest names tell the versions apart.

    Raises:
        UsageError: there are versions, and none has the name.
    """
    found = [version for version, names in versions if not name or name in names]
    if versions and not found:
        known = dict.fromkeys(names[-1 if is_short else 0] for _, names in versions)
        listed = Listing(tuple(map(Verbatim, known)), "or")
        raise UsageError.of(UNKNOWN_VERSION, version=Verbatim(name), versions=listed)
    return found
