"""Generated pages, which a served site converts from Markdown only after a change."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from mkdocs_yschema.site.page_host import PageHost
from mkdocs_yschema.site.page_source import NAME
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import View
from yschema_engine.site.cache import ById
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.option_types import DirectiveOptions
from yschema_engine.site.page_views import page_text
from yschema_engine.text.findings import EngineError


@dataclass(frozen=True, slots=True)
class _Reference:
    """What a generated page shows below its title."""

    directive: DirectiveOptions
    view: View
    rendered: Rendered


class KeptPages:
    """The generated pages of schemas, from one build to the next.

    Such a page is a title and a directive, and all that it depends on is known. Other pages may have links,
    and extensions may insert files into them, so they are converted in every build.
    """

    def __init__(self, pages: Mapping[str, str], caches: SiteCaches) -> None:
        """Start a build.

        Args:
            pages: the path of the page of each schema in `docs_dir`.
            caches: what builds share.
        """
        self._names = {uri: name for name, uri in pages.items()}
        self._caches = caches

    def keep(self, page: Page, host: PageHost) -> None:
        """Have MkDocs take the page of the build before if it has not changed.

        Args:
            page: comes next.
            host: the host of the page.
        """
        name = self._names.get(page.file.src_uri)
        if name is not None and page.file.generated_by == NAME:
            vars(page)["render"] = partial(self._render, page, host, name)

    def _render(self, page: Page, host: PageHost, name: str, config: MkDocsConfig, files: Files) -> None:
        text, reference = page.markdown or "", _reference(host, name)
        expected = page_text(host.library.title(name), name)
        if reference is None or text.strip() != expected.strip():  # another plugin has changed it
            Page.render(page, config, files)
            return
        key = (ById(reference.rendered), host.build.contents.count, text, _extensions(config))
        is_kept = key in self._caches.pages
        values = self._caches.pages.get(key, partial(_convert, page, config, files))
        if is_kept:
            host.add_source(text.splitlines())
            host.add_rendered(reference.directive, reference.view, reference.rendered)
            noted, links = pickle.loads(values)  # noqa: S301  of this process
            vars(page).update(noted)
            page.links_to_anchors = {page.file: links}


def _reference(host: PageHost, name: str) -> _Reference | None:
    """Return the reference of a schema; None if it cannot be rendered."""
    directive = DirectiveOptions(name, display=host.display)
    try:
        schema = host.schema(name)
        view = host.view(directive, schema.root, 1)
        rendered = host.renderer.reference(schema, schema.root, directive.heading_level, (), view)
    except EngineError:
        return None
    return _Reference(directive, view, rendered)


def _extensions(config: MkDocsConfig) -> str:
    options = {name: value for name, value in config.mdx_configs.items() if name != NAME}
    return repr((config.markdown_extensions, options))


def _convert(page: Page, config: MkDocsConfig, files: Files) -> bytes:
    """Convert a page, and return a copy of what MkDocs notes there: plugins change it later."""
    before: dict[str, Any] = dict(vars(page))
    Page.render(page, config, files)
    noted = {key: value for key, value in vars(page).items() if value is not before.get(key)}
    # The only links are those of headings to themselves.
    links = noted.pop("links_to_anchors", {}).get(page.file, {})
    return pickle.dumps((noted, links))
