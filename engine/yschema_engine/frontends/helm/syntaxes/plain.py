"""Comments in no syntax: descriptions in charts that use none, and otherwise remarks."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.helm.comments import Line
from yschema_engine.frontends.helm.facts import Comments, Facts, ValuesFile
from yschema_engine.frontends.helm.syntaxes.commented_yaml import is_item_line, is_yaml_line


def read_plain(file: ValuesFile, comments: Comments, *, is_only_syntax: bool) -> None:
    """Add the comments that no syntax has read.

    Args:
        file: the values file.
        comments: what other syntaxes have read.
        is_only_syntax: whether the file uses no syntax, so that comments describe the keys below them.
    """
    for keys, holder in file.holders.items():
        attached = file.comments.by_holder.get(holder)
        if attached is None:
            continue
        above = attached.last_block if attached.is_adjacent else []
        lines = [line for line in (*above, *attached.line) if line.number not in comments.claimed]
        if not lines:
            continue
        span = lines[0].span(file.source)
        if is_only_syntax:
            prose, code = _split(lines)
            comments.add(keys, Facts(span, description=_text(prose), comment=_text(code)))
        else:
            comments.add(keys, Facts(span, comment=_text(lines)))


def _split(lines: Sequence[Line]) -> tuple[Sequence[Line], Sequence[Line]]:
    """Return the lines of prose, and YAML that is commented out, with all that follows."""
    for at, line in enumerate(lines):
        text = line.text.lstrip("#").strip()
        if is_yaml_line(text) or is_item_line(text):
            return lines[:at], lines[at:]
    return lines, ()


def _text(lines: Sequence[Line]) -> str:
    return "\n".join(_without_mark(line.text) for line in lines).strip("\n")


def _without_mark(text: str) -> str:
    content = text.lstrip("#").rstrip()
    return content.removeprefix(" ")
