"""The syntax of helm-docs: `# -- text` above a key, `# a.b -- text` anywhere, and tags below either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from yschema_engine.read.helm.comment_facts import Facts, Keys, ValuesFile, kinds_of, split_path
from yschema_engine.read.helm.comments import Line
from yschema_engine.read.helm.syntaxes.helm_schema import outside_blocks
from yschema_engine.schema.comment_text import markdown_of
from yschema_engine.schema.metadata import Section
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


def read_helm_docs(file: ValuesFile) -> None:
    """Add what comments of this syntax say."""
    if not _is_used(file):
        return
    for keys, holder in file.holders.items():
        if above := file.comments.of(holder).above:
            _read_attached(file, keys, above)
    for keys, facts, lines in _named(file):
        _read_named(file, keys, facts, lines)
    for facts in file.facts.values():
        if facts.section:
            file.add_section(Section(facts.section))


def _is_used(file: ValuesFile) -> bool:
    """Return whether a file has comments in this syntax."""
    marks = (_PREFIX, "# @default --")
    return any(line.text.startswith(marks) for line in file.comments.lines) or any(_named(file))


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
    if parsed is not None and not parsed[0]:
        file.add(keys, parsed[1])


def _read_named(file: ValuesFile, keys: Keys, facts: Facts, lines: Sequence[Line]) -> None:
    """Add a comment that names its key; remarks in it belong to that key as well, wherever they are."""
    file.add(keys, facts)
    file.claim(line for line in lines if not _is_remark(line))
    remarks = [line for line in lines if _is_remark(line)]
    above = {line.number for line in file.comments.of(file.holders[keys]).last_block}
    if remarks and remarks[0].number not in above:
        file.claim(remarks)
        text = "\n".join(line.text.lstrip(" #").rstrip() for line in remarks).strip()
        file.add(keys, Facts(facts.span, comment=text))


def _is_remark(line: Line) -> bool:
    """Return whether a line begins with `##`."""
    return line.text.lstrip().startswith("##")


def _named(file: ValuesFile) -> Iterator[tuple[Keys, Facts, Sequence[Line]]]:
    """Yield the keys of the values that comments name, wherever these are, what they say, and their lines."""
    group: list[Line] = []
    for number, text in enumerate(file.source.lines, 1):
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
            parsed = _parse(lines, file.source)
            if parsed is not None and parsed[0] and (keys := split_path(parsed[0])) in file.holders:
                yield keys, parsed[1], lines


def _last_group(lines: Sequence[Line]) -> int:
    """Return the index of the last line that begins a description; the others count for nothing."""
    starts = [number for number, line in enumerate(lines) if line.text.startswith(_PREFIX)]
    return starts[-1] if starts else 0


def _parse(lines: Sequence[Line], source: Source) -> tuple[str, Facts] | None:
    """Return the key that a comment names, if any, and what it says."""
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
    return key, facts


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
