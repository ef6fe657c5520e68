"""The parts of a build as the configuration of a site asks for them."""

from __future__ import annotations

import glob
import itertools
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema.assets import theme_name
from mkdocs_yschema.config import YschemaConfig
from mkdocs_yschema.site_build import SiteSettings
from yschema_engine.docs.places import display_path
from yschema_engine.evaluate import pool
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import STANDALONE, Theme, ThemeError, find_theme
from yschema_engine.show.language import CatalogueError, has_language, languages
from yschema_engine.site.addresses import EditLinks
from yschema_engine.site.library import SchemaFolder, SchemaLibrary, SchemaLoader
from yschema_engine.site.memo import CachedRenderer, RenderedResults, SiteCaches
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.site.watched_files import files
from yschema_engine.text.source import Source


def library(plugin: YschemaConfig, config: MkDocsConfig, caches: SiteCaches) -> SchemaLibrary:
    """Return the schemas of a site."""
    file = Path(config.config_file_path).absolute() if config.config_file_path else None
    path = file.parent if file else Path.cwd()
    options = plugin.load_options(path)
    folder = SchemaFolder(path, _source(file) if file else None, options.inputs)
    cache_dir = path / plugin.cache_dir if plugin.cache_dir else None
    entries = plugin.entries()
    is_shared = plugin.processes() > 1 and is_worth_processes(folder.absolute_globs(entries))
    caches.kept.use(cache_dir, is_shared=is_shared)
    return SchemaLibrary(
        entries, SchemaLoader(folder, options, caches.schemas, caches.kept.store, caches.kept.evaluator)
    )


def is_worth_processes(globs: Iterable[str]) -> bool:
    """Return whether the files that globs match may take longer than starting processes."""
    sizes = itertools.accumulate(_size(path) for pattern in globs for path in files(pattern))
    return any(size >= pool.WORTH for size in sizes)


def _size(path: str) -> int:
    with suppress(OSError):  # gone in the meantime
        return os.stat(path).st_size  # noqa: PTH116  for speed
    return 0


def versions(
    plugin: YschemaConfig, config: MkDocsConfig, schemas: SchemaLibrary, caches: SiteCaches
) -> SchemaVersions:
    """Return the versions of the schemas of a site."""
    file = Path(config.config_file_path).absolute() if config.config_file_path else None
    path = file.parent if file else Path.cwd()
    options = plugin.load_options(path)
    folder = SchemaFolder(path, _source(file) if file else None, options.inputs)
    return SchemaVersions(schemas, folder, options, plugin.versions(), caches)


def _source(file: Path) -> Source:
    text = file.read_text(encoding="utf-8") if file.is_file() else ""  # `-f -` reads standard input
    return Source(str(display_path(file)), text)


def find_site_theme(config: MkDocsConfig) -> Theme:
    """Return our theme for the theme of a site.

    Raises:
        PluginError: a theme is broken.
    """
    try:
        return find_theme(theme_name(config.theme))
    except ThemeError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e


def renderer(plugin: YschemaConfig, config: MkDocsConfig, theme: Theme, memory: RenderedResults) -> Renderer:
    """Return the renderer of a site, which does not render again what has not changed.

    Raises:
        PluginError: a catalogue of messages cannot be read.
    """
    overrides = _overrides(plugin, config)
    language, images = plugin.language or _language(config), plugin.external_images
    if plugin.language:
        _check_language(plugin.language, [folder / "locale" for folder in overrides])
    try:
        return CachedRenderer(memory, theme, overrides, language, external_images=images)
    except CatalogueError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e


def _markdown_renderer(plugin: YschemaConfig, config: MkDocsConfig) -> Renderer:
    """Return the renderer of Markdown, with the labels of the site."""
    language = plugin.language or _language(config)
    images = plugin.external_images
    return Renderer(find_theme(STANDALONE), _overrides(plugin, config), language, external_images=images)


def _overrides(plugin: YschemaConfig, config: MkDocsConfig) -> list[Path]:
    """Return the folders of templates that take precedence over those of a theme."""
    site_templates = Path(config.theme.custom_dir, "yschema") if config.theme.custom_dir else None
    custom = Path(plugin.custom_templates) if plugin.custom_templates else None
    return [folder for folder in (custom, site_templates) if folder is not None]


def _check_language(tag: str, folders: Sequence[Path]) -> None:
    """Check that there is a catalogue for a language.

    Raises:
        PluginError: there is none.
    """
    if not has_language(tag, folders):
        known = ", ".join(languages(folders))
        raise PluginError(f"yschema: language: found {tag!r}, expected one of {known}")


def _language(config: MkDocsConfig) -> str:
    """Return the language of the site, which themes have under either name."""
    for key in ("language", "locale"):
        if config.theme.get(key):
            return str(config.theme[key])
    return "en"


def settings(
    plugin: YschemaConfig, config: MkDocsConfig, versions: SchemaVersions, *, is_served: bool
) -> SiteSettings:
    """Return what the configuration of a site decides."""
    return SiteSettings(
        plugin.display(),
        EditLinks(config.repo_url or "", config.edit_uri or "", config.docs_dir),
        versions,
        plugin.fleets,
        plugin.version_names(),
        partial(_markdown_renderer, plugin, config),
        site_url=_site_url(config),
        has_markdown=plugin.markdown_pages or compat.takes_markdown(config),
        absolute=compat.wants_absolute_links(config),
        is_served=is_served,
        language_folder=compat.language_folder(config),
    )


def _site_url(config: MkDocsConfig) -> str:
    """Return the address of the site, with a slash at the end; other plugins may have set it without one."""
    return f"{config.site_url.rstrip('/')}/" if config.site_url else ""


def watched_globs(plugin: YschemaConfig, config: MkDocsConfig, schemas: SchemaLibrary) -> list[str]:
    """Return absolute globs of the files that pages are made of, without those that MkDocs watches itself."""
    templates = plugin.custom_templates
    folder = Path(config.config_file_path).absolute().parent if config.config_file_path else Path.cwd()
    return [*schemas.globs(), *plugin.fleet_globs(folder), *([glob.escape(templates)] if templates else [])]
