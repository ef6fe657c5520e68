"""Fleets: many schemas that one entry of `schemas` declares with a pattern of their folders or files."""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, get_args

from yschema_engine.read.kubernetes.load import KIND
from yschema_engine.read.kubernetes.resources import read_definition, resources
from yschema_engine.read.options import InputKind
from yschema_engine.read.readers import front_end_for
from yschema_engine.read.recognition import CRD
from yschema_engine.site.addresses import page_below
from yschema_engine.site.option_types import UNUSABLE, OptionPlace, written_value
from yschema_engine.site.schema_files import FilesRead, SchemaFolder
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError
from yschema_engine.text.suggestions import did_you_mean
from yschema_engine.values.resources import kind_of
from yschema_engine.yaml.read import read

KINDS: tuple[str, ...] = get_args(InputKind)
_WILDCARD = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]]*\]")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_GROUPS: Mapping[str, str] = {"**/": "(?:(.*)/)?", "**": "(.*)", "*": "([^/]*)", "?": "([^/])"}
# How `fnmatch` encloses the translation of a pattern, which depends on the version of Python.
_TRANSLATED = re.compile(r"\(\?s:(.*)\)\\[zZ]")
_MATCH = "{match}"
_OF_FLEET = ("from", "kind", "name", "index")


@dataclass(frozen=True, slots=True)
class Fleet:
    """The schemas of one pattern.

    Attributes:
        pattern: the pattern, relative to the folder of the configuration.
        members: the names of the schemas, in the order of their paths.
        index: the path of the index page in `docs_dir`; None without one.
    """

    pattern: str
    members: tuple[str, ...]
    index: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A folder or file that a pattern matches.

    Attributes:
        path: the path, relative to the folder of the configuration.
        parts: the text that each wildcard stands for, in order.
    """

    path: str
    parts: tuple[str, ...]

    @property
    def name(self) -> str:
        """The default name: the parts, joined."""
        return "-".join(part.replace("/", "-") for part in self.parts if part)

    def values(self, name: str = "") -> dict[str, str]:
        """Return the text of each placeholder; without a name, of those that a name can have."""
        numbered = {str(number): part for number, part in enumerate(self.parts, 1)}
        return {"match": self.path, **({"name": name} if name else {}), **numbered}


def is_pattern(value: object) -> bool:
    """Return whether a value of `from` is a pattern instead of a kind of input."""
    return isinstance(value, str) and value not in KINDS and bool(_WILDCARD.search(value))


def matches(pattern: str, folder: Path) -> list[Match]:
    """Return the folders and files that a pattern matches, in the order of their paths."""
    pattern = pattern.rstrip("/")
    # `Path.glob` takes neither absolute globs nor all of `..`.
    paths = sorted(glob.glob(pattern, root_dir=folder, recursive=True))  # noqa: PTH207
    parts = _capturing(pattern)
    found = ((path.replace(os.sep, "/").rstrip("/"), parts.fullmatch(path)) for path in paths)
    return [Match(path, tuple(each or "" for each in match.groups())) for path, match in found if match]


def expand(raw: Mapping[str, Any], place: OptionPlace) -> tuple[Fleet, dict[str, dict[str, Any]]]:
    """Return a fleet, and the options of each of its schemas.

    Args:
        raw: its options as they are in `mkdocs.yml`.
        place: the place of the options.

    Raises:
        UsageError: the pattern matches nothing, a placeholder is not known, or two matches are alike.
    """
    pattern, at = str(raw["from"]), place.below("from")
    found = matches(pattern, place.folder)
    if not found:
        raise at.invalid(f"{written_value(pattern)} matches no folder or file in {place.folder}")
    template = str(raw.get("name") or "")
    names = {match: _filled(place.below("name"), template, match.values()) or match.name for match in found}
    for match, name in names.items():
        if re.search(UNUSABLE, match.path):
            raise at.invalid(repr(match.path), "names in UTF-8, or a pattern without it")
        if not name:
            raise place.invalid(f"{match.path} without a name", "a name such as `main-{1}`")
    _check_different(place.below("name"), names)
    members = {name: _member(raw, match, name, place) for match, name in names.items()}
    pages = {match: members[name].get("page") for match, name in names.items()}
    _check_different(place.below("page"), {m: page for m, page in pages.items() if isinstance(page, str)})
    return Fleet(pattern, tuple(members), raw.get("index")), members


def expand_definitions(
    label: str, raw: Mapping[str, Any], place: OptionPlace, read_files: dict[tuple[str, ...], FilesRead]
) -> tuple[Fleet, dict[str, dict[str, Any]]] | None:
    """Return a fleet of the kinds and versions that the files of an entry define, and their options.

    The entry itself is one of the schemas: values are checked against the kind of each resource.

    Args:
        label: the name of the entry.
        raw: its options as they are in `mkdocs.yml`.
        place: the place of the options.
        read_files: gets the files, by their globs.

    Returns:
        None if the files do not define several kinds of resources, or cannot be read.
    """
    folder, globs = SchemaFolder(place.folder), raw.get("files")
    kind = raw.get("kind") or raw.get("from") or "auto"
    if raw.get("schema_version") or kind not in ("auto", "crd") or not isinstance(globs, str | list):
        return None
    try:
        patterns = (globs,) if isinstance(globs, str) else tuple(map(str, globs))
        read_files[patterns] = folder.read(label, patterns)
        files = read_files[patterns][1]
        if kind == "auto" and front_end_for(files) is not CRD:  # a chart may contain definitions
            return None
        definitions = [read_definition(each) for each in resources(files, KIND)]
    except EngineError:  # reported when the schema is read
        return None
    if len({(each.group, each.kind) for each in definitions}) < 2:
        return None
    names = [f"{each.kind.lower()}-{version.name}" for each in definitions for version in each.versions]
    page, index = raw.get("page"), raw.get("index")
    options = {key: value for key, value in raw.items() if key not in (*_OF_FLEET, "page", "split")}
    shared = {key: raw[key] for key in ("files", "hide", "severity", "split") if key in raw}
    members = {name: {**shared, "kind": "crd", "schema_version": name} for name in names}
    samples = [each for each in raw.get("samples") or () if isinstance(each, str)]
    for name, member in members.items():
        member["samples"] = list(_samples_of(label, name, samples, folder))
    if isinstance(page, str):
        is_overview = "{name}" not in page
        for name, member in members.items():
            own = page_below(page, f"{name}.md") if is_overview else page
            member["page"] = _filled(place.below("page"), own, {"name": name})
        index = index or (page if is_overview else None)
    return Fleet("", tuple(members), index), {label: {**options, "kind": "crd"}, **members}


def _samples_of(label: str, name: str, globs: Sequence[str], folder: SchemaFolder) -> Iterator[str]:
    """Yield globs of the sample files that contain a resource of a kind and version."""
    for pattern in globs:
        with suppress(EngineError):  # reported when the samples are read
            for file in folder.matches(label, pattern):
                kinds = (kind_of(document) for document in read(file.source).documents)
                if any(kind is not None and kind.name == name for kind in kinds):
                    yield glob.escape(file.path)


def _member(raw: Mapping[str, Any], match: Match, name: str, place: OptionPlace) -> dict[str, Any]:
    values = match.values(name)
    # A folder may be called `a[b]`.
    in_globs = {key: glob.escape(value) for key, value in values.items()}
    options = {key: value for key, value in raw.items() if key not in _OF_FLEET}
    for key in ("title", "page", "version"):
        if isinstance(raw.get(key), str):
            options[key] = _filled(place.below(key), raw[key], values)

    globs = {"files": raw.get("files") or [_MATCH]}
    globs |= {key: raw[key] for key in ("samples", "versions") if isinstance(raw.get(key), list)}
    for key, value in globs.items():
        options[key] = _with_globs(value, partial(_filled, place.below(key), values=in_globs))
    return {**options, "from": raw.get("kind") or "auto"}


def _with_globs(value: Any, fill: Callable[[str], str]) -> Any:
    """Return globs, also those of samples and earlier versions, with their placeholders filled."""
    if isinstance(value, Mapping):
        return {key: _with_globs(each, fill) if key == "files" else each for key, each in value.items()}
    if isinstance(value, str):
        return fill(value)
    return [_with_globs(each, fill) for each in value] if isinstance(value, list) else value


def _filled(place: OptionPlace, template: str, values: Mapping[str, str]) -> str:
    def fill(match: re.Match[str]) -> str:
        if match[1] not in values:
            known = [f"{{{name}}}" for name in values]
            hint = did_you_mean(match[1], values)
            raise place.invalid(f"the unknown placeholder {match[0]}", f"one of {', '.join(known)}", hint)
        return values[match[1]]

    return _PLACEHOLDER.sub(fill, template)


def _check_different(place: OptionPlace, texts: Mapping[Match, str]) -> None:
    """Check that no two matches have the same text."""
    first: dict[str, Match] = {}
    for match, text in texts.items():
        other = first.setdefault(text, match)
        if other is not match:
            found = f"{written_value(text)} for {other.path} and {match.path}"
            placeholders = "-".join(f"{{{number}}}" for number in range(1, len(match.parts) + 1))
            expected = f"different ones: use more placeholders, such as `{placeholders}`"
            raise place.invalid(found, expected)


def _capturing(pattern: str) -> re.Pattern[str]:
    """Return the regular expression of a glob, with a group for each wildcard."""
    parts = re.split(f"({_WILDCARD.pattern})", pattern)
    return re.compile("".join(_group(part) if at % 2 else re.escape(part) for at, part in enumerate(parts)))


def _group(wildcard: str) -> str:
    if wildcard in _GROUPS:
        return _GROUPS[wildcard]
    translated = _TRANSLATED.fullmatch(fnmatch.translate(wildcard))
    assert translated is not None
    return f"({translated[1]})"
