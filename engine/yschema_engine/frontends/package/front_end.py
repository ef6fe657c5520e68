"""Packages as a front end."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.kubernetes.resources import mentions
from yschema_engine.frontends.options import InputKind, LoadOptions
from yschema_engine.model.phrases import Phrase, phrase
from yschema_engine.model.schema import Schema

KIND = "Package"


class PackageFrontEnd:
    """Reads the schema of the values of a package."""

    name: InputKind = "package"
    looks_for: Phrase = phrase("a resource of the kind `Package`")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds a package."""
        return any(mentions(file, KIND) for file in files)

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds a package."""
        return self.accepts(files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schemas, one for each package.

        Raises:
            EngineError: a file is not YAML, or a schema is not valid.
        """
        from yschema_engine.frontends.package.load import load_packages  # noqa: PLC0415  takes time to import

        return load_packages(files, options)
