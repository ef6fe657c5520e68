"""Input files as they are in a git revision."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from yschema_engine.read.file_reader import NO_SUCH_REVISION
from yschema_engine.read.inputs import CODE, File
from yschema_engine.text.findings import UsageError
from yschema_engine.text.phrases import Param, Verbatim, phrase

PREFIX = "git:"
"""Begins an argument that names a revision and a path in it, `git:REF:PATH`."""
_FILES = frozenset({"100644", "100755"})
_LARGE = 1024 * 1024


def split_revision(argument: str) -> tuple[str, str] | None:
    """Return the revision and the path in `git:REF:PATH`; None for another argument."""
    if not argument.startswith(PREFIX):
        return None
    revision, _, path = argument.removeprefix(PREFIX).partition(":")
    return revision, path or "."


def files_at(revision: str, path: str) -> list[File]:
    """Return the files at a path in a revision; a folder stands for all files in it.

    Args:
        revision: a branch, a tag, or anything else that git knows.
        path: of a file or a folder, from the current folder.

    Raises:
        UsageError: git does not know the revision, or it has no such path.
    """
    if not revision or revision.startswith("-"):
        raise _unknown(revision, path, phrase("this is not the name of a revision"))
    place = Path(path)
    folder = place.parent if place.is_absolute() else Path()
    name = place.name if place.is_absolute() else os.path.normpath(path)
    command = ["ls-tree", "-r", "-l", "-z", "--end-of-options", revision, "--", name]
    listed = _git(folder, command, revision, path).decode("utf-8", "surrogateescape")
    blobs: dict[str, str] = {}
    for line in filter(None, listed.split("\0")):
        facts, _, file = line.partition("\t")
        mode, _, blob, size = facts.split()
        if mode in _FILES and (file == name or file.endswith(CODE) or int(size) <= _LARGE):
            blobs[file] = blob
    if not blobs:
        raise _unknown(revision, path, phrase("this revision has no such file"))
    ids = "".join(f"{blob}\n" for blob in blobs.values())
    contents = _git(folder, ["cat-file", "--batch"], revision, path, ids.encode())
    return list(_files(blobs, contents, revision, name))


def _files(paths: Iterable[str], contents: bytes, revision: str, name: str) -> Iterator[File]:
    """Yield the files whose contents git prints: a line with the size, the bytes and a line end for each."""
    position = 0
    for path in paths:
        start = contents.index(b"\n", position) + 1
        end = start + int(contents[position : start - 1].rsplit(b" ", 1)[1])
        position = end + 1
        is_implied = path != name
        inside = _below(path, name) if is_implied else PurePosixPath(path).name
        # The name ends with a path, as names of files do; `REVISION:./PATH` is what git writes for one.
        place = f"./{path}" if name == "." else path
        yield File(inside, f"{revision}:{place}", contents[start:end], implied=is_implied)


def _below(path: str, folder: str) -> str:
    return path if folder == "." else os.path.relpath(path, folder).replace(os.sep, "/")


def _git(folder: Path, arguments: Sequence[str], revision: str, path: str, stdin: bytes = b"") -> bytes:
    try:
        run = subprocess.run(  # noqa: S603
            ["git", "-C", str(folder), *arguments],  # noqa: S607
            capture_output=True,
            check=False,
            input=stdin,
        )
    except OSError as e:
        raise _unknown(revision, path, phrase("git cannot be run: {problem}", problem=str(e))) from e
    if run.returncode:
        lines = run.stderr.decode("utf-8", "replace").strip().splitlines()
        raise _unknown(revision, path, lines[0] if lines else phrase("git failed"))
    return run.stdout


def _unknown(revision: str, path: str, problem: Param) -> UsageError:
    argument = Verbatim(f"{PREFIX}{revision}:{path}")
    return UsageError.of(NO_SUCH_REVISION, argument=argument, found=problem)
