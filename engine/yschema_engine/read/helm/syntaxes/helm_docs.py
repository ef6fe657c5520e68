"""The syntax of helm-docs: `# -- text` above a key, `# a.b -- text` anywhere, and tags below either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from yschema_engine.read.helm.comment_facts import Facts, Keys, ValuesFile, kinds_of, split_path
from yschema_engine.read.helm.comments import Line
from yschema_engine.read.helm.syntaxes.helm_schema import outside_blocks
from yschema_engine.schema.comment_text import markdown_of
from yschema_engine.schema.metadata import Section
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Holder
from yschema_engine.text.source import Source

_PREFIX = "# --"
_DESCRIPTION = r"\s*#\s*(.*)\s+--\s*(.*)\Z"
# Some versions of the tool join lines that begin with `##`, others do not: charts have remarks there.
_CONTINUATION = r"\s*#(?!#)(\s?)(.*)\Z"
_COMMENT = r"\s*#"
_RAW = r"\s*#\s+@raw"
_DEFAULT = r"\s*# @default -- (.*)\Z"
_NOTATION = r"\s*#\s+@notationType\s+--\s+(.*)\Z"
_SECTION = r"\s*# @section -- (.*)\Z"
_MARKS = r"\A-{2,}\s+"  # of a comment that begins with `# ----`
_TYPE = r"(?s)\((.*?)\)\s*(.*)\Z"
_IGNORED = "@ignore"


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A comment: the key that it names, if any, and what it says."""

    key: str
    facts: Facts


def read_helm_docs(file: ValuesFile) -> None:
    """Add what comments of this syntax say."""
    if not _is_used(file):
        return
    for keys, holder in file.holders.items():
        if above := file.comments.of(holder).above:
            _read_attached(file, keys, above)
    for parsed, lines in _by_key(file.source):
        named = _keys_of(parsed.key, file.holders)
        if named is not None:
            _read_named(file, named, parsed, lines)
    for facts in file.facts.values():
        if facts.section:
            file.add_section(Section(facts.section))


def _is_used(file: ValuesFile) -> bool:
    """Return whether a file has comments in this syntax."""
    return any(line.text.startswith((_PREFIX, "# @default --")) for line in file.comments.lines) or any(
        _keys_of(parsed.key, file.holders) is not None for parsed, _ in _by_key(file.source)
    )


def lost_descriptions(file: ValuesFile) -> Iterator[Line]:
    """Yield the lines above a key whose text the tool takes for the name of another key.

    A file without a comment in the syntax has none: its lines are rulers such as `# --- Images ---`.
    """
    if not any(line.text.startswith(f"{_PREFIX} ") for line in file.comments.lines):
        return
    for attached in file.comments.by_holder.values():
        lines = attached.above
        if any(line.text.startswith(_PREFIX) for line in lines):
            line = lines[_last_group(lines)]
            match = re.match(_DESCRIPTION, line.text)
            if match and match[1]:
                yield line


def _read_attached(file: ValuesFile, keys: Keys, lines: Sequence[Line]) -> None:
    if any(_IGNORED in line.text for line in lines):
        file.add(keys, Facts(lines[0].span(file.source), is_hidden=True))
        return
    if not any(_PREFIX in line.text for line in lines):
        return
    parsed = _parse(lines, file.source)
    start = _last_group(lines)
    file.claim(line for line in lines[start:] if not _is_remark(line))
    if parsed is not None and not parsed.key:
        file.add(keys, parsed.facts)


def _read_named(file: ValuesFile, keys: Keys, parsed: _Parsed, lines: Sequence[Line]) -> None:
    """Add a comment that names its key; remarks in it belong to that key as well, wherever they are."""
    file.add(keys, parsed.facts)
    file.claim(line for line in lines if not _is_remark(line))
    remarks = [line for line in lines if _is_remark(line)]
    above = {line.number for line in file.comments.of(file.holders[keys]).last_block}
    if remarks and remarks[0].number not in above:
        file.claim(remarks)
        text = "\n".join(line.text.lstrip(" #").rstrip() for line in remarks).strip()
        file.add(keys, Facts(parsed.facts.span, comment=text))


def _is_remark(line: Line) -> bool:
    """Return whether a line begins with `##`."""
    return line.text.lstrip().startswith("##")


def _by_key(source: Source) -> Iterator[tuple[_Parsed, Sequence[Line]]]:
    """Yield the comments that name their key, which may be anywhere, with their lines."""
    group: list[Line] = []
    for number, text in enumerate(source.lines, 1):
        if "#" not in text:
            is_part = False
        elif group:
            is_part = re.match(_COMMENT, text) is not None
        else:
            match = re.match(_DESCRIPTION, text) if "--" in text else None
            is_part = match is not None and bool(match[1])
        if is_part:
            group.append(Line(text, number, len(text) - len(text.lstrip()) + 1))
        elif group:
            lines, group = group[_last_group(group) :], []
            parsed = _parse(lines, source)
            if parsed is not None and parsed.key:
                yield parsed, lines


def _last_group(lines: Sequence[Line]) -> int:
    """Return the index of the last line that begins a description; the others count for nothing."""
    starts = [number for number, line in enumerate(lines) if line.text.startswith(_PREFIX)]
    return starts[-1] if starts else 0


def _parse(lines: Sequence[Line], source: Source) -> _Parsed | None:
    lines = lines[_last_group(lines) :]
    matches = ((number, re.match(_DESCRIPTION, line.text)) for number, line in enumerate(lines))
    at, match = next(((number, match) for number, match in matches if match), (0, None))
    if match is None:
        return None
    key, description = match[1], match[2]
    kinds_words = ""
    if (typed := re.match(_TYPE, description)) and typed[1]:
        kinds_words, description = typed[1], typed[2]
    text, tags = _continue(description, [line.text for line in outside_blocks(lines[at + 1 :])])
    facts = Facts(
        lines[at].span(source),
        description=text,
        kinds=kinds_of(kinds_words) or kinds_of(tags.get("notation", "")),
        words=kinds_words or tags.get("notation", ""),
        default_text=tags.get("default", ""),
        section=tags.get("section", ""),
    )
    return _Parsed(key, facts)


def _continue(description: str, lines: Sequence[str]) -> tuple[str, Mapping[str, str]]:
    """Return the description with its further lines, and the tags among them."""
    further: list[str] = []
    is_raw = False
    tags: dict[str, str] = {}
    for line in lines:
        if not is_raw and re.match(_RAW, line):
            is_raw = True
            description, further = " ".join((description, *further)), []
        elif match := re.match(_DEFAULT, line):
            tags["default"] = match[1]
        elif match := re.match(_NOTATION, line):
            tags["notation"] = match[1]
        elif match := re.match(_SECTION, line):
            tags["section"] = match[1]
        elif match := re.match(_CONTINUATION, line):
            further.append(match[2])
    first = re.sub(_MARKS, "", description)
    return "\n".join((first, *further)).strip() if is_raw else markdown_of((first, *further)), tags


def _keys_of(key: str, holders: Mapping[Keys, Holder]) -> Keys | None:
    """Return what leads to the value that a comment names; None if there is no such value."""
    keys = split_path(key)
    return keys if keys in holders else None
