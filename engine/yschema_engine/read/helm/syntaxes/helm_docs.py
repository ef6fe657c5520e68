"""The syntax of helm-docs: `# -- text` above a key, `# a.b -- text` anywhere, and tags below either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from yschema_engine.read.helm.comment_facts import Facts, ValuesFile, kinds_of, split_path
from yschema_engine.read.helm.comments import Line
from yschema_engine.read.helm.findings import COMMENT_OF_OTHER_KEY, MALFORMED_COMMENT
from yschema_engine.read.helm.syntaxes.helm_schema import outside_blocks
from yschema_engine.schema.comment_text import markdown_of
from yschema_engine.schema.metadata import Section
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source

_PREFIX = "# --"
_DESCRIPTION = r"\s*#\s*(.*)\s+--(?!\w)\s*(.*)\Z"  # `# --set a=1` shows an option of a command
_DESCRIPTION_FOR_TOOL = r"\s*#\s*(.*)\s+--\s*(.*)\Z"
_OPTION = r"# --\w"
# Some versions of the tool join lines that begin with `##`, others do not: charts have remarks there.
_CONTINUATION = r"\s*#(?!#)(\s?)(.*)\Z"
_ANY_CONTINUATION = r"\s*#(\s?)(.*)\Z"
_COMMENT = r"\s*#"
_RAW = r"\s*#\s+@raw"
_TAG = r"\s*#(?: @(?P<name>default|section) -- |\s+@notationType\s+--\s+)(?P<text>.*)\Z"
_MARKS = r"\A-{2,}\s+"  # of a comment that begins with `# ----`
_TYPE = r"(?s)\((.*?)\)\s*(.*)\Z"
_IGNORED = "@ignore"
_UNCLOSED_TYPE = r"\(((?:int|string|bool|object|list|float|map|array|number|tpl)[\w/]*)\s+([^)]*)\Z"
_OTHER_DASH = r"\s*#\s*@(default|section|notationType)\s*[-:]?\s+(?!-)(.*)\Z"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A comment.

    Attributes:
        key: the key that it names, if any.
        facts: what it says.
        notation: the text of its `@notationType`.
    """

    key: str
    facts: Facts
    notation: str = ""


def read_helm_docs(file: ValuesFile) -> None:
    """Add what comments of this syntax say."""
    named = [
        (keys, parsed, lines)
        for parsed, lines in parsed_by_key(file.source)
        if (keys := split_path(parsed.key)) in file.holders
    ]
    marks = (_PREFIX, "# @default --")
    if not named and not any(line.text.startswith(marks) for line in file.comments.lines):
        return
    for keys, holder in file.holders.items():
        if above := file.comments.of(holder).above:
            _read_attached(file, keys, above)
    for keys, parsed, lines in named:
        _read_named(file, keys, parsed, lines)
    for facts in file.facts.values():
        if facts.section:
            file.add_section(Section(facts.section))


def lost_descriptions(file: ValuesFile) -> Iterator[Line]:
    """Yield the lines above a key whose text the tool takes for the name of another key.

    A block without a comment in the syntax has none: its lines are rulers such as `# --- Images ---`.
    """
    for attached in file.comments.by_holder.values():
        lines = attached.above
        if any(line.text.startswith(f"{_PREFIX} ") for line in lines):
            line = lines[_last_group(lines)]
            match = re.match(_DESCRIPTION_FOR_TOOL, line.text)
            if match and match[1]:
                yield line


def _read_attached(file: ValuesFile, keys: Path, lines: Sequence[Line]) -> None:
    if is_ignored(lines):
        file.add(keys, Facts(lines[0].span(file.source), is_hidden=True))
        return
    if not any(_PREFIX in line.text and not re.match(_OPTION, line.text) for line in lines):
        return
    parsed = parsed_above(lines, file.source)
    start = _last_group(lines)
    file.findings += _malformed(lines[start:], file.source)
    file.claim(line for line in lines[start:] if not _is_remark(line))
    if parsed is None:
        return
    if key := file.other_key(file.holders[keys], lines[start:]):
        span = lines[start].span(file.source)
        file.findings.append(finding(COMMENT_OF_OTHER_KEY, span, path=keys, key=Verbatim(key)))
        text = "\n".join(line.content for line in lines[start:]).removeprefix("-- ")
        file.add(keys, Facts(span, comment=text))
    else:
        file.add(keys, parsed.facts)


def _malformed(lines: Sequence[Line], source: Source) -> Iterator[Finding]:
    """Yield the findings about types and tags in a comment that the tool does not read as such."""
    for line in lines:
        text = ""
        if (match := re.match(_DESCRIPTION, line.text)) and (typed := re.match(_UNCLOSED_TYPE, match[2])):
            text = f"# -- ({typed[1]}) {typed[2]}"
        elif tag := re.match(_OTHER_DASH, line.text):
            text = f"# @{tag[1]} -- {tag[2]}"
        if text:
            correct = Verbatim(text.rstrip())
            yield finding(MALFORMED_COMMENT, line.span(source), found=Verbatim(line.content), correct=correct)


def is_ignored(lines: Sequence[Line]) -> bool:
    """Return whether the lines above a key hide it from readers."""
    return any(_IGNORED in line.text for line in lines)


def parsed_above(lines: Sequence[Line], source: Source, *, as_tool: bool = False) -> Parsed | None:
    """Return what the lines above a key say about it; None if they say nothing, or name another key.

    Args:
        lines: the lines.
        source: the file.
        as_tool: whether to return the text that the tool writes: with lines for other tools, and not as
            Markdown.
    """
    if not any(_PREFIX in line.text for line in lines):
        return None
    parsed = _parse(lines, source, as_tool=as_tool)
    return parsed if parsed is not None and not parsed.key else None


def _read_named(file: ValuesFile, keys: Path, parsed: Parsed, lines: Sequence[Line]) -> None:
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


def parsed_by_key(source: Source, *, as_tool: bool = False) -> Iterator[tuple[Parsed, Sequence[Line]]]:
    """Yield the comments that name their key, which may be anywhere, with their lines.

    Args:
        source: the file.
        as_tool: as for `parsed_above`.
    """
    group: list[Line] = []
    for number, text in enumerate(source.lines, 1):
        if "#" not in text:
            is_part = False
        elif group:
            is_part = re.match(_COMMENT, text) is not None
        else:
            match = re.match(_DESCRIPTION_FOR_TOOL, text) if "--" in text else None
            is_part = match is not None and bool(match[1])
        if is_part:
            group.append(Line(text, number, len(text) - len(text.lstrip()) + 1))
        elif group:
            lines, group = group[_last_group(group, as_tool=as_tool) :], []
            parsed = _parse(lines, source, as_tool=as_tool)
            if parsed is not None and parsed.key:
                yield parsed, lines


def _last_group(lines: Sequence[Line], *, as_tool: bool = False) -> int:
    """Return the index of the last line that begins a description; the others count for nothing."""
    texts = [line.text for line in lines]
    starts = (number for number, text in enumerate(texts) if text.startswith(_PREFIX))
    return max((each for each in starts if as_tool or not re.match(_OPTION, texts[each])), default=0)


def _parse(lines: Sequence[Line], source: Source, *, as_tool: bool) -> Parsed | None:
    lines = lines[_last_group(lines, as_tool=as_tool) :]
    pattern = _DESCRIPTION_FOR_TOOL if as_tool else _DESCRIPTION
    matches = ((number, re.match(pattern, line.text)) for number, line in enumerate(lines))
    at, match = next(((number, match) for number, match in matches if match), (0, None))
    if match is None:
        return None
    key, description = match[1], match[2]
    kinds_words = ""
    if (typed := re.match(_TYPE, description)) and typed[1]:
        kinds_words, description = typed[1], typed[2]
    below = lines[at + 1 :] if as_tool else outside_blocks(lines[at + 1 :])
    continuation = _ANY_CONTINUATION if as_tool else _CONTINUATION
    parts, is_raw, tags = _continue(description, [line.text for line in below], continuation)
    notation = tags.get("notation", "")
    facts = Facts(
        lines[at].span(source),
        description=("\n" if is_raw else " ").join(parts) if as_tool else _markdown(parts, is_raw=is_raw),
        kinds=kinds_of(kinds_words) or kinds_of(notation),
        words=kinds_words or ("" if as_tool else notation),
        default_text=tags.get("default", ""),
        section=tags.get("section", ""),
    )
    return Parsed(key, facts, notation)


def _continue(
    description: str, lines: Sequence[str], continuation: str
) -> tuple[Sequence[str], bool, Mapping[str, str]]:
    """Return the lines of the description, whether these are lines of Markdown, and the tags among them."""
    parts = [description]
    is_raw = False
    tags: dict[str, str] = {}
    for line in lines:
        if not is_raw and re.match(_RAW, line):
            is_raw = True
            parts = [" ".join(parts)]
        elif match := re.match(_TAG, line):
            tags[match["name"] or "notation"] = match["text"]
        elif match := re.match(continuation, line):
            parts.append(match[2])
    return parts, is_raw, tags


def _markdown(parts: Sequence[str], *, is_raw: bool) -> str:
    parts = (re.sub(_MARKS, "", parts[0]), *parts[1:])
    return "\n".join(parts).strip() if is_raw else markdown_of(parts)
