"""From the files of a chart to the model."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.model.schema import Schema


def load_chart(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the schema of the chart in the files."""
    raise NotImplementedError
