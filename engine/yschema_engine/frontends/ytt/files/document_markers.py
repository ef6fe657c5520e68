"""The annotations that mark a document as a schema, or as data values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from yschema_engine.frontends.ytt.annotations.shipped import DIALECT
from yschema_engine.frontends.ytt.files.codes import (
    MALFORMED_REFERENCE,
    NOT_VALUES,
    WRONG_LIBRARY,
    WRONG_MARKER,
)
from yschema_engine.frontends.ytt.library_reference import parse_reference
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import EngineError, Finding, finding
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation, Comment, Document, Holder, walk
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import suggest

SCHEMA = "data/values-schema"
VALUES = "data/values"
_DEFINITION, _MATCH = "schema/definition", "schema/match"
_SCHEMAS = (SCHEMA, _DEFINITION, _MATCH, DIALECT)
_MARKERS = (*_SCHEMAS, VALUES)
_SCHEMA_MARKER = lazy_pattern(rf"@(?:{'|'.join(_SCHEMAS)})(?=\s|$)", re.MULTILINE)
# The arguments of the proposed markers, in one of these forms (early design; module; proposal, part 1).
_FORMS: Mapping[str, Sequence[Mapping[str, Any]]] = MappingProxyType(
    {
        _DEFINITION: ({"data_values": True}, {"name": VALUES}, {"data_values": True, "name": VALUES}),
        _MATCH: ({"data_values": True},),
        DIALECT: ({},),
    }
)


def marker_names(holder: Holder) -> list[str]:
    """Return the markers among the comments of a node, such as `data/values`."""
    return [marker for comment in holder.comments if (marker := marker_name(comment))]


def marker_name(comment: Comment) -> str:
    """Return the marker in a comment, or `""`."""
    if not comment.text.startswith(("@data/", "@schema")):
        return ""
    name = comment.text[1:].split(" ")[0].rstrip()
    return name if name in (*_SCHEMAS, VALUES) or name.startswith("data/") else ""


def schema_markers(holder: Holder) -> list[str]:
    """Return the markers of schemas among the comments of a node."""
    return [marker for marker in marker_names(holder) if marker in _SCHEMAS]


def similar_marker(comment: Comment) -> str:
    """Return the marker that a comment resembles; `""` if it is a marker, or resembles none."""
    if not comment.text.startswith(("@schema", "@data", "@values")) or marker_name(comment) in _MARKERS:
        return ""
    name = re.split(r"[ (]", comment.text[1:].rstrip(), maxsplit=1)[0]
    return name if name in _MARKERS else suggest(name, _MARKERS) or ""


def is_schema_marker(comment: Comment) -> bool:
    """Return whether a comment marks a schema."""
    return marker_name(comment) in _SCHEMAS


def count_schema_markers(text: str) -> int:
    """Return the largest number of markers of schemas that a text may have."""
    return len(_SCHEMA_MARKER.findall(text))


def schema_marker(document: Document) -> Annotation | None:
    """Return the annotation that marks an evaluated document as a schema."""
    return next((a for name, a in document.annotations.items() if name in _SCHEMAS), None)


def has_shipped_marker(document: Document) -> bool:
    """Return whether the marker of an evaluated document is that of ytt."""
    return SCHEMA in document.annotations


def is_for_library(document: Document) -> bool:
    """Return whether an evaluated document is input of a library, and not of the package that contains it.

    Raises:
        EngineError: its annotation names no library.
    """
    annotation = document.annotations.get("library/ref")
    if annotation is None:
        return False
    names = annotation.args  # as in ytt, a name with a keyword does not count
    if len(names) != 1 or not (isinstance(names[0], str) and names[0].startswith("@")):
        found = Verbatim(", ".join(map(written, names))) if names else phrase("no argument")
        raise EngineError([finding(WRONG_LIBRARY, annotation.span, found=found)])
    if parse_reference(names[0]) is None:
        raise EngineError([finding(MALFORMED_REFERENCE, annotation.span, reference=Verbatim(names[0]))])
    return True


def check_marker(marker: Annotation) -> Finding | None:
    """Return the finding about a proposed marker with wrong arguments; None if they are right."""
    forms = _FORMS.get(marker.name)
    if forms is None or (not marker.args and any(_is_form(marker.kwargs, form) for form in forms)):
        return None
    parts = [written(value) for value in marker.args]
    parts += [f"{name}={written(value)}" for name, value in marker.kwargs.items()]
    expected = Listing(tuple(Verbatim(_source(marker.name, form)) for form in forms[:2]), "or")
    return finding(
        WRONG_MARKER,
        marker.span,
        marker=Verbatim(f"@{marker.name}"),
        found=Verbatim(f"@{marker.name} {', '.join(parts)}".rstrip()),
        expected=expected,
        hint=_wrong_arguments(marker, forms),
    )


def _wrong_arguments(marker: Annotation, forms: Sequence[Mapping[str, Any]]) -> Phrase | None:
    known = sorted({name for form in forms for name in form})
    unknown = [name for name in marker.kwargs if name not in known]
    if not marker.args and not unknown:
        return None
    name = Verbatim(f"@{marker.name}")
    wrong = Verbatim(f"{unknown[0]}=") if unknown else phrase("arguments without a name")
    if not known:
        return phrase("{marker} takes no argument, not {argument}", marker=name, argument=wrong)
    names = Listing(tuple(Verbatim(f"{each}=") for each in known), "and")
    return phrase("{marker} takes {names}, not {argument}", marker=name, names=names, argument=wrong)


def _is_form(kwargs: Mapping[str, Any], form: Mapping[str, Any]) -> bool:
    return kwargs.keys() == form.keys() and all(
        kwargs[name] == value and type(kwargs[name]) is type(value) for name, value in form.items()
    )


def _source(name: str, form: Mapping[str, Any]) -> str:
    arguments = (f'{k}="{v}"' if isinstance(v, str) else f"{k}={v}" for k, v in form.items())
    return f"@{name} {', '.join(arguments)}".rstrip()


def schema_as_values(span: Span) -> Finding:
    """Return the finding about a schema in the place of data values."""
    return finding(NOT_VALUES, span)


def spread_dialect(document: Document) -> None:
    """Mark each node of a document in the proposed dialect, which is then known after merging, too."""
    marker = schema_marker(document)
    if marker is not None and marker.name != SCHEMA:
        for holder in walk(document):
            holder.annotations = {**holder.annotations, DIALECT: marker}
