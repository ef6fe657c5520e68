"""The index of schemas: a table with a row for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from mkdocs_yschema.codes import UNKNOWN_FLEET
from mkdocs_yschema.fleets import Fleet
from mkdocs_yschema.site.generated_files import GeneratedPages
from mkdocs_yschema.site.pages import escaped_heading
from mkdocs_yschema.site.placeholders import address
from yschema_engine.doccheck.library import SchemaLibrary
from yschema_engine.doccheck.schema_loader import LoadedSchema
from yschema_engine.doccheck.unknown_names import unknown_name
from yschema_engine.model.findings import EngineError
from yschema_engine.model.phrases import phrase
from yschema_engine.model.schema import Schema
from yschema_engine.outputs.html import Documented, IndexRow, Renderer, RequiredSummary


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
        files: the pages of schemas, by their names.
    """

    library: SchemaLibrary
    renderer: Renderer
    required: Callable[[LoadedSchema], RequiredSummary]
    documented: Callable[[str], Documented]
    fleets: Mapping[str, Fleet]
    versions: Mapping[str, str]
    files: Mapping[str, File] = field(default_factory=dict)

    def with_pages(self, files: Files, pages: Mapping[str, str]) -> SchemaIndex:
        """Return the index with links to the pages of schemas.

        Args:
            files: all files of the site.
            pages: the path of the page of each schema in `docs_dir`.
        """
        found = {name: files.get_file_from_path(uri) for name, uri in pages.items()}
        return replace(self, files={name: file for name, file in found.items() if file is not None})

    def html(self, fleet: str, page: Page) -> str:
        """Return the table of the schemas of a fleet, or of all schemas.

        Args:
            fleet: the name of the fleet; empty for all schemas.
            page: the page that shows it.

        Raises:
            EngineError: there is no such fleet.
        """
        return self.renderer.index([self._row(name, page) for name in self._names(fleet)])

    def _names(self, fleet: str) -> Sequence[str]:
        if not fleet:
            return self.library.names
        if fleet not in self.fleets:
            raise unknown_name(UNKNOWN_FLEET, fleet, self.fleets)
        return self.fleets[fleet].members

    def _row(self, name: str, page: Page) -> IndexRow:
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

    def _href(self, name: str, page: Page, schema: Schema | None = None) -> str:
        """Return the address of the page of a schema, or else of its first field."""
        if name in self.files:
            return get_relative_url(self.files[name].url, page.url)
        first = next(iter(schema.root.children), None) if schema else None
        return address(schema.anchor(first)) if schema and first else ""


def add_index_pages(
    files: Files, generated: GeneratedPages, indexes: Mapping[str, str], renderer: Renderer
) -> None:
    """Add the index pages that `docs_dir` does not have.

    Args:
        files: all files of the site.
        generated: creates pages.
        indexes: the path of the index page of each fleet.
        renderer: knows the language of the title.
    """
    title = escaped_heading(renderer.words.text(phrase("Schemas")))
    for fleet, uri in indexes.items():
        if files.get_file_from_path(uri) is None:
            files.append(generated.page(uri, f"# {title}\n\n::: yschema-index {fleet}\n"))
