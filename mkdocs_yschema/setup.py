"""The parts of a build as the configuration of a site asks for them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema.assets import theme_name
from mkdocs_yschema.site_build import SiteSettings
from yschema_engine.evaluate import pool
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import STANDALONE, Theme, ThemeError, find_theme
from yschema_engine.show.language import CatalogueError
from yschema_engine.site.library import SchemaLibrary, SchemaLoader
from yschema_engine.site.memo import CachedRenderer, RenderedResults, SiteCaches
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.site.watched_files import files


def library(site: SiteConfig, caches: SiteCaches, jobs: int) -> SchemaLibrary:
    """Return the schemas of a site."""
    is_shared = jobs > 1 and is_worth_processes(site.schema_folder.absolute_globs(site.schemas))
    caches.kept.use(site.cache_dir, is_shared=is_shared)
    loader = SchemaLoader(site.schema_folder, site.load, caches.schemas, caches.kept.store)
    return SchemaLibrary(site.schemas, loader)


def is_worth_processes(globs: Iterable[str]) -> bool:
    """Return whether the files that globs match may take longer than starting processes."""
    sizes = itertools.accumulate(_size(path) for pattern in globs for path in files(pattern))
    return any(size >= pool.WORTH for size in sizes)


def _size(path: str) -> int:
    with suppress(OSError):  # gone in the meantime
        return os.stat(path).st_size  # noqa: PTH116  for speed
    return 0


def find_site_theme(config: MkDocsConfig) -> Theme:
    """Return our theme for the theme of a site.

    Raises:
        PluginError: a theme is broken.
    """
    try:
        return find_theme(theme_name(config.theme))
    except ThemeError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e


def renderer(site: SiteConfig, theme: Theme, memory: RenderedResults) -> Renderer:
    """Return the renderer of a site, which does not render again what has not changed.

    Raises:
        PluginError: a catalogue of messages cannot be read.
    """
    images = site.external_images
    try:
        return CachedRenderer(memory, theme, site.templates, site.language, external_images=images)
    except CatalogueError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e


def _markdown_renderer(site: SiteConfig) -> Renderer:
    """Return the renderer of Markdown, with the labels of the site."""
    theme, images = find_theme(STANDALONE), site.external_images
    return Renderer(theme, site.templates, site.language, external_images=images)


def settings(
    site: SiteConfig,
    config: MkDocsConfig,
    versions: SchemaVersions,
    *,
    has_markdown: bool,
    is_served: bool,
) -> SiteSettings:
    """Return what the configuration of a site decides."""
    return SiteSettings(
        site.display,
        site.edit,
        versions,
        site.fleets,
        site.version_names,
        partial(_markdown_renderer, site),
        site_url=site.url,
        has_markdown=has_markdown or compat.takes_markdown(config),
        absolute=compat.wants_absolute_links(config),
        is_served=is_served,
        language_folder=compat.language_folder(config),
    )
