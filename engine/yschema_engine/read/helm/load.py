"""Loading of a chart and the values of its dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from yschema_engine.merge.chart_values import GLOBAL, Dependency
from yschema_engine.read.garbage_collection import uncollected
from yschema_engine.read.helm.chart import Chart, LoadedChart, find_chart, load
from yschema_engine.read.helm.checks import ChartCheck, findings_about
from yschema_engine.read.helm.fields import ChartFields
from yschema_engine.read.helm.value_layers import Layer
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.fields import Detail
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, in_source_order
from yschema_engine.text.nodes import Map
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.yaml.plain_values import ValueLookup
from yschema_engine.yaml.read import read


def add_dependencies(fields: ChartFields, chart: LoadedChart, path: Path) -> None:
    """Add what the dependencies of a chart add to its values, which are at a path."""
    for dependency, inner in chart.dependencies:
        name = Verbatim(dependency.name)
        for condition in dependency.conditions:
            detail = Detail("turns_on", phrase("Turns on"), phrase("the dependency {name}", name=name))
            fields.details[Path((*path, *condition.split(".")))].append(detail)
        _add_imports(fields, dependency, inner, path)
        below = path if inner.chart.metadata.is_library else path.key(dependency.key)
        _add_values(fields, inner, below)
        if not inner.chart.metadata.is_library:
            fields.candidates[below] += inner.candidates
            add_dependencies(fields, inner, below)


def _add_values(fields: ChartFields, inner: LoadedChart, path: Path) -> None:
    file, is_library = inner.file, inner.chart.metadata.is_library
    layer = Layer(file, ROOT, file.document, file.value, not is_library, is_of_library=is_library)
    fields.layers[path].append(replace(layer, skipped=GLOBAL))
    shared = (each for each in layer.below(GLOBAL) if each.holder is not None)
    fields.layers[ROOT.key(GLOBAL)] += shared


def _add_imports(fields: ChartFields, dependency: Dependency, inner: LoadedChart, path: Path) -> None:
    for child, parent in dependency.imports:
        keys = Path.from_flag(child)
        holder = inner.file.holders.get(keys)
        if holder is None:
            continue
        imported = phrase(
            "{path} of the dependency {name}", path=Verbatim(child), name=Verbatim(dependency.name)
        )
        layer = Layer(inner.file, keys, holder, holder.value)
        place = Path((*path, *parent.split("."))) if parent else path
        for target, each in _targets(layer, place, path):
            declared = (candidate.at(each.keys) for candidate in inner.candidates)
            fields.layers[target].append(each)
            fields.candidates[target] += (candidate for candidate in declared if candidate is not None)
            fields.details[target].append(Detail("imported", phrase("Imported from"), imported))


def _targets(layer: Layer, target: Path, path: Path) -> Iterator[tuple[Path, Layer]]:
    """Yield the values that are imported, with their places; of a map at the root, each value."""
    if target != path:
        yield target, layer
    elif isinstance(layer.value, Map):
        for item in layer.value.items:
            yield from ((target.key(item.key), each) for each in layer.below(item.key))


def _samples(chart: Chart) -> Iterator[ValueLookup]:
    """Yield the samples of a chart that are YAML; the others are reported when they are checked."""
    for source in chart.samples:
        with suppress(EngineError):
            yield from (ValueLookup(document.value) for document in read(source).documents)


@uncollected()
def load_chart(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the schema of the chart in the files.

    Raises:
        EngineError: a file of the chart is not valid.
        UsageError: the files hold several charts, or an archive cannot be read.
    """
    chart = find_chart(files)
    loaded = load(chart, options)
    file, metadata = loaded.file, chart.metadata
    errors = [each for each in file.findings if each.severity == "error"]
    if errors:
        raise EngineError(in_source_order(file.findings))
    fields = ChartFields(options.keeps_hidden, options.heeds_comments, [*_samples(chart)])
    add_dependencies(fields, loaded, ROOT)
    layers = [Layer(file, ROOT, file.document, file.value), *fields.layers[ROOT]]
    root = fields.root(layers, loaded.candidates, metadata.name, metadata.text("description"))
    check = ChartCheck.of(loaded, root, heeds_comments=options.heeds_comments)
    return Schema(
        root,
        name=metadata.name or Schema.name,
        title=metadata.name or Schema.name,
        is_named_by_author=bool(metadata.name),
        findings=tuple(in_source_order(findings_about(loaded, check))),
        own_check=check,
        own_merging=check,
        yaml="1.1",
        says_other_keys=True,
        metadata=tuple(metadata.facts()),
        deprecated="" if metadata.is_deprecated else None,
        sections=tuple(file.sections),
        samples=chart.samples,
        files=frozenset(file.name for file in chart.files.values()),
    )
