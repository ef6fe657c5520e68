"""Bounded reading of untrusted files: no devices, and no links out of their folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from yschema_engine.read.options import InputOptions
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import UsageError, usage_code, usage_warning
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.size_limits import INPUT_FILES, MIB

INPUT_WITHOUT_PATH = usage_code(
    "input-without-path", "`-f {argument}` names no file", expected="a path, `-`, or `name=path`"
)
INPUT_ON_THE_WEB = usage_code(
    "input-on-the-web",
    "cannot read {address}: `-f` does not take addresses",
    expected="a file or a folder",
    hint="download the file, and pass it with -f",
)
UNREADABLE_INPUT = usage_code("unreadable-input", "cannot read {file}", hint="check the path")
LINK_LEADS_OUT = usage_code(
    "link-leads-out",
    "the symbolic link {file} leads out of its folder",
    found="{destination}",
    expected="a file in {folder}",
)
NOT_A_FILE = usage_code("not-a-file", "{file} is not a regular file", expected="a file or a folder")
LARGE_FILE = usage_code("large-file", "the file {file} is too large", expected="at most {size} MiB")
MANY_FILES = usage_code(
    "many-files",
    "`{argument}` stands for too many files",
    expected="at most {files} files",
    hint="name the files of the schema, or their folder",
)
NOT_TEXT = usage_code(
    "not-text",
    "the file is not UTF-8 text",
    found="byte {byte} at offset {offset}",
    expected="UTF-8",
    hint="save the file as UTF-8",
)
FILE_MARK_INVALID = usage_code(
    "file-mark-invalid",
    "`--file-mark {mark}` is not a mark",
    expected="PATH:KEY=VALUE, such as `notes.yml:exclude=true`",
)
FILE_MARK_UNKNOWN_KEY = usage_code(
    "file-mark-unknown-key", "`--file-mark {mark}` has an unknown key", expected="{choices}"
)
FILE_MARK_UNKNOWN_VALUE = usage_code(
    "file-mark-unknown-value", "`--file-mark {mark}` has an unknown value", expected="{choices}"
)
FILE_MARK_OF_NO_FILE = usage_code(
    "file-mark-of-no-file",
    "`--file-mark {mark}` matches no input file",
    hint="the path starts at the folder that -f names; `*` matches names, `**/*` all files below",
)
FILE_MARK_UNSUPPORTED = usage_code(
    "file-mark-unsupported",
    "`--file-mark {mark}` is not supported: code to load is in files that end with `.star`",
    hint="rename the file, or change its path with `path=` first",
)
INPUT_OF_NO_KIND = usage_code(
    "input-of-no-kind",
    "no schema found in the inputs",
    hint="check the paths, or name the kind of the inputs with `--from`, or `from:` in a site",
)
INPUT_OF_OTHER_KIND = usage_code(
    "input-of-other-kind",
    "the inputs are not of the kind `{kind}`",
    hint="name another kind, or leave it out to go by the content",
)
SOURCE_OF_DEFINITION = usage_code(
    "source-of-definition",
    "{file} contains a `{kind}`, which is not supported",
    expected="the `CustomResourceDefinition` that the cluster has",
    hint="export it with `kubectl get crd NAME -o yaml`",
)
SEVERAL_READERS = usage_warning(
    "several-readers",
    "the inputs are read as `{kind}`, {reason}",
    hint="to read them as {kinds} or `{kind}`, use `--from`, or `from:` in a site",
)
SEVERAL_SCHEMAS = usage_code(
    "several-schemas",
    "the inputs contain several schemas",
    expected="one schema",
    hint="name one of the files, or one of these with `--schema-version`, or `schema_version:` in a site",
)
NO_SUCH_REVISION = usage_code(
    "no-such-revision",
    "git cannot read `{argument}`",
    expected="`git:REVISION:PATH`, with a path from the current folder",
    hint="check the names: `git tag` and `git branch --all` list revisions",
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the files of a folder.

    Attributes:
        folder: symbolic links must not lead out of it.
        options: which files may be read.
    """

    folder: Path
    options: InputOptions

    def read(self, path: Path, *, is_named: bool = False) -> bytes:
        """Return the bytes of a file.

        Args:
            path: of the file.
            is_named: whether an argument names the file itself, not its folder.

        Raises:
            UsageError: the file cannot be read, is not regular, is too large, or is a link out of the folder.
        """
        with reported(path):
            mode = path.stat().st_mode
            is_pipe = stat.S_ISFIFO(mode) and is_named and self.options.pipes
            if not (stat.S_ISREG(mode) or is_pipe):
                raise UsageError.of(NOT_A_FILE, file=Verbatim(str(path)))
            if not is_pipe:
                self._check_links(path)
            with path.open("rb") as stream:
                return bounded(stream, str(path), self.options)

    def is_large(self, path: Path) -> bool:
        """Return whether a file is larger than files may be."""
        try:
            return path.stat().st_size > self.options.size
        except OSError:
            return False

    def _check_links(self, path: Path) -> None:
        destination = path.resolve()
        allowed = (self.folder, *self.options.link_destinations)
        if self.options.all_links or any(destination.is_relative_to(each.resolve()) for each in allowed):
            return
        file, place, folder = (Verbatim(str(each)) for each in (path, destination, self.folder))
        raise UsageError.of(LINK_LEADS_OUT, file=file, destination=place, folder=folder)


def folder_of(path: Path) -> Path:
    """Return the folder that an argument names, or the folder of the file that it names."""
    return path if is_folder(path) else path.parent


def is_folder(path: Path) -> bool:
    """Return whether there is a folder at a path."""
    return os.path.isdir(path)  # noqa: PTH112  `Path.is_dir` raises for long paths


def bounded(stream: BinaryIO, name: str, options: InputOptions) -> bytes:
    """Return the bytes of a stream.

    Raises:
        UsageError: there are too many.
    """
    data = stream.read(options.size + 1)
    if len(data) > options.size:
        raise UsageError.of(LARGE_FILE, file=Verbatim(name), size=options.size // MIB)
    return data


def listed(paths: Iterable[str], argument: str) -> list[str]:
    """Return the paths that an argument stands for, in order.

    Raises:
        UsageError: there are too many.
    """
    found = list(islice(paths, INPUT_FILES + 1))
    if len(found) > INPUT_FILES:
        raise UsageError.of(MANY_FILES, argument=Verbatim(argument), files=INPUT_FILES)
    return sorted(found)


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Report what keeps a file from being read.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        yield
    except (OSError, RuntimeError, ValueError) as e:  # circular links are a RuntimeError, nulls a ValueError
        reason = getattr(e, "strerror", None) or str(e)
        raise UsageError.of(UNREADABLE_INPUT, file=Verbatim(str(path)), found=reason) from e
