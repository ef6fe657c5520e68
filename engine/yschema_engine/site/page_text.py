"""The Markdown of pages: what generated pages begin with, and changes that leave code in a page alone."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from yschema_engine.docs.fences import find_fences
from yschema_engine.text.deferred_classes import dataclass

_CODE = r"(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)(?P=ticks)(?!`)|<!--[\s\S]*?-->"
_LINK = rf"""(?mx){_CODE}
    | (?<=\]\()(?P<inline>[^\s()<>]+)
    | (?<=\]\(<)(?P<quoted>[^\n<>]+)
    | ^[ ]{{0,3}}\[[^\]\n]+\]:[ \t]+(?P<defined>[^\s<>]+)
    | (?<!\\)\[(?P<text>(?:\\.|`[^`\n]*`|[^\[\]\\`])*)\]
      (?:[ ]?\[(?P<name>(?:\\.|`[^`\n]*`|\[\]|[^\[\]\\`])*)\])"""
_DIRECTIVE = (
    r"(?P<margin>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)"
    r"::: *(?P<name>yschema(?:-index)?)(?: +(?P<argument>\S.*?))? *\Z"
)
_HEADING = r"#+(?= )"
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class DirectiveLines:
    """A directive in the Markdown of a page.

    Attributes:
        name: which one it is.
        argument: the rest of its first line.
        options: the lines below the first one, each with the line break before it.
    """

    name: str
    argument: str
    options: str


def replace_directives(text: str, replacement: Callable[[DirectiveLines], str | None]) -> str:
    """Return Markdown with other Markdown for its directives.

    Args:
        text: the Markdown.
        replacement: returns the Markdown for a directive; None to leave it as it is.
    """
    lines = text.split("\n")
    code = _lines_of_code(lines)
    result: list[str] = []
    at = 0
    while at < len(lines):
        match = None if at in code else re.match(_DIRECTIVE, lines[at])
        end = at + 1
        if match:
            margin = re.sub(r"[^ \t>]", " ", match["margin"])
            options = list(_options(lines[end:], margin))
            directive = DirectiveLines(match["name"], match["argument"] or "", "".join(options))
            if (new := replacement(directive)) is not None:
                first, *others = new.rstrip("\n").split("\n")
                result.append(f"{match['margin']}{first}")
                result += (f"{margin}{line}".rstrip() for line in others)
                at = end + len(options)
                continue
        result += lines[at:end]
        at = end
    return "\n".join(result)


def _options(lines: Sequence[str], margin: str) -> Iterator[str]:
    for line in lines:
        rest = line.removeprefix(margin)
        if not line.startswith(margin) or not rest.strip() or rest[0] not in " \t":
            return
        yield f"\n{rest}"


def replace_links(text: str, address: Callable[[str], str], field: Callable[[str], str]) -> str:
    """Return Markdown with other addresses.

    Args:
        text: the Markdown.
        address: returns the address for one that a link has.
        field: returns the address for what a link such as `[text][name]` names; empty to leave it as it is.
    """
    lines = text.split("\n")
    code = _lines_of_code(lines)

    def replaced(match: re.Match[str]) -> str:
        if match["text"] is not None:
            name = match["name"] or match["text"]
            url = field(name.strip("`"))
            return f"[{match['text'] or f'`{name}`'}]({url})" if url else match[0]
        for group in ("inline", "quoted", "defined"):
            if match[group] is not None:
                return match[0].removesuffix(match[group]) + address(match[group])
        return match[0]

    runs = groupby(enumerate(lines), lambda numbered: numbered[0] in code)
    parts = ((is_code, "\n".join(line for _, line in run)) for is_code, run in runs)
    return "\n".join(part if is_code else re.sub(_LINK, replaced, part) for is_code, part in parts)


def shift_headings(text: str, by: int) -> str:
    """Return Markdown with deeper headings, down to level 6, or with higher ones.

    Args:
        text: the Markdown.
        by: the number of levels.
    """
    lines = text.split("\n")
    code = _lines_of_code(lines) if by else ()
    for at, line in enumerate(lines) if by else ():
        if at not in code and (match := re.match(_HEADING, line)):
            level = min(max(len(match[0]) + by, 1), _DEEPEST)
            lines[at] = "#" * level + line[match.end() :]
    return "\n".join(lines)


def _lines_of_code(lines: Sequence[str]) -> set[int]:
    return {
        at
        for fence in find_fences(lines)
        for at in range(fence.start, fence.start + len(fence.body) + 1 + fence.closed)
    }


_SPECIAL = r"([\\`*_{}\[\]()#+\-.!|])"
_LOOK_ALIKES = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)
_OPENING_QUOTE = r'(?<![^\s(\[{<])"'


def page_text(title: str, name: str, path: str = "") -> str:
    """Return the Markdown of a page: a title and the directive for a schema, or for a part of one."""
    options = f'    path: "{path}"\n' if path else ""
    return f"# {escaped_heading(title)}\n\n::: yschema {name}\n{options}"


def index_text(title: str, fleet: str) -> str:
    """Return the Markdown of the index page of a fleet."""
    return f"# {escaped_heading(title)}\n\n::: yschema-index {fleet}\n"


def escaped_heading(title: str) -> str:
    """Return a title as Markdown without markup, with typographic quotes and brackets.

    Themes print titles of pages as they are, and Material also restores what is escaped in them.
    """
    quoted = re.sub(_OPENING_QUOTE, "\N{LEFT DOUBLE QUOTATION MARK}", " ".join(title.split()))
    inert = quoted.replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}").translate(_LOOK_ALIKES)
    # Three colons begin a directive.
    return re.sub(_SPECIAL, r"\\\1", html.escape(inert, quote=False)).replace(":::", "&#58;::")
