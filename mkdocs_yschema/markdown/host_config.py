"""The options of the plugin in `mkdocs.yml`, for hosts that run extensions but not MkDocs plugins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, urlsplit

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import YAMLError

from mkdocs_yschema.codes import INVALID_EXTENSION_OPTION
from mkdocs_yschema.markdown.directive_options import parse_display, parse_schemas
from yschema_engine.doccheck.schema_files import SchemaEntry
from yschema_engine.model.findings import UsageError, finding, revise
from yschema_engine.model.phrases import Verbatim
from yschema_engine.site.display_options import DisplayOptions
from yschema_engine.site.fleets import FleetError, expand, is_pattern

NAMES = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml")
_INDEXES = ("index.md", "README.md")


@dataclass(frozen=True, slots=True)
class HostConfig:
    """The part of a configuration that the extension uses.

    Attributes:
        folder: the folder of the file, where globs start.
        schemas: the schemas.
        theme: the name of the theme of the site.
        language: the language of labels.
        display: the display options that directives override.
        templates: a folder of templates that take precedence over those of the theme.
    """

    folder: Path
    schemas: tuple[SchemaEntry, ...] = ()
    theme: str = "mkdocs"
    language: str = "en"
    display: DisplayOptions = DisplayOptions()  # noqa: RUF009  frozen
    templates: tuple[Path, ...] = ()


def find_config(folder: Path) -> Path | None:
    """Return the configuration in a folder, if there is one."""
    return next((folder / name for name in NAMES if (folder / name).is_file()), None)


def read_config(file: Path) -> HostConfig:
    """Return the options of the plugin in a configuration.

    Raises:
        UsageError: the file cannot be read, or an option is not valid.
    """
    config, folder = _load(file, ()), file.absolute().parent
    options = _plugin_options(config.get("plugins"))
    theme = config.get("theme")
    theme = theme if isinstance(theme, Mapping) else {"name": theme}
    language = options.get("language") or theme.get("language") or theme.get("locale") or "en"
    custom = options.get("custom_templates")
    return HostConfig(
        folder,
        tuple(_entries(options.get("schemas") or {}, folder, _root(config), config)),
        str(theme.get("name") or "material"),
        str(language),
        parse_display(options),
        (folder / str(custom),) if custom else (),
    )


class _Constructor(SafeConstructor):
    """Reads the tags that configurations have, such as `!ENV` and `!!python/name:…`, as no value."""


_Constructor.add_multi_constructor("", lambda *_: None)


def _load(file: Path, inheriting: tuple[Path, ...]) -> dict[str, Any]:
    yaml = YAML(typ="safe", pure=True)
    yaml.Constructor = _Constructor
    try:
        config = yaml.load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, YAMLError) as e:
        raise _unusable("config", f"{file}: {e}") from e
    config = config if isinstance(config, dict) else {}
    parent = config.pop("INHERIT", None)
    if not isinstance(parent, str) or file in inheriting:
        return config
    return _merged(_load(file.parent / parent, (*inheriting, file)), config)


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        both_maps = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both_maps else value
    return merged


def _plugin_options(plugins: object) -> Mapping[str, Any]:
    """Return the options of `yschema` in `plugins`, which is a list or a map."""
    entries = plugins if isinstance(plugins, list) else [plugins]
    maps = (entry["yschema"] for entry in entries if isinstance(entry, Mapping) and "yschema" in entry)
    return next((options for options in maps if isinstance(options, Mapping)), {})


def _root(config: Mapping[str, Any]) -> str:
    """Return the path of the site at its host, with slashes around it."""
    path = urlsplit(str(config.get("site_url") or "")).path.strip("/")
    return f"/{path}/" if path else "/"


def _entries(
    schemas: Mapping[str, Any], folder: Path, root: str, config: Mapping[str, Any]
) -> Iterator[SchemaEntry]:
    if isinstance(schemas.get("from"), str):  # `schemas` itself is a fleet
        schemas = {"schemas": schemas}
    as_folders = config.get("use_directory_urls", True) is not False
    for label, raw in schemas.items():
        members: Mapping[str, Any] = {label: raw}
        if isinstance(raw, Mapping) and is_pattern(raw.get("from")):
            try:
                _, members = expand(str(label), raw, folder)
            except FleetError as e:
                raise _unusable("schemas", str(e)) from e
        for name, options in members.items():
            yield _entry(str(name), options, lambda page: root + _address(page, as_folders=as_folders))


def _entry(name: str, options: Any, url: Any) -> SchemaEntry:
    known = {key: options[key] for key in ("files", "title") if options.get(key) is not None}
    entry = next(iter(parse_schemas({name: known})))
    page = options.get("page")
    return replace(
        entry,
        url=url(page) if isinstance(page, str) else None,
        kind=options.get("kind") or options.get("from") or "auto",
        version=str(options.get("schema_version") or ""),
        hide=tuple(map(str, options.get("hide") or ())),
    )


def _address(page: str, *, as_folders: bool) -> str:
    """Return the address of a page, from the root of the site."""
    path = PurePosixPath(page)
    if path.name in _INDEXES:
        folder = path.parent.as_posix()
        return "" if folder == "." else quote(f"{folder}/")
    return quote(f"{path.with_suffix('')}/" if as_folders else f"{path.with_suffix('.html')}")


def _unusable(option: str, reason: str) -> UsageError:
    problem = revise(finding(INVALID_EXTENSION_OPTION), option=Verbatim(option), found=Verbatim(reason))
    return UsageError([problem])
