"""Checks of data values: documents are merged onto the defaults of a schema, in order, and checked.

As in ytt, merging decides which annotations count: those of nodes that are new or that replace others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from yschema_engine.evaluate.limits import new_budget
from yschema_engine.merge.overlay import apply
from yschema_engine.merge.overlay_annotations import as_overlay
from yschema_engine.merge.overlay_items import Permissions
from yschema_engine.merge.overlay_matching import NO_SUCH_KEY
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.recognition import VALUES_MARKER, values_documents
from yschema_engine.schema.fields import Field, complete, default_of, parts_of
from yschema_engine.schema.rule_check import validate, violations_of
from yschema_engine.schema.rules import ASSERT, Context
from yschema_engine.schema.schema import ResourceKind, Schema
from yschema_engine.schema.schema_keywords import OwnMerging
from yschema_engine.schema.types import check
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, Finding, finding, revise
from yschema_engine.text.nodes import (
    Array,
    ArrayItem,
    Document,
    Holder,
    Map,
    MapItem,
    Value,
    copy_value,
    from_plain,
    to_plain,
    type_name,
    walk,
    write_out_keys,
)
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.source import Source, Span
from yschema_engine.values.findings import DEPRECATED_FIELD_SET, DROPPED_ASSERTION, holders
from yschema_engine.values.resources import (
    by_resource,
    drop_nulls,
    no_such_resource,
    unchecked_kinds,
    unknown_resources,
    version_finding,
)
from yschema_engine.values.sources import plain_documents, reading
from yschema_engine.yaml.plain_values import REPEATED_KEY, as_helm_reads, drop_repeated_keys, on_marker


def violated_assertions(document: Document) -> Iterator[Finding]:
    """Yield findings about the rules in annotations of merged values: rules that are broken or not valid.

    Raises:
        EngineError: the condition of a rule failed.
    """
    parents: dict[Path, Holder] = {}
    for path, holder in holders([document]):
        parents[path] = holder
        if ASSERT in holder.annotations:
            parent = None if path == ROOT else parents[path.parent].value
            asserted = holder.annotations[ASSERT].args[0]
            yield from (revise(each, path=path) for each in asserted.findings)
            context = Context(path, holder.value_span, parent, document.value)
            yield from violations_of(asserted.rules, holder.value, context, type_name(holder.value))


def dropped_assertions(document: Document, merged: Document) -> Iterator[Finding]:
    """Yield warnings about annotations of a document that merging has dropped.

    Args:
        document: a data values document.
        merged: the data values after it has been merged.
    """
    asserted = [each.annotations[ASSERT] for each in walk(document) if ASSERT in each.annotations]
    if asserted:
        kept = {id(each.annotations[ASSERT]) for each in walk(merged) if ASSERT in each.annotations}
        yield from (finding(DROPPED_ASSERTION, each.span) for each in asserted if id(each) not in kept)


@dataclass(frozen=True, slots=True)
class Checked:
    """Data values after all merging.

    Attributes:
        value: the final values, completed with defaults; not useful if there are errors.
        findings: all findings; those about one file are in the order of its lines.
        unchecked: the kinds of the resources that were not checked, one for each resource.
    """

    value: Value
    findings: tuple[Finding, ...]
    unchecked: tuple[ResourceKind, ...] = ()

    @property
    def plain(self) -> Any:
        """The final values as dicts, lists and scalars."""
        return to_plain(self.value)

    @property
    def valid(self) -> bool:
        """Whether there is no error among the findings."""
        return all(each.severity != "error" for each in self.findings)


def check_values(
    schema: Schema,
    documents: Iterable[Document],
    *,
    rules: bool = True,
) -> Checked:
    """Merge data values onto the defaults, in order, checking after each step; then run the rules.

    Args:
        schema: the schema of the values.
        documents: data values documents and overlays; later ones take precedence.
        rules: whether to run the rules of the schema.

    Returns:
        The final values and all independent findings about them.

    Raises:
        EngineError: an error, such as a condition that fails, ends the check.
    """
    if schema.kinds:
        return check_resources(schema.kinds, list(documents), rules=rules)
    return _Merging(schema).check(documents, rules=rules)


def check_or_fail(schema: Schema, documents: Iterable[Document]) -> Checked:
    """Check data values as `check_values` does; an error that ends the check becomes findings."""
    try:
        return check_values(schema, documents)
    except EngineError as e:
        return Checked(None, e.findings)


def check_resources(
    schemas: Sequence[Schema],
    documents: Sequence[Document],
    *,
    rules: bool = True,
) -> Checked:
    """Check each document that is a resource against the schema of its kind.

    Args:
        schemas: the schemas of kinds of resources.
        documents: resources, and documents without a kind, which are merged onto each resource.
        rules: whether to run the rules of the schemas.

    Returns:
        The resource, or an array of several, and all findings about them.
    """
    groups = by_resource(schemas, documents)
    unknown = tuple(unknown_resources(schemas, documents))
    if not groups:
        return Checked(None, unknown or (no_such_resource(schemas, documents),))
    checked = [_Merging(schema).check(together, rules=rules) for schema, together in groups]
    about_versions = [found for group in groups if (found := version_finding(*group))]
    findings = tuple(
        dict.fromkeys((*unknown, *about_versions, *(each for one in checked for each in one.findings)))
    )
    others = tuple(unchecked_kinds(schemas, documents)) if not unknown else ()
    if len(checked) == 1:
        return Checked(checked[0].value, findings, others)
    span = documents[0].span
    return Checked(Array([ArrayItem(each.value, span) for each in checked], span), findings, others)


def check_files(schema: Schema, files: Sequence[File], options: LoadOptions = LoadOptions()) -> Checked:
    """Check the data values in files in this process; otherwise as `check_files` of the library."""
    given = values_documents(files, options)
    readable = [file for file in files if file.is_template or file.path.endswith((".json", ".toml"))]
    plain = [file for file in readable if VALUES_MARKER not in file.source.text]
    options_of_yaml = reading(schema, strict=options.strict)
    documents = [*given, *(each for file in plain for each in plain_documents(file, options_of_yaml))]
    return check_values(schema, documents)


def check_plain(schema: Schema, values: Any, name: str = "(values)") -> Checked:
    """Check dicts, lists and scalars in this process; otherwise as `check_plain` of the library."""
    span = Span(Source(name, ""), 1)
    return check_values(schema, [as_overlay(Document(from_plain(values, span), span))])


class _Merging:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._root = schema.root
        self._findings: dict[tuple[object, ...], Finding] = {}
        self._as_set: Document | None = None

    @new_budget()
    def check(self, documents: Iterable[Document], *, rules: bool) -> Checked:
        if self._schema.own_merging is not None:
            return self._check_in_effect(self._schema.own_merging, list(documents), rules=rules)
        merged = Document(default_of(self._root), self._root.span)
        documents = list(documents)
        for document in documents:
            if self._schema.checks_values_as_set:
                write_out_keys(document.value)
            self._add(*drop_repeated_keys(document.value, REPEATED_KEY))
            if self._schema.resource is not None:
                drop_nulls(document.value, self._root)
            self._warn_of_deprecated(self._root, document.value, ROOT)
            merged = self._merge(merged, document)
            if self._schema.checks_values_as_set:
                self._as_set = self._merge(self._as_set or Document(None, document.span), document)
            if self._schema.own_check is None:
                self._add(*check(merged.value, self._root.type, merged.span))
            complete(merged.value, self._root.type)
            self._add(*dropped_assertions(document, merged))
        if rules and not any(each.severity == "error" for each in self._findings.values()):
            self._add(*self._violations(merged))
            if self._schema.own_check is None:  # ytt reports broken rules in the order of the schema
                return Checked(merged.value, tuple(self._findings.values()))
        return Checked(merged.value, self._in_order(documents))

    def _check_in_effect(self, merging: OwnMerging, documents: Sequence[Document], *, rules: bool) -> Checked:
        for source in dict.fromkeys(document.span.source for document in documents):
            self._add(*on_marker(source))
        for document in documents:
            self._add(*drop_repeated_keys(document.value, REPEATED_KEY))
            self._add(*as_helm_reads(document.value))
            self._warn_of_deprecated(self._root, document.value, ROOT)
        result = merging.in_effect(documents)
        self._add(*result.findings)
        if rules and not any(each.severity == "error" for each in self._findings.values()):
            self._add(*result.check.check(result.value))
        return Checked(result.value, self._in_order(documents))

    def _in_order(self, documents: Iterable[Document]) -> tuple[Finding, ...]:
        """Return the findings by file and line; the files are in the order of the documents."""
        files = {name: number for number, name in enumerate(dict.fromkeys(d.span.file for d in documents))}
        return tuple(sorted(self._findings.values(), key=lambda each: _place(each, files)))

    def _violations(self, merged: Document) -> Iterator[Finding]:
        checked = merged if self._as_set is None else self._as_set
        own_check = self._schema.own_check
        yield from (
            validate(self._root, checked.value) if own_check is None else own_check.check(checked.value)
        )
        yield from violated_assertions(merged)

    def _merge(self, left: Document, right: Document) -> Document:
        if self._replaces_all(left, right):
            first = Document(copy_value(right.value), right.span)
            first.annotations = right.annotations
            return first
        # What is wrong with the values does not depend on defaults if they are checked as they are set.
        is_shown_only = self._schema.checks_values_as_set and left is not self._as_set
        report = (lambda _: None) if is_shown_only else self._add
        return apply(left, right, report, Permissions(self._root.type))

    def _replaces_all(self, left: Document, right: Document) -> bool:
        """Return whether a document takes the place of what has been merged before."""
        if self._schema.checks_values_as_set:
            return not (isinstance(left.value, Map) and isinstance(right.value, Map))
        return left.value is None and not self._schema.has_documents

    def _add(self, *findings: Finding) -> None:
        """Add findings; a wrong value stays wrong while later sources are merged, and is reported once."""
        for each in findings:
            # A key that would be added is then refused by the schema.
            is_refused = each.code == NO_SUCH_KEY and self._schema.has_documents
            new = revise(each, hint="") if is_refused and each.params.get("adds_key") else each
            facts = (new.params.get("rule"), new.params.get("found"))
            self._findings.setdefault((new.code, new.span, new.path, *facts), new)

    def _warn_of_deprecated(self, field: Field, value: Value, path: Path) -> None:
        for index, (item, known) in enumerate(parts_of(value, field.type)):
            at = path.key(item.key) if isinstance(item, MapItem) else path.item(index)
            if isinstance(item, MapItem) and known.deprecated is not None and known.removed is None:
                code, hint = DEPRECATED_FIELD_SET, known.deprecated
                self._add(finding(code, item.span, path=at, declared=known.span, hint=hint))
            self._warn_of_deprecated(known, item.value, at)


def _place(each: Finding, files: Mapping[str, int]) -> tuple[int, int]:
    span = each.span
    return (files.get(span.file, len(files)), span.line) if span else (len(files) + 1, 0)


def check_input_samples(schema: Schema) -> Iterator[Finding]:
    """Yield the findings about the values files of an input, as findings of the kind `samples`.

    Findings about the defaults themselves are left out, as they would be the same for each file.
    """
    for source in schema.samples:
        file = File(source.path, source.name, source.text.encode())
        for each in check_or_fail(schema, plain_documents(file, reading(schema))).findings:
            if each.span is None or each.span.file == source.name:
                yield revise(each, kind="samples")
