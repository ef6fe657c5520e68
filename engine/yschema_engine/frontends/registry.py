"""The front ends, and the choice of the one that reads the inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.json_schema.front_end import JsonSchemaFrontEnd
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.ytt.front_end import YttFrontEnd
from yschema_engine.model.schema import Schema


class FrontEnd(Protocol):
    """Turns files of one schema language into a schema."""

    @property
    def name(self) -> str:
        """The name of the language."""

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether the files hold a schema of the language."""

    def load(self, files: Sequence[File], options: LoadOptions) -> Schema:
        """Return the schema.

        Raises:
            EngineError: the schema is not valid; with every independent problem of every file.
            UsageError: a file cannot be read.
        """


# ytt's accepts everything, and comes last.
FRONT_ENDS: tuple[FrontEnd, ...] = (JsonSchemaFrontEnd(), YttFrontEnd())


def load_schema(files: Sequence[File], options: LoadOptions = LoadOptions()) -> Schema:  # noqa: B008  frozen
    """Return the schema in the files, read by the front end that accepts them.

    Args:
        files: schema files, files that they load, and others, which are ignored; in order.
        options: how to read and evaluate.

    Raises:
        EngineError: the schema is not valid; with every independent problem of every file.
        UsageError: a file cannot be read.
    """
    front_end = next(each for each in FRONT_ENDS if each.accepts(files))
    return front_end.load(files, options)
