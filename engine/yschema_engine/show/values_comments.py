"""The facts about a field as text: as comments in YAML, and for a terminal.

Descriptions and their tables lose the markup that only a browser reads well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import unescape
from textwrap import wrap
from typing import Any
from unicodedata import east_asian_width

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.show import fact_kinds
from yschema_engine.show.field_facts import Facts, in_a_line
from yschema_engine.show.language import Language, items_phrase, rules_heading
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, Words, joined, phrase
from yschema_engine.text.printable import Printable, printable_lines

_WIDTH = 78
_NARROWEST = 40
_BREAK = "  \n"
_LAID_OUT = re.compile(r"[ |>#]|[-*+] |```|\d+[.)] ")

_FENCE = r" {0,3}```"
_RULE = r"(?=.*\|)\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*"
_CELL = r"((?:`[^`]*`|\\.|[^|])*)(?:\||\Z)"
_BLOCKS = "p div ul ol dl dt dd pre blockquote table thead tbody tr details summary h[1-6] hr center article"
_WITHIN = (
    "a abbr acronym b bdi bdo caption cite code col colgroup del dfn em figcaption figure font i img ins kbd"
    " mark q rp rt ruby s samp small span strike strong sub sup td th tt u var wbr /li"
)
_BREAKS: Mapping[str, str] = {"block": "\n\n", "item": "\n- ", "line": "\n"}
_END = r"(?=[\s/>])[^<>]*>"
_MARKUP = rf"""(?isx)(?P<code>(?P<ticks>`++).*?(?<!`)(?P=ticks)(?!`))
    | <(?P<address>[a-z][\w+.-]*:[^\s<>]*|[^\s<>@/]+@[^\s<>]+)>
    | <(?P<hidden>script|style){_END}.*?(?:</(?P=hidden)\s*>|\Z) | <!--.*?(?:-->|\Z)
    | (?P<item><li{_END}\s*)
    | (?P<line><br{_END}\s*)
    | (?P<block></?(?:{"|".join(_BLOCKS.split())}){_END}\s*)
    | </?(?:{"|".join(_WITHIN.split())}){_END}
    | (?P<text>[^<`\s]+|\s+|`+|.)"""
_LINK = r"""(?sx)(?P<code>(?P<ticks>`++).*?(?<!`)(?P=ticks)(?!`) | `++)
    | !?\[(?P<text>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]
      \(\s*(?P<address><[^<>]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)"""
_IS_ABSOLUTE = r"(?i)[a-z][a-z0-9+.-]*:"


def comment_texts(  # noqa: PLR0913  what varies is named
    facts: Facts,
    field: Field,
    indent: int = 0,
    *,
    typed: bool = True,
    skipped: Collection[str] = (),
    words: Words = ENGLISH,
    width: int = _WIDTH,
) -> list[list[str]]:
    """Return the comment about a field: texts without line breaks, each wrapped to lines.

    Args:
        facts: of the schema.
        field: the field.
        indent: how far in the lines are.
        typed: whether to show the type; else it can be seen from the value.
        skipped: the names of facts to leave out.
        words: the language of the reader.
        width: the number of columns, with the indentation.
    """
    width = max(width - indent, _NARROWEST)
    texts: list[list[str]] = []
    for fact in facts.of(field):
        if fact.name in skipped:
            continue
        match fact:
            case fact_kinds.Title() if not fact.is_echo:
                texts += broken(fact.text, width)
            case fact_kinds.Description():
                texts += broken(plain_text(fact.text), width)
            case _:
                for phrase_ in _phrases(fact, facts, typed=typed):
                    text = " ".join(words.text(phrase_).split())
                    texts.append(_wrapped(text, width, subsequent_indent="  "))
    return texts


def _phrases(fact: fact_kinds.Fact, facts: Facts, *, typed: bool) -> Iterator[Phrase]:
    match fact:
        case fact_kinds.Type() if typed and fact.is_required:
            yield phrase("Type: {type}, required", type=type_phrase(fact.type))
        case fact_kinds.Type() if typed:
            yield phrase("Type: {type}", type=type_phrase(fact.type))
        case fact_kinds.Type() if fact.is_required:
            yield phrase("Required")
        case fact_kinds.Labelled():
            yield in_a_line(fact)
        case fact_kinds.Alternatives():
            yield from _shapes(fact)
        case fact_kinds.Deprecated():
            yield _deprecated(fact.text)
        case fact_kinds.Rules():
            yield from (_rule(rule) for rule in fact.rules)
        case fact_kinds.Items():
            for of_item in _of_items(fact.field, facts):
                yield phrase("{items}: {fact}", items=items_phrase(fact.depth), fact=of_item)


def _shapes(fact: fact_kinds.Alternatives) -> Iterator[Phrase]:
    yield phrase("{label}: {text}", label=fact.heading, text="")
    for shape in fact.shapes:
        title = phrase("{label}: {text}", label=shape.title, text=shape.words) if shape.title else shape.words
        yield joined(["- ", title])


def _of_items(item: Field, facts: Facts) -> Iterator[Param]:
    for fact in facts.of(item):
        match fact:
            case fact_kinds.Description():
                yield plain_text(fact.text)
            case fact_kinds.Deprecated():
                yield _deprecated(fact.text)
            case fact_kinds.Rules():
                yield from (_rule(rule) if rule.condition_words else rule.phrase for rule in fact.rules)
            case fact_kinds.Labelled() | fact_kinds.Alternatives():
                yield in_a_line(fact)


def _deprecated(notice: str) -> Phrase:
    return phrase("Deprecated: {notice}", notice=notice) if notice else phrase("Deprecated")


def _rule(rule: fact_kinds.Rule) -> Phrase:
    if rule.condition_words:
        return phrase("If {condition}: {rule}", condition=rule.condition_words, rule=rule.phrase)
    return phrase("{heading}: {rule}", heading=rules_heading([rule]), rule=rule.phrase)


def broken(text: str, width: int) -> Iterator[list[str]]:
    """Yield the paragraphs of a text in lines; each line of lists, tables and code is one by itself.

    Lines that end with two spaces, as Markdown breaks lines, end here as well.
    """
    fenced = False
    for number, paragraph in enumerate(text.split("\n\n") if text else ()):
        if number:
            yield [""]
        lines = paragraph.splitlines()
        marks = sum(line.startswith("```") for line in lines)
        if fenced or any(map(_LAID_OUT.match, lines)):
            yield from ([line] for line in lines)
        else:
            for part in paragraph.split(_BREAK):
                yield _wrapped(" ".join(part.splitlines()), width, break_on_hyphens=False)
        fenced ^= bool(marks % 2)


def _wrapped(text: str, width: int, **options: Any) -> list[str]:
    if len(text) <= width and text.isprintable() and text and text == text.strip():
        return [text]  # as most are
    return wrap(text, width, break_long_words=False, **options)


def _with_columns(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines whose tables have columns of one width, and a `|` at the beginning of each row."""
    is_code = False
    at = 0
    while at < len(lines):
        is_code ^= bool(re.match(_FENCE, lines[at]))
        end = at if is_code else _end_of_table(lines, at)
        if end > at:
            yield from _table([lines[at], *lines[at + 2 : end]])
        else:
            yield lines[at]
        at = max(end, at + 1)


def _end_of_table(lines: Sequence[str], start: int) -> int:
    """Return the index of the line behind a table; the start if no table begins there."""
    if "|" not in lines[start] or not re.fullmatch(_RULE, "".join(lines[start + 1 : start + 2])):
        return start
    return next((at for at in range(start + 2, len(lines)) if not lines[at].strip()), len(lines))


def _table(lines: Sequence[str]) -> Iterator[str]:
    head, *rows = [_cells(line) for line in lines]
    rows = [[*row, *[""] * len(head)][: len(head)] for row in rows]
    widths = [max(map(_width, column)) for column in zip(head, *rows, strict=True)]
    yield _row(head, widths)
    yield f"|{'|'.join('-' * (width + 2) for width in widths)}|"
    yield from (_row(row, widths) for row in rows)


def _cells(line: str) -> list[str]:
    line = line.strip().removeprefix("|")
    return [cell.strip() for cell in re.findall(_CELL, line.removesuffix("|"))][:-1]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(padded)} |"


def _width(text: str) -> int:
    """Return how many columns a text has where letters of East Asia are as wide as two others."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def plain_text(description: str) -> str:
    """Return a description without HTML tags, with addresses of links in parentheses, and tables in columns.

    Code, and text that only looks like a tag, stays.
    """
    text = re.sub(_LINK, _plain_link, description) if "](" in description else description
    text = _without_tags(text).strip()
    return "\n".join(_with_columns(text.split("\n"))) if "|" in text and "-" in text else text


def _plain_link(match: re.Match[str]) -> str:
    """Return the text of a link with its address, if that leads anywhere from a file."""
    if match["code"]:
        return match["code"]
    text, address = match["text"], match["address"].strip("<>")
    if text == address or not re.match(_IS_ABSOLUTE, address):
        return text
    return f"{text} ({address})" if text else address


def _without_tags(description: str) -> str:
    if "<" not in description:
        return description
    parts: list[str] = []
    for match in re.finditer(_MARKUP, description):
        kind = match.lastgroup or ""
        if kind in _BREAKS:
            while parts and parts[-1].isspace():
                parts.pop()
            if parts[-1:] != [_BREAKS["item"]]:
                parts.append(_BREAKS[kind])
        elif kept := unescape(match["text"] or "") or match["code"] or match["address"]:
            parts.append(kept)
    return "".join(parts)


_INDENT = "  "
_LIST_ITEM = r" *(?:[-*+]|\d+[.)]) "


def explained(schema: Schema, field: Field, width: int) -> Printable:
    """Return the facts about a field, and the fields directly below it.

    Args:
        schema: the schema.
        field: the field, or the document.
        width: of the terminal, in columns.
    """
    facts = Facts(schema)
    blocks = [
        list(_head(schema, field)),
        _block("DESCRIPTION", _description(facts, field, width)),
        *_values(facts, field),
        _block("FIELDS", _fields(schema, field, width)),
    ]
    return printable_lines("\n\n".join("\n".join(block) for block in blocks if block) + "\n")


def _head(schema: Schema, field: Field) -> Iterator[str]:
    yield f"SCHEMA:   {schema.title}"
    if not field.is_document:
        yield f"FIELD:    {field.path} {_marks(schema, field)}"
        yield f"SOURCE:   {field.span}"


def _marks(schema: Schema, field: Field) -> str:
    """Return the type of a field, and whether it is required or deprecated."""
    marks = [f"<{Language().of(schema).text(type_phrase(field.type))}>"]
    marks += ["-required-"] if schema.is_required(field) else []
    marks += ["-deprecated-"] if field.deprecated is not None else []
    return " ".join(marks)


def _block(title: str, lines: Iterable[str]) -> list[str]:
    texts = [f"{_INDENT}{line}".rstrip() for line in lines]
    return [f"{title}:", *texts] if texts else []


def _description(facts: Facts, field: Field, width: int) -> Iterator[str]:
    width -= len(_INDENT)
    skipped = ("title", "type") if field.is_document else ("type",)
    texts = comment_texts(facts, field, typed=False, skipped=skipped, width=width)
    for line in (line for text in texts for line in text):
        item = re.match(_LIST_ITEM, line)
        yield from wrap(line, width, subsequent_indent=" " * item.end()) if item else [line]


def _values(facts: Facts, field: Field) -> Iterator[list[str]]:
    """Yield the blocks with values: the default, the examples, and what a removed field says."""
    for fact in facts.of(field):
        match fact:
            case fact_kinds.Removed():
                yield _block("REMOVED", fact.text.splitlines() or ["no longer accepted"])
            case fact_kinds.Default():
                yield _block("DEFAULT", fact.yaml.splitlines())
            case fact_kinds.Examples():
                yield _block("EXAMPLES", _examples(fact))


def _examples(fact: fact_kinds.Examples) -> Iterator[str]:
    for _, example in fact.examples:
        yield from (f"# {line}" for line in example.description.splitlines())
        yield from fact_kinds.yaml_text(example.value).splitlines()


def _fields(schema: Schema, field: Field, width: int) -> Iterator[str]:
    """Yield each field below with the first paragraph of its description."""
    names = [below.name for below in field.children]
    column = min(max(map(len, names), default=0), width // 2)
    for below, name in zip(field.children, names, strict=True):
        yield f"{name.ljust(column)}  {_marks(schema, below)}"
        first = plain_text(below.description).partition("\n\n")[0]
        for text in broken(first, width - 2 * len(_INDENT)):
            yield from (f"{_INDENT}{line}" for line in text)
