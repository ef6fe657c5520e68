"""The annotations that say what a document is."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from yschema_engine.frontends.ytt.annotations.shipped import DIALECT
from yschema_engine.model.findings import Finding, legacy_finding
from yschema_engine.nodes import Annotation, Comment, Document, Holder, walk
from yschema_engine.nodes.compare import written
from yschema_engine.source import Span

SCHEMA = "data/values-schema"
VALUES = "data/values"
_DEFINITION, _MATCH = "schema/definition", "schema/match"
_SCHEMAS = (SCHEMA, _DEFINITION, _MATCH, DIALECT)
_SCHEMA_MARK = re.compile(rf"@(?:{'|'.join(_SCHEMAS)})(?=\s|$)", re.MULTILINE)
# What the designs' marks have to say, in one of these ways (early design; module; proposal, part 1).
_SAID: dict[str, tuple[dict[str, Any], ...]] = {
    _DEFINITION: ({"data_values": True}, {"name": VALUES}, {"data_values": True, "name": VALUES}),
    _MATCH: ({"data_values": True},),
    DIALECT: ({},),
}


def marks_of(holder: Holder) -> list[str]:
    """The marks among the comments of a node, as `data/values`."""
    return [mark for comment in holder.comments if (mark := mark_of(comment))]


def mark_of(comment: Comment) -> str:
    """The mark that a comment is; empty where it is none."""
    if not comment.text.startswith(("@data/", "@schema")):
        return ""
    name = comment.text[1:].split(" ")[0].rstrip()
    return name if name in (*_SCHEMAS, VALUES) or name.startswith("data/") else ""


def schema_marks(holder: Holder) -> list[str]:
    """Those that mark a schema."""
    return [mark for mark in marks_of(holder) if mark in _SCHEMAS]


def like_schema_mark(comment: Comment) -> str:
    """The mark of a schema that a comment may be meant as; empty where it is one, or like none."""
    if not comment.text.startswith(("@schema", "@data/values-")) or mark_of(comment) in _SCHEMAS:
        return ""
    name = re.split(r"[ (]", comment.text[1:], maxsplit=1)[0]
    return next(iter(get_close_matches(name, _SCHEMAS, 1, 0.8)), "")


def is_schema_mark(comment: Comment) -> bool:
    """Whether a comment marks a schema."""
    return mark_of(comment) in _SCHEMAS


def count_schema_marks(text: str) -> int:
    """How many marks of schemas there may be in a text."""
    return len(_SCHEMA_MARK.findall(text))


def schema_mark(document: Document) -> Annotation | None:
    """The annotation that marks an evaluated document as schema."""
    return next((a for name, a in document.annotations.items() if name in _SCHEMAS), None)


def misuse_of(mark: Annotation) -> tuple[str, str, str] | None:
    """What a mark of the designs says, what it should, and a hint; None where it is right."""
    ways = _SAID.get(mark.name)
    if ways is None or (not mark.args and any(_same(mark.kwargs, way) for way in ways)):
        return None
    said = [written(value) for value in mark.args] + [f"{k}={written(v)}" for k, v in mark.kwargs.items()]
    right = [f"@{mark.name} {_written(way)}".rstrip() for way in ways[:2]]
    known = {name for way in ways for name in way}
    unknown = [f"{name}=" for name in mark.kwargs if name not in known]
    hint = "schemas of other documents are not supported"
    if mark.args or unknown:
        what = unknown[0] if unknown else "arguments without a name"
        hint = (
            f"@{mark.name} takes {' and '.join(f'{n}=' for n in sorted(known)) or 'no argument'}, not {what}"
        )
    return f"@{mark.name} {', '.join(said)}".rstrip(), " or ".join(right), hint


def not_values(span: Span) -> Finding:
    """What is wrong where a schema stands in place of data values."""
    return legacy_finding(
        "this is a schema, not data values", "usage", span, expected="data values for a schema"
    )


def _same(said: dict[str, Any], way: dict[str, Any]) -> bool:
    return said.keys() == way.keys() and all(
        said[k] == v and type(said[k]) is type(v) for k, v in way.items()
    )


def _written(way: dict[str, Any]) -> str:
    return ", ".join(f'{k}="{v}"' if isinstance(v, str) else f"{k}={v}" for k, v in way.items())


def spread_dialect(document: Document) -> None:
    """Mark each node of a document in the designs' dialect, so that it is known after merging too."""
    mark = schema_mark(document)
    if mark is not None and mark.name != SCHEMA:
        for holder in walk(document):
            holder.annotations = {**holder.annotations, DIALECT: mark}
