"""Generated pages of a site, as real files in a temporary folder: some plugins and themes copy them."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from mkdocs_yschema import mkdocs_compat as compat
from yschema_engine.site.findings import PAGE_CLAIMED_TWICE
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.phrases import Param, Verbatim, phrase


class TemporaryFolder:
    """A temporary folder, created with its first file and deleted at the end of the run."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._texts: dict[Path, str] = {}

    def write(self, name: str, text: str) -> Path:
        """Write a file under a name, which can contain any characters, and return its path."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="yschema-"))
            self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        path = self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}{PurePosixPath(name).suffix}"
        if self._texts.get(path) != text:  # else a build before has written it
            path.write_text(text, encoding="utf-8", newline="\n")
            self._texts[path] = text
        return path

    def remove(self) -> None:
        """Delete the folder, if there is one."""
        if self._folder is not None:
            self._remove()
            self._folder, self._texts = None, {}


class PageOwners:
    """What the addresses of pages belong to. Some systems do not tell addresses apart by case.

    Attributes:
        problems: addresses that belong to two pages.
    """

    def __init__(self, files: Files) -> None:
        """Take note of the pages that a site has before any are generated."""
        self.problems: list[Finding] = []
        self._written = {_address(file): file for file in files if file.is_documentation_page()}
        self._owners: dict[str, Param] = {}

    def written(self, file: File) -> File | None:
        """Return the page that has the address of a generated one already."""
        return self._written.get(_address(file))

    def claim(self, file: File, owner: Param) -> bool:
        """Take note of the owner of a page, and return whether its address belongs to no other."""
        other = self._owners.setdefault(_address(file), owner)
        if other is owner and (written := self.written(file)) not in (None, file):
            other = phrase("`{path}`", path=Verbatim(written.src_uri))
        if other is not owner:
            page = Verbatim(file.src_uri)
            self.problems.append(finding(PAGE_CLAIMED_TWICE, page=page, one=other, other=owner))
        return other is owner


def _address(file: File) -> str:
    return file.dest_uri.casefold()


@dataclass(frozen=True, slots=True)
class GeneratedPages:
    """Creates the pages that a site has in addition to those in `docs_dir`.

    Attributes:
        config: the configuration of the site.
        folder: where the Markdown of the pages is.
        owners: takes note of what each page belongs to.
    """

    config: MkDocsConfig
    folder: TemporaryFolder
    owners: PageOwners

    def page(self, uri: str, text: str, inclusion: InclusionLevel = InclusionLevel.UNDEFINED) -> File:
        """Return a page, in the language that is built.

        Args:
            uri: the path that the page would have in `docs_dir`.
            text: the Markdown.
            inclusion: whether the page belongs in the navigation.
        """
        path = self.folder.write(compat.language_folder(self.config) + uri, text)
        file = File.generated(self.config, uri, abs_src_path=str(path), inclusion=inclusion)
        if compat.has_languages(self.config):
            compat.add_language(file, self.config)
        return file
