"""YAML that is commented out, and how it is told from prose."""

from __future__ import annotations

import re

from yschema_engine.text.deferred_patterns import lazy_pattern

_KEY_LINE = lazy_pattern(
    r"""(?:-\s+)*
    (?P<key>"[^"]*"|'[^']*'|[a-z_][^\s:#'"{\[]*):
    (?P<value>\s+(?:\S+|"[^"]*"|'[^']*'|\[.*\]|\{.*\}|[|>][-+]?))?
    \s*(?:\#.*)?\Z""",
    re.VERBOSE,
)
_ITEM_LINE = lazy_pattern(r"""-\s+(?:\S+|"[^"]*"|'[^']*')\s*\Z""")


def is_yaml_line(text: str) -> bool:
    """Return whether a line of a comment is probably a key with its value, and not prose.

    The key has no space and no capital letter at its start, and the value has no space, unless it is quoted.
    A line such as `ref: https://…` names a document, and `e.g:` begins an example.
    """
    match = _KEY_LINE.match(text)
    if match is None:
        return False
    value = (match["value"] or "").strip()
    if match["key"].lower().rstrip(".") in ("e.g", "i.e"):
        return False
    return not (match["key"].lower() in ("ref", "see", "e.g", "note", "default") and value.startswith("http"))


def is_item_line(text: str) -> bool:
    """Return whether a line of a comment is probably an item of a list of one word."""
    return _ITEM_LINE.match(text) is not None
