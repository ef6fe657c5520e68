"""The options of a site from its configuration file, for programs that do not run MkDocs plugins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import MappingEndEvent, MappingStartEvent, SequenceEndEvent, SequenceStartEvent

from yschema_engine.docs.places import display_path
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.options import InputOptions, LoadOptions
from yschema_engine.site.addresses import EditLinks, PlannedPage, planned_page
from yschema_engine.site.fleets import Fleet
from yschema_engine.site.library import SchemaEntry
from yschema_engine.site.option_types import NAMES as DISPLAY_OPTIONS
from yschema_engine.site.option_types import (
    USABLE,
    DisplayOptions,
    OptionType,
    anything,
    bound,
    flag,
    invalid,
    options_of,
    parse_display,
    text,
    text_or_false,
    texts,
    unusable_texts,
)
from yschema_engine.site.options import declared, levels, portability, versions_entry
from yschema_engine.site.versions import VersionsEntry
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import DEFAULT_LEVELS, Kind, Level
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source

NAMES = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml", "yschema.yml", "yschema.yaml")


_STARTS, _ENDS = (MappingStartEvent, SequenceStartEvent), (MappingEndEvent, SequenceEndEvent)
_DEEPEST = 100  # levels; configurations have ten


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration that has been read.

    Attributes:
        path: the path of the file, which is absolute.
        settings: its content, with that of the files that it inherits.
        paths: the path of the file, and of those that it inherits.
    """

    path: Path
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

    @property
    def source(self) -> Source:
        """The text of the file, for reports."""
        return Source(str(display_path(self.path)), self.path.read_text(encoding="utf-8"))


def find_config(folder: Path) -> Path | None:
    """Return the configuration in a folder, if there is one."""
    return next((folder / name for name in NAMES if (folder / name).is_file()), None)


def read_file(path: Path) -> ConfigFile:
    """Return the configuration in a file.

    Raises:
        UsageError: the file cannot be read.
    """
    path = path.absolute()
    paths: list[Path] = []
    return ConfigFile(path, _load(path, paths), tuple(paths))


_ABOUT_VERSIONS = (
    AssertionError,
    KeyError,
)  # what the library raises for versions of YAML that it does not know


class _Constructor(SafeConstructor):
    """Reads the tags that configurations have, such as `!ENV` and `!!python/name:…`, as no value."""


_Constructor.add_multi_constructor("", lambda *_: None)


def _load(file: Path, inheriting: list[Path]) -> dict[str, Any]:
    try:
        config = _parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, YAMLError, *_ABOUT_VERSIONS, RecursionError) as e:
        raise invalid("config", f"{display_path(file)}{_place(e)}: {_reason(e)}") from e
    inheriting.append(file)
    config = config if isinstance(config, dict) else {}
    parent = config.pop("INHERIT", None)
    if not isinstance(parent, str) or file.parent / parent in inheriting:
        return config
    return _merged(_load(file.parent / parent, inheriting), config)


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


def _place(error: Exception) -> str:
    mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
    return f":{mark.line + 1}:{mark.column + 1}" if mark else ""


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, _ABOUT_VERSIONS):
        return "an unknown version of YAML"
    if isinstance(error, MarkedYAMLError) and error.problem:
        return str(error.problem)
    return getattr(error, "strerror", None) or str(error)


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        both_maps = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both_maps else value
    return merged


def _limits(option: str, value: object) -> Mapping[str, float]:
    return options_of(option, value, {"seconds": bound, "memory": bound})


OPTIONS: Mapping[str, OptionType] = MappingProxyType(
    {
        "schemas": anything,
        **dict.fromkeys(DISPLAY_OPTIONS, anything),
        "inventory": flag,
        "markdown_pages": anything,
        "external_images": flag,
        "language": text,
        "custom_templates": text,
        "severity": levels,
        "error_format": anything,
        "error_file": anything,
        "limits": _limits,
        "strict": flag,
        "ignore_unknown_comments": flag,
        "cache_dir": text_or_false,
        "jobs": anything,
        "allow_symlink_destinations": texts,
    }
)
"""The options of the plugin; those of its builds alone are not read."""


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """The configuration of a site.

    Attributes:
        folder: the folder of the file, where globs start.
        schemas: the schemas.
        pages: the pages of schemas, by their names.
        fleets: the fleets, by their names.
        splits: the schemas that have a page for each map.
        versions: the versions of the schemas that have several, by their names.
        version_names: the names of current versions, by the names of schemas.
        display: the display options that directives override.
        theme: the name of the theme of the site.
        language: the language of labels.
        templates: folders of templates that take precedence over those of the theme.
        external_images: whether descriptions show images from other hosts.
        inventory: whether there is an inventory of fields.
        levels: the severity of each kind of finding.
        levels_by_schema: that of some kinds for the findings about a schema, by its name.
        load: how to read schemas.
        cache_dir: the folder with results of other runs; None to keep none.
        docs_dir: the folder of pages.
        name: the name of the site.
        url: the address of the site, with a slash at the end; empty if it is not known.
        edit: the links for editing a schema.
        as_folders: whether the address of a page is that of a folder.
        file: the file; None for a configuration without one.
    """

    folder: Path
    schemas: tuple[SchemaEntry, ...] = ()
    pages: Mapping[str, PlannedPage] = field(default_factory=dict)
    fleets: Mapping[str, Fleet] = field(default_factory=dict)
    splits: tuple[str, ...] = ()
    versions: Mapping[str, VersionsEntry] = field(default_factory=dict)
    version_names: Mapping[str, str] = field(default_factory=dict)
    display: DisplayOptions = DisplayOptions()
    theme: str = "mkdocs"
    language: str = "en"
    templates: tuple[Path, ...] = ()
    external_images: bool = False
    inventory: bool = True
    levels: Mapping[Kind, Level] = DEFAULT_LEVELS
    levels_by_schema: Mapping[str, Mapping[Kind, Level]] = field(default_factory=dict)
    load: LoadOptions = LoadOptions(portability="shipped")
    cache_dir: Path | None = None
    docs_dir: Path | None = None
    name: str = ""
    url: str = ""
    edit: EditLinks = EditLinks("", "", "")
    as_folders: bool = True
    file: ConfigFile | None = None

    @property
    def source(self) -> Source | None:
        """The text of the configuration, for reports."""
        return self.file.source if self.file else None


def read_config(path: Path, *, as_folders: bool | None = None) -> SiteConfig:
    """Return the configuration in a file.

    Args:
        path: the path of the file.
        as_folders: whether the address of a page is that of a folder; None for what the file says.

    Raises:
        UsageError: the file cannot be read, or an option is not valid.
    """
    file = read_file(path)
    folder, source, settings = file.path.parent, file.source, file.settings
    for option, unusable in unusable_texts(file.options):
        raise invalid(option, repr(unusable), USABLE)
    options = options_of("", file.options, OPTIONS, source)
    schemas, fleets = declared(options.get("schemas") or {}, folder, source)
    if as_folders is None:
        as_folders = settings.get("use_directory_urls", True) is not False
    pages = _pages(schemas, as_folders=as_folders)
    theme, severity = _theme(settings), options.get("severity", {})
    docs_dir = folder / str(settings.get("docs_dir") or "docs")
    custom, cache_dir = options.get("custom_templates"), options.get("cache_dir")
    url = str(settings.get("site_url") or "")
    return SiteConfig(
        folder,
        tuple(_entry(name, schema, pages, url) for name, schema in schemas.items()),
        pages,
        fleets,
        tuple(name for name, schema in schemas.items() if schema.get("split")),
        {name: versions_entry(schema) for name, schema in schemas.items() if schema.get("versions")},
        {name: schema["version"] for name, schema in schemas.items() if schema.get("version")},
        parse_display(options),
        str(theme.get("name") or "material"),
        str(options.get("language") or theme.get("language") or theme.get("locale") or "en"),
        (folder / custom,) if custom else (),
        options.get("external_images", False),
        options.get("inventory", True),
        {**DEFAULT_LEVELS, **severity},
        {name: schema["severity"] for name, schema in schemas.items() if schema.get("severity")},
        _load_options(options, folder),
        folder / cache_dir if cache_dir else None,
        docs_dir,
        str(settings.get("site_name") or ""),
        f"{url.rstrip('/')}/" if url else "",
        EditLinks(str(settings.get("repo_url") or ""), str(settings.get("edit_uri") or ""), str(docs_dir)),
        as_folders,
        file,
    )


def _theme(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    theme = settings.get("theme")
    return theme if isinstance(theme, Mapping) else {"name": theme}


def _pages(schemas: Mapping[str, Mapping[str, Any]], *, as_folders: bool) -> dict[str, PlannedPage]:
    paths = {name: schema["page"] for name, schema in schemas.items() if schema.get("page")}
    for path, number in Counter(paths.values()).items():
        if number > 1:
            raise invalid(
                "schemas",
                phrase("{page} as the page of several schemas", page=Verbatim(path)),
                phrase("a page for each"),
            )
    for name, schema in schemas.items():
        if schema.get("split") and name not in paths:
            raise invalid(f"schemas.{name}", "split without a page", phrase("page: PATH.md as well"))
    return {name: planned_page(path, as_folders=as_folders) for name, path in paths.items()}


def _entry(name: str, schema: Mapping[str, Any], pages: Mapping[str, PlannedPage], url: str) -> SchemaEntry:
    root = "/".join(url.split("/")[3:]).strip("/")
    return SchemaEntry(
        name,
        schema["files"],
        schema.get("title"),
        (f"/{root}/" if root else "/") + pages[name].url if name in pages else None,
        schema.get("samples", ()),
        portability(schema.get("severity", {})),
        schema.get("kind") or schema.get("from") or "auto",
        schema.get("schema_version", ""),
        schema.get("hide", ()),
    )


def _load_options(options: Mapping[str, Any], folder: Path) -> LoadOptions:
    names = ("limits: seconds: in mkdocs.yml", "limits: memory: in mkdocs.yml")
    limits, usual = options.get("limits", {}), Limits()
    return LoadOptions(
        options.get("strict", False),
        options.get("ignore_unknown_comments", False),
        Limits(limits.get("seconds", usual.seconds), limits.get("memory", usual.memory), *names),
        portability(options.get("severity", {})) or "shipped",
        InputOptions(tuple(map(folder.joinpath, options.get("allow_symlink_destinations", ())))),
    )
