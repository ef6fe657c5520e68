"""The schema language of ytt as a front end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.ytt.files.load import load_schema
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import Phrase, phrase

# Charts have comments with `@schema` as well: without one of these, that marker alone does not decide.
_MARKER = lazy_pattern(
    rb"^[ \t]*#@(?:data/values-schema|schema/definition|schema/match)(?=\s|$)", re.MULTILINE
)


class YttFrontEnd:
    """Reads documents marked `@data/values-schema`, and those in the proposed dialect."""

    looks_for: Phrase = phrase("a YAML document marked `#@data/values-schema`")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files has the marker of a schema."""
        return any(file.is_template and _MARKER.search(file.data) for file in files)

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether there is YAML or code; without a schema, every value is valid."""
        return not files or any(file.is_template or file.is_library for file in files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schema in the files; as `load_schema`."""
        return (load_schema(files, options),)


FRONT_END = YttFrontEnd()
