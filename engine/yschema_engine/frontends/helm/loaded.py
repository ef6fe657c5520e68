"""A chart with its values, its schemas, and the charts that it depends on."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.frontends.helm.candidates import Candidate
from yschema_engine.frontends.helm.chart import SCHEMA, VALUES, Chart
from yschema_engine.frontends.helm.metadata import Dependency
from yschema_engine.frontends.helm.syntaxes.readme_generator import read_names
from yschema_engine.frontends.helm.values_file import DescribedValues, read_values
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError
from yschema_engine.text.source import Source


@dataclass(slots=True)
class LoadedChart:
    """A chart as it has been read.

    Attributes:
        chart: the chart.
        described: its values, and what comments say about them.
        schema: that of `values.schema.json`; None without one.
        from_comments: the schema that comments make; None without one.
        candidates: both schemas, the first one is trusted more.
        dependencies: the charts in it, each with the entry that asks for it.
    """

    chart: Chart
    described: DescribedValues
    schema: Schema | None = None
    from_comments: Schema | None = None
    candidates: tuple[Candidate, ...] = ()
    dependencies: list[tuple[Dependency, LoadedChart]] = field(default_factory=list)

    def walk(self) -> Iterator[LoadedChart]:
        """Yield the chart and all charts below it."""
        yield self
        for _, inner in self.dependencies:
            yield from inner.walk()


def load(chart: Chart, options: LoadOptions) -> LoadedChart:
    """Return a chart as it is read.

    Raises:
        EngineError: a file of the chart is not valid.
        UsageError: an archive cannot be read.
    """
    source = chart.source(VALUES) or Source(str(chart.folder / VALUES), "")
    loaded = LoadedChart(chart, read_values(source, read_names(chart.texts())))
    _load_schemas(loaded, options)
    for dependency in chart.metadata.dependencies:
        inner = chart.dependency(dependency)
        if inner is not None:
            try:
                loaded.dependencies.append((dependency, load(inner, options)))
            except EngineError:
                continue  # a chart of somebody else's, which its own documentation reports
    return loaded


def _load_schemas(loaded: LoadedChart, options: LoadOptions) -> None:
    candidates = []
    file = loaded.chart.files.get(SCHEMA)
    if file is not None:
        # The library that checks values takes longer to import than most charts take to read.
        from yschema_engine.compiled.documents import read_document  # noqa: PLC0415
        from yschema_engine.frontends.json_schema.load import load_json_schema, referred_files  # noqa: PLC0415

        others = loaded.chart.json_files()
        if others:
            others = referred_files(read_document(file.source), others)
        loaded.schema = load_json_schema([file, *others], options)
        candidates.append(Candidate(loaded.schema.root, "schema"))
    comments = loaded.described.comments
    if comments.root is not None or any(
        facts.schema or facts.is_required for facts in comments.by_keys.values()
    ):
        from yschema_engine.frontends.helm.comment_schema import comment_schema  # noqa: PLC0415

        dependencies = [each.key for each in loaded.chart.metadata.dependencies]
        made = comment_schema(loaded.described, dependencies, loaded.chart.json_files(), options)
        loaded.from_comments = made.schema
        candidates.append(Candidate(made.schema.root, "comment", made.untyped))
    loaded.candidates = tuple(candidates)
