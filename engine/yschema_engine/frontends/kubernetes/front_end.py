"""The front end of resources of one kind, which hold schemas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.kubernetes.resources import mentions
from yschema_engine.frontends.options import InputKind, LoadOptions
from yschema_engine.frontends.refusals import not_of_kind
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.phrases import Phrase

Load: TypeAlias = Callable[[Sequence[File], LoadOptions], Sequence[Schema]]


@dataclass(frozen=True, slots=True)
class ResourceFrontEnd:
    """Reads the schemas in resources of one kind.

    Attributes:
        name: of the kind of input.
        kind: of the resources.
        looks_for: what the front end looks for in files.
        import_load: returns the function that reads the files, whose module takes time to import.
    """

    name: InputKind
    kind: str
    looks_for: Phrase
    import_load: Callable[[], Load]

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds such a resource."""
        return any(mentions(file, self.kind) for file in files)

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds such a resource."""
        return self.accepts(files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schemas of all such resources.

        Raises:
            EngineError: a file is not YAML, or a resource lacks what it needs.
            UsageError: the files lack such a resource, or the version that the options name.
        """
        schemas = self.import_load()(files, options)
        if not schemas:
            raise not_of_kind(self.name, files, self.looks_for)
        return schemas
