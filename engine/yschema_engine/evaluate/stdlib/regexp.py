"""Regular expressions in RE2's syntax, which match in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions, accepted_by, by_name, check_size
from yschema_engine.schema.re2_patterns import PatternError, compiled
from yschema_engine.text.node_values import written

_REFERENCE = r"(?a)\$(?:(\$)|(\w+)|\{(\w+)\})"

_LONG = 100


def regexp_match(pattern: str, text: str) -> bool:
    """Return whether the pattern matches anywhere in the text."""
    return _compiled(pattern, "regexp.match").search(text) is not None


def regexp_replace(pattern: str, text: str, replacement: str) -> str:
    """Return the text with all matches replaced; `$1`, `${1}` and `$name` are groups, `$$` is a dollar."""
    parts, result, size = _parts(replacement), [], 0
    for before, match in _split(pattern, text):
        result.append("".join((before, *(_expanded(parts, match) if match else ()))))
        size += len(result[-1])
        check_size(size)
    return "".join(result)


def regexp_pieces(pattern: str, text: str) -> list[list[str | None]]:
    """Return the text before each match, and the match; last the text behind, and None."""
    return [[before, match.group() if match else None] for before, match in _split(pattern, text)]


def _compiled(pattern: str, who: str) -> Any:
    try:
        return compiled(pattern)
    except PatternError as e:
        shown = pattern if len(pattern) <= _LONG else f"{pattern[:_LONG]}…"
        raise BridgeError(f"{who}: {written(shown)} is not a regular expression: {e}") from None


def _split(pattern: str, text: str) -> Iterator[tuple[str, Any]]:
    """Yield the text before each match, and the match; last the text behind, and None.

    Empty matches right behind another one do not count.
    """
    at, end = 0, -1
    for match in _compiled(pattern, "regexp.replace").finditer(text):
        if match.end() > match.start() or match.start() != end:
            yield text[at : match.start()], match
            at = match.end()
        end = match.end()
    yield text[at:], None


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
    **by_name(regexp_match, regexp_replace, regexp_pieces),
    "regexp_valid": accepted_by(lambda pattern: _compiled(pattern, "")),
}
