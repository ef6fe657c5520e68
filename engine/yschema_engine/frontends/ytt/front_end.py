"""The schema language of ytt as a front end."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.ytt.files.load import load_schema
from yschema_engine.model.schema import Schema


class YttFrontEnd:
    """Reads documents marked `@data/values-schema`, and those in the proposed dialect."""

    name = "ytt"

    def accepts(self, _: Sequence[File]) -> bool:
        """Return whether the files can be read; without a schema document, every value is valid."""
        return True

    def load(self, files: Sequence[File], options: LoadOptions) -> Schema:
        """Return the schema in the files; as `load_schema`."""
        return load_schema(files, options)
