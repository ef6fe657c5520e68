"""A check: the schema, and the data values if there are any; shown if that is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO

from yschema_engine.arguments.check import CheckArguments
from yschema_engine.arguments.outputs import LABELLED
from yschema_engine.cli.output import schema_text, value_text
from yschema_engine.cli.streams import Streams
from yschema_engine.deferred_classes import replace
from yschema_engine.frontends.file_marks import mark_files
from yschema_engine.frontends.inputs import File, find_files
from yschema_engine.frontends.registry import load_schemas, only_schema
from yschema_engine.lint.documentation import review, unbounded_descriptions
from yschema_engine.lint.hidden import hide
from yschema_engine.lint.policy import FindingCollector, Level
from yschema_engine.lint.suppressions import in_file
from yschema_engine.model.findings import Finding, Kind
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Document, Map
from yschema_engine.values.check import (
    Checked,
    ValuesDocuments,
    check_resources,
    check_values,
    values_documents,
)
from yschema_engine.values.input_samples import check_input_samples
from yschema_engine.values.sources import overlays
from yschema_engine.values.unused_files import unused_files
from yschema_engine.values.value_lines import Lines


def run_check(arguments: CheckArguments, streams: Streams) -> bool:
    """Check and show what the arguments name, and return whether it is valid.

    Raises:
        EngineError: the schema or the data values cannot be used.
        UsageError: a file cannot be read.
    """
    inputs = arguments.load.inputs
    named = (file for argument in arguments.files for file in find_files(argument, streams.stdin, inputs))
    files = mark_files(named, arguments.file_marks)
    schemas = load_schemas(files, arguments.load)
    checked = None if arguments.inspect == "schema" else _check(schemas, files, arguments, streams.stdin)
    if arguments.inspect == "schema":
        # As in ytt, data values that cannot be read are an error even if they are not used.
        list(_others(arguments, streams.stdin))
    is_used = checked is not None or arguments.inspect is not None
    levels = _levels_in_use(arguments.levels) if is_used else arguments.levels
    if checked is None and arguments.inspect == "values":
        checked = check_values(only_schema(schemas), (), rules=arguments.validate)
    hidings = [hide(schema, files) for schema in schemas]
    shown = [hiding.shown for hiding in hidings]
    findings = _findings(shown, files, checked, levels, is_shown=arguments.inspect == "schema")
    findings += [finding for hiding in hidings for finding in hiding.findings]
    streams.report(findings)
    if any(finding.severity in ("error", arguments.fail_on) for finding in findings):
        return False
    if arguments.inspect == "schema":
        is_for_readers = bool(set(LABELLED) & set(arguments.outputs))
        streams.write(schema_text(shown if is_for_readers else schemas, arguments))
    elif checked is not None and arguments.inspect is not None:
        empty = Map([], schemas[0].root.span)
        streams.write(value_text(empty if checked.value is None else checked.value, arguments))
    return True


def _check(
    schemas: Sequence[Schema], files: Sequence[File], arguments: CheckArguments, stdin: BinaryIO
) -> Checked | None:
    """Merge and check the values that the arguments set; None if they set none."""
    values = values_documents(files, arguments.load)
    documents = [*values.documents, *_others(arguments, stdin)]
    if not documents and not arguments.sources:
        return None
    checked = _check_documents(schemas, documents, values, rules=arguments.validate)
    if arguments.errors.form == "json":
        return checked  # programs get the place of the value itself: for a default, that in the schema
    lines = Lines.of_inputs(documents)
    return replace(checked, findings=tuple(map(lines.nearest, checked.findings)))


def _check_documents(
    schemas: Sequence[Schema], documents: Sequence[Document], values: ValuesDocuments, *, rules: bool
) -> Checked:
    if all(schema.resource for schema in schemas):
        return check_resources(schemas, documents, values.modules, rules=rules)
    return check_values(only_schema(schemas), documents, values.modules, rules=rules)


def _others(arguments: CheckArguments, stdin: BinaryIO) -> Iterator[Document]:
    """Return the values of plain files, environment variables and flags."""
    return overlays(arguments.sources, os.environ, stdin, arguments.load)


def _findings(
    schemas: Sequence[Schema],
    files: Sequence[File],
    checked: Checked | None,
    levels: Mapping[Kind, Level],
    *,
    is_shown: bool,
) -> list[Finding]:
    """Return what is wrong with the schemas and the values, as far as it counts."""
    has_samples = checked is None and not is_shown and any(schema.samples for schema in schemas)
    collector = FindingCollector(levels if has_samples else {**levels, "samples": "off"})
    for file in files:
        collector.suppress(in_file(file))
    for schema in schemas:
        collector.add(schema.findings)
        if any(kind in collector.looked_for for kind in ("undocumented", "titles", "deprecated")):
            collector.add(review(schema))
        if is_shown:
            collector.add(unbounded_descriptions(schema))
        collector.add(unused_files(schema, files))
        if has_samples:
            collector.add(check_input_samples(schema))
    collector.add(checked.findings if checked else ())
    collector.add_unused_suppressions()
    return _without_repeated(collector.subjects())


def _levels_in_use(levels: Mapping[Kind, Level]) -> Mapping[Kind, Level]:
    """Return the levels for a schema that is used: its examples do not keep anyone from using it."""
    return {**levels, "examples": "warning"} if levels["examples"] == "error" else levels


def _without_repeated(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without warnings about a broken rule that is also reported as an error."""
    everything = list(findings)
    errors = {_broken_rule(finding) for finding in everything if finding.severity == "error"}
    return [
        finding
        for finding in everything
        if finding.severity == "error" or "rule" not in finding.params or _broken_rule(finding) not in errors
    ]


def _broken_rule(finding: Finding) -> tuple[object, ...]:
    return finding.path, finding.params.get("rule")
