"""Pages of a site, and addresses from one page to others and to files."""

from __future__ import annotations

import posixpath
from typing import Protocol

from yschema_engine.deferred_classes import dataclass


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


def relative_url(target: str, page: str) -> str:
    """Return the address of a page or of a file, from a page.

    Args:
        target: from the root of the site; with a slash at the end for a folder.
        page: the address of the page, from the root of the site.
    """
    path = posixpath.relpath(f"/{target}", posixpath.dirname(f"/{page}"))
    return f"{path}/" if target in ("", ".") or target.endswith("/") else path
