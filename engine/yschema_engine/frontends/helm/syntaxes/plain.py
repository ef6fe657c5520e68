"""Comments in no syntax: descriptions in charts that hardly use one, and otherwise remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.frontends.helm.comments import Line
from yschema_engine.frontends.helm.facts import Comments, Facts, Keys, ValuesFile
from yschema_engine.frontends.helm.syntaxes.commented_yaml import is_item_line, is_yaml_line

# In a file in which most comments are plain, and one in so many is in a syntax, they describe keys as well.
_FEW = 20


def read_plain(file: ValuesFile, comments: Comments) -> None:
    """Add the comments that no syntax has read.

    Args:
        file: the values file.
        comments: what the syntaxes have read.
    """
    plain = list(_plain(file, comments))
    are_descriptions = len(comments.by_keys) * _FEW < len(plain)
    for keys, lines in plain:
        span = lines[0].span(file.source)
        if are_descriptions:
            prose, code = _split(lines)
            comments.add(keys, Facts(span, description=_text(prose), comment=_text(code)))
        else:
            comments.add(keys, Facts(span, comment=_text(lines)))


def _plain(file: ValuesFile, comments: Comments) -> Iterator[tuple[Keys, list[Line]]]:
    """Yield what leads to each value with plain comments, and these comments."""
    for keys, holder in file.holders.items():
        attached = file.comments.by_holder.get(holder)
        if attached is None:
            continue
        above = attached.last_block if attached.is_adjacent else []
        lines = [line for line in (*above, *attached.line) if line.number not in comments.claimed]
        if lines:
            yield keys, lines


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
