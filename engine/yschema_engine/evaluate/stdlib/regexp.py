"""Regular expressions in RE2's syntax, which match in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions, accepted_by, check_size
from yschema_engine.schema.re2_patterns import PatternError, compiled
from yschema_engine.text.node_values import written

_REFERENCE = r"(?a)\$(?:(\$)|(\w+)|\{(\w+)\})"

_LONG = 100


def match(pattern: str, text: str) -> bool:
    """Return whether the pattern matches anywhere in the text."""
    return _compiled(pattern, "regexp.match").search(text) is not None


def replace(pattern: str, text: str, replacement: str) -> str:
    """Return the text with all matches replaced; `$1`, `${1}` and `$name` are groups, `$$` is a dollar."""
    pieces, at, size = [], 0, 0
    parts = _parts(replacement)
    for match in _matches(_compiled(pattern, "regexp.replace"), text):
        pieces += [text[at : match.start()], "".join(_expanded(parts, match))]
        at = match.end()
        size += len(pieces[-2]) + len(pieces[-1])
        check_size(size)
    return "".join(pieces) + text[at:]


def pieces(pattern: str, text: str) -> list[list[str | None]]:
    """Return the text before each match, and the match; last the text behind, and None."""
    result: list[list[str | None]] = []
    at = 0
    for match in _matches(_compiled(pattern, "regexp.replace"), text):
        result.append([text[at : match.start()], match.group()])
        at = match.end()
    return [*result, [text[at:], None]]


def _compiled(pattern: str, who: str) -> Any:
    try:
        return compiled(pattern)
    except PatternError as e:
        shown = pattern if len(pattern) <= _LONG else f"{pattern[:_LONG]}…"
        raise BridgeError(f"{who}: {written(shown)} is not a regular expression: {e}") from None


def _matches(expression: Any, text: str) -> Iterator[Any]:
    """Yield all matches but the empty ones right behind another."""
    end = -1
    for match in expression.finditer(text):
        if match.end() > match.start() or match.start() != end:
            yield match
        end = match.end()


def _parts(replacement: str) -> list[tuple[str, str]]:
    """Return the text before each reference to a group, and its name; last the text behind, and `""`."""
    literal, *rest = re.split(_REFERENCE, replacement)
    parts = []
    for dollar, name, braced, following in zip(*[iter(rest)] * 4, strict=True):
        if dollar:
            literal += dollar + following
        else:
            parts.append((literal, name or braced))
            literal = following
    return [*parts, (literal, "")]


def _expanded(parts: list[tuple[str, str]], match: Any) -> Iterator[str]:
    for literal, name in parts:
        yield literal
        if name:
            yield _group(match, name)


def _group(match: Any, name: str) -> str:
    try:
        return match.group(int(name) if name.isdigit() else name) or ""
    except IndexError:
        return ""


FUNCTIONS: Functions = {
    "regexp_match": match,
    "regexp_replace": replace,
    "regexp_pieces": pieces,
    "regexp_valid": accepted_by(lambda pattern: _compiled(pattern, "")),
}
