"""The lines of a values file with links to their fields, and syntax colours."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from markupsafe import Markup, escape

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.fact_kinds import Rule
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.values_file import Line
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Map, Scalar, Value, key_id, walk
from yschema_engine.text.phrases import ENGLISH, Words
from yschema_engine.text.source import Source
from yschema_engine.yaml.printing import to_yaml
from yschema_engine.yaml.read import read

_Commented: TypeAlias = tuple[tuple[tuple[Line, ...], ...], Line]
_LONGEST = 44
_COLUMN = 40


def without_line(
    schema: Schema, root: Field, lines: Sequence[Line], brief: Collection[str] = ()
) -> dict[str, list[tuple[Field, bool]]]:
    """Return the fields that no line shows, by the anchor of the nearest field above which one does.

    Removed fields are not in a values file, nor are those of items in arrays of arrays.

    Args:
        schema: the schema.
        root: what the lines are of.
        lines: the lines.
        brief: the anchors of fields to leave those below out of.

    Returns:
        Each field with whether it, or one around it, has been removed.
    """
    anchor = schema.anchor
    shown = {anchor(line.field) for first in lines for line in first.walk() if line.field}
    by_anchor: dict[str, list[tuple[Field, bool]]] = {}

    def look(field: Field, at: str, *, gone: bool) -> None:
        at = anchor(field) if anchor(field) in shown else at
        for child in field.children if anchor(field) not in brief else ():
            removed = gone or child.removed is not None
            if anchor(child) not in shown:
                by_anchor.setdefault(at, []).append((child, removed))
            look(child, at, gone=removed)

    look(root, "", gone=root.removed is not None)
    return by_anchor


def commented(lines: Iterable[Line]) -> Iterator[_Commented]:
    """Yield each line with the comments above its key; lines without a key have none.

    A comment is a text in the lines that it is broken into.
    """
    comments: list[tuple[Line, ...]] = []
    for line in lines:
        if line.field is None and line.is_comment:
            if line.continues and comments:
                comments[-1] += (line,)
            else:
                comments.append((line,))
            continue
        if line.field is None:
            yield from (((), part) for comment in comments for part in comment)
            comments = []
        yield tuple(comments), line
        comments = []
    yield from (((), part) for comment in comments for part in comment)


def runs(lines: Iterable[Line], *, folds: bool) -> Iterator[tuple[int, list[_Commented]]]:
    """Yield the lines with their comments in groups: keys that are not set together, if some are optional.

    A file that sets nothing does not fold as a whole.

    Args:
        lines: of one map or array.
        folds: whether there are such groups; else all lines are one.

    Yields:
        Each group with the number of fields in it, which is 0 if the group does not fold.
    """
    lines = tuple(lines)
    sets_nothing = all(line.is_comment or line.is_blank for line in lines)
    is_all = sets_nothing and any(line.field and line.column <= 1 for line in lines)
    folds = folds and not is_all and any(map(_is_optional, lines))
    is_unset = False

    def in_group(commented_line: _Commented) -> bool:
        nonlocal is_unset
        line = commented_line[1]
        if not line.is_blank:  # a blank line goes with the one before
            is_unset = folds and line.field is not None and line.is_comment
        return is_unset

    for folding, group in groupby(commented(lines), in_group):
        members = list(group)
        lines = (line for _, first in members for line in first.walk()) if folding else ()
        number = sum(line.field is not None for line in lines)
        yield number if number > 1 else 0, members


def _is_optional(line: Line) -> bool:
    """Return whether a line is a commented key that users may set."""
    if line.field is None or line.is_alternative or not line.is_comment:
        return False
    return line.field.is_optional or line.field.is_open


def continued(line: Line) -> tuple[str, str]:
    """Return the start of a line that goes on, which is left out where lines are joined, and the rest."""
    text = line.text.lstrip(" #")
    start = len(line.text) - len(text) - 1
    return line.text[:start], line.text[start:]


@dataclass(frozen=True, slots=True)
class AnnotatedLine:
    """A line of values, or of a file as its author has written it.

    Attributes:
        before: the text before a key.
        key: the key, or empty.
        rest: what follows.
        field: what the key sets.
        rule: what that allows, in words; empty where there is too much to say.
        gap: how many spaces go before that, so that the rules of all lines stand in a column.
        comment: the comment that ends the line of a file, from its sign on, which is not in the rest.
    """

    before: str
    key: str
    rest: str
    field: Field | None = None
    rule: str = ""
    gap: int = 2
    comment: str = ""


def annotated_lines(yaml: str, facts: Facts, root: Field, words: Words = ENGLISH) -> list[AnnotatedLine]:
    """Return the lines of values as YAML, each with the field that it sets and its allowed values.

    Args:
        yaml: the values.
        facts: of the schema.
        root: what they are of.
        words: the language of the page.
    """
    documents = read(Source("", yaml)).documents
    fields = {line: field for document in documents for line, _, field in _fields(document.value, root)}
    texts = yaml.splitlines()
    lines = [_annotated_line(text, fields.get(number), facts, words) for number, text in enumerate(texts, 1)]
    lengths = [len(text) for text, line in zip(texts, lines, strict=True) if line.rule]
    column = max((length for length in lengths if length <= _COLUMN), default=0)
    return [
        replace(line, gap=max(column - len(text), 0) + 2) for text, line in zip(texts, lines, strict=True)
    ]


def source_lines(text: str, root: Field | None) -> list[AnnotatedLine]:
    """Return the lines of a file, each with the field that its first key sets; lines of code have none."""
    source = Source("", text.removesuffix("\n").removesuffix("\r"))
    fields: dict[int, tuple[Scalar, Field]] = {}
    comments: dict[int, str] = {}
    with suppress(EngineError):  # what is not valid YAML can be shown all the same
        parsed = read(source if root is not None else Source("", ""))
        for document in parsed.documents:
            for line, key, field in _fields(document.value, root):
                fields.setdefault(line, (key, field))
            comments |= {c.line: c.text for holder in walk(document) for c in holder.comments}
        comments |= {comment.line: comment.text for comment in parsed.trailing}
    return [_source_line(line, fields.get(n), comments.get(n)) for n, line in enumerate(source.lines, 1)]


def _source_line(line: str, first: tuple[Scalar, Field] | None, comment: str | None) -> AnnotatedLine:
    ending = "" if comment is None else f"#{comment}"
    line = line.rstrip("\r").removesuffix(ending)
    if first is not None:
        key, field = first
        line_of_key = _annotated_line(line, field)
        # Else the line does not begin with its first key: there is a bracket, say, or an anchor.
        if line_of_key.key.strip("\"'") == (key if isinstance(key, str) else to_yaml(key).rstrip("\n")):
            return replace(line_of_key, comment=ending)
    return AnnotatedLine("", "", line, comment=ending)


def number_set(lines: Iterable[AnnotatedLine]) -> int:
    """Return the number of fields that the lines set."""
    return len({line.field for line in lines if line.field and not line.field.children}) or 1


def _annotated_line(
    text: str, field: Field | None, facts: Facts | None = None, words: Words = ENGLISH
) -> AnnotatedLine:
    start = len(text) - len(text.lstrip(" -"))
    end = text.find(
        ":", text.find(text[start], start + 1) if text[start : start + 1] in ("'", '"') else start
    )
    if field is None or end < 0:
        return AnnotatedLine("", "", text)
    rules = () if field.type.main == "map" or facts is None else facts.rules(field)
    rule = _first_rules(rules, text[end + 1 :].strip(), words)
    return AnnotatedLine(text[:start], text[start:end], text[end:], field, rule)


def _first_rules(rules: Sequence[Rule], value: str, words: Words) -> str:
    """Return the first rules that always hold, as many as there is room for.

    Rules that only say that the value is the allowed one are left out.
    """
    if len(rules) == 1 and rules[0].values == (value,):
        return ""
    text_so_far = ""
    for text in (" ".join(words.text(rule.phrase).split()) for rule in rules if rule.condition is None):
        longer = words.listing([text_so_far, text], ";") if text_so_far else text
        if len(longer) > _LONGEST:
            break
        text_so_far = longer
    return text_so_far


def _fields(value: Value, field: Field | None) -> Iterator[tuple[int, Scalar, Field]]:
    """Yield the fields that values set, each with its line and its key."""
    if field is None:
        return
    if isinstance(value, Array):
        for element in value.items:
            yield from _fields(element.value, field.type.item)
    elif isinstance(value, Map):
        named = field.type.named
        other = next((f for f in field.type.fields if f.is_open), None)
        for item in value.items:
            if below := named.get(key_id(item.key), other):
                yield item.span.line, item.key, below
                yield from _fields(item.value, below)


_LINE = r"""(?x)(?P<start>[ ]*(?:-[ ]+)*)
    (?P<key>(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#\[\]{},&*!|>%@`:-][^#:]*|-[^\s:#][^#:]*)(?=:(?:\s|$)))?
    (?P<colon>:(?=\s|$)[ ]*)?
    (?P<value>.*)"""
_PLAIN = (
    r"(?i)[-+]?(?:[0-9][0-9_]*(?:[.][0-9]*)?|[.][0-9]+)(?:e[-+]?[0-9]+)?|0[xob][0-9a-f]+"
    r"|true|false|null|~|[-+]?[.]inf|[.]nan"
)
_PUNCTUATION = r"(?:[|>][-+0-9]*|[\[\]{}\s]*|[&*!]\S*)(?:\s+#.*)?"


def coloured(text: str) -> Markup:
    """Return YAML with keys in `b` and scalars in `i`, those that are not strings of the class `n`."""
    return Markup("\n".join(map(_line, text.split("\n"))))  # noqa: S704  escaped


@lru_cache(maxsize=4096)  # files repeat most of what follows their keys
def _line(text: str) -> str:
    match = re.fullmatch(_LINE, text)
    if match is None:
        return escape(text)
    key = f"<b>{escape(match['key'])}</b>" if match["key"] else ""
    return f"{match['start']}{key}{match['colon'] or ''}{_value(match['value'])}"


def _value(text: str) -> str:
    if not text or re.fullmatch(_PUNCTUATION, text):
        return escape(text)
    value = text.rstrip()
    kind = ' class="n"' if re.fullmatch(_PLAIN, value) else ""
    return f"<i{kind}>{escape(value)}</i>{text[len(value) :]}"
