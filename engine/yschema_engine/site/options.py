"""The schemas that the configuration of a site declares, for programs without MkDocs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from yschema_engine.docs.sample_files import SampleEntry
from yschema_engine.read.options import InputKind, Portability
from yschema_engine.site.fleets import Fleet, FleetError, expand, is_pattern
from yschema_engine.site.option_types import (
    OptionType,
    each_of,
    flag,
    invalid,
    one_of,
    options_of,
    page,
    text,
    texts,
    words,
)
from yschema_engine.site.versions import EarlierVersion, VersionsEntry
from yschema_engine.text.findings import KINDS, Level
from yschema_engine.text.phrases import phrase
from yschema_engine.text.source import Source

_SAMPLE = MappingProxyType({"files": texts, "title": text, "description": text, "invalid": words})
_VERSION = MappingProxyType({"name": text, "files": texts, "revision": text})


def levels(option: str, value: object) -> Mapping[str, Level]:
    """Return the severity of some kinds of findings."""
    return options_of(option, value, {kind: one_of(get_args(Level)) for kind in KINDS})


def _sample(option: str, value: object) -> SampleEntry:
    if isinstance(value, str):
        return SampleEntry((value,))
    options = options_of(option, value, _SAMPLE)
    if not options.get("files"):
        raise invalid(option, "no files", phrase("at least one glob in `files`"))
    return SampleEntry(**{"invalid": None, **options}, together=True)


def _version(option: str, value: object) -> Mapping[str, Any]:
    options = options_of(option, value, _VERSION)
    if "name" not in options:
        raise invalid(option, "no name", phrase("the name of a version, such as `1.4.2`"))
    return options


SCHEMA: Mapping[str, OptionType] = MappingProxyType(
    {
        "files": texts,
        "from": one_of(get_args(InputKind)),
        "kind": one_of(get_args(InputKind)),
        "name": text,
        "index": page,
        "schema_version": text,
        "title": text,
        "page": page,
        "samples": each_of(_sample),
        "hide": texts,
        "severity": levels,
        "versions": each_of(_version),
        "version": text,
        "history": flag,
        "split": one_of(("map",)),
    }
)
"""The options of a schema."""
_OF_FLEETS = ("name", "index")


def declared(
    schemas: object, folder: Path, config: Source | None
) -> tuple[dict[str, dict[str, Any]], dict[str, Fleet]]:
    """Return the options of each schema, by its name, and the fleets.

    Args:
        schemas: the value of `schemas`.
        folder: of the configuration, where patterns start.
        config: the file, for reports.

    Raises:
        UsageError: an option is not valid.
    """
    if not isinstance(schemas, Mapping):
        raise invalid("schemas", repr(schemas), phrase("a map of names to schemas"))
    if isinstance(schemas.get("from"), str):  # `schemas` itself is a fleet
        schemas = {"schemas": schemas}
    result: dict[str, dict[str, Any]] = {}
    fleets: dict[str, Fleet] = {}
    for label, raw in schemas.items():
        for name, options in _members(str(label), raw, folder, fleets):
            where = f"schemas.{label}"
            if name in result:
                raise invalid(where, f"a second schema {name!r}", phrase("another name"))
            result[name] = options_of(where, options, SCHEMA, config)
            if not result[name].get("files"):
                raise invalid(where, "no files", phrase("at least one glob in `files`"))
    return result, fleets


def _members(
    label: str, raw: Any, folder: Path, fleets: dict[str, Fleet]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the schemas of an entry: one, or those of a fleet, which is added to the fleets."""
    if isinstance(raw, Mapping) and is_pattern(raw.get("from")):
        try:
            fleets[label], members = expand(label, raw, folder)
        except FleetError as e:
            raise invalid("schemas", str(e)) from e
        yield from members.items()
        return
    for option in _OF_FLEETS:
        if isinstance(raw, Mapping) and option in raw:
            raise invalid(f"schemas.{label}.{option}", "one schema", phrase("a pattern in `from`"))
    yield label, raw


def portability(severity: Mapping[str, Level]) -> Portability | None:
    """Return where to look for what is not portable; None if the configuration does not say."""
    if "portability" not in severity:
        return None
    return "off" if severity["portability"] == "off" else "all"


def versions_entry(options: Mapping[str, Any]) -> VersionsEntry:
    """Return the versions of a schema that has several."""
    earlier = (
        EarlierVersion(each["name"], each.get("files") or options["files"], each.get("revision") or "")
        for each in options["versions"]
    )
    return VersionsEntry(
        options.get("version") or "current",
        tuple(earlier),
        has_notes=options.get("history", True),
        kind=options.get("kind") or options.get("from") or "auto",
        shown=options.get("schema_version", ""),
    )
