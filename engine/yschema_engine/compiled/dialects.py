"""The dialects of JSON Schema. Drafts 4 and 6 are read as what they mean in draft 7."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referencing import Specification
from referencing.jsonschema import DRAFT7, DRAFT201909, DRAFT202012

from yschema_engine.compiled.documents import LATER_KEYWORD, OLD_DRAFT, UNKNOWN_DIALECT, get_item
from yschema_engine.compiled.keywords import limited_validator
from yschema_engine.compiled.library import (
    ALL,
    OF_DRAFT_7,
    Draft4Validator,
    Draft6Validator,
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
    format_checker,
)
from yschema_engine.schema.schema_keywords import keyword_of, schemas_in, schemas_of
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, EngineError, Finding, finding
from yschema_engine.text.nodes import Array, Map, MapItem, Value
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Listing, Verbatim


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect of JSON Schema.

    Attributes:
        uri: the value of `$schema`.
        specification: how the library `referencing` finds identifiers and anchors.
        meta: the class of the library that checks schemas.
        validator: the class that checks instances, within limits.
        formats: an object of the library, which checks formats.
        merges_references: whether keywords next to a `$ref` count.
        older_meta: the class that checks schemas before they are rewritten for draft 7; None if they are not.
        later: the keywords of draft 7 that the dialect does not have.
        has_whole_floats: whether 1.0 is an integer.
    """

    uri: str
    specification: Any
    meta: Any
    validator: Any
    formats: Any
    merges_references: bool = True
    older_meta: Any = None
    later: frozenset[str] = frozenset()
    has_whole_floats: bool = True


def _subschemas(schema: Any) -> Iterator[Any]:
    for keyword, value in schema.items() if isinstance(schema, dict) else ():
        yield from (each for each in schemas_of(keyword, value) if isinstance(each, dict | bool))


def _dialect(uri: str, base: Any, specification: Any, formats: Iterable[str] = ALL, **facts: Any) -> Dialect:
    own: Any = Specification(  # type: ignore[call-arg]
        name=specification.name,
        id_of=specification.id_of,
        subresources_of=_subschemas,  # the library's fails if `dependencies` holds schemas and lists
        maybe_in_subresource=specification.maybe_in_subresource,
        anchors_in=specification._anchors_in,
    )
    types = None if facts.get("has_whole_floats", True) else Draft4Validator.TYPE_CHECKER
    validator = limited_validator(base, type_checker=types)
    return Dialect(uri, own, base, validator, format_checker(formats), **facts)


def _before_2019(draft: int, **facts: Any) -> Dialect:
    uri = f"http://json-schema.org/draft-0{draft}/schema"
    return _dialect(uri, Draft7Validator, DRAFT7, OF_DRAFT_7, merges_references=False, **facts)


_CONDITIONS = frozenset(("if", "then", "else"))
LATEST = _dialect("https://json-schema.org/draft/2020-12/schema", Draft202012Validator, DRAFT202012)
DRAFT_2019 = _dialect("https://json-schema.org/draft/2019-09/schema", Draft201909Validator, DRAFT201909)
DRAFT_7 = _before_2019(7)
DRAFT_6 = _before_2019(6, older_meta=Draft6Validator, later=_CONDITIONS)
DRAFT_4 = _before_2019(
    4,
    older_meta=Draft4Validator,
    later=_CONDITIONS | {"const", "contains", "propertyNames"},
    has_whole_floats=False,
)
DIALECTS: Mapping[str, Dialect] = {each.uri: each for each in (LATEST, DRAFT_2019, DRAFT_7, DRAFT_6, DRAFT_4)}
# Names have no scheme, because people write both `http:` and `https:`.
_BY_NAME: Mapping[str, Dialect] = {
    **{uri.partition("://")[2]: dialect for uri, dialect in DIALECTS.items()},
    "json-schema.org/schema": LATEST,  # whichever is the latest one, as in Helm
}
_OLD_DRAFTS = r"json-schema\.org/draft-0([0-35]/(hyper-)?|4/hyper-)schema"


def dialect_of(document: Value) -> Dialect:
    """Return the dialect of a document; 2020-12 without `$schema`, and if its dialect is unknown.

    Raises:
        EngineError: the dialect is a draft that is too old.
    """
    item = get_item(document, "$schema")
    name = _name_in(item)
    if item is not None and re.fullmatch(_OLD_DRAFTS, name):
        raise EngineError([_finding(OLD_DRAFT, item)])
    return _BY_NAME.get(name, LATEST)


def about_dialect(document: Value) -> Iterator[Finding]:
    """Yield the finding about a `$schema` that names no known dialect."""
    item = get_item(document, "$schema")
    if item is not None and _name_in(item) not in _BY_NAME:
        yield _finding(UNKNOWN_DIALECT, item)


def _name_in(item: MapItem | None) -> str:
    """Return the address in `$schema` without its scheme."""
    uri = "" if item is None else str(item.value)
    return uri.rstrip("#").removeprefix("http://").removeprefix("https://")


def _finding(code: Code, item: MapItem) -> Finding:
    known = Listing(tuple(map(Verbatim, DIALECTS)), "or")
    return finding(code, item.span, found=Verbatim(str(item.value)), dialects=known)


def rewrite_for_draft_7(schema: Value, dialect: Dialect, *, is_known: bool = True) -> Iterator[Finding]:
    """Rewrite a schema of an older draft, in place, and yield findings about keywords that it does not have.

    Args:
        schema: the schema.
        dialect: the older one.
        is_known: whether this is a schema, and not what an unknown keyword holds, which may be anything.
    """
    if isinstance(schema, Map) and is_known:
        later = [item for item in schema.items if item.key in dialect.later]
        dialects = Verbatim(dialect.uri)
        yield from (
            finding(LATER_KEYWORD, each.span, found=key_text(each.key), cause=dialects) for each in later
        )
        schema.items = [item for item in schema.items if item not in later]
    if isinstance(schema, Map) and dialect is DRAFT_4:
        identifier = get_item(schema, "id")
        if identifier is not None and isinstance(identifier.value, str):
            identifier.key = "$id"
        for exclusive, bound in _BOUNDS:
            _move_bound(schema, exclusive, bound)
    for item in schema.items if isinstance(schema, Map | Array) else ():
        if is_known and isinstance(item, MapItem) and keyword_of(item.key).holds != "data":
            for inner in schemas_in(item):
                yield from rewrite_for_draft_7(inner.value, dialect)
        else:
            yield from rewrite_for_draft_7(item.value, dialect, is_known=False)


_BOUNDS = (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum"))


def _move_bound(schema: Map, exclusive: str, bound: str) -> None:
    """Write an exclusive bound as a number; in draft 4 it is a boolean next to the bound."""
    flag, limit = get_item(schema, exclusive), get_item(schema, bound)
    if flag is None or not isinstance(flag.value, bool):
        return
    schema.items = [item for item in schema.items if item is not flag and not (flag.value and item is limit)]
    if flag.value and limit is not None:
        limit.key = exclusive
        schema.items.append(limit)
