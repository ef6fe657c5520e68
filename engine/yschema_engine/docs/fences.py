"""Fenced blocks of a page, and the options in their headers.

A header names a language and may hold options, either bare or in braces:

    ```yaml title="values.yaml" yschema=contour
    ``` {.yaml title="values.yaml" yschema=contour}

Options whose names begin with `yschema`, or are meant to, are ours. With them in its header, extensions would
not take a block for one.

`markdown-it-py` finds other blocks than Python-Markdown does: for CommonMark, all that is indented by four
spaces is indented code, while in MkDocs that is the content of admonitions, tabs and list items, which have
fences of their own. So it can't replace this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yschema_engine.docs.manifests import parse_place
from yschema_engine.docs.places import unknown_name
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import UsageError, usage_code
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import suggest

UNKNOWN_BLOCK_OPTION = usage_code("unknown-block-option", "unknown option `{name}`")
REPEATED_BLOCK_OPTION = usage_code(
    "repeated-block-option",
    "option `{option}` appears twice",
    found="{option}",
    expected="one value for a block",
)
MISSING_FRAGMENT_PATH = usage_code(
    "missing-fragment-path", "option `{option}` has no path", found="{option}", expected="{option}=some.field"
)
INVALID_BLOCK_OPTION = usage_code("invalid-block-option", "option `{option}` does not take this value")

_OPENING = r"(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})[ \t]*(?P<info>.*)\Z"
_COMMENT = r"[> \t]*<!--"
_LANGUAGE = r"\.?(?P<language>[\w#.+-]+)(?=[ \t{]|\Z)"
_OPTION = re.compile(
    r"""(?P<key>[^\s={}"']+)
        (?:[ \t]*=[ \t]*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s}]*)))?
      | "[^"]*" | '[^']*'""",
    re.VERBOSE,
)
PREFIX = "yschema"


@dataclass(frozen=True, slots=True)
class Header:
    """The text after the opening of a fence.

    Attributes:
        text: all of it.
        language: as written, empty without one.
        options: those whose names begin with `yschema`, in order, each with its value or None.
        plain: the header without them.
    """

    text: str
    language: str
    options: tuple[tuple[str, str | None], ...]
    plain: str


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block.

    Attributes:
        start: the index of its first line.
        prefix: the spaces and signs of quotes before the fence.
        fence: the fence itself.
        header: the text after it.
        body: the lines within, without the prefix.
        closed: whether it ends; if not, nothing after it is a block.
        hidden: whether it is in a comment.
    """

    start: int
    prefix: str
    fence: str
    header: Header
    body: tuple[str, ...] = ()
    closed: bool = True
    hidden: bool = False


def parse_header(info: str) -> Header:
    """Return a header, its options of ours apart from the rest."""
    info = info.rstrip()
    named = re.match(_LANGUAGE, info)
    language = named["language"] if named else ""
    brace = info.find("{")
    options: list[tuple[str, str | None]] = []
    plain, end = "", 0
    for option in _OPTION.finditer(info, named.end() if named else 0):
        key = option["key"] or ""
        if not language and key.startswith(".") and -1 < brace < option.start():
            language = key[1:]
        if _is_ours(key):
            value = next((v for v in option.group("double", "single", "bare") if v is not None), None)
            options.append((key, value))
            before, after = info[end : option.start()], info[option.end() :]
            # One of the spaces around it goes with it; behind a brace there may be none before it.
            end = option.end() if before != (before := before.rstrip()) else len(info) - len(after.lstrip())
            plain += before + ("" if after[:1] in ("", " ", "\t", "}") else " ")
    return Header(info, language, tuple(options), (plain + info[end:]).rstrip())


def _is_ours(key: str) -> bool:
    """Return whether an option is one of ours, or a misspelt one such as `yshema`, which is refused later."""
    name = key.lower().partition(".")[0]
    return name.startswith(PREFIX) or (name.startswith("y") and suggest(name, (PREFIX,)) is not None)


def find_fences(lines: Sequence[str], tab_length: int = 4, *, greedy: bool = True) -> Iterator[Fence]:
    """Return the fenced blocks of a page, in order, without those within others.

    They are found as `pymdownx.superfences` finds them, which does not know what is around them: blocks in
    indented code are among them.

    Args:
        lines: of the page.
        tab_length: how many spaces a tab is.
        greedy: whether a block that does not end takes everything that follows.
    """
    at = commented = 0
    unclosed: set[tuple[str, str]] = set()  # prefixes and fences that nothing below closes
    while at < len(lines):
        prefix, text = _split(lines[at], tab_length)
        opening = re.match(_OPENING, text)
        if opening is None:
            if at >= commented and re.match(_COMMENT, lines[at]):
                commented = _end_of_comment(lines, at)
            at += 1
            continue
        start = Fence(at, prefix, opening["fence"], parse_header(opening["info"]), hidden=at < commented)
        if (kind := (start.prefix, start.fence)) in unclosed:
            fence, end = replace(start, closed=False), len(lines)
        else:
            fence, end = _read(start, lines, tab_length)
        if end == len(lines) and not fence.closed:
            unclosed.add(kind)
        yield fence
        at = at + 1 if end == len(lines) and not (fence.closed or greedy) else end


def _end_of_comment(lines: Sequence[str], at: int) -> int:
    """Return the index of the line after a comment; a comment without an end is text."""
    rest = (lines[at].partition("<!--")[2], *lines[at + 1 :])
    return next((at + n for n, line in enumerate(rest, 1) if "-->" in line), at)


def _split(line: str, tab_length: int, width: int | None = None) -> tuple[str, str]:
    """Return the prefix of a line, up to a width, and the text after it."""
    prefix, count = "", 0
    line = line.rstrip("\r")
    for character in line:
        if character not in "> \t" or (width is not None and len(prefix) >= width):
            break
        count += 1
        prefix += " " * (tab_length - len(prefix) % tab_length) if character == "\t" else character
    return prefix, line[count:]


def _read(fence: Fence, lines: Sequence[str], tab_length: int) -> tuple[Fence, int]:
    """Return the fence with its body, and the index of the line behind it."""
    width, quotes = len(fence.prefix), fence.prefix.count(">")
    closing = re.compile(rf"{fence.fence}[ \t]*\Z")
    body: list[str] = []
    for at in range(fence.start + 1, len(lines)):
        prefix, text = _split(lines[at], tab_length, width)
        is_empty = not text.strip() if not quotes else not text
        level = prefix.count(">")
        if level > quotes or (not is_empty and _leaves(prefix, level, width, quotes, body)):
            return replace(fence, closed=False), at + 1
        if closing.match(text):
            return replace(fence, body=tuple(body)), at + 1
        body.append((prefix + text)[width:])
    return replace(fence, closed=False), len(lines)


def _leaves(prefix: str, level: int, width: int, quotes: int, body: Sequence[str]) -> bool:
    """Return whether a line with text is outside of the list or the quote that contains a fence."""
    if not quotes:
        return len(prefix) != width
    return len(prefix) < width or (level < quotes and bool(body) and not body[-1].strip())


SCHEMA = PREFIX
FRAGMENT, INVALID, COMPLETE = f"{PREFIX}.fragment", f"{PREFIX}.invalid", f"{PREFIX}.complete"
AT = f"{PREFIX}.at"
OPTIONS = (SCHEMA, FRAGMENT, INVALID, COMPLETE, AT)
OFF = ("off", "false")


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """The options of a checked block.

    Attributes:
        schema: the name; empty for that of the page, or the only one.
        off: whether the block is not checked.
        fragment: the path of the field whose value the block is; empty for a values file.
        invalid: text of the finding that the block must have; None if it must be valid.
        complete: whether nothing may be missing.
        at: the path of the values in the manifests of the block, empty for that of their kinds; None if the
            block has the values themselves.
    """

    schema: str = ""
    off: bool = False
    fragment: str = ""
    invalid: str | None = None
    complete: bool = False
    at: str | None = None


def parse_block_options(options: Sequence[tuple[str, str | None]], schemas: Sequence[str]) -> BlockOptions:
    """Return the options of a header.

    Args:
        options: by name, in order; None for one without a value.
        schemas: the names of the schemas.

    Raises:
        UsageError: an option is not known, appears twice, or does not take its value.
    """
    values: dict[str, str | None] = {}
    for name, value in options:
        if name not in OPTIONS:
            raise unknown_name(UNKNOWN_BLOCK_OPTION, name, OPTIONS)
        if name in values:
            raise UsageError.of(REPEATED_BLOCK_OPTION, option=Verbatim(name))
        values[name] = value
    schema, fragment, at = (values.get(name) or "" for name in (SCHEMA, FRAGMENT, AT))
    if FRAGMENT in values and not fragment:
        raise UsageError.of(MISSING_FRAGMENT_PATH, option=Verbatim(FRAGMENT))
    complete = values.get(COMPLETE, "false")
    if complete not in (None, "true", "false"):
        raise _wrong_value(COMPLETE, complete, phrase("true or false"))
    if at and parse_place(at) is None:
        example = Verbatim('stringData["values.yml"]')
        raise _wrong_value(AT, at, phrase("a path such as `{example}`", example=example))
    return BlockOptions(
        schema,
        schema in OFF and schema not in schemas,
        fragment,
        (values[INVALID] or "") if INVALID in values else None,
        complete != "false",
        at if AT in values else None,
    )


def _wrong_value(option: str, value: str | None, expected: Phrase) -> UsageError:
    found = Verbatim(value) if value else phrase("nothing")
    return UsageError.of(INVALID_BLOCK_OPTION, option=Verbatim(option), found=found, expected=expected)
