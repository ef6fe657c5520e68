"""Files of a schema for its readers, of the same build as its pages: where they are in the site."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import PurePosixPath

from yschema_engine.frontends.ytt.files.inputs import File
from yschema_engine.reference.anchors import escape

FOLDER = "yschema"
_LINES = "lines"


def uri(name: str, file: str) -> str:
    """Where in the site a file of the schema `name` is."""
    return f"{FOLDER}/{escape(name)}/{file}"


def lines_uri(name: str, page: str, number: int) -> str:
    """Where in the site the lines of a values file are that are too many for a page.

    Args:
        name: that of the schema.
        page: where in the site the page is.
        number: which of the references in the page they are of, from 1.
    """
    # No path of a page ends in a number.
    return uri(name, f"{_LINES}/{page}{f'.{number}' if number > 1 else ''}.json")


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
