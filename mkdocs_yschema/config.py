"""The plugin's configuration in `mkdocs.yml`, whose options `yschema_engine.site.options` declares."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from mkdocs.config.base import Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from yschema_engine.arguments.request import ErrorOutput
from yschema_engine.evaluate import peers
from yschema_engine.show.findings import as_text
from yschema_engine.site.options import SiteOptions, read_site_options
from yschema_engine.site.site_config import SiteConfig, config_source, site_config, site_settings
from yschema_engine.text.findings import EngineError, ErrorFormat, Finding
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Source


class YschemaConfig(Config):  # type: ignore[no-untyped-call]  # of MkDocs
    """The options of the plugin."""

    options = SiteOptions()

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Read the options."""
        try:
            options = read_site_options(self.data, config_folder(self), _source(self))
        except EngineError as error:
            return list(map(_error, error.findings)), []
        self.options = options
        return [], []

    def error_output(self) -> ErrorOutput:
        """Return where to write findings in addition to the log, and in which form."""
        by_default: ErrorFormat = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
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


def _source(config: Any) -> Source | None:
    """Return the text of the configuration, for reports."""
    return config_source(Path(config.config_file_path).absolute()) if config.config_file_path else None


def read_settings(plugin: YschemaConfig, config: MkDocsConfig) -> SiteConfig:
    """Return the configuration of a site.

    Raises:
        PluginError: there are no messages in the language.
    """
    theme = {**config.theme, "name": config.theme.name, "custom_dir": config.theme.custom_dir}
    site = site_settings(config_folder(config), config, theme)
    try:
        return site_config(plugin.options, site, _source(config))
    except EngineError as error:
        raise PluginError(as_text(error.findings).rstrip()) from error
