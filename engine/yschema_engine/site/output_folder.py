"""The folder of a site, kept up to date without touching files of others."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from yschema_engine.docs.places import display_path
from yschema_engine.read.file_reader import LINK_LEADS_OUT
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding, UsageError, finding, usage_code
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.printable import Printable

FOREIGN_FILE = usage_code(
    "site-file-exists",
    "{file} exists, and is not a file that `yschema site` has written",
    expected="no file of this name",
    hint="move the file, or name another folder with `--out`",
)
CHANGED_FILE = usage_code(
    "site-file-changed",
    "{file} was changed after `yschema site` had written it",
    expected="the content that was written",
    hint="move the file if you need the change, or delete it",
)
UNREADABLE_MANIFEST = usage_code(
    "site-list-unreadable",
    "{file} is not a list of the files that `yschema site` has written",
    hint="delete the file, and the files that were written",
)
UNWRITABLE_SITE_FILE = usage_code(
    "site-file-unwritable",
    "cannot write {file}",
    hint="check the path, its permissions and the free space",
)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file as `write_whole` does.

    Raises:
        UsageError: that is not possible; a file that exists is then unchanged.
    """
    try:
        write_whole(path, data)
    except OSError as e:
        raise unwritable(path, e) from e


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, and the folders around it; a file that exists keeps its permissions.

    The data goes to a new file of another name first, which no other run has and no link can lead elsewhere.
    Then this file takes the place of the other one, or of a link.

    Raises:
        OSError: that is not possible; a file that exists is then unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    other = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.yschema")
    try:
        with other.open("xb") as stream:
            stream.write(data)
        _put(other, path)
    finally:
        other.unlink(missing_ok=True)


def _put(new: Path, path: Path) -> None:
    """Have a new file take the place of another one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and not path.is_symlink():
        shutil.copymode(path, new)
    os.replace(new, path)  # noqa: PTH105  `Path.replace` returns a path


def check_links(path: Path, folder: Path) -> None:
    """Check that no link, on the way to a file or in its place, leads out of a folder.

    Raises:
        UsageError: one does.
    """
    place = path.resolve()
    if not place.is_relative_to(folder.resolve()):
        file, destination, inside = (Verbatim(str(display_path(each))) for each in (path, place, folder))
        raise UsageError.of(LINK_LEADS_OUT, file=file, destination=destination, folder=inside)


def write_report(path: Path, text: Printable) -> None:
    """Write a report to a file, a device or a pipe.

    Raises:
        OSError: it cannot be written.
        UsageError: a link, in a checkout of anybody, leads out of the current folder.
    """
    if work_folder(path) == Path.cwd():
        check_links(path, Path.cwd())
    path.write_text(text, encoding="utf-8")


def work_folder(path: Path) -> Path:
    """Return the current folder, if a path is in it; otherwise the folder of the path."""
    here = Path.cwd()
    return here if Path(os.path.abspath(path)).is_relative_to(here) else path.parent  # noqa: PTH100  keeps links


def unwritable(path: Path, error: OSError) -> UsageError:
    """Return the error for a file that cannot be written."""
    reason = phrase("{reason}", reason=error.strerror or str(error))
    return UsageError.of(UNWRITABLE_SITE_FILE, file=Verbatim(str(display_path(path))), found=reason)


MANIFEST = ".yschema-site.json"
"""The name of the file that lists what was written, with hashes of the contents."""
_VERSION = 1
_PENDING = "pending"  # files that a run replaces, unless it is killed
_NEW = ".yschema-new-"
_OLD = 3600  # seconds after which a folder of new files is one of a run that was killed


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """What an update has changed, as paths in the folder.

    Attributes:
        written: the files that are new or have another content.
        deleted: the files that are no longer needed.
    """

    written: tuple[str, ...]
    deleted: tuple[str, ...]


class OutputFolder:
    """A folder with a list of the files that were written into it.

    Files that are not in the list, or have another content than the list says, belong to others.
    """

    def __init__(self, path: Path) -> None:
        """Note the folder, which need not exist."""
        self.path = path

    def written(self) -> Mapping[str, Collection[str]]:
        """Return the hashes of the files that were written, by their paths in the folder.

        After a run that was killed, files can have two: that of the run before, and that of this one.

        Raises:
            UsageError: the list cannot be read, or is not one.
        """
        manifest = self.path / MANIFEST
        try:
            data = read_regular(manifest)
            content = None if data is None else json.loads(data)
        except (OSError, ValueError) as e:
            raise _unreadable(manifest, getattr(e, "strerror", None) or str(e)) from e
        if data is None:
            return {}
        lists: list[Any] = [content]
        if isinstance(content, dict):
            lists = [content.get("files"), content.get(_PENDING, {})]
        if not all(map(_is_list_of_files, lists)):
            raise _unreadable(manifest, "other content")
        return {path: {each[path] for each in lists if path in each} for path in chain(*lists)}

    def others(self, paths: Iterable[str]) -> Collection[str]:
        """Return those of some paths in the folder at which there is a file of somebody else."""
        before = self.written()
        return {path for path in paths if _is_foreign(self._content(path), before.get(path, ()))}

    def update(self, files: Mapping[str, bytes]) -> FolderChanges:
        """Write files that have changed, and delete those of earlier updates that are no longer needed.

        Nothing changes if a file would replace one of somebody else. Each file is replaced as a whole.

        Args:
            files: the contents by their paths in the folder.

        Raises:
            UsageError: a file is somebody else's, or cannot be written.
        """
        before = self.written()
        contents = {path: self._content(path) for path in files}
        changed = [path for path, data in files.items() if contents[path] != data]
        if foreign := [path for path in changed if _is_foreign(contents[path], before.get(path, ()))]:
            raise UsageError(self._foreign(path, is_known=path in before) for path in foreign)
        earlier = {path: self._content(path) for path in before if path not in files}
        outdated = [
            path for path, data in earlier.items() if data is not None and _digest(data) in before[path]
        ]
        hashes = {path: _digest(data) for path, data in files.items()}
        if changed or outdated:
            present = {path: content for path, content in (contents | earlier).items() if path in before}
            self._note({path: _digest(data) for path, data in present.items() if data is not None}, hashes)
        self._replace({path: files[path] for path in sorted(changed)})
        for path in outdated:
            self._delete(path)
        if changed or hashes.keys() != before.keys():
            self._note(hashes)
        return FolderChanges(tuple(sorted(changed)), tuple(outdated))

    def _foreign(self, path: str, *, is_known: bool) -> Finding:
        file = Verbatim(str(display_path(self.path / path)))
        return finding(CHANGED_FILE if is_known else FOREIGN_FILE, file=file)

    def _content(self, path: str) -> bytes | None:
        """Return the content of a file; None if there is none.

        Raises:
            UsageError: the file cannot be read, or links lead out of the folder on the way to it.
        """
        target = self.path / path
        try:
            content = read_regular(target)
        except OSError as e:
            raise unwritable(target, e) from e
        check_links(target.parent, self.path)
        return content

    def _replace(self, files: Mapping[str, bytes]) -> None:
        """Replace files once all of them are written, so that few killed runs leave some of each version."""
        folder = target = self.path
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._delete_old_folders()
            folder = Path(tempfile.mkdtemp(prefix=_NEW, dir=self.path))
            new = [folder / str(number) for number in range(len(files))]
            for file, data in zip(new, files.values(), strict=True):
                file.write_bytes(data)
            for target, file in zip(map(self.path.joinpath, files), new, strict=True):
                _put(file, target)
        except OSError as e:
            raise unwritable(target, e) from e
        finally:
            if folder != self.path:
                shutil.rmtree(folder, ignore_errors=True)

    def _delete_old_folders(self) -> None:
        """Delete what runs that were killed have left, but not what another run is writing."""
        for path in self.path.glob(f"{_NEW}*"):
            if path.is_dir() and not path.is_symlink() and path.stat().st_mtime < time.time() - _OLD:
                shutil.rmtree(path, ignore_errors=True)

    def _delete(self, path: str) -> None:
        """Delete a file, and the folders that are empty then."""
        target = self.path / path
        try:
            target.unlink(missing_ok=True)
        except OSError as e:
            raise unwritable(target, e) from e
        with suppress(OSError):  # a folder is not empty
            for folder in target.relative_to(self.path).parents[:-1]:
                (self.path / folder).rmdir()

    def _note(self, hashes: Mapping[str, str], pending: Mapping[str, str] | None = None) -> None:
        content = {"version": _VERSION, "files": dict(sorted(hashes.items()))}
        if pending is not None:
            content[_PENDING] = dict(sorted(pending.items()))
        text = f"{json.dumps(content, ensure_ascii=False, indent=1)}\n"
        replace_file(self.path / MANIFEST, text.encode())


def read_regular(path: Path) -> bytes | None:
    """Return the content of a file, or the text of a link; None if there is nothing.

    Raises:
        OSError: it is a device, a pipe or a folder, or cannot be read.
    """
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            return b"link to " + os.fsencode(path.readlink())
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _is_list_of_files(files: object) -> bool:
    """Return whether this is a list of files, none of them out of the folder."""
    return isinstance(files, dict) and all(
        isinstance(digest, str) and not path.startswith("/") and ".." not in PurePosixPath(path).parts
        for path, digest in files.items()
    )


def _is_foreign(content: bytes | None, digests: Collection[str]) -> bool:
    """Return whether there is a file that is none of those with some digests."""
    return content is not None and _digest(content) not in digests


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _unreadable(manifest: Path, reason: str) -> UsageError:
    file = Verbatim(str(display_path(manifest)))
    return UsageError.of(UNREADABLE_MANIFEST, file=file, found=phrase("{reason}", reason=reason))
