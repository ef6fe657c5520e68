"""The source of the pages of a site."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from yschema_engine.site.addresses import AnchorLink, SitePage
from yschema_engine.site.split_pages import SplitPages


class SitePages(ABC):
    """The pages of a site, and the addresses of what they show.

    Attributes:
        language_folder: the folder in the site of the pages and files; empty for the default language.
        is_absolute: whether links to files for readers begin with the address of the site.
        lists_mentions: whether pages list where their fields are mentioned.
        shows_coverage: whether pages show how much of a schema is documented.
    """

    language_folder = ""
    is_absolute = False
    lists_mentions = False
    shows_coverage = False

    @property
    @abstractmethod
    def of_schemas(self) -> Mapping[str, SitePage]:
        """The pages of schemas, by their names."""

    @property
    @abstractmethod
    def split(self) -> SplitPages[Any]:
        """The schemas that have many pages."""

    @property
    @abstractmethod
    def link(self) -> AnchorLink:
        """Returns the address of a field from a page; equal objects return the same."""

    @abstractmethod
    def url(self, anchor: str) -> str | None:
        """Return the address of the page that shows a field, by its anchor; None if none does."""

    @abstractmethod
    def offers(self, path: str) -> bool:
        """Return whether the site has a file, by its path."""
