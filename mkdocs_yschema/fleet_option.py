"""The option `schemas`, with fleets expanded to their schemas."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from mkdocs.config.base import Config, ValidationError
from mkdocs.config.config_options import DictOfItems

from mkdocs_yschema.config_types import Origin, PagePath
from yschema_engine.site.fleets import Fleet, FleetError, expand, is_pattern

T = TypeVar("T")


class Schemas(DictOfItems[T]):
    """A map of names to schemas and fleets."""

    def pre_validation(self, config: Config, key_name: str) -> None:
        """Note the configuration, which knows the folder that patterns start from."""
        super().pre_validation(config, key_name)
        self._config = config

    def run_validation(self, value: object) -> dict[str, T]:
        """Return the schemas, with those of fleets; the configuration keeps the fleets."""
        fleets: dict[str, Fleet] = {}
        self._config.fleets = fleets  # type: ignore[attr-defined]
        if not isinstance(value, dict):
            raise ValidationError(f"found {value!r}, expected a map of names to schemas")
        return super().run_validation(self._expanded(value, fleets))

    def _expanded(self, entries: Mapping[str, Any], fleets: dict[str, Fleet]) -> dict[str, Any]:
        if isinstance(entries.get("from"), str):  # `schemas` itself is a fleet
            entries = {"schemas": entries}
        schemas: dict[str, Any] = {}
        for label, raw in entries.items():
            if not isinstance(raw, Mapping):
                raise ValidationError(f"{label}: found {raw!r}, expected a map of options, such as files")
            if is_pattern(raw.get("from")):
                fleets[label], members = _fleet(label, raw, _folder(self._config))
            else:
                members = {label: _single(label, raw)}
            for name, options in members.items():
                if name in schemas:
                    raise ValidationError(f"{label}: found a second schema {name!r}, expected another name")
                schemas[name] = options
        return schemas


def _fleet(label: str, raw: Mapping[str, Any], folder: Path) -> tuple[Fleet, dict[str, Any]]:
    try:
        if raw.get("index") is not None:
            PagePath().run_validation(raw["index"])
        return expand(label, raw, folder)
    except FleetError as e:
        raise ValidationError(str(e)) from e
    except ValidationError as e:
        raise ValidationError(f"{label}: index: {e}") from e


def _single(label: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of one schema, with its kind in `from`."""
    source = raw.get("from")
    for option in ("name", "index"):
        if option in raw:
            raise ValidationError(
                f"{label}: {option} is an option of fleets, expected a pattern in from, such as packages/*"
            )
    if "kind" in raw and source is not None:
        raise ValidationError(f"{label}: found from: {source} and kind: {raw['kind']}, expected one of them")
    if source is not None:
        try:
            Origin().run_validation(source)
        except ValidationError as e:
            raise ValidationError(f"{label}: from: {e}") from e
    if not raw.get("files"):
        raise ValidationError(f"{label}: found no files, expected at least one glob in files")
    options = {key: value for key, value in raw.items() if key != "kind"}
    return {**options, "from": raw["kind"]} if "kind" in raw else options


def _folder(config: Any) -> Path:
    path = getattr(config, "config_file_path", None)
    return Path(path).absolute().parent if path else Path.cwd()
