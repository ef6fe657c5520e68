"""Escaping of untrusted text for terminals and logs, which interpret some characters and lines."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import NewType

YamlText = NewType("YamlText", str)
"""Text that a file in YAML can contain as it is: what `yaml_comment` and `to_yaml` return."""

_NOT_ASCII = r"[^\t\x20-\x7e]"
# Controls, formats (which change the order of text), halves of characters, unassigned ones, and separators
# of lines and paragraphs.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})
# These formats are a part of words and emoji.
_WITHIN_WORDS = frozenset("\N{SOFT HYPHEN}\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}")
# GitHub runs commands at the start of a line, even after spaces; those of the older form anywhere in it.
_COMMAND = r"(?m)^(\s*):(?=:)"
_OLD_COMMAND = r"##(?=\[|vso\[)"
_ESCAPED_HASH, _ESCAPED_COLON = r"#\\x23", r"\1\\x3a"


def printable(text: str) -> str:
    """Return a text as one line, in which no character and no part is a command for a terminal or a log."""
    return re.sub(_OLD_COMMAND, _ESCAPED_HASH, re.sub(_NOT_ASCII, _shown, text))


def yaml_comment(text: str, indent: int = 0) -> YamlText:
    """Return a line of text as a comment of YAML, which has no characters for controls.

    Args:
        text: the line.
        indent: how far in the comment is.
    """
    return YamlText(f"{' ' * indent}# {re.sub(_NOT_ASCII, _shown, text)}".rstrip())


def printable_json(text: str) -> str:
    """Return JSON in which such characters are escape sequences; its line ends stay."""
    return re.sub(
        r"[^\n\x20-\x7e]",
        lambda match: json.dumps(match[0])[1:-1] if _is_hidden(match[0]) else match[0],
        text,
    )


def printable_lines(text: str, indentation: str = "") -> str:
    """Return a text of several lines, each as by `printable`, in which no line starts with a command.

    Args:
        text: the text.
        indentation: of the lines after the first one.
    """
    return without_commands(f"\n{indentation}".join(map(printable, text.split("\n"))))


def without_commands(text: str) -> str:
    """Return lines without workflow commands of GitHub."""
    return re.sub(_COMMAND, _ESCAPED_COLON, text)


def _shown(match: re.Match[str]) -> str:
    return repr(match[0])[1:-1] if _is_hidden(match[0]) else match[0]


def _is_hidden(character: str) -> bool:
    return character not in _WITHIN_WORDS and unicodedata.category(character) in _INVISIBLE
