"""Checks of the values of a chart, and of the chart itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from yschema_engine.compiled.documents import INVALID_INSTANCE, REMOTE_REFERENCE, get_value
from yschema_engine.merge import chart_values as charts
from yschema_engine.read.helm.chart import VALUES, WRITTEN, LoadedChart, chart_values
from yschema_engine.read.helm.disagreements import about_tags, disagreements
from yschema_engine.read.helm.findings import DEFAULT_REFUSED, DEFAULT_TYPE_DISAGREES, MISSPELT_KEY
from yschema_engine.schema.fields import Field, ValueType, assign, parts_of
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.schema_keywords import CheckFacts, InEffect, Scope
from yschema_engine.schema.types import Subject, check, is_type_stated
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import (
    Finding,
    disagreement_warning,
    finding,
    gap_note,
    revise,
    schema_warning,
)
from yschema_engine.text.nodes import Document, Map, MapItem, Value, type_name
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import did_you_mean

WRONG_NAME = schema_warning(
    "chart-values-name",
    "Helm does not read this file",
    found="`{name}`",
    expected="`values.yaml`",
    hint="rename the file",
)
NULL_WITHOUT_TYPE = gap_note(
    "chart-null-without-type",
    "the default is null and has no declared type",
    hint="name the type in a comment or in `values.schema.json`",
    several="{count} defaults are null and have no declared type",
)
OPEN_ROOT = gap_note(
    "chart-schema-open",
    "the schema accepts misspelt keys, because its root is open",
    hint="declare all keys, including `global` and `enabled`, and add `additionalProperties: false`",
)
CLOSED_ROOT = disagreement_warning(
    "chart-schema-refuses-parent",
    "the schema refuses `{key}`, which parent charts set",
    hint="declare `{key}` among the properties of the schema",
)
CLOSED_FOR_DEPENDENCY = disagreement_warning(
    "chart-schema-refuses-dependency",
    "the schema refuses `{key}`, which the dependency `{name}` needs",
    hint="declare `{key}` among the properties of the schema",
)
DEPENDENCY_REFUSES = disagreement_warning(
    "chart-dependency-refuses",
    "the schema of the dependency `{name}` refuses `{key}`",
    hint="declare `{key}` in that schema, or use a version of the dependency that does",
)

_CLOSING = phrase("write a block `# @schema.root` with `additionalProperties: false` above the first key")
_MOST_COMPARED = 200
_COMMENTED_OUT = r"#+\s*(?:-\s+)?([^\s:]+):(?:\s|\Z)"


@dataclass(frozen=True, slots=True)
class ChartCheck:
    """Merges and checks the values of a chart as Helm does, and checks them by what comments say as well.

    Attributes:
        root: the fields of the chart.
        values: its values, and those of the charts in it, for merging, and what values are checked by.
        commented_out: keys that comments in its values files show, `# key: value`, or conditions begin with.
        given: what users set of the values to check; None if the values are the defaults.
        enabled: as `values`, without the charts that users turn off; None if the values are the defaults.
    """

    root: Field
    values: charts.ChartValues
    commented_out: frozenset[str]
    given: Map | None = None
    enabled: charts.ChartValues | None = None

    @classmethod
    def of(cls, loaded: LoadedChart, root: Field, *, heeds_comments: bool) -> ChartCheck:
        """Return the check of a chart with its fields."""
        lines = (line.text for each in loaded.walk() for line in each.file.comments.lines)
        keys = {found[1] for line in lines if (found := re.match(_COMMENTED_OUT, line))}
        # Helm reads the conditions of dependencies that are not in the folder as well.
        conditions = (each for entry in loaded.chart.metadata.dependencies for each in entry.conditions)
        keys |= {each.partition(".")[0] for each in conditions}
        return cls(root, chart_values(loaded, heeds_comments=heeds_comments), frozenset(keys))

    def facts(self, scope: Scope) -> CheckFacts:
        """Return the compiled facts that decide about values."""
        return replace(_facts(self.values, scope), commented_out=self.commented_out)

    def in_effect(self, documents: Iterable[Document]) -> InEffect:
        """Return the values in effect; a document that is no map has no effect, and is an error."""
        given = Map([], self.root.span)
        wrong = []
        for document in documents:
            if isinstance(document.value, Map):
                given = charts.merge_maps(given, charts.with_text_keys(document.value))
            elif document.value is not None:
                found = Verbatim(type_name(document.value))
                wrong.append(finding(charts.VALUES_NOT_A_MAP, document.span, path=ROOT, found=found))
        value, enabled, findings = charts.values_in_effect(self.values, given)
        return InEffect(value, replace(self, enabled=enabled, given=given), (*wrong, *findings))

    def check(self, value: Value) -> Iterator[Finding]:
        """Return the findings about values in effect."""
        seen: set[Path | None] = set()
        for each in (
            *_by_schemas(self.enabled or self.values, value, ROOT),
            *map(_as_wish, _by_comments(self.root, value, self.root.span, ROOT)),
            *self._misspelt(self.root.type, self.given, ROOT),
        ):
            if each.path not in seen or each.path is None:
                yield each
            seen.add(each.path)

    def _misspelt(self, type_: ValueType, value: Value, path: Path) -> Iterator[Finding]:
        """Yield a warning about each key of an open map that is probably a field with a misspelt name."""
        if not isinstance(value, Map):
            return
        names = [key_text(field.key) for field in type_.named.values()]
        for item, declared in assign(value.items, type_):
            inner, key = path.key(item.key), key_text(item.key)
            if declared is not None:
                yield from self._misspelt(declared.type, item.value, inner)
                continue
            is_known = key in names or inner in self.values.switches
            hint = did_you_mean(key, names) if len(names) <= _MOST_COMPARED and not is_known else None
            if hint is not None and key not in self.commented_out:
                yield finding(MISSPELT_KEY, item.span, path=inner, declared=type_.span, hint=hint)


def _facts(chart: charts.ChartValues, scope: Scope) -> CheckFacts:
    """Return what `_by_schemas` decides by."""
    own = [each.facts(scope) for each in chart.checks]
    parts = tuple((each.entry.key, _facts_of_subchart(each, scope)) for each in chart.subcharts)
    return CheckFacts(
        tuple(schema for facts in own for schema in facts.schemas),
        parts,
        tuple(each for facts in (*own, *(facts for _, facts in parts)) for each in facts.unchecked),
        is_chart=True,
        has_schema_file=chart.by_schema is not None,
    )


def _facts_of_subchart(subchart: charts.Subchart, scope: Scope) -> CheckFacts:
    facts = _facts(subchart.chart, replace(scope, path=scope.path.key(subchart.entry.key)))
    around = tuple(key for key in scope.path if isinstance(key, str))
    conditions = tuple((*around, *each.split(".")) for each in subchart.entry.conditions)
    return replace(facts, conditions=conditions, tags=subchart.entry.tags)


def _by_schemas(chart: charts.ChartValues, value: Value, path: Path) -> Iterator[Finding]:
    """Yield the findings by the schemas of a chart, then by those of its dependencies."""
    seen: set[Path | None] = set()
    for each in chart.checks:
        moved = [revise(one, path=path + (one.path or ROOT)) for one in each.check(value)]
        found = [one for one in moved if one.path not in seen]
        found = [*map(_as_wish, found)] if each is chart.by_comments else found
        yield from found
        seen.update(one.path for one in found)
    for subchart in chart.subcharts:
        nested = get_value(value, subchart.entry.key)
        if isinstance(nested, Map):
            yield from _by_schemas(subchart.chart, nested, path.key(subchart.entry.key))


def _as_wish(each: Finding) -> Finding:
    """Return a finding as one about what comments ask for, beyond what Helm checks."""
    has_hint = each.code.hint is not None or "hint" in each.params
    own = {} if has_hint else {"hint": phrase("the comments of the chart ask for this; Helm does not")}
    return revise(each, kind="comments", **own)


def _by_comments(field: Field, value: Value, span: Span, path: Path) -> Iterator[Finding]:
    """Yield the values of other types than comments say; null and an empty text often stand for no value."""
    if value in (None, ""):
        return
    if is_type_stated(field) and type_name(value) not in field.type.kinds:
        stated = ValueType(field.type.kinds, field.type.span)
        yield from check(value, stated, span, Subject(path=path))
    for index, (item, declared) in enumerate(parts_of(value, field.type)):
        inner = path.key(item.key) if isinstance(item, MapItem) else path.item(index)
        yield from _by_comments(declared, item.value, item.value_span, inner)


_ENABLED = "enabled"


def findings_about(loaded: LoadedChart, check: ChartCheck) -> Iterator[Finding]:
    """Yield the findings about a chart; those about its dependencies are for their own authors.

    Args:
        loaded: the chart.
        check: its fields, and what checks its values.
    """
    wrong_name = loaded.chart.files.get("values.yml")
    if wrong_name is not None and VALUES not in loaded.chart.files:
        yield finding(WRONG_NAME, Span(wrong_name.source, 1), name=Verbatim("values.yml"))
    yield from loaded.file.findings
    for schema in (loaded.schema, loaded.from_comments):
        for each in schema.findings if schema is not None else ():
            if each.kind != "defaults":
                # Helm ignores examples.
                yield revise(each, severity="warning") if each.kind == "examples" else each
    yield from _refused_defaults(loaded, check)
    yield from disagreements(loaded)
    yield from about_tags(loaded.file)
    yield from _nulls(loaded, check.root)
    if loaded.schema is not None:
        yield from _about_schema(loaded, loaded.schema)
    for dependency, inner in loaded.dependencies:
        if inner.schema is not None and not inner.chart.metadata.is_library:
            yield from _about_dependency(dependency, inner.schema)


def _about_dependency(dependency: charts.Dependency, schema: Schema) -> Iterator[Finding]:
    """Yield the keys that reach a dependency, and that its schema refuses: Helm then refuses the chart."""
    prefix = f"{dependency.key}."
    switches = [each.removeprefix(prefix) for each in dependency.conditions if each.startswith(prefix)]
    for key in (charts.GLOBAL, *switches):
        place = _refusing(schema.root, key)
        if place is not None:
            name = Verbatim(dependency.name)
            code = DEPENDENCY_REFUSES
            yield finding(code, dependency.span, name=name, key=Verbatim(key), declared=place.span)


def _refused_defaults(loaded: LoadedChart, check: ChartCheck) -> Iterator[Finding]:
    # Null in place of a value that the schema requires is meant: users have to set the value.
    required = {field.path for each in loaded.candidates for field in each.field.walk() if field.required}
    holders = loaded.file.holders
    meant = required & {path for path, holder in holders.items() if holder.value is None}
    source = loaded.file.source
    for each in _by_schemas(replace(check.values, subcharts=()), loaded.file.value, ROOT):
        if each.path not in meant:
            declared = each.params.get("declared")
            is_comment = isinstance(declared, Span) and declared.source == source
            hint = DEFAULT_TYPE_DISAGREES.hint if is_comment else None
            yield revise(each, code=DEFAULT_REFUSED, kind="disagreements", severity="warning", hint=hint)


def _nulls(loaded: LoadedChart, root: Field) -> Iterator[Finding]:
    source = loaded.file.source
    for field in root.walk():
        is_own = field.span.source == source
        if is_own and field.type.is_unknown and field.default is None and not field.is_item:
            yield finding(NULL_WITHOUT_TYPE, field.span, path=field.path)


def _about_schema(loaded: LoadedChart, schema: Schema) -> Iterator[Finding]:
    root = schema.root
    kinds, is_followed = root.type.kinds, all(each.code != REMOTE_REFERENCE for each in schema.findings)
    if root.type.takes_other_keys or ("any" in kinds and is_followed and not _refuses_all(loaded, schema)):
        is_written = WRITTEN in root.span.source.text
        yield finding(OPEN_ROOT, root.span, hint=_CLOSING if is_written else OPEN_ROOT.hint)
    else:
        for key in (charts.GLOBAL, _ENABLED):
            if _refusing(root, key) is not None:
                yield finding(CLOSED_ROOT, root.span, key=Verbatim(key))
    for dependency in loaded.chart.metadata.dependencies:
        refused: list[str] = []
        for key in (dependency.key, *dependency.conditions):
            place = _refusing(root, key)
            if place is not None and not any(key.startswith(f"{each}.") for each in refused):
                refused.append(key)
                name = Verbatim(dependency.name)
                related = ((phrase("the dependency"), dependency.span),)
                yield finding(
                    CLOSED_FOR_DEPENDENCY,
                    place.span,
                    path=place.path or None,
                    key=Verbatim(key),
                    name=name,
                    related=related,
                )


def _refuses_all(loaded: LoadedChart, schema: Schema) -> bool:
    """Return whether a schema refuses the values as a whole, as `false` does."""
    found = schema.own_check.check(loaded.file.value) if schema.own_check is not None else ()
    return any(each.code == INVALID_INSTANCE and not each.path for each in found)


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
