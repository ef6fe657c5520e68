"""The dialects of JSON Schema that the front end reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from referencing.jsonschema import DRAFT7, DRAFT201909, DRAFT202012

from yschema_engine.frontends.json_schema import codes
from yschema_engine.frontends.json_schema.document import get_item
from yschema_engine.frontends.json_schema.format_checker import ALL, OF_DRAFT_7, format_checker
from yschema_engine.frontends.json_schema.jsonschema_import import (
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
    extend,
)
from yschema_engine.frontends.json_schema.keywords import Keyword, limited
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import Code, EngineError, Finding, finding
from yschema_engine.text.nodes import MapItem, Value
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
    """

    uri: str
    specification: Any
    meta: Any
    validator: Any
    formats: Any
    merges_references: bool


def limited_validator(base: Any, further: Mapping[str, Keyword] = MappingProxyType({})) -> Any:
    """Return a class with limits, which an embedded `$schema` does not lift, and with complete paths.

    Args:
        base: the class of the library.
        further: keywords that the dialect does not have.
    """
    validator = extend(base, limited({**base.VALIDATORS, **further}))
    evolve, descend = validator.evolve, validator.descend

    def evolve_within_limits(self: Any, **changes: Any) -> Any:
        schema = changes.get("schema")
        if isinstance(schema, dict) and "$schema" in schema:
            changes["schema"] = {key: value for key, value in schema.items() if key != "$schema"}
        return evolve(self, **changes)

    def descend_with_path(self: Any, instance: Any, schema: Any, path: Any = None, **places: Any) -> Any:
        for error in descend(self, instance, schema, path=path, **places):
            if schema is False and path is not None:
                error.path.appendleft(path)  # which the library forgets
            yield error

    validator.evolve, validator.descend = evolve_within_limits, descend_with_path
    return validator


LATEST = Dialect(
    uri="https://json-schema.org/draft/2020-12/schema",
    specification=DRAFT202012,
    meta=Draft202012Validator,
    validator=limited_validator(Draft202012Validator),
    formats=format_checker(ALL),
    merges_references=True,
)
DRAFT_2019 = Dialect(
    uri="https://json-schema.org/draft/2019-09/schema",
    specification=DRAFT201909,
    meta=Draft201909Validator,
    validator=limited_validator(Draft201909Validator),
    formats=format_checker(ALL),
    merges_references=True,
)
DRAFT_7 = Dialect(
    uri="http://json-schema.org/draft-07/schema",
    specification=DRAFT7,
    meta=Draft7Validator,
    validator=limited_validator(Draft7Validator),
    formats=format_checker(OF_DRAFT_7),
    merges_references=False,
)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({each.uri: each for each in (LATEST, DRAFT_2019, DRAFT_7)})
# Draft 7 adds `if` and annotations to draft 6, and takes nothing away.
_DRAFT_6 = "json-schema.org/draft-06/schema"
# Names have no scheme, because people write both `http:` and `https:`.
_BY_NAME: Mapping[str, Dialect] = MappingProxyType(
    {**{uri.partition("://")[2]: dialect for uri, dialect in DIALECTS.items()}, _DRAFT_6: DRAFT_7}
)
_OLD_DRAFTS = lazy_pattern(r"json-schema\.org/draft-0[0-5]/(hyper-)?schema")


def dialect_of(document: Value) -> Dialect:
    """Return the dialect of a document; 2020-12 without `$schema`, and if its dialect is unknown.

    Raises:
        EngineError: the dialect is a draft that is too old.
    """
    item = get_item(document, "$schema")
    name = _name_in(item)
    if item is not None and _OLD_DRAFTS.fullmatch(name):
        raise EngineError([_finding(codes.OLD_DRAFT, item)])
    return _BY_NAME.get(name, LATEST)


def about_dialect(document: Value) -> Iterator[Finding]:
    """Yield the finding about a `$schema` that names no known dialect."""
    item = get_item(document, "$schema")
    if item is not None and _name_in(item) not in _BY_NAME:
        yield _finding(codes.UNKNOWN_DIALECT, item)


def _name_in(item: MapItem | None) -> str:
    """Return the address in `$schema` without its scheme."""
    uri = "" if item is None else str(item.value)
    return uri.rstrip("#").removeprefix("http://").removeprefix("https://")


def _finding(code: Code, item: MapItem) -> Finding:
    known = Listing(tuple(map(Verbatim, DIALECTS)), "or")
    return finding(code, item.span, found=Verbatim(str(item.value)), dialects=known)
