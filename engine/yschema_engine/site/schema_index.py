"""The index of schemas: a table with a row for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from yschema_engine.doccheck.library import SchemaLibrary
from yschema_engine.doccheck.schema_loader import LoadedSchema
from yschema_engine.docs.places import unknown_name
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.page_data import IndexRow
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.view import Documented, RequiredSummary
from yschema_engine.site.addresses import AnchorLink, SitePage, relative_url
from yschema_engine.site.codes import UNKNOWN_FLEET
from yschema_engine.site.fleets import Fleet
from yschema_engine.site.placeholders import placeholder_link
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError


@dataclass(frozen=True, slots=True)
class SchemaIndex:
    """Builds the tables of the schemas of a site.

    Attributes:
        library: the schemas.
        renderer: the renderer of the site.
        required: returns the required fields of a schema.
        documented: returns the coverage of a schema, by its name.
        fleets: the fleets, by their names.
        versions: the names of versions in the configuration, by the names of schemas.
        pages: the pages of schemas, by their names.
        link: returns the address of a field from a page.
    """

    library: SchemaLibrary
    renderer: Renderer
    required: Callable[[LoadedSchema], RequiredSummary]
    documented: Callable[[str], Documented]
    fleets: Mapping[str, Fleet]
    versions: Mapping[str, str]
    pages: Mapping[str, SitePage] = field(default_factory=dict)
    link: AnchorLink = placeholder_link

    def with_pages(self, pages: Mapping[str, SitePage]) -> SchemaIndex:
        """Return the index with links to the pages of schemas, by the names of the schemas."""
        return replace(self, pages=pages)

    def html(self, fleet: str, page: SitePage) -> str:
        """Return the table of the schemas of a fleet, or of all schemas.

        Args:
            fleet: the name of the fleet; empty for all schemas.
            page: the page that shows it.

        Raises:
            EngineError: no fleet has this name.
        """
        return self.renderer.index([self.row(name, page) for name in self.names(fleet)])

    def names(self, fleet: str) -> Sequence[str]:
        """Return the schemas of a fleet, or all of them if `fleet` is empty.

        Raises:
            EngineError: no fleet has this name.
        """
        if not fleet:
            return self.library.names
        if fleet not in self.fleets:
            raise unknown_name(UNKNOWN_FLEET, fleet, self.fleets)
        return self.fleets[fleet].members

    def row(self, name: str, page: SitePage) -> IndexRow:
        """Return the row of a schema."""
        try:
            loaded = self.library.loaded(name)
        except EngineError:  # reported already
            return IndexRow(self.library.title(name), self._href(name, page))
        schema, required = loaded.shown, self.required(loaded)
        return IndexRow(
            schema.title,
            self._href(name, page, schema),
            self.renderer.lead(schema),
            self.versions.get(name) or self.renderer.version(schema),
            required.total,
            required.required_anywhere,
            self.documented(name).percent,
        )

    def _href(self, name: str, page: SitePage, schema: Schema | None = None) -> str:
        """Return the address of the page of a schema, or else of its first field."""
        if name in self.pages:
            return relative_url(self.pages[name].url, page.url)
        first = next(iter(schema.root.children), None) if schema else None
        return self.link(schema.anchor(first), page) if schema and first else ""
