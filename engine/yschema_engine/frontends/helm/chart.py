"""A chart: its files, its metadata, and the charts in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import PurePath, PurePosixPath

from yschema_engine.frontends.helm import codes
from yschema_engine.frontends.helm.archives import is_archive, unpack
from yschema_engine.frontends.helm.metadata import ChartMetadata, Dependency, read_metadata
from yschema_engine.frontends.inputs import File
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Listing, Verbatim
from yschema_engine.text.source import Source

METADATA = "Chart.yaml"
_API_VERSION = lazy_pattern(rb"""^\{?\s*["']?apiVersion["']?:\s*["']?v[12]\b""", re.MULTILINE)
_REQUIREMENTS = "requirements.yaml"
VALUES = "values.yaml"
SCHEMA = "values.schema.json"
GLOBAL = "global"  # the key of the values that Helm hands to all charts
_CHARTS = "charts"
_DEEPEST = 8  # charts in charts


@dataclass(frozen=True)
class Chart:
    """A chart.

    Attributes:
        folder: its place.
        files: by their paths below the folder.
        depth: 0 for the chart itself, 1 for those in it, and so on.
    """

    folder: PurePosixPath
    files: dict[str, File] = field(repr=False)
    depth: int = 0

    @cached_property
    def metadata(self) -> ChartMetadata:
        """The content of `Chart.yaml`, and of the file with dependencies of older charts.

        Raises:
            EngineError: a file is not valid YAML.
        """
        requirements = self.files.get(_REQUIREMENTS)
        chart = self.files.get(METADATA)
        return read_metadata(
            chart.source if chart else Source(METADATA, ""), requirements.source if requirements else None
        )

    def source(self, name: str) -> Source | None:
        """Return a file as text, or None.

        Raises:
            UsageError: it is not UTF-8.
        """
        file = self.files.get(name)
        return None if file is None else file.source

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

    @cached_property
    def charts(self) -> Sequence[Chart]:
        """The charts in the folder `charts`, in folders and archives."""
        if self.depth >= _DEEPEST:
            return ()
        below = [file for name, file in self.files.items() if name.startswith(f"{_CHARTS}/")]
        return sorted(_charts(below, self.depth + 1), key=lambda chart: str(chart.folder))


def is_metadata(file: File) -> bool:
    """Return whether a file is the `Chart.yaml` of a chart."""
    return PurePosixPath(file.path).name == METADATA and _API_VERSION.search(file.data) is not None


def find_chart(files: Sequence[File]) -> Chart:
    """Return the one chart in the inputs: the outermost folder with `Chart.yaml`, or an archive.

    Without one, a values file alone is a chart.

    Raises:
        UsageError: there are several charts, or an archive cannot be read.
    """
    charts = list(_charts(files, 0))
    if len(charts) > 1:
        names = Listing(tuple(Verbatim(str(chart.folder)) for chart in charts))
        raise UsageError([finding(codes.SEVERAL_CHARTS, found=names)])
    if charts:
        return charts[0]
    if any(is_archive(file) for file in files):
        raise UsageError([finding(codes.NO_CHART, found=Verbatim(files[0].name))])
    by_name = {PurePosixPath(file.path).name: file for file in files}
    if VALUES not in by_name and files:
        by_name[VALUES] = files[0]
    return Chart(PurePosixPath("."), by_name)


def _charts(files: Sequence[File], depth: int) -> Iterator[Chart]:
    """Yield the outermost charts among some files."""
    folders = sorted(
        {_place(file).parent for file in files if is_metadata(file)},
        key=lambda folder: (len(folder.parts), folder),
    )
    outermost: list[PurePosixPath] = []
    for folder in folders:
        if not any(folder.is_relative_to(other) for other in outermost):
            outermost.append(folder)
    for folder in outermost:
        paths = ((_place(file), file) for file in files)
        below = {str(path.relative_to(folder)): file for path, file in paths if path.is_relative_to(folder)}
        yield Chart(folder, below, depth)
    for file in files:
        is_inside = any(_place(file).is_relative_to(folder) for folder in outermost)
        if is_archive(file) and not is_inside:
            yield from _charts(unpack(file), depth)


def _place(file: File) -> PurePosixPath:
    """Return the place of a file; its path among the inputs may be the same as that of another one."""
    return PurePosixPath(PurePath(file.name).as_posix())
