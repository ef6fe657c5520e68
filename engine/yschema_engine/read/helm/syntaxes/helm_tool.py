"""The syntax of helm-tool (cert-manager): `# +docs:section=…`, `# +docs:property`, and other tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from yschema_engine.read.helm.comment_facts import Facts, ValuesFile, find_path, kinds_of, split_path
from yschema_engine.read.helm.comments import Line, read_snippet
from yschema_engine.schema.comment_text import is_yaml_line
from yschema_engine.schema.metadata import Section
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Map, MapItem
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.source import Source

_TAG = r"\s*\+(?P<name>docs:\w+)(?:=(?P<value>.*))?\Z"
_MARK = "+docs:"
_YES = ("", "true", "enabled", "1", "yes")
_NO = ("false", "disabled", "0", "no")


@dataclass(slots=True)
class _Block:
    """A block of comment lines.

    Attributes:
        lines: all of them.
        tags: by their names.
        text: the lines that are prose.
        yaml: the lines that are YAML, such as a key that is commented out.
    """

    lines: Sequence[Line]
    tags: dict[str, str] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    yaml: list[tuple[Line, str]] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Return whether a tag is on."""
        return name in self.tags and self.tags[name] not in _NO


def read_helm_tool(file: ValuesFile) -> None:
    """Add what comments of this syntax say."""
    if not any(_MARK in line.text for line in file.comments.lines):
        return
    section = ""
    for block in map(_read_block, file.comments.document):
        section = _read_free(file, ROOT, block, section)
    for keys, holder in file.holders.items():
        attached = file.comments.of(holder)
        free = [_read_block(lines) for lines in attached.head]
        about = free.pop() if free and attached.is_adjacent and not _is_free(free[-1]) else None
        for block in free:
            section = _read_free(file, keys.parent, block, section)
        if about is not None:
            is_hidden = about.has("docs:ignore") or about.has("docs:hidden")
            hidden = Facts(about.lines[0].span(file.source), is_hidden=True)
            file.claim(about.lines)
            file.add(keys, hidden if is_hidden else _facts(file, about, section))
        elif section and keys not in file.facts:
            file.add(keys, Facts(holder.span, section=section))
        for lines in _separated(attached.foot):
            section = _read_free(file, keys.parent, _read_block(lines), section)
    for block in map(_read_block, file.comments.end):
        section = _read_free(file, ROOT, block, section)


def _separated(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Yield the blocks of lines that blank lines separate."""
    inner = [at for at in range(1, len(lines)) if lines[at].number > lines[at - 1].number + 1]
    for start, end in pairwise([0, *inner, len(lines)]):
        yield lines[start:end]


def _read_block(lines: Sequence[Line]) -> _Block:
    block = _Block(lines)
    for line in lines:
        text = line.text.lstrip("#")
        if match := re.match(_TAG, text):
            block.tags[match["name"]] = (match["value"] or "").strip()
        elif block.yaml and _continues(block.yaml, line, text):
            block.yaml.append((line, text))
        elif is_yaml_line(text.strip()):
            block.text += _fenced(block.yaml)
            block.yaml = [(line, text)]
        else:
            block.text += _fenced(block.yaml)
            block.yaml = []
            block.text.append(text.removeprefix(" "))
    return block


def _continues(yaml: Sequence[tuple[Line, str]], line: Line, text: str) -> bool:
    """Return whether a line belongs to the YAML directly above it."""
    is_next = line.number == yaml[-1][0].number + 1
    if not is_next or _indent(text) < _indent(yaml[0][1]) or not text.strip():
        return False
    with suppress(EngineError):
        read_snippet([*yaml, (line, text)], Source("", ""))
        return True
    return False


def _fenced(yaml: Sequence[tuple[Line, str]]) -> list[str]:
    return ["", "```yaml", *(text[_indent(yaml[0][1]) :] for _, text in yaml), "```", ""] if yaml else []


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _is_free(block: _Block) -> bool:
    """Return whether a block is not about the key below: it begins a section, or declares a value."""
    return block.has("docs:section") or (
        block.has("docs:property") and block.tags["docs:property"] not in _YES
    )


def _read_free(file: ValuesFile, around: Path, block: _Block, section: str) -> str:
    """Read a block that is not about the key below it, and return the section in effect."""
    if block.has("docs:section"):
        section = block.tags["docs:section"]
        file.add_section(Section(section, _description(block)))
    elif block.has("docs:property"):
        _add_property(file, around, block, section)
    else:
        return section
    file.claim(block.lines)
    return section


def _add_property(file: ValuesFile, around: Path, block: _Block, section: str) -> None:
    name, sample = block.tags["docs:property"], _sample(file.source, block.yaml)
    if name not in _YES:
        keys = find_path(file.value, name) or split_path(name)
    elif sample is not None:
        keys = around.key(sample.key)
    else:
        return
    if sample is not None:
        block.yaml = []
    value = None if sample is None else sample.value
    file.add(keys, replace(_facts(file, block, section), adds_key=True, sample=value))


def _sample(source: Source, yaml: Sequence[tuple[Line, str]]) -> MapItem | None:
    """Return the key in the YAML of a comment, if that is a map with one key."""
    with suppress(EngineError):
        value = read_snippet(yaml, source)
        return value.items[0] if isinstance(value, Map) and len(value.items) == 1 else None
    return None


def _facts(file: ValuesFile, block: _Block, section: str) -> Facts:
    tags: Mapping[str, str] = block.tags
    words = tags.get("docs:type", "")
    return Facts(
        block.lines[0].span(file.source),
        description=_description(block),
        kinds=kinds_of(words),
        words=words,
        default_text=tags.get("docs:default", ""),
        section=section,
    )


def _description(block: _Block) -> str:
    return "\n".join([*block.text, *_fenced(block.yaml)]).strip()
