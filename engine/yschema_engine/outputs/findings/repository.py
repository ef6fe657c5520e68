"""Paths of files in their repository, for programs that show messages at its lines."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def in_repository(name: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the path of a file from the top of its repository, with forward slashes.

    Args:
        name: the file's name in reports: its path, from the current folder where it lies below that.
        environment: variables; `GITHUB_WORKSPACE` has the top where there is no folder `.git`.

    Returns:
        The path; the name itself where there is no such file, or no repository around it.
    """
    try:
        path = Path(name).absolute()
        is_file = path.is_file()
    except OSError:  # the current folder has been removed, or the name is too long
        return name
    if not is_file:
        return name
    top = _top(path, environment.get("GITHUB_WORKSPACE", ""))
    return name if top is None else path.relative_to(top).as_posix()


def _top(path: Path, workspace: str) -> Path | None:
    parents = list(path.parents)
    # A submodule and a work tree have a file `.git`. The one is in the repository around it, which is the one
    # that messages are shown for; around the other there is none.
    for is_there in (Path.is_dir, Path.is_file):
        for parent in parents:
            if is_there(parent / ".git"):
                return parent
    return Path(workspace) if workspace and Path(workspace) in parents else None
