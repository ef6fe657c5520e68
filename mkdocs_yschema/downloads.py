"""Files of a schema for its readers, of the same build as its pages: where they are in the site."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from mkdocs_yschema.library import Loaded
from yschema_engine.export.files import texts
from yschema_engine.reference.anchors import escape
from yschema_engine.render import Must
from yschema_engine.render.opening import must as must_of
from yschema_engine.workspace import File

FOLDER = "yschema"


def uri(name: str, file: str) -> str:
    """Where in the site a file of the schema `name` is."""
    return f"{FOLDER}/{escape(name)}/{file}"


def sample_uris(name: str, files: Iterable[File]) -> dict[str, str]:
    """Where in the site the sample files of the schema `name` are, by their paths; their folders are kept."""
    paths = [PurePosixPath(file.path) for file in files]
    if not paths:
        return {}
    folder = PurePosixPath(os.path.commonpath([path.parent for path in paths]))
    return {str(path): uri(name, f"samples/{_inside(path.relative_to(folder))}") for path in paths}


def _inside(path: PurePosixPath) -> PurePosixPath:
    """A path that leads out of no folder."""
    return PurePosixPath(*("_" if part == ".." else part.lstrip("/") or "_" for part in path.parts))


def must(loaded: Loaded) -> Must:
    """What readers of a schema have to set."""
    return must_of(loaded.schema.declaration, loaded.reference)


def downloads(loaded: Loaded) -> Mapping[str, str]:
    """The texts of the files, by their names."""
    return texts(loaded.schema.declaration, loaded.reference, must(loaded).yaml)
