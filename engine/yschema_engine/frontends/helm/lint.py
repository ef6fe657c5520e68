"""Findings about a chart: what disagrees in it, and what its schema lacks."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compiled.documents import INVALID_INSTANCE, REMOTE_REFERENCE
from yschema_engine.frontends.helm import codes
from yschema_engine.frontends.helm.chart import GLOBAL
from yschema_engine.frontends.helm.checks import ChartCheck
from yschema_engine.frontends.helm.disagreements import disagreements
from yschema_engine.frontends.helm.facts import path_of
from yschema_engine.frontends.helm.loaded import LoadedChart
from yschema_engine.frontends.helm.metadata import Dependency
from yschema_engine.frontends.helm.tags import about_tags
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import Finding, finding, revise
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span

_ENABLED = "enabled"


def findings_about(loaded: LoadedChart, root: Field, check: ChartCheck) -> Iterator[Finding]:
    """Yield the findings about a chart; those about its dependencies are for their own authors.

    Args:
        loaded: the chart.
        root: its fields.
        check: checks its values.
    """
    yield from loaded.described.comments.findings
    for schema in (loaded.schema, loaded.from_comments):
        yield from (
            each for each in (schema.findings if schema is not None else ()) if each.kind != "defaults"
        )
    yield from _refused_defaults(loaded, check)
    yield from disagreements(loaded)
    yield from about_tags(loaded.described)
    yield from _nulls(loaded, root)
    if loaded.schema is not None:
        yield from _about_schema(loaded, loaded.schema)
    for dependency, inner in loaded.dependencies:
        if inner.schema is not None and not inner.chart.metadata.is_library:
            yield from _about_dependency(dependency, inner.schema)


def _about_dependency(dependency: Dependency, schema: Schema) -> Iterator[Finding]:
    """Yield the keys that reach a dependency, and that its schema refuses: Helm then refuses the chart."""
    prefix = f"{dependency.key}."
    switches = [each.removeprefix(prefix) for each in dependency.conditions if each.startswith(prefix)]
    for key in (GLOBAL, *switches):
        place = _refusing(schema.root, key)
        if place is not None:
            name = Verbatim(dependency.name)
            code = codes.DEPENDENCY_REFUSES
            yield finding(code, dependency.span, name=name, key=Verbatim(key), declared=place.span)


def _refused_defaults(loaded: LoadedChart, check: ChartCheck) -> Iterator[Finding]:
    if loaded.schema is None and loaded.from_comments is None:
        return
    # Null in place of a value that the schema requires is meant: users have to set the value.
    required = {field.path for each in loaded.candidates for field in each.field.walk() if field.required}
    holders = loaded.described.file.holders
    meant = required & {path_of(keys) for keys, holder in holders.items() if holder.value is None}
    source = loaded.described.file.source
    for each in check.by_schemas(loaded.described.file.value):
        if each.path not in meant:
            is_comment = (
                isinstance(declared := each.params.get("declared"), Span) and declared.source is source
            )
            hint = codes.DEFAULT_TYPE_DISAGREES.hint if is_comment else None
            yield revise(
                each, code=codes.DEFAULT_REFUSED, kind="disagreements", severity="warning", hint=hint
            )


def _nulls(loaded: LoadedChart, root: Field) -> Iterator[Finding]:
    source = loaded.described.file.source
    for field in root.walk():
        is_own = field.span.source is source
        if is_own and field.type.is_unknown and field.default is None and not field.is_item:
            yield finding(codes.NULL_WITHOUT_TYPE, field.span, path=field.path)


def _about_schema(loaded: LoadedChart, schema: Schema) -> Iterator[Finding]:
    root = schema.root
    kinds, is_followed = root.type.kinds, all(each.code is not REMOTE_REFERENCE for each in schema.findings)
    if root.type.takes_other_keys or ("any" in kinds and is_followed and not _refuses_all(loaded, schema)):
        yield finding(codes.OPEN_ROOT, root.span)
    elif "map" in kinds and not root.type.is_open:
        names = {field.key for field in root.type.fields}
        for key in (GLOBAL, _ENABLED):
            if key not in names:
                yield finding(codes.CLOSED_ROOT, root.span, key=Verbatim(key))
    for dependency in loaded.chart.metadata.dependencies:
        refused: list[str] = []
        for key in (dependency.key, *dependency.conditions):
            place = _refusing(root, key)
            if place is not None and not any(key.startswith(f"{each}.") for each in refused):
                refused.append(key)
                name = Verbatim(dependency.name)
                related = ((phrase("the dependency"), dependency.span),)
                yield finding(
                    codes.CLOSED_FOR_DEPENDENCY,
                    place.span,
                    path=place.path or None,
                    key=Verbatim(key),
                    name=name,
                    related=related,
                )


def _refuses_all(loaded: LoadedChart, schema: Schema) -> bool:
    """Return whether a schema refuses the values as a whole, as `false` does."""
    found = schema.instance_check(loaded.described.file.value) if schema.instance_check is not None else ()
    return any(each.code is INVALID_INSTANCE and not each.path for each in found)


def _refusing(root: Field, path: str) -> Field | None:
    """Return the map that refuses a key on the way to a value; None if the value is accepted."""
    field = root
    for key in path.split("."):
        inner = next((each for each in field.type.fields if each.key == key and not each.is_open), None)
        if inner is None:
            is_closed = "map" in field.type.kinds and not field.type.takes_other_keys
            return field if is_closed and not field.type.is_open else None
        field = inner
    return None
