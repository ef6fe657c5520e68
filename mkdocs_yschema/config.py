"""The plugin's configuration in `mkdocs.yml`, whose options `yschema_engine.site.options` declares."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mkdocs.config.base import Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from yschema_engine.arguments.parser import ErrorOutput
from yschema_engine.docs.places import display_path
from yschema_engine.evaluate import peers
from yschema_engine.show.findings import as_text
from yschema_engine.site.options import SiteOptions, read_site_options
from yschema_engine.site.site_config import SiteConfig, SiteSettings, site_config
from yschema_engine.site.watched_files import files
from yschema_engine.text.findings import EngineError, ErrorFormat, Finding
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Source


class YschemaConfig(Config):  # type: ignore[no-untyped-call]  # of MkDocs
    """The options of the plugin."""

    options = SiteOptions()

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Read the options."""
        try:
            options = read_site_options(self.data, config_folder(self), _source(self.config_file_path))
        except EngineError as error:
            return list(map(_error, error.findings)), []
        self.options = options
        return [], []

    def error_output(self, environment: Mapping[str, str]) -> ErrorOutput:
        """Return where to write findings in addition to the log, and in which form.

        Args:
            environment: the environment variables.
        """
        by_default: ErrorFormat = "github" if environment.get("GITHUB_ACTIONS") == "true" else "text"
        return ErrorOutput(self.options.error_format or by_default, self.options.error_file)

    def processes(self) -> int:
        """Return the number of processes."""
        return self.options.jobs or peers.number_of_cores()


def _error(finding: Finding) -> tuple[str, Exception]:
    option = ENGLISH.text(finding.fact("option"))
    return option.partition(".")[0], ValidationError(as_text([finding]).rstrip())


def config_folder(config: Any) -> Path:
    """Return the folder of the configuration, to which paths are relative."""
    return Path(config.config_file_path).absolute().parent if config.config_file_path else Path.cwd()


def _source(path: str | None) -> Source | None:
    """Return the text of the configuration, for reports."""
    if not path:
        return None
    file = Path(path).absolute()
    text = file.read_text(encoding="utf-8") if file.is_file() else ""  # `-f -` reads standard input
    return Source(str(display_path(file)), text)


def read_settings(plugin: YschemaConfig, config: MkDocsConfig) -> SiteConfig:
    """Return the configuration of a site.

    Raises:
        PluginError: there are no messages in the language.
    """
    custom_dir = config.theme.custom_dir
    site = SiteSettings(
        config_folder(config),
        Path(config.docs_dir),
        config.site_name,
        config.site_url or "",
        config.repo_url or "",
        config.edit_uri or "",
        str(config.theme.name),
        str(config.theme.get("language") or config.theme.get("locale") or "en"),
        Path(custom_dir) if custom_dir else None,
        config.use_directory_urls,
    )
    try:
        return site_config(plugin.options, site, _source(config.config_file_path))
    except EngineError as error:
        raise PluginError(as_text(error.findings).rstrip()) from error


def is_worth_processes(globs: Iterable[str]) -> bool:
    """Return whether the files that globs match may take longer than starting processes."""
    sizes = itertools.accumulate(_size(path) for pattern in globs for path in files(pattern))
    return any(size >= peers.WORTH for size in sizes)


def _size(path: str) -> int:
    with suppress(OSError):  # gone in the meantime
        return os.stat(path).st_size  # noqa: PTH116  for speed
    return 0
