"""Pages of a site, addresses from one page to others, and links to where readers edit schemas."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path, PurePosixPath
from typing import Protocol
from urllib.parse import quote, urljoin

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.source import Span


class SitePage(Protocol):
    """A page, wherever its text comes from."""

    @property
    def src_uri(self) -> str:
        """The path of its file in the folder of pages, such as `reference/app.md`."""

    @property
    def dest_uri(self) -> str:
        """The path of its file in the site, such as `reference/app/index.html`."""

    @property
    def url(self) -> str:
        """Its address from the root of the site, such as `reference/app/`."""


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page of a site that this program does not build itself; the attributes are those of `SitePage`."""

    src_uri: str
    dest_uri: str
    url: str

    @property
    def as_source(self) -> PlannedPage:
        """The page for hosts in which links start at its source, such as Zensical, which rewrites them."""
        return PlannedPage(self.src_uri, self.dest_uri, quote(self.src_uri))


def relative_url(target: str, page: str) -> str:
    """Return the address of a page or of a file, from a page.

    Args:
        target: from the root of the site; with a slash at the end for a folder.
        page: the address of the page, from the root of the site.
    """
    path = posixpath.relpath(f"/{target}", posixpath.dirname(f"/{page}"))
    return f"{path}/" if target in ("", ".") or target.endswith("/") else path


def planned_page(uri: str, *, as_folders: bool) -> PlannedPage:
    """Return a page as MkDocs, and hosts like it, build it.

    Args:
        uri: the path of its file in the folder of pages.
        as_folders: whether its address is that of a folder.
    """
    folder, name = posixpath.split(uri.removesuffix(".md"))
    if name in ("index", "README"):
        dest = posixpath.join(folder, "index.html")
    else:
        dest = posixpath.join(folder, f"{name}/index.html" if as_folders else f"{name}.html")
    return PlannedPage(uri, dest, quote(dest.removesuffix("index.html") if as_folders else dest))


def page_below(page: str, name: str) -> str:
    """Return the path of a page in the folder of another one: that with its name, or that of an index."""
    path = PurePosixPath(page)
    folder = path.parent if path.stem in ("index", "README") else path.with_suffix("")
    return (folder / name).as_posix()


@dataclass(frozen=True, slots=True)
class EditLinks:
    """Returns the address at which a line of a schema can be edited; empty without `repo_url` and `edit_uri`.

    An object with a value, which tells whether a page has to be rendered again.

    Attributes:
        repo_url: the address of the repository; may be empty.
        edit_uri: the address of the folder of pages in it, which can be relative to `repo_url`; may be empty.
        docs_dir: the folder of pages.
    """

    repo_url: str
    edit_uri: str
    docs_dir: str

    def __call__(self, span: Span) -> str:
        """Return the address of a line."""
        if not self.repo_url or not self.edit_uri:
            return ""
        folder = self.edit_uri if self.edit_uri.endswith("/") else f"{self.edit_uri}/"
        base = folder if "://" in folder else urljoin(f"{self.repo_url.rstrip('/')}/", folder)
        path = os.path.relpath(Path(span.file).absolute(), self.docs_dir)
        return f"{urljoin(base, Path(path).as_posix())}#L{span.line}"
