"""The input files of a command."""

from __future__ import annotations

from typing import BinaryIO, Protocol

from yschema_engine.frontends.file_marks import FileMark, mark_files
from yschema_engine.frontends.inputs import File, find_files
from yschema_engine.frontends.options import LoadOptions


class InputArguments(Protocol):
    """The arguments that name input files."""

    @property
    def files(self) -> tuple[str, ...]:
        """The `-f` arguments, in order."""

    @property
    def file_marks(self) -> tuple[FileMark, ...]:
        """The marks of input files, in order."""

    @property
    def load(self) -> LoadOptions:
        """How to read the files."""


def input_files(arguments: InputArguments, stdin: BinaryIO) -> list[File]:
    """Return the files that the arguments name, with their marks applied.

    Raises:
        UsageError: a file cannot be read, or a mark fits no file.
    """
    inputs = arguments.load.inputs
    named = (file for argument in arguments.files for file in find_files(argument, stdin, inputs))
    return mark_files(named, arguments.file_marks)
