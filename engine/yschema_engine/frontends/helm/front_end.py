"""Helm charts as a front end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from yschema_engine.frontends.helm.archives import is_archive
from yschema_engine.frontends.helm.chart import is_metadata
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import Phrase, phrase

# The marks of the syntaxes for comments.
_SYNTAX = lazy_pattern(rb"^\s*#(?: --|# @param|.*@schema\b| \+docs:)", re.MULTILINE)


class HelmFrontEnd:
    """Reads a chart: its folder or its archive."""

    looks_for: Phrase = phrase("a Helm chart: a folder with `Chart.yaml`, or its archive (`.tgz`)")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether the files are those of a chart, an archive, or a values file in a known syntax."""
        if any(map(is_metadata, files)):
            return True
        return len(files) == 1 and (is_archive(files[0]) or _is_values(files[0]))

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether there is a chart, or a values file."""
        return self.accepts(files) or any(file.path.endswith((".yaml", ".yml")) for file in files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schema of the chart.

        Raises:
            EngineError: a file of the chart is not valid.
            UsageError: the files hold several charts, or an archive cannot be read.
        """
        from yschema_engine.frontends.helm.load import load_chart  # noqa: PLC0415  takes time to import

        return (load_chart(files, options),)


def _is_values(file: File) -> bool:
    """Return whether a file is called like a values file, and has comments in a syntax for charts."""
    name = PurePosixPath(file.path).name
    return name.startswith("values") and file.is_template and _SYNTAX.search(file.data) is not None


FRONT_END = HelmFrontEnd()
