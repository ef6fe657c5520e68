"""What a build needs to know about MkDocs and this machine before it starts."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable
from contextlib import suppress

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from mkdocs_yschema.assets import theme_name
from mkdocs_yschema.markdown.host import Host
from yschema_engine.evaluate import pool
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.theme import Theme, ThemeError, find_theme
from yschema_engine.site.watched_files import files


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


def register_extension(config: MkDocsConfig, open_page: Callable[[], Host]) -> None:
    """Add the Markdown extension to a site.

    Args:
        config: the configuration of MkDocs.
        open_page: returns the host of the page that comes next.
    """
    if "yschema" not in config.markdown_extensions:
        config.markdown_extensions.append("yschema")
    options = config.mdx_configs.get("yschema", {})
    config.mdx_configs["yschema"] = {**options, "site": open_page}
