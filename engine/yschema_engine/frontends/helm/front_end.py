"""Helm charts as a front end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import InputKind, LoadOptions
from yschema_engine.model.phrases import Phrase, phrase
from yschema_engine.model.schema import Schema

ARCHIVES = (".tgz", ".tar.gz")
_CHART = "Chart.yaml"
_VALUES = "values.yaml"
_API_VERSION = re.compile(rb"^apiVersion:\s*[\"']?v[12]\b", re.MULTILINE)
_GZIP = b"\x1f\x8b"


class HelmFrontEnd:
    """Reads a chart: its folder or its archive."""

    name: InputKind = "helm"
    looks_for: Phrase = phrase("a Helm chart: a folder with `Chart.yaml`, or its archive (`.tgz`)")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files is that of a chart's metadata, or an archive of a chart."""
        return any(map(is_metadata, files)) or (len(files) == 1 and is_archive(files[0]))

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether there is a chart, or at least a file with values."""
        return self.accepts(files) or any(PurePosixPath(file.path).name == _VALUES for file in files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schema of the chart.

        Raises:
            EngineError: a file of the chart is not valid.
            UsageError: the files hold several charts, or an archive cannot be read.
        """
        from yschema_engine.frontends.helm.load import load_chart  # noqa: PLC0415  takes time to import

        return (load_chart(files, options),)


def is_metadata(file: File) -> bool:
    """Return whether a file is the `Chart.yaml` of a chart."""
    return PurePosixPath(file.path).name == _CHART and _API_VERSION.search(file.data) is not None


def is_archive(file: File) -> bool:
    """Return whether a file is compressed, and has the name of a chart's archive."""
    return file.path.endswith(ARCHIVES) and file.data.startswith(_GZIP)
