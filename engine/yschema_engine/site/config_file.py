"""Configurations of sites as files: `mkdocs.yml` and its relatives, or the options of the plugin alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import MappingEndEvent, MappingStartEvent, SequenceEndEvent, SequenceStartEvent

from yschema_engine.docs.places import display_path
from yschema_engine.site.option_types import invalid
from yschema_engine.text.deferred_classes import dataclass
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
