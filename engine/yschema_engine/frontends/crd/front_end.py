"""Custom resource definitions as a front end."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.kubernetes.resources import mentions
from yschema_engine.frontends.options import InputKind, LoadOptions
from yschema_engine.model.phrases import Phrase, phrase
from yschema_engine.model.schema import Schema

KIND = "CustomResourceDefinition"


class CrdFrontEnd:
    """Reads the definitions of custom resources, each version as a schema."""

    name: InputKind = "crd"
    looks_for: Phrase = phrase("a resource of the kind `CustomResourceDefinition`")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds a definition."""
        return any(mentions(file, KIND) for file in files)

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds a definition."""
        return self.accepts(files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schemas, one for each version of each definition.

        Raises:
            EngineError: a file is not YAML, or a definition lacks what it needs.
        """
        from yschema_engine.frontends.crd.load import load_definitions  # noqa: PLC0415  takes time to import

        return load_definitions(files, options)
