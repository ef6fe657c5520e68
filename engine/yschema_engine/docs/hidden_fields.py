"""Fields hidden from readers by path patterns or by a comment in the schema.

    #! yschema: hide
    debug: false

Hidden fields are in no page, search, download or index. Values are checked against the whole schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from yschema_engine.docs.accepted_findings import in_file
from yschema_engine.read.inputs import File
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema, without
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding, finding, in_source_order, schema_warning, usage_warning
from yschema_engine.text.phrases import Verbatim

HIDDEN_REQUIRED = schema_warning(
    "hidden-required",
    "users have to set this field, but it is hidden",
    hint="give it a default that satisfies its rules, or show it",
)
HIDE_UNUSED = usage_warning("hide-unused", "no field has a path that matches this pattern", found="{found}")


@dataclass(frozen=True, slots=True)
class Hiding:
    """What readers of a schema see.

    Attributes:
        shown: the schema without hidden fields.
        findings: warnings about hidden fields that are required, and about patterns that hide nothing.
    """

    shown: Schema
    findings: tuple[Finding, ...] = ()


def hide(schema: Schema, files: Iterable[File], patterns: Sequence[str] = ()) -> Hiding:
    """Return a schema without the fields that are hidden from readers.

    Args:
        schema: the schema.
        files: its files, with comments that hide fields.
        patterns: patterns of paths such as `internal` or `*.debug`; `*` stands for any characters. The fields
            below a hidden field are hidden as well.
    """
    places = {place for file in files for place in in_file(file).hidden}
    if not places and not patterns:
        return Hiding(schema)
    fields = list(schema.root.walk())
    hidden = [
        field
        for field in fields
        if any((field.span.file, field.span.line, column) in places for column in (0, field.span.column))
        or any(_matches(field, each) for each in patterns)
    ]
    if not hidden and not patterns:
        return Hiding(schema)
    ids = set(map(id, hidden))
    shown = without(schema, lambda field: id(field) in ids)
    unused = (each for each in patterns if not any(_matches(field, each) for field in fields))
    findings = [finding(HIDE_UNUSED, found=Verbatim(each)) for each in unused]
    below = dict.fromkeys(each for field in hidden for each in (field, *field.walk()))
    required = (
        finding(HIDDEN_REQUIRED, each.span, path=each.path) for each in below if schema.is_required(each)
    )
    return Hiding(shown, (*findings, *in_source_order(required)))


def _matches(field: Field, pattern: str) -> bool:
    path = str(field.path)
    return fnmatchcase(path, pattern) or fnmatchcase(path.replace("[]", ""), pattern)
