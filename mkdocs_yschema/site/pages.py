"""Pages that the plugin generates, and files for readers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from mkdocs_yschema.site.generated_files import GeneratedPages
from mkdocs_yschema.site.page_source import NAME
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.site.addresses import SitePage
from yschema_engine.site.page_views import index_text, page_text
from yschema_engine.text.phrases import Verbatim, phrase


def add_pages(
    files: Files,
    generated: GeneratedPages,
    pages: Mapping[str, str],
    titles: Mapping[str, str],
    members: Collection[str] = (),
) -> None:
    """Add the pages of schemas that `docs_dir` does not have.

    Args:
        files: all files of the site.
        generated: creates pages.
        pages: paths in `docs_dir` by schema.
        titles: titles by schema.
        members: the schemas of fleets, whose pages a `nav` need not name.
    """
    for name, uri in pages.items():
        file = files.get_file_from_path(uri)
        if file is None:
            file = generated.page(uri, page_text(titles[name], name))
            if generated.config.nav is not None and name in members:
                file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)
        generated.owners.claim(file, phrase("schema `{name}`", name=Verbatim(name)))


def site_pages(files: Files, pages: Mapping[str, str]) -> dict[str, SitePage]:
    """Return the pages of schemas that a site has, by the names of the schemas.

    Args:
        files: all files of the site.
        pages: the path of the page of each schema in `docs_dir`.
    """
    known: dict[str, Any] = {name: files.get_file_from_path(uri) for name, uri in pages.items()}
    return {name: file for name, file in known.items() if file is not None}


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
    for fleet, uri in indexes.items():
        page = files.get_file_from_path(uri)
        if page is None:
            page = generated.page(uri, index_text(fleet, renderer.words))
            files.append(page)
        if page.generated_by == NAME:
            generated.owners.claim(page, phrase("fleet `{name}`", name=Verbatim(fleet)))


def download_files(config: MkDocsConfig, texts: Iterable[tuple[str, str]]) -> Iterator[File]:
    """Yield files for readers as MkDocs has them.

    Args:
        config: of the site.
        texts: the path of each file in the site, and its text.
    """
    for uri, text in texts:
        yield File.generated(config, uri, content=text, inclusion=InclusionLevel.INCLUDED)
