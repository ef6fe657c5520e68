"""Style sheets and scripts of the theme, linked only by pages that show something of ours."""

from __future__ import annotations

import copy
import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.theme import Theme as SiteTheme
from mkdocs.utils import get_relative_url, get_theme_dir, get_theme_names

from yschema_engine.show.findings import as_text
from yschema_engine.show.html.theme import (
    ASSETS,
    INDEX_SCRIPT,
    LAZY,
    Theme,
    ThemeError,
    find_theme,
    installed_themes,
)

_EARLY = ".early.js"
"""The end of the names of scripts that run before those of the site theme."""
_STYLED = re.compile(r'class="ys(?:-error)?[ "]')
_SCRIPTED = re.compile(r'class="ys(?! ys-(?:error|changes|index))[ "]')  # these are not references
_INDEX = re.compile(r'class="ys(?: ys-index|-check)"')
"""A table of schemas, or what checks values for an upgrade."""


def theme_name(site_theme: SiteTheme) -> str | None:
    """Return the name of the first theme with a theme of ours: the site's, or one that it extends."""
    names = installed_themes().keys() & set(get_theme_names())
    by_folder = {get_theme_dir(name): name for name in names}
    return next((by_folder[folder] for folder in site_theme.dirs if folder in by_folder), site_theme.name)


def find_site_theme(config: MkDocsConfig) -> Theme:
    """Return our theme for the theme of a site.

    Raises:
        PluginError: a theme is broken.
    """
    try:
        return find_theme(theme_name(config.theme))
    except ThemeError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e


def add_assets(files: Files, config: MkDocsConfig, theme: Theme) -> None:
    """Add the theme's assets to the site, except those of which the site has a version of its own."""
    for name, path in theme.assets.items():
        uri = f"{ASSETS}/{name}"
        if files.get_file_from_path(uri) is None:
            files.append(
                File.generated(config, uri, abs_src_path=str(path), inclusion=InclusionLevel.INCLUDED)
            )


def link_styles(config: MkDocsConfig, theme: Theme) -> None:
    """Link the theme's style sheets in all pages of a site."""
    styles = [uri for uri in _uris(theme, ".css") if uri not in map(str, config.extra_css)]
    config.extra_css = [*styles, *config.extra_css]


def link_assets(context: Any, page: Page, theme: Theme) -> None:
    """Link the theme's assets in a page that shows a reference or an error.

    Style sheets come before those of the site, which override them. The page is rendered with a copy of the
    configuration for that, because themes know no style sheets of single pages. Scripts are in the content of
    the page, which Material's instant navigation replaces and whose scripts it runs.

    Args:
        context: what the page's template is rendered with.
        page: the page, with its final content.
        theme: the theme.
    """
    content = page.content or ""
    if _STYLED.search(content):
        context["config"] = copy.copy(context["config"])
        link_styles(context["config"], theme)
    scripts = _uris(theme, ".js") if _SCRIPTED.search(content) else []
    scripts = [uri for uri in scripts if not uri.endswith(LAZY)]
    if _INDEX.search(content):
        scripts.append(f"{ASSETS}/{INDEX_SCRIPT}")
    for uri in scripts:
        defer = "" if uri.endswith(_EARLY) else " defer"
        content += f'<script src="{get_relative_url(uri, page.url)}"{defer}></script>'
    page.content = content


def _uris(theme: Theme, suffix: str) -> list[str]:
    return [f"{ASSETS}/{name}" for name in theme.assets if name.endswith(suffix)]
