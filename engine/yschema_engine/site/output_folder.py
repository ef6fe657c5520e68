"""The folder of a site, kept up to date without touching files of others."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from yschema_engine.docs.places import display_path
from yschema_engine.site.findings import CHANGED_FILE, FOREIGN_FILE, UNREADABLE_MANIFEST, UNWRITABLE_SITE_FILE
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding, UsageError, finding
from yschema_engine.text.phrases import Verbatim, phrase


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, and the folders around it; a file that exists keeps its permissions.

    Raises:
        UsageError: that is not possible; a file that exists is then unchanged.
    """
    other = path.with_name(f".{path.name[:100]}.yschema")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            other.write_bytes(data)
            if path.exists():
                shutil.copymode(path, other)
            os.replace(other, path)  # noqa: PTH105  `Path.replace` returns a path
        finally:
            other.unlink(missing_ok=True)
    except OSError as e:
        raise unwritable(path, e) from e


def unwritable(path: Path, error: OSError) -> UsageError:
    """Return the error for a file that cannot be written."""
    reason = phrase("{reason}", reason=error.strerror or str(error))
    return UsageError([finding(UNWRITABLE_SITE_FILE, file=Verbatim(str(display_path(path))), found=reason)])


MANIFEST = ".yschema-site.json"
"""The name of the file that lists what was written, with hashes of the contents."""
_VERSION = 1


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

    def written(self) -> Mapping[str, str]:
        """Return the hashes of the files that were written, by their paths in the folder.

        Raises:
            UsageError: the list cannot be read, or is not one.
        """
        manifest = self.path / MANIFEST
        try:
            content = json.loads(manifest.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError) as e:
            raise _unreadable(manifest, getattr(e, "strerror", None) or str(e)) from e
        if not _is_manifest(content):
            raise _unreadable(manifest, "other content")
        files: Mapping[str, str] = content["files"]
        return files

    def others(self, paths: Iterable[str]) -> Collection[str]:
        """Return those of some paths in the folder at which there is a file of somebody else."""
        before = self.written()
        return {path for path in paths if _is_foreign(self._content(path), before.get(path))}

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
        foreign = list(self._foreign(files, contents, before))
        if foreign:
            raise UsageError(foreign)
        changed = sorted(path for path, data in files.items() if contents[path] != data)
        earlier = {path: self._content(path) for path in before if path not in files}
        outdated = [
            path
            for path, content in earlier.items()
            if content is not None and not _is_foreign(content, before[path])
        ]
        for path in changed:
            replace_file(self.path / path, files[path])
        for path in outdated:
            self._delete(path)
        self._note({path: _digest(data) for path, data in files.items()}, before)
        return FolderChanges(tuple(changed), tuple(outdated))

    def _content(self, path: str) -> bytes | None:
        """Return the content of a file; None if there is none."""
        target = self.path / path
        try:
            return target.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as e:
            raise unwritable(target, e) from e

    def _foreign(
        self, files: Mapping[str, bytes], contents: Mapping[str, bytes | None], before: Mapping[str, str]
    ) -> Iterator[Finding]:
        for path, content in contents.items():
            if content != files[path] and _is_foreign(content, before.get(path)):
                code = CHANGED_FILE if path in before else FOREIGN_FILE
                yield finding(code, file=Verbatim(str(display_path(self.path / path))))

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

    def _note(self, hashes: Mapping[str, str], before: Mapping[str, str]) -> None:
        if hashes != before:
            content = {"version": _VERSION, "files": dict(sorted(hashes.items()))}
            text = f"{json.dumps(content, ensure_ascii=False, indent=1)}\n"
            replace_file(self.path / MANIFEST, text.encode())


def _is_manifest(content: object) -> bool:
    """Return whether this is a list of files, none of them out of the folder."""
    files = content.get("files") if isinstance(content, dict) else None
    return isinstance(files, dict) and all(
        isinstance(digest, str) and not path.startswith("/") and ".." not in PurePosixPath(path).parts
        for path, digest in files.items()
    )


def _is_foreign(content: bytes | None, digest: str | None) -> bool:
    """Return whether there is a file that is not the one with a digest."""
    return content is not None and _digest(content) != digest


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _unreadable(manifest: Path, reason: str) -> UsageError:
    file = Verbatim(str(display_path(manifest)))
    return UsageError([finding(UNREADABLE_MANIFEST, file=file, found=phrase("{reason}", reason=reason))])
