"""Fields and checks made from the OpenAPI 3.0 schema of the chosen version."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from yschema_engine.compiled.documents import NESTED
from yschema_engine.compiled.references import Place
from yschema_engine.read.json_schema.fields import FieldBuilder
from yschema_engine.read.kubernetes.structural import StructuralOrigin
from yschema_engine.read.kubernetes.words import extras
from yschema_engine.schema.compiled_form import PreparedCheck
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import EngineError, UsageError, finding, in_source_order, usage_code
from yschema_engine.text.phrases import Listing, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.plain_values import about_repeated_keys


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
        builder = FieldBuilder(has_all_maps=has_all_maps, is_closed=origin.is_closed, extras=words)
        root = builder.root(Place(origin.node), span)
        findings = in_source_order((*about_keys, *checker.check_declared(builder.places)))
    except RecursionError:
        raise EngineError([finding(NESTED, span)]) from None
    return Schema(root, findings=tuple(findings), own_check=PreparedCheck(origin, checker))


UNKNOWN_VERSION = usage_code(
    "crd-unknown-version",
    phrase("the inputs do not define the version {version}"),
    expected=phrase("{versions}"),
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
        raise UsageError([finding(UNKNOWN_VERSION, version=Verbatim(name), versions=listed)])
    return found
