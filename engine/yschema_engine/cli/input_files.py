"""The input files of a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from yschema_engine.arguments.request import SchemaRequest
from yschema_engine.read.inputs import File, find_files, mark_files
from yschema_engine.schema.schema import Schema

# Names of inputs that do not say what the schema is of: usual ones, versions and standard input.
_SAYS_NOTHING = r"|-|schemas?|values(-schema)?|v?[0-9].*"


def input_files(arguments: SchemaRequest, stdin: BinaryIO) -> list[File]:
    """Return the files that the arguments name, with their marks applied.

    Raises:
        UsageError: a file cannot be read, or a mark fits no file.
    """
    inputs = arguments.load.inputs
    named = (file for argument in arguments.files for file in find_files(argument, stdin, inputs))
    return mark_files(named, arguments.file_marks)


def schema_name(arguments: Sequence[str]) -> str:
    """Return the name of the schema in the files of `-f` arguments.

    It is the name of the first file or folder, or of the nearest folder around it whose name says more than
    `schema.yaml` or `1.22.3` does.
    """
    name, _, _ = arguments[0].partition("=")
    path = Path(name).absolute()
    own = path.name if path.is_dir() else path.stem.removesuffix(".schema")
    candidates = (own, *(folder.name for folder in path.parents))
    name = next((name for name in candidates if not re.fullmatch(_SAYS_NOTHING, name)), Schema.name)
    return name.encode("utf-8", "replace").decode()  # names of files may be in any encoding
