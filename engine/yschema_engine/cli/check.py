"""`yschema` without a subcommand: check the schema and any data values, and show results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from yschema_engine.arguments.check import LABELLED, CheckArguments
from yschema_engine.cli.input_files import input_files
from yschema_engine.cli.streams import STRICT_IGNORES_WARNINGS, Streams
from yschema_engine.docs.accepted_findings import in_file
from yschema_engine.docs.hidden_fields import hide
from yschema_engine.docs.severity import FindingCollector
from yschema_engine.read.inputs import File
from yschema_engine.read.readers import declared, load_schemas
from yschema_engine.read.recognition import holds_values
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import Finding, Kind, Level, finding
from yschema_engine.text.nodes import Map
from yschema_engine.values.findings import unused_files

if TYPE_CHECKING:
    from yschema_engine.values.check import Checked


def run_check(arguments: CheckArguments, streams: Streams) -> bool:
    """Run the check, print results, and return whether the inputs are valid.

    Raises:
        EngineError: the schema or the data values cannot be used.
        UsageError: a file cannot be read.
    """
    files = input_files(arguments, streams.stdin)
    schemas = load_schemas(files, arguments.load)
    if arguments.inspect is None and not any(b"#@" in file.data for file in files):
        for schema in schemas:
            declared(schema)  # else there is nothing that a check could find, whatever the values are
    checked = _checked(schemas, files, arguments, streams)
    is_used = checked is not None or arguments.inspect is not None
    levels = arguments.levels
    if is_used and levels["examples"] == "error":  # examples do not keep anyone from using a schema
        levels = {**levels, "examples": "warning"}
    hidings = [hide(schema, files) for schema in schemas]
    shown = [hiding.shown for hiding in hidings]
    findings = _findings(shown, files, checked, levels, is_shown=arguments.inspect == "schema")
    findings += [each for hiding in hidings for each in hiding.findings]
    is_valid = all(each.severity not in ("error", arguments.fail_on) for each in findings)
    if findings and is_valid and arguments.load.strict:
        findings.append(finding(STRICT_IGNORES_WARNINGS))
    streams.report(findings)
    if checked is not None and checked.unchecked:
        from yschema_engine.values.resources import unchecked_phrase  # noqa: PLC0415  for resources

        streams.note(unchecked_phrase(checked.unchecked))
    if not is_valid:
        return False
    if arguments.inspect is not None:
        _show(schemas, shown, checked, arguments, streams)
    return True


def _show(
    schemas: Sequence[Schema],
    shown: Sequence[Schema],
    checked: Checked | None,
    arguments: CheckArguments,
    streams: Streams,
) -> None:
    """Write the schemas, without hidden fields in outputs for readers, or the values."""
    from yschema_engine.cli.output import schema_text, value_text  # noqa: PLC0415  not for a mere check

    if arguments.inspect == "schema":
        is_for_readers = bool(set(LABELLED) & set(arguments.outputs))
        streams.write(schema_text(shown if is_for_readers else schemas, arguments))
    elif checked is not None:
        empty = Map([], schemas[0].root.span)
        streams.write(value_text(empty if checked.value is None else checked.value, arguments))


def _checked(
    schemas: Sequence[Schema], files: Sequence[File], arguments: CheckArguments, streams: Streams
) -> Checked | None:
    """Return the values that the inputs set, or the defaults to show; None if the call is about a schema."""
    has_values = arguments.sources or any(map(holds_values, files))
    if not has_values and arguments.inspect != "values":
        return None
    # Calls about a schema need none of what checks values.
    from yschema_engine.cli.values import check_inputs  # noqa: PLC0415

    return check_inputs(schemas, files, arguments, streams.stdin)


def _findings(
    schemas: Sequence[Schema],
    files: Sequence[File],
    checked: Checked | None,
    levels: Mapping[Kind, Level],
    *,
    is_shown: bool,
) -> list[Finding]:
    """Return the findings about schemas and values that count."""
    has_samples = checked is None and not is_shown and any(schema.samples for schema in schemas)
    collector = FindingCollector(levels if has_samples else {**levels, "samples": "off"})
    for file in files:
        collector.suppress(in_file(file))
    for schema in schemas:
        collector.add(schema.findings)
        collector.add(_about_documentation(schema, collector, is_shown=is_shown))
        collector.add(unused_files(schema, files))
        if has_samples and schema.samples:
            from yschema_engine.values.check import check_input_samples  # noqa: PLC0415  for charts

            collector.add(check_input_samples(schema))
    collector.add(checked.findings if checked else ())
    collector.add_unused_suppressions()
    return _without_repeated(collector.subjects())


def _about_documentation(schema: Schema, collector: FindingCollector, *, is_shown: bool) -> Iterator[Finding]:
    """Yield findings about documentation, if the arguments ask for them, or outputs need them."""
    is_reviewed = any(kind in collector.looked_for for kind in ("undocumented", "titles", "deprecated"))
    if is_reviewed or is_shown:
        from yschema_engine.docs import coverage  # noqa: PLC0415  off by default

        yield from coverage.review(schema) if is_reviewed else ()
        yield from coverage.unbounded_descriptions(schema) if is_shown else ()


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
