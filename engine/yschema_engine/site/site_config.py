"""The configuration of a site, and its options in a file, for programs that do not run MkDocs plugins."""

from __future__ import annotations

import glob
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import MappingEndEvent, MappingStartEvent, SequenceEndEvent, SequenceStartEvent

from yschema_engine.docs.places import display_path
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.options import InputOptions, LoadOptions
from yschema_engine.show.language import has_language, languages
from yschema_engine.site.addresses import EditLinks, PlannedPage, planned_page
from yschema_engine.site.fleets import Fleet
from yschema_engine.site.option_types import OptionPlace, written_value
from yschema_engine.site.options import SiteOptions, read_site_options
from yschema_engine.site.schema_files import SchemaFolder
from yschema_engine.site.schema_options import SchemaOptions, levels, portability
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import DEFAULT_LEVELS, Kind, Level, usage_code
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import ERRORS_IN_PYTHON

NO_SITE_SCHEMAS = usage_code(
    "no-site-schemas", "{file} declares no schemas", expected="the option `schemas` of the plugin `yschema`"
)

NAMES = (
    *("zensical.toml", "mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml"),
    *("yschema.yml", "yschema.yaml"),
)
"""The names of configurations; the first one in a folder counts, as in Zensical."""

_STARTS, _ENDS = (MappingStartEvent, SequenceStartEvent), (MappingEndEvent, SequenceEndEvent)
_DEEPEST = 100  # levels; configurations have ten


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration that has been read.

    Attributes:
        settings: the content of the file, with that of the files that it inherits.
        paths: the absolute path of the file, and those of the files that it inherits.
    """

    settings: Mapping[str, Any]
    paths: tuple[Path, ...]

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the plugin: in `plugins`, which is a list or a map, or at the top of the file."""
        plugins = self.settings.get("plugins")
        entries = plugins if isinstance(plugins, list) else [plugins]
        maps = (entry["yschema"] for entry in entries if isinstance(entry, Mapping) and "yschema" in entry)
        top = self.settings if "plugins" not in self.settings and "schemas" in self.settings else {}
        return next((options for options in maps if isinstance(options, Mapping)), top)


def config_source(path: Path) -> Source:
    """Return the text of a configuration, for reports; empty for standard input, which has no file."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return Source(str(display_path(path)), text)


def find_config(folder: Path) -> Path | None:
    """Return the configuration in a folder, if there is one."""
    return next((folder / name for name in NAMES if (folder / name).is_file()), None)


def read_file(path: Path) -> ConfigFile:
    """Return the configuration in a file.

    Raises:
        UsageError: the file cannot be read.
    """
    paths: list[Path] = []
    return ConfigFile(_load(path.absolute(), paths), tuple(paths))


class _Constructor(SafeConstructor):
    """Reads the tags that configurations have, such as `!ENV` and `!!python/name:…`, as no value."""


_Constructor.add_multi_constructor("", lambda *_: None)


def _load(file: Path, inheriting: list[Path]) -> dict[str, Any]:
    parse = _parse_toml if file.suffix == ".toml" else _parse
    try:
        config = parse(file.read_text(encoding="utf-8"))
    except (OSError, YAMLError, RecursionError, *ERRORS_IN_PYTHON) as e:
        mark = e.problem_mark if isinstance(e, MarkedYAMLError) else None
        at = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise OptionPlace("config").invalid(f"{display_path(file)}{at}: {_reason(e)}") from e
    inheriting.append(file)
    config = config if isinstance(config, dict) else {}
    parent = config.pop("INHERIT", None)
    if not isinstance(parent, str) or file.parent / parent in inheriting:
        return config
    merged: dict[str, Any] = _merged(_load(file.parent / parent, inheriting), config)
    return merged


def _parse(text: str) -> object:
    """Return the content of a configuration.

    Raises:
        RecursionError: it is nested so deeply that the parser in C would end the process.
    """
    # The parser in C takes a fifth of the time, if it is installed, but ignores versions of YAML.
    is_pure = "%YAML" in text
    levels = 0
    for event in YAML(typ="safe", pure=is_pure).parse(text):
        levels += isinstance(event, _STARTS) - isinstance(event, _ENDS)
        if levels > _DEEPEST:
            raise RecursionError
    yaml = YAML(typ="safe", pure=is_pure)
    yaml.Constructor = _Constructor
    return yaml.load(text)


def _parse_toml(text: str) -> object:
    """Return the settings in a configuration of Zensical, which are in a table, or at the top."""
    import tomllib  # noqa: PLC0415  for few sites

    content = tomllib.loads(text)
    return content.get("project", content)


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, AssertionError | KeyError):
        return "an unknown version of YAML"
    if isinstance(error, TypeError):
        return "a map or an array within a key"
    if isinstance(error, OverflowError):
        return "an escape sequence beyond Unicode"
    if isinstance(error, IndexError):  # which the library raises for `!!int ""` and `!!float ""`
        return "a number without digits"
    if isinstance(error, MarkedYAMLError) and error.problem:
        return str(error.problem)
    return getattr(error, "strerror", None) or str(error)


def _merged(below: Any, above: Any) -> Any:
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {key: _merged(below.get(key), value) for key, value in above.items()}


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The settings of a site besides our options, as MkDocs names them.

    Attributes:
        folder: the folder of the configuration, where paths in it start.
        docs_dir: the folder of pages; None for a site without one.
        name: the name of the site.
        url: the address of the site; empty if it is not known.
        repo_url: the address of its repository; may be empty.
        edit_uri: the address of the folder of pages in it; may be empty.
        theme: the name of the theme.
        language: the language of the theme.
        custom_dir: a folder of templates that take precedence over those of the theme; None without one.
        as_folders: whether the address of a page is that of a folder.
    """

    folder: Path
    docs_dir: Path | None = None
    name: str = ""
    url: str = ""
    repo_url: str = ""
    edit_uri: str = ""
    theme: str = "mkdocs"
    language: str = "en"
    custom_dir: Path | None = None
    as_folders: bool = True


@dataclass(frozen=True)
class SiteConfig:
    """The configuration of a site: our options, and the other settings.

    Attributes:
        site: the other settings.
        options: our options.
        load: how to read schemas.
        urls: the addresses of references, by the names of schemas, for hosts that do not know pages.
        source: the text of the configuration, for reports; None for a site without one.
        files: the file of the configuration, and those that it inherits.
    """

    site: SiteSettings
    options: SiteOptions = SiteOptions()
    load: LoadOptions = LoadOptions(portability="shipped")
    urls: Mapping[str, str] = field(default_factory=dict)
    source: Source | None = None
    files: tuple[Path, ...] = ()

    @property
    def schemas(self) -> Mapping[str, SchemaOptions]:
        """The options of the schemas, by their names."""
        return self.options.schemas.schemas

    @cached_property
    def pages(self) -> Mapping[str, PlannedPage]:
        """The pages of schemas, by their names."""
        return {name: self.plan(schema.page) for name, schema in self.schemas.items() if schema.page}

    def plan(self, uri: str) -> PlannedPage:
        """Return a page by its path in the folder of pages."""
        return planned_page(uri, as_folders=self.site.as_folders)

    @property
    def fleets(self) -> Mapping[str, Fleet]:
        """The fleets, by their names."""
        return self.options.schemas.fleets

    @property
    def groups(self) -> Sequence[str]:
        """The names of entries that are several kinds of resources, each of which is a schema as well."""
        return [name for name, fleet in self.fleets.items() if not fleet.pattern]

    @property
    def splits(self) -> list[str]:
        """The schemas that have a page for each map."""
        return [name for name, schema in self.schemas.items() if schema.split]

    @property
    def language(self) -> str:
        """The language of labels."""
        return self.options.language or self.site.language

    @property
    def templates(self) -> tuple[Path, ...]:
        """The folders of templates that take precedence over those of the theme."""
        custom_dir = self.site.custom_dir
        folders = (self.options.custom_templates, custom_dir / "yschema" if custom_dir else None)
        return tuple(folder for folder in folders if folder is not None)

    @property
    def levels(self) -> Mapping[Kind, Level]:
        """The severity of each kind of finding."""
        return {**DEFAULT_LEVELS, **levels(self.options.severity)}

    @property
    def levels_by_schema(self) -> Mapping[str, Mapping[Kind, Level]]:
        """The severity of some kinds for the findings about a schema, by its name."""
        return {name: levels(schema.severity) for name, schema in self.schemas.items()}

    @property
    def url(self) -> str:
        """The address of the site, with a slash at the end; empty if it is not known."""
        return f"{self.site.url.rstrip('/')}/" if self.site.url else ""

    @cached_property
    def edit(self) -> EditLinks:
        """The links for editing a schema."""
        return EditLinks(self.site.repo_url, self.site.edit_uri, str(self.site.docs_dir or ""))

    @property
    def schema_folder(self) -> SchemaFolder:
        """The folder that globs start from."""
        return SchemaFolder(self.site.folder, self.source, self.load.inputs)

    @property
    def globs(self) -> list[str]:
        """Absolute globs of the configuration, of templates, and of what patterns of fleets match."""
        patterns = (each.pattern for each in self.fleets.values() if each.pattern)
        own = (glob.escape(str(path)) for path in (*self.files, *self.templates))
        return [*own, *self.schema_folder.absolute_globs(patterns)]


def read_config(path: Path) -> SiteConfig:
    """Return the configuration in a file.

    Raises:
        UsageError: the file cannot be read, or options are not valid.
    """
    file = read_file(path)
    folder, source = file.paths[0].parent, config_source(file.paths[0])
    theme = file.settings.get("theme")
    site = site_settings(folder, file.settings, theme if isinstance(theme, Mapping) else {"name": theme})
    return site_config(read_site_options(file.options, folder, source), site, source, file.paths)


def site_settings(folder: Path, settings: Mapping[str, Any], theme: Mapping[str, Any]) -> SiteSettings:
    """Return the settings of a site besides our options.

    Args:
        folder: the folder of the configuration.
        settings: the settings, as MkDocs names them.
        theme: those of the theme.
    """
    return SiteSettings(
        folder,
        folder / str(settings.get("docs_dir") or "docs"),
        str(settings.get("site_name") or ""),
        str(settings.get("site_url") or ""),
        str(settings.get("repo_url") or ""),
        str(settings.get("edit_uri") or ""),
        str(theme.get("name") or "material"),
        str(theme.get("language") or theme.get("locale") or "en"),
        folder / str(theme["custom_dir"]) if theme.get("custom_dir") else None,
        settings.get("use_directory_urls", True) is not False,
    )


def site_config(
    options: SiteOptions, site: SiteSettings, source: Source | None = None, files: tuple[Path, ...] = ()
) -> SiteConfig:
    """Return the configuration of a site.

    Args:
        options: our options.
        site: the other settings.
        source: the text of the configuration, for reports.
        files: the file of the configuration, and those that it inherits.

    Raises:
        UsageError: there are no messages in the language.
    """
    config = SiteConfig(site, options, _load_options(options), {}, source, files)
    folders = [folder / "locale" for folder in config.templates]
    if options.language and not has_language(options.language, folders):
        place, expected = OptionPlace("language", config=source), f"one of {', '.join(languages(folders))}"
        raise place.invalid(written_value(options.language), expected)
    root = "/".join(site.url.split("/")[3:]).strip("/")
    begin = f"/{root}/" if root else "/"
    return replace(config, urls={name: begin + page.url for name, page in config.pages.items()})


def _load_options(options: SiteOptions) -> LoadOptions:
    names = ("limits: seconds: in mkdocs.yml", "limits: memory: in mkdocs.yml")
    return LoadOptions(
        options.strict,
        options.ignore_unknown_comments,
        Limits(options.limits.seconds, options.limits.memory, *names),
        portability(options.severity) or "shipped",
        InputOptions(options.allow_symlink_destinations),
        heeds_comments=options.severity.comments != "off",
    )
