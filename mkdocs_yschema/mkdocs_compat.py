"""The plugin mkdocs-autorefs, which other plugins link by: it gets our anchors, and we ask it for theirs."""

from __future__ import annotations

import inspect
from contextlib import suppress
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page


class Autorefs:
    """What is asked of the plugin, in whatever version; nothing is known where it is not enabled."""

    def __init__(self, config: MkDocsConfig) -> None:
        """The plugin of a site, once all plugins have had their `on_config`: some enable it there."""
        self._plugin: Any = config.plugins.get("autorefs")
        self._takes_pages = (  # since 1.4
            self._plugin is not None and "title" in inspect.signature(self._plugin.register_anchor).parameters
        )

    def register(self, page: Page, anchor: str) -> None:
        """Has an anchor lead to a page."""
        if self._plugin is not None:
            self._plugin.register_anchor(page if self._takes_pages else page.url, anchor)

    def url(self, name: str) -> str | None:
        """The address from the root of the site, or of another site, that the plugin has for a name."""
        if self._plugin is None:
            return None
        with suppress(KeyError):
            found = self._plugin.get_item_url(name)
            return str(found if isinstance(found, str) else found[0])  # with a title, since 1.4
        return None
