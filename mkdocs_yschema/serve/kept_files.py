"""Files that a served site keeps from build to build, because few of them change with a save.

MkDocs deletes the site before each build. Some file systems take ten times as long as usual to create a file
when many have just been deleted.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_FOLDER = ".yschema-folder"
_FILES = ".yschema-files"
# MkDocs does not delete hidden files.


class KeptFolder:
    """The files in a folder of the site, which is put aside as a whole.

    They are written again if the site has another folder of this name by then, such as one of `docs_dir`.
    """

    def __init__(self, folder: str) -> None:
        """Start without files.

        Args:
            folder: the path of the folder in the site.
        """
        self._folder = folder
        self._texts: dict[str, str] = {}

    def put_aside(self, site: Path) -> None:
        """Keep the files of the build before from MkDocs.

        Args:
            site: the folder of the site.
        """
        folder, kept = site / self._folder, site / _FOLDER
        if folder.is_dir():
            shutil.rmtree(kept, ignore_errors=True)
            with suppress(OSError):
                folder.rename(kept)

    def write(self, site: Path, texts: Iterable[tuple[str, str]]) -> None:
        """Write the files, of which those that have not changed are there already.

        Args:
            site: the folder of the site.
            texts: the path of each file in the site, and its text.
        """
        before, self._texts = self._put_back(site), {}
        now: dict[str, str] = {}
        for uri, text in texts:
            now[uri] = text
            if before.pop(uri, None) != text:
                _write(site / uri, text)
        for uri in before:
            (site / uri).unlink(missing_ok=True)
        self._texts = now

    def _put_back(self, site: Path) -> dict[str, str]:
        """Return the texts of the files of the build before that are in the site."""
        folder, kept = site / self._folder, site / _FOLDER
        if folder.exists():
            shutil.rmtree(kept, ignore_errors=True)
            return {}
        try:
            kept.rename(folder)
        except OSError:  # it does not exist, as before the first build
            return {}
        paths = {path for path in folder.rglob("*") if not path.is_dir()}
        ours = {site / uri: text for uri, text in self._texts.items()}
        for path in paths - ours.keys():  # such as those of another plugin
            path.unlink()
        return {path.relative_to(site).as_posix(): ours[path] for path in paths & ours.keys()}


class KeptFiles:
    """Files of a site that are put aside one by one, because other files are beside them."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, str]] = {}

    def put_aside(self, site: Path) -> None:
        """Keep the files of the build before from MkDocs.

        Args:
            site: the folder of the site.
        """
        with suppress(OSError):
            (site / _FILES).mkdir(exist_ok=True)
        for uri, (name, _) in self._kept.items():
            with suppress(OSError):  # it is kept already, or does not exist
                (site / uri).rename(site / _FILES / name)

    def write(self, site: Path, texts: Iterable[tuple[str, str]]) -> None:
        """Write the files, or put back those that have not changed; arguments are as for the folder."""
        before, self._kept = self._kept, {}
        now: dict[str, tuple[str, str]] = {}
        for number, (uri, text) in enumerate(texts):
            name, text_before = before.get(uri, ("", ""))
            if text != text_before or not _is_moved(site / _FILES / name, site / uri):
                _write(site / uri, text)
            now[uri] = str(number), text
        shutil.rmtree(site / _FILES, ignore_errors=True)
        self._kept = now


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _is_moved(old: Path, new: Path) -> bool:
    """Move a file, and return whether that was possible."""
    try:
        old.rename(new)
    except OSError:
        return False
    return True
