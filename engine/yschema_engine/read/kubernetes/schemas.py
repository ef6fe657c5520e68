"""Fields and checks made from the OpenAPI 3.0 schema of the chosen version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypeVar

from yschema_engine.compiled.documents import NESTED
from yschema_engine.compiled.references import Place
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.json_schema.fields import FieldBuilder, Reading
from yschema_engine.read.kubernetes.structural import StructuralOrigin
from yschema_engine.read.kubernetes.words import extras
from yschema_engine.schema.compiled_form import OwnCheck, PreparedCheck
from yschema_engine.schema.fields import Field
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, EngineError, Finding, UsageError, finding, in_source_order
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Listing, Verbatim, phrase
from yschema_engine.text.source import Span


@dataclass(frozen=True, slots=True)
class Structural:
    """A schema that has been read.

    Attributes:
        root: the field of the whole document.
        findings: about defaults and examples.
        own_check: checks values.
    """

    root: Field
    findings: tuple[Finding, ...]
    own_check: OwnCheck


@dataclass(frozen=True, slots=True)
class StructuralReading:
    """How to read a schema.

    Attributes:
        limits: of the time for a check.
        is_closed: whether maps refuse keys that are not declared.
        has_all_maps: whether maps are present in the default values.
        is_resource: whether values are resources, whose `metadata` the API server checks by itself.
    """

    limits: Limits
    is_closed: bool = False
    has_all_maps: bool = False
    is_resource: bool = False


def read_structural(node: Value, span: Span, reading: StructuralReading) -> Structural:
    """Return the fields and the check of a schema.

    Args:
        node: the schema.
        span: its place.
        reading: how to read it.

    Raises:
        EngineError: the schema is nested too deep.
    """
    try:
        origin = StructuralOrigin(node, reading.limits, reading.is_closed, reading.is_resource)
        checker = origin.checker()
        words = partial(extras, is_closed=reading.is_closed)
        how = Reading(reading.has_all_maps, reading.is_closed, words)
        builder = FieldBuilder(how)
        root = builder.root(Place(node), span)
        findings = in_source_order(checker.check_declared(builder.places))
    except RecursionError:
        raise EngineError([finding(NESTED, span)]) from None
    return Structural(root, tuple(findings), PreparedCheck(origin, checker))


UNKNOWN_VERSION = Code(
    "crd-unknown-version",
    "usage",
    phrase("the inputs do not define the version {version}"),
    expected=phrase("{versions}"),
)
T = TypeVar("T")


def chosen(versions: Sequence[tuple[T, Iterable[str]]], name: str) -> list[T]:
    """Return all versions, or those of one name.

    Args:
        versions: each with its names, the first of which is for readers.
        name: of a version; may be empty.

    Raises:
        UsageError: there are versions, and none has the name.
    """
    found = [version for version, names in versions if not name or name in names]
    if versions and not found:
        known = dict.fromkeys(next(iter(names)) for _, names in versions)
        listed = Listing(tuple(map(Verbatim, known)), "or")
        raise UsageError([finding(UNKNOWN_VERSION, version=Verbatim(name), versions=listed)])
    return found
