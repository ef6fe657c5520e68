"""The options of the plugin, for programs that do not run MkDocs plugins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from yschema_engine.doccheck.schema_files import SchemaEntry
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.options import InputOptions, LoadOptions
from yschema_engine.site.addresses import PlannedPage, planned_page
from yschema_engine.site.config_file import ConfigFile, read_file
from yschema_engine.site.declared_schemas import declared, levels, portability, versions_entry
from yschema_engine.site.display_options import NAMES as DISPLAY_OPTIONS
from yschema_engine.site.display_options import DisplayOptions, parse_display
from yschema_engine.site.edit_links import EditLinks
from yschema_engine.site.fleets import Fleet
from yschema_engine.site.option_types import (
    USABLE,
    OptionType,
    anything,
    bound,
    flag,
    invalid,
    options_of,
    text,
    text_or_false,
    texts,
    unusable_texts,
)
from yschema_engine.site.versions import VersionsEntry
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import DEFAULT_LEVELS, Kind, Level
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source


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
