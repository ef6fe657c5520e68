"""From the files of a chart to the model."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.helm.candidates import Candidate
from yschema_engine.frontends.helm.chart import VALUES, Chart, find_chart
from yschema_engine.frontends.helm.fields import ChartFields, Layer
from yschema_engine.frontends.helm.syntaxes.readme_generator import read_names
from yschema_engine.frontends.helm.values_file import DescribedValues, read_values
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.model.schema import Schema
from yschema_engine.source import Source


def load_chart(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the schema of the chart in the files.

    Raises:
        EngineError: a file of the chart is not valid.
        UsageError: the files hold several charts, or an archive cannot be read.
    """
    chart = find_chart(files)
    described = _described(chart)
    candidates: list[Candidate] = []
    findings = list(described.comments.findings)
    layer = Layer(described, (), described.file.document, described.file.value)
    metadata = chart.metadata
    root = ChartFields().root([layer], candidates, metadata.name)
    return Schema(
        root,
        title=metadata.name or Schema.name,
        findings=tuple(findings),
        metadata=metadata.facts(),
        deprecated="" if metadata.is_deprecated else None,
        sections=tuple(described.comments.sections),
        samples=chart.samples,
        files=frozenset(file.name for file in chart.files.values()),
    )


def _described(chart: Chart) -> DescribedValues:
    source = chart.source(VALUES) or Source(str(chart.folder / VALUES), "")
    return read_values(source, read_names(chart.texts()))
