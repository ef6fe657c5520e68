"""From the files of a chart to the model."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.collection import uncollected
from yschema_engine.frontends.helm.chart import find_chart
from yschema_engine.frontends.helm.checks import ChartCheck
from yschema_engine.frontends.helm.dependencies import Nested
from yschema_engine.frontends.helm.fields import ChartFields
from yschema_engine.frontends.helm.layers import Layer
from yschema_engine.frontends.helm.lint import findings_about
from yschema_engine.frontends.helm.loaded import load
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import EngineError, in_source_order
from yschema_engine.text.paths import ROOT


def load_chart(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the schema of the chart in the files.

    Raises:
        EngineError: a file of the chart is not valid.
        UsageError: the files hold several charts, or an archive cannot be read.
    """
    with uncollected():
        return _load(files, options)


def _load(files: Sequence[File], options: LoadOptions) -> Schema:
    chart = find_chart(files)
    loaded = load(chart, options)
    described, metadata = loaded.described, chart.metadata
    errors = [each for each in described.comments.findings if each.severity == "error"]
    if errors:
        raise EngineError(in_source_order(described.comments.findings))
    nested = Nested()
    nested.add_chart(loaded, ROOT)
    layers = [
        Layer(described, (), described.file.document, described.file.value),
        *nested.layers.get(ROOT, ()),
    ]
    fields = ChartFields(nested.details, nested.layers, nested.candidates, options.keeps_hidden)
    root = fields.root(layers, loaded.candidates, metadata.name, metadata.texts.get("description", ""))
    check = ChartCheck(loaded, root)
    return Schema(
        root,
        name=metadata.name or Schema.name,
        title=metadata.name or Schema.name,
        is_named_by_author=bool(metadata.name),
        findings=tuple(in_source_order(findings_about(loaded, root, check))),
        instance_check=check.check,
        check_facts=check.facts,
        says_other_keys=True,
        metadata=metadata.facts(),
        deprecated="" if metadata.is_deprecated else None,
        sections=tuple(described.comments.sections),
        samples=chart.samples,
        files=frozenset(file.name for file in chart.files.values()),
    )
