"""The host for a page of a site whose downloads, assets and other files `yschema site` has written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NoReturn

from mkdocs_yschema.markdown.host import MarkdownHost
from yschema_engine.docs.cross_references import Mention, find_field
from yschema_engine.schema.fields import Field
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import planned_page
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.option_types import DirectiveOptions
from yschema_engine.site.output_folder import OutputFolder
from yschema_engine.site.site import SiteParts
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.text.findings import EngineError, Finding


def written_parts(config: SiteConfig, renderer: Renderer) -> SiteParts | None:
    """Return the parts of a site, if its folder of pages has files that `yschema site` has written.

    Raises:
        UsageError: the list of these files cannot be read.
    """
    written = OutputFolder(config.docs_dir).written() if config.docs_dir else {}
    return SiteParts(config, renderer, SiteCaches(), written.__contains__) if written else None


class WrittenSiteHost(MarkdownHost):
    """The host that links to files, and to the pages that the configuration plans."""

    def __init__(self, parts: SiteParts, path: str, fail: Callable[[Sequence[Finding]], NoReturn]) -> None:
        """Start a page.

        Args:
            parts: the parts of the site.
            path: the path of the page in the folder of pages.
            fail: raises errors.
        """
        super().__init__(parts.library, parts.renderer, parts.config.display, path, fail)
        self._parts = parts
        self._page = planned_page(path, as_folders=parts.config.as_folders).as_source

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown, with links to files and to other pages."""
        return self._parts.views.view(directive, shown, number, self._page)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet, or of all schemas."""
        return self._parts.index.html(fleet, self._page)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return an address in the page itself, or else on the page that the configuration plans."""
        try:
            field = find_field(self.library, mention)
        except EngineError as error:
            self.fail(error.findings)
        anchor = field.path.anchor(mention.schema)
        planned = "" if anchor in ids else self._parts.link(anchor, self._page)
        return (planned, field) if planned else super().resolve(mention, ids)
