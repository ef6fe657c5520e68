"""A chart: its files or archive, its metadata, values and schemas, and the charts in it."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import PurePath, PurePosixPath

from yschema_engine.merge.chart_values import ChartValues, Dependency, Subchart, with_text_keys
from yschema_engine.read.helm import findings
from yschema_engine.read.helm.comment_facts import ValuesFile
from yschema_engine.read.helm.metadata import ChartMetadata, read_metadata
from yschema_engine.read.helm.syntaxes.readme_generator import read_names
from yschema_engine.read.helm.value_layers import Candidate
from yschema_engine.read.helm.values_file import read_values
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import Code, EngineError, UsageError
from yschema_engine.text.lazy_import import tarfile
from yschema_engine.text.nodes import Map
from yschema_engine.text.phrases import Listing, Param, Verbatim
from yschema_engine.text.size_limits import ARCHIVE_FILES, ARCHIVE_SIZE, CHART_DEPTH, MIB
from yschema_engine.text.source import Source, Span

ARCHIVES = (".tgz", ".tar.gz")
_GZIP = b"\x1f\x8b"


@dataclass(slots=True)
class Budget:
    """What the archives of one input, those in them included, may still unpack.

    Attributes:
        size: in bytes, with the headers of files.
        files: their number.
    """

    size: int = ARCHIVE_SIZE
    files: int = ARCHIVE_FILES


def is_archive(file: File) -> bool:
    """Return whether a file is compressed, and has the name of a chart's archive."""
    return file.path.endswith(ARCHIVES) and file.data.startswith(_GZIP)


def unpack(archive: File, budget: Budget) -> list[File]:
    """Return the files in an archive, by their paths below that of the archive.

    Args:
        archive: the archive.
        budget: what it may unpack; it is reduced by that.

    Raises:
        UsageError: the archive is not valid, too large, or contains paths or links that lead out of it.
    """
    files = []
    try:
        with tarfile.open(fileobj=_unzipped(archive, budget), mode="r:") as tar:
            for member in tar:
                budget.files -= 1
                if budget.files < 0 or member.size > ARCHIVE_SIZE:
                    raise _too_large(archive)
                _check_place(archive, member)
                if member.isfile():
                    stream = tar.extractfile(member)
                    data = stream.read(member.size) if stream is not None else b""
                    path = PurePosixPath(member.name).as_posix()
                    files.append(File(f"{archive.path}/{path}", f"{archive.name}/{path}", data, implied=True))
    except (tarfile.TarError, EOFError, OSError, zlib.error) as e:
        raise _wrong(archive, findings.BAD_ARCHIVE, found=str(e)) from None
    return files


def _unzipped(archive: File, budget: Budget) -> io.BytesIO:
    """Return the bytes of an archive, which can consist of several streams, unless they are too many."""
    with gzip.GzipFile(fileobj=io.BytesIO(archive.data)) as stream:
        data = stream.read(budget.size + 1)
    budget.size -= len(data)
    if budget.size < 0:
        raise _too_large(archive)
    return io.BytesIO(data)


def _check_place(archive: File, member: tarfile.TarInfo) -> None:
    path = PurePosixPath(member.name)
    leads_out = path.is_absolute() or ".." in path.parts or "\\" in member.name or "\0" in member.name
    if leads_out or not (member.isfile() or member.isdir()):
        raise _wrong(archive, findings.ARCHIVE_LEADS_OUT, found=Verbatim(member.name))


def _too_large(archive: File) -> UsageError:
    return _wrong(archive, findings.LARGE_ARCHIVE, size=ARCHIVE_SIZE // MIB, files=ARCHIVE_FILES)


def _wrong(archive: File, code: Code, **params: Param) -> UsageError:
    return UsageError.of(code, Span(Source(archive.name, ""), 1), **params)


METADATA = "Chart.yaml"
_API_VERSION = rb"""(?m)^\{?\s*["']?apiVersion["']?:\s*["']?v[123]\b"""
_REQUIREMENTS = "requirements.yaml"
VALUES = "values.yaml"
SCHEMA = "values.schema.json"
WRITTEN = "Written by `yschema schema`"  # in a schema that says no more than values and comments do
_SCHEMA_IN_YAML = "values.schema.yaml"  # from which authors make the other one; Helm does not read it
_CHARTS = "charts"


@dataclass(frozen=True)
class Chart:
    """A chart.

    Attributes:
        folder: its place.
        files: by their paths below the folder.
        depth: 0 for the chart itself, 1 for those in it, and so on.
        budget: what the archives in it may unpack.
    """

    folder: PurePosixPath
    files: dict[str, File] = field(repr=False)
    depth: int = 0
    budget: Budget = field(default_factory=Budget, repr=False)

    @cached_property
    def metadata(self) -> ChartMetadata:
        """The content of `Chart.yaml`, and of the file with dependencies of older charts.

        Raises:
            EngineError: a file is not valid YAML.
        """
        return read_metadata(self.source(METADATA), self.source(_REQUIREMENTS))

    def source(self, name: str) -> Source:
        """Return a file as text; an empty text if the chart does not have the file."""
        file = self.files.get(name)
        return file.source if file is not None else Source(str(self.folder / name), "")

    def texts(self) -> Iterator[str]:
        """Yield the JSON files in the folder itself, one of which may configure a tool."""
        for name, file in sorted(self.files.items()):
            if "/" not in name and name != SCHEMA and file.data.lstrip().startswith(b"{"):
                yield file.data.decode("utf-8", errors="replace")

    def json_files(self) -> Sequence[File]:
        """Return the files in JSON besides the schema, to which the schema may refer."""
        return [
            replace(file, path=name)
            for name, file in sorted(self.files.items())
            if name.endswith(".json") and name != SCHEMA and not name.startswith(f"{_CHARTS}/")
        ]

    @property
    def samples(self) -> tuple[Source, ...]:
        """The values files for tests of the chart, `ci/*-values.yaml`."""
        names = (name for name in sorted(self.files) if PurePosixPath(name).match("ci/*-values.yaml"))
        return tuple(self.files[name].source for name in names if name.count("/") == 1)

    def dependency(self, dependency: Dependency) -> Chart | None:
        """Return the chart of a dependency; None if it is not in the folder `charts`."""
        named = [each for each in self.charts if each.metadata.name == dependency.name]
        same_version = [each for each in named if each.metadata.version == dependency.version]
        return next(iter((*same_version, *named)), None)

    @property
    def unlisted(self) -> Iterator[Dependency]:
        """The charts in the folder `charts` that `Chart.yaml` does not name; they are always on."""
        listed = {each.name for each in self.metadata.dependencies}
        for chart in self.charts:
            metadata = chart.metadata
            if metadata.name and metadata.name not in listed:
                yield Dependency(metadata.name, metadata.span, metadata.version, is_listed=False)

    @cached_property
    def charts(self) -> Sequence[Chart]:
        """The charts in the folder `charts`, in folders and archives."""
        if self.depth >= CHART_DEPTH:
            return ()
        below = [file for name, file in self.files.items() if name.startswith(f"{_CHARTS}/")]
        return sorted(_charts(below, self.depth + 1, self.budget), key=lambda chart: str(chart.folder))


def is_metadata(file: File) -> bool:
    """Return whether a file is the `Chart.yaml` of a chart."""
    return PurePosixPath(file.path).name == METADATA and re.search(_API_VERSION, file.data) is not None


def find_chart(files: Sequence[File]) -> Chart:
    """Return the one chart in the inputs: the outermost folder with `Chart.yaml`, or an archive.

    Without one, a values file alone is a chart.

    Raises:
        UsageError: there are several charts, or an archive cannot be read.
    """
    charts = list(_charts(files, 0, Budget()))
    if len(charts) > 1:
        names = Listing(tuple(Verbatim(str(chart.folder)) for chart in charts))
        raise UsageError.of(findings.SEVERAL_CHARTS, found=names)
    if charts:
        return charts[0]
    if any(is_archive(file) for file in files):
        raise UsageError.of(findings.NO_CHART, found=Verbatim(files[0].name))
    by_name = {PurePosixPath(file.path).name: file for file in files}
    if VALUES not in by_name and files:
        by_name[VALUES] = files[0]
    return Chart(PurePosixPath("."), by_name)


def _charts(files: Sequence[File], depth: int, budget: Budget) -> Iterator[Chart]:
    """Yield the outermost charts among some files."""
    folders = {_place(file).parent for file in files if is_metadata(file)}
    outermost = sorted(
        (folder for folder in folders if folders.isdisjoint(folder.parents)),
        key=lambda folder: (len(folder.parts), folder),
    )
    places = [(_place(file), file) for file in files]
    for folder in outermost:
        below = {str(path.relative_to(folder)): file for path, file in places if path.is_relative_to(folder)}
        yield Chart(folder, below, depth, budget)
    for path, file in places:
        if is_archive(file) and not any(map(path.is_relative_to, outermost)):
            yield from _charts(unpack(file, budget), depth, budget)


def _place(file: File) -> PurePosixPath:
    """Return the place of a file; its path among the inputs may be the same as that of another one."""
    return PurePosixPath(PurePath(file.name).as_posix())


@dataclass(slots=True)
class LoadedChart:
    """A chart as it has been read.

    Attributes:
        chart: the chart.
        file: its values, and what comments say about them.
        schema: that of `values.schema.json`; None without one.
        from_comments: the schema that comments make; None without one.
        candidates: both schemas, the first one is trusted more.
        dependencies: the charts in it, each with the entry that asks for it.
    """

    chart: Chart
    file: ValuesFile
    schema: Schema | None = None
    from_comments: Schema | None = None
    candidates: tuple[Candidate, ...] = ()
    dependencies: list[tuple[Dependency, LoadedChart]] = field(default_factory=list)

    def walk(self) -> Iterator[LoadedChart]:
        """Yield the chart and all charts below it."""
        yield self
        for _, inner in self.dependencies:
            yield from inner.walk()


def chart_values(loaded: LoadedChart, *, heeds_comments: bool) -> ChartValues:
    """Return the values of a chart and of the charts in it, for merging, and what checks them."""
    values = loaded.file.value
    assert isinstance(values, Map)  # as `read_values` makes sure
    subcharts = (
        Subchart(entry, chart_values(inner, heeds_comments=heeds_comments))
        for entry, inner in loaded.dependencies
    )
    return ChartValues(
        with_text_keys(values),
        tuple(subcharts),
        loaded.schema.own_check if loaded.schema else None,
        loaded.from_comments.own_check if loaded.from_comments and heeds_comments else None,
    )


def load(chart: Chart, options: LoadOptions, *, has_aliases: bool = True) -> LoadedChart:
    """Return a chart as it is read.

    Args:
        chart: the chart.
        options: how to read files.
        has_aliases: whether Helm heeds the aliases in `Chart.yaml`: not below a chart that lists no other.

    Raises:
        EngineError: a file of the chart is not valid.
        UsageError: an archive cannot be read.
    """
    loaded = LoadedChart(chart, read_values(chart.source(VALUES), read_names(chart.texts())))
    _load_schemas(loaded, options)
    listed = chart.metadata.dependencies
    if not has_aliases:
        listed = tuple({each.name: replace(each, alias="") for each in listed}.values())
    for dependency in (*listed, *chart.unlisted):
        inner = chart.dependency(dependency)
        if inner is not None:
            with suppress(EngineError):  # a chart of somebody else's, which its own documentation reports
                nested = load(inner, options, has_aliases=bool(listed) and has_aliases)
                loaded.dependencies.append((dependency, nested))
    return loaded


def _load_schemas(loaded: LoadedChart, options: LoadOptions) -> None:
    candidates = []
    files = loaded.chart.files
    file = files.get(SCHEMA, files.get(_SCHEMA_IN_YAML))
    if file is not None:
        # The library that checks values takes longer to import than most charts take to read.
        from yschema_engine.compiled.documents import read_document  # noqa: PLC0415
        from yschema_engine.read.json_schema.load import load_json_schema, referred_files  # noqa: PLC0415

        others = loaded.chart.json_files()
        if others:
            others = referred_files(read_document(file.source), others)
        schema = load_json_schema([file, *others], options)
        loaded.schema = schema if file.path.endswith(".json") else None
        candidates.append(Candidate(schema.root, "schema"))
    comments = loaded.file
    if comments.root is not None or any(each.schema or each.is_required for each in comments.facts.values()):
        from yschema_engine.read.helm.comment_schema import comment_schema  # noqa: PLC0415

        dependencies = [each.key for each in loaded.chart.metadata.dependencies]
        schema, untyped = comment_schema(comments, dependencies, loaded.chart.json_files(), options)
        loaded.from_comments = schema
        candidates.append(Candidate(schema.root, "comment", untyped))
    loaded.candidates = tuple(candidates)
