"""Comments without a syntax: descriptions in charts that hardly use one, otherwise remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import dedent

from yschema_engine.read.helm.comment_facts import Facts, ValuesFile, kinds_of
from yschema_engine.read.helm.comments import Line, read_snippet
from yschema_engine.schema.comment_text import is_item_line, is_yaml_line, markdown_of
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Holder, Map, MapItem, Value
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.source import Span

# In a file in which most comments are plain, and one in so many is in a syntax, they describe keys as well.
_FEW = 20
_LOST_MARK = r"-- "  # of a description of helm-docs that a later one replaces


def read_plain(file: ValuesFile) -> None:
    """Add the comments that no syntax has read."""
    plain = list(_plain(file))
    are_descriptions = len(file.facts) * _FEW < sum(bool(above) for _, above, _ in plain)
    for keys, above, below in plain:
        span = (above or below)[0].span(file.source)
        form, behind = _form(file, file.holders[keys], below)
        above, tags = _tags([line for line in above if line != behind])  # noqa: PLW2901  those left
        facts = replace(_facts_of_tags(span, tags), sample=form)
        if are_descriptions:
            is_of_other = bool(file.other_key(file.holders[keys], above)) or any(map(_is_licence, above))
            prose, code = ((), above) if is_of_other else _split(above or below)
            rest = [*code, *(below if above else ())]
            description = markdown_of(map(_without_mark, prose), joint="\n")
            facts = replace(facts, description=description, comment=_text(rest))
        else:
            facts = replace(facts, comment=_text([*above, *below]))
        known = file.facts.get(keys)
        if known is not None and known.comment:
            facts = replace(facts, comment=f"{known.comment}\n{facts.comment}".strip())
            file.facts[keys] = replace(known, comment="")
        file.add(keys, facts)


def _plain(file: ValuesFile) -> Iterator[tuple[Path, Sequence[Line], Sequence[Line]]]:
    """Yield what leads to each value with plain comments, and the lines above and below it."""
    lines = {line.number: line for line in file.comments.lines if line.number not in file.claimed}
    below_any: set[int] = set()
    for keys, holder in file.holders.items():
        attached = file.comments.of(holder)
        own = [*(attached.last_block if attached.is_adjacent else ()), *attached.line]
        own = [each for each in own if each.number not in file.claimed and each.number not in below_any]
        below = _content_below(holder, lines)
        below_any |= {line.number for line in below}
        if own or below:
            yield keys, own, below


_FORM = (
    r"""["'\[{]|-?\d+(?:\.\d+)?\s*\Z|(?:true|false)\s*\Z"""  # of a value that a comment behind a key shows
)
_TAG = r"@(type|default|recurse):\s*(.*)"


def _form(file: ValuesFile, holder: Holder, below: Sequence[Line]) -> tuple[Value, Line | None]:
    """Return the value that a comment shows for a key whose value is null, and a comment behind the key.

    The value is null if there is none.
    """
    behind = file.comments.of(holder).line if holder.value is None else ()
    shown = [[each] for each in behind if re.match(_FORM, each.content.strip())]
    if holder.value is None and below and _is_content(_without_mark(below[0]).strip()):
        shown.append([*below])
    for lines in shown:
        with suppress(EngineError):
            value = read_snippet([(line, _without_mark(line)) for line in lines], file.source)
            return _behind_key(value, holder), lines[0] if lines != [*below] else None
    return None, None


def _behind_key(value: Value, holder: Holder) -> Value:
    """Return the value of the key if a comment repeats it, as in `# port: 80` below `port:`, or all of it."""
    if isinstance(value, Map) and isinstance(holder, MapItem) and len(value.items) == 1:
        item = value.items[0]
        return item.value if item.key == holder.key else value
    return value


def _is_content(text: str) -> bool:
    return is_yaml_line(text) or is_item_line(text) or text.startswith("- ")


def _tags(lines: Sequence[Line]) -> tuple[Sequence[Line], dict[str, str]]:
    """Return the lines without tags such as `@type: string`, and the tags."""
    found = [(line, re.match(_TAG, line.content.strip())) for line in lines]
    return [line for line, match in found if not match], {m[1]: m[2] for _, m in found if m}


def _facts_of_tags(span: Span, tags: Mapping[str, str]) -> Facts:
    """Return what the tags of Consul's charts say: `array<map>` is an array."""
    kinds = kinds_of(re.sub(r"<.*>", "", tags.get("type", "")))
    default = tags.get("default", "")
    words = tags.get("type", "")
    return Facts(span, kinds=kinds, words=words, default_text=f"`{default}`" if default else "")


def _content_below(holder: Holder, lines: dict[int, Line]) -> Sequence[Line]:
    """Return the comment directly below a value that shows what the value may contain.

    It is further to the right than the key, or is YAML: below `{}` or `[]`, or below null if it cannot be
    that of another key.
    """
    is_empty = not holder.value.items if isinstance(holder.value, Map | Array) else holder.value in (None, "")
    if not is_empty or not isinstance(holder, MapItem):
        return ()
    number = holder.span.line + 1
    following: list[Line] = []
    while (line := lines.get(number)) is not None and line.column >= holder.span.column:
        following.append(line)
        number += 1
    if not following or following[0].column > holder.span.column:
        inner = (at for at, line in enumerate(following) if line.column == holder.span.column)
        return following[: next(inner, len(following))]
    if holder.value == "":
        return ()
    texts = [_without_mark(line) for line in following]
    has_content = _is_content(texts[0].strip()) and _is_content_of(holder, texts[0])
    ends = (at for at, text in enumerate(texts) if not (_is_content_of(holder, text) or text.startswith(" ")))
    end = next(ends, len(texts))
    return following[:end] if has_content else ()


def _is_content_of(holder: MapItem, text: str) -> bool:
    """Return whether a line of YAML below an empty value shows what it contains, and not another key."""
    if isinstance(holder.value, Map):
        return is_yaml_line(text.strip())
    if isinstance(holder.value, Array):
        return text.strip().startswith("- ")
    return re.match(rf" ?- |  |{re.escape(key_text(holder.key))}:\s+\S", text) is not None


def _is_licence(line: Line) -> bool:
    return re.search(r"(?i)\bcopyright\b|SPDX-License-Identifier|licensed under", line.text) is not None


def _split(lines: Sequence[Line]) -> tuple[Sequence[Line], Sequence[Line]]:
    """Return the lines of prose, and YAML that is commented out, with all that follows."""
    for at, line in enumerate(lines):
        text = line.text.lstrip("#").strip()
        if is_yaml_line(text) or is_item_line(text):
            return lines[:at], lines[at:]
    return lines, ()


def _text(lines: Sequence[Line]) -> str:
    return dedent("\n".join(map(_without_mark, lines))).strip("\n")


def _without_mark(line: Line) -> str:
    content = line.text.lstrip("#").rstrip().removeprefix(" ")
    return re.sub(_LOST_MARK, "", content, count=1) if content.startswith("-- ") else content
