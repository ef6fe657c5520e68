"""Escaping of untrusted text for terminals and logs, which interpret some characters and lines."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import NewType

YamlText = NewType("YamlText", str)
"""Text that a file in YAML can contain as it is: what `yaml_comment` and `to_yaml` return."""
Printable = NewType("Printable", str)
"""Text that a terminal or a log can show as it is: what the other functions of this module return.

Text of third parties has no other way into findings, changes and reports, or the types do not agree.
"""

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


def printable(text: str) -> Printable:
    """Return a text as one line, in which no character and no part is a command for a terminal or a log."""
    return Printable(re.sub(_OLD_COMMAND, _ESCAPED_HASH, re.sub(_NOT_ASCII, _shown, text)))


def filled(template: str, *slots: Printable) -> Printable:
    """Return printable text with other such text in the places of `{}`.

    Args:
        template: a literal.
        slots: for each place.
    """
    return Printable(template.format(*slots))


def yaml_comment(text: str, indent: int = 0) -> YamlText:
    """Return a line of text as a comment of YAML, which has no characters for controls.

    Args:
        text: the line.
        indent: how far in the comment is.
    """
    return YamlText(f"{' ' * indent}# {re.sub(_NOT_ASCII, _shown, text)}".rstrip())


def printable_json(text: str) -> Printable:
    """Return JSON in which such characters are escape sequences; its line ends stay."""
    return Printable(
        re.sub(
            r"[^\n\x20-\x7e]",
            lambda match: json.dumps(match[0])[1:-1] if _is_hidden(match[0]) else match[0],
            text,
        )
    )


def printable_lines(text: str, indentation: str = "") -> Printable:
    """Return a text of several lines, each as by `printable`, in which no line starts with a command.

    Args:
        text: the text.
        indentation: of the lines after the first one.
    """
    return joined(map(printable, text.split("\n")), f"\n{indentation}")


def joined(lines: Iterable[Printable], separator: str = "\n") -> Printable:
    """Return lines as one text, in which none is a workflow command of GitHub.

    Args:
        lines: the lines, or blocks of lines.
        separator: between them, with a line end.
    """
    return Printable(re.sub(_COMMAND, _ESCAPED_COLON, separator.join(lines)))


def _shown(match: re.Match[str]) -> str:
    return repr(match[0])[1:-1] if _is_hidden(match[0]) else match[0]


def _is_hidden(character: str) -> bool:
    return character not in _WITHIN_WORDS and unicodedata.category(character) in _INVISIBLE
