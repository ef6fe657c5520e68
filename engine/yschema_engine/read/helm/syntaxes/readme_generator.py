"""The syntax of readme-generator-for-helm: `## @param path [modifiers] text`, sections, and other tags."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from yschema_engine.read.helm import comment_facts
from yschema_engine.read.helm.comments import Line
from yschema_engine.schema.fields import Kind
from yschema_engine.schema.metadata import Section
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.paths import Path

_NAMES = ("param", "section", "descriptionStart", "descriptionEnd", "skip", "extra")
_TAGS: Mapping[str, str] = {name: f"@{name}" for name in _NAMES}
_PARAMETER = r"([^\s]+)\s*(\[.*?\])?\s*(.*)"
# What follows a tag for a value.
_RESTS: Mapping[str, str] = {"param": _PARAMETER, "skip": r"([^\s]+)()\s*(.*)", "extra": _PARAMETER}
_MODIFIERS: Mapping[str, str] = {name: name for name in ("array", "object", "string", "nullable", "default")}
_KINDS: Mapping[str, Kind] = {"array": "array", "object": "map", "string": "string"}


@dataclass(frozen=True, slots=True)
class TagNames:
    """The words of the syntax, which a configuration file may change.

    Attributes:
        comment: what begins a comment.
        tags: by their usual names, without `@`.
        modifiers: by their usual names.
    """

    comment: str = "##"
    tags: Mapping[str, str] = field(default_factory=lambda: _TAGS)
    modifiers: Mapping[str, str] = field(default_factory=lambda: _MODIFIERS)

    def pattern(self, tag: str) -> re.Pattern[str]:
        """Return the pattern of a line with a tag."""
        rest = _RESTS.get(tag, "(.*)")
        return re.compile(rf"{re.escape(self.comment)}\s*{re.escape(self.tags[tag])}\s*{rest}\Z")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A tag for a value.

    Attributes:
        line: of the tag.
        path: as written.
        keys: what leads to the value; None if there is no such value.
        tag: `param`, `skip` or `extra`.
        has_modifiers: whether the tag has modifiers, which stand for all values below.
    """

    line: Line
    path: str
    keys: Path | None
    tag: str
    has_modifiers: bool


def read_names(texts: Iterable[str]) -> TagNames:
    """Return the words of the syntax, as the first configuration among some JSON files has them."""
    for text in texts:
        with suppress(ValueError, RecursionError):
            config = json.loads(text)
            if isinstance(config, dict) and isinstance(config.get("tags"), dict) and "comments" in config:
                mark = _texts(config["comments"]).get("format", "##")
                tags, modifiers = _texts(config["tags"]), _texts(config.get("modifiers"))
                return TagNames(mark, {**_TAGS, **tags}, {**_MODIFIERS, **modifiers})
    return TagNames()


def _texts(config: Any) -> Mapping[str, str]:
    """Return the entries of a JSON object that are texts; none of another value."""
    items = config.items() if isinstance(config, dict) else ()
    return {key: value for key, value in items if isinstance(value, str) and value}


def read_parameters(file: comment_facts.ValuesFile) -> None:
    """Add what comments of this syntax say, and their tags for values."""
    reader = _Reader(file)
    for line in file.comments.lines:
        reader.read(line)
    reader.end()


class _Reader:
    def __init__(self, file: comment_facts.ValuesFile) -> None:
        self._file = file
        self._names = file.tag_names
        self._patterns = {tag: self._names.pattern(tag) for tag in _TAGS}
        self._keys = {str(keys): keys for keys in file.holders}
        self._name: str | None = None
        self._description: list[str] = []
        self._is_described = False

    def read(self, line: Line) -> None:
        """Read a comment line."""
        text = line.text.rstrip()
        if not text.startswith(self._names.comment):
            return
        is_inside = self._name is not None and self._is_described
        if match := self._patterns["section"].match(text):
            self.end()
            self._name, self._description = match[1], []
        elif is_inside and self._patterns["descriptionEnd"].match(text):
            self._is_described = False
        elif is_inside:
            self._description.append(re.sub(r"\A\s", "", text.removeprefix(self._names.comment)))
        elif self._name is not None and (match := self._patterns["descriptionStart"].match(text)):
            self._is_described = True
            self._description += [match[1]] if match[1] else []
        elif not self._read_parameter(line, text):
            return
        self._file.claim([line])

    def end(self) -> None:
        """Add the section that has been read so far."""
        if self._name is not None:
            self._file.add_section(Section(self._name, "\n".join(self._description)))

    def _read_parameter(self, line: Line, text: str) -> bool:
        for tag in _RESTS:
            if match := self._patterns[tag].match(text):
                self._add(line, tag, match[1], match[2] or "", match[3])
                return True
        return False

    def _add(self, line: Line, tag: str, path: str, bracket: str, description: str) -> None:
        keys = self._keys.get(path) or comment_facts.find_path(self._file.value, path)
        modifiers = [each.strip() for each in bracket.strip("[]").split(",") if each.strip()]
        self._file.tags.append(Parameter(line, path, keys, tag, bool(modifiers)))
        if tag == "skip":
            if keys is not None:
                self._file.add(keys, comment_facts.Facts(line.span(self._file.source), is_skipped=True))
            return
        facts = comment_facts.Facts(
            line.span(self._file.source),
            description=description,
            kinds=self._kinds(modifiers),
            default_text=self._default(modifiers),
            section=self._name or "",
            adds_key=keys is None,
        )
        self._file.add(comment_facts.split_path(path) if keys is None else keys, facts)

    def _kinds(self, modifiers: Iterable[str]) -> tuple[Kind, ...]:
        names = self._names.modifiers
        kinds = [_KINDS[name] for each in modifiers for name in _KINDS if each == names[name]]
        if kinds and names["nullable"] in modifiers:
            return (kinds[-1], "null")
        return tuple(kinds[-1:])

    def _default(self, modifiers: Iterable[str]) -> str:
        mark = f"{self._names.modifiers['default']}:"
        texts = [each.removeprefix(mark).strip() for each in modifiers if each.startswith(mark)]
        return f"`{texts[-1]}`" if texts and texts[-1] else ""
