"""Events of MkDocs around a build that may fail before or while it writes the site."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import event_priority, get_plugin_logger

from mkdocs_yschema import mkdocs_compat as compat
from yschema_engine.site.output_folder import PreviousSite, write_problem

_log = get_plugin_logger("yschema")


class SiteGuard:
    """A part of the plugin: it keeps the site of the earlier build until this one has succeeded."""

    def _guard_site(self, *, replaced: bool) -> None:
        """Start a run, which may replace the whole site."""
        self._is_replaced = replaced
        self._site_dir: Path | None = None
        self._previous_site = PreviousSite()

    @event_priority(compat.AFTER_OTHERS)
    def guard_site(self, *, config: MkDocsConfig) -> None:
        """Move the earlier site aside, before MkDocs deletes it.

        Raises:
            PluginError: the folder cannot be changed.
        """
        self._site_dir = Path(config.site_dir)
        if self._is_replaced:
            try:
                self._previous_site.keep(self._site_dir)
            except OSError as e:
                raise PluginError(write_problem(e, self._site_dir)) from e

    @event_priority(compat.AFTER_OTHERS)
    def discard_previous_site(self, *, config: MkDocsConfig) -> None:
        """Delete the earlier site."""
        self._previous_site.discard()

    @event_priority(compat.AFTER_OTHERS)
    def on_build_error(self, *, error: Exception) -> None:
        """Put the earlier site back, and report a full or read-only disk without a traceback.

        Raises:
            Abort: the site cannot be written.
        """
        self._previous_site.restore()
        if self._site_dir is not None and (problem := write_problem(error, self._site_dir)):
            _log.error(problem)
            raise Abort("Aborted with a BuildError!") from error

    def on_shutdown(self) -> None:
        """Put the earlier site back after Ctrl-C."""
        self._previous_site.restore()
