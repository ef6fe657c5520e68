"""Text by third parties for terminals and logs, which take some characters and lines for commands."""

from __future__ import annotations

import re
import unicodedata

_ASCII = re.compile(r"[\t\x20-\x7e]*\Z")
# Control characters, halves of characters, unassigned characters, and separators of lines and paragraphs.
_INVISIBLE = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})
# Formatting characters change the order of the text around them; these are a part of words and emoji.
_WITHIN_WORDS = frozenset("\N{SOFT HYPHEN}\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}")
# GitHub runs commands at the start of a line, even after spaces; those of the older form anywhere in it.
_COMMAND = re.compile(r"^(\s*):(?=:)", re.MULTILINE)
_OLD_COMMAND = re.compile(r"##(?=\[|vso\[)")
_ESCAPED_HASH, _ESCAPED_COLON = r"#\\x23", r"\1\\x3a"


def printable(text: str) -> str:
    """Return a text as one line, in which no character and no part is a command for a terminal or a log."""
    if not _ASCII.match(text):
        text = "".join(map(_character, text))
    return _OLD_COMMAND.sub(_ESCAPED_HASH, text)


def printable_lines(text: str, indentation: str = "") -> str:
    """Return a text of several lines, each as by `printable`, in which no line starts with a command.

    Args:
        text: the text.
        indentation: of the lines after the first one.
    """
    return without_commands(f"\n{indentation}".join(map(printable, text.split("\n"))))


def without_commands(text: str) -> str:
    """Return lines, of which none starts with a workflow command of GitHub."""
    return _COMMAND.sub(_ESCAPED_COLON, text)


def _character(character: str) -> str:
    return character if _is_visible(character) else repr(character)[1:-1]


def _is_visible(character: str) -> bool:
    if character == "\t" or character in _WITHIN_WORDS:
        return True
    category = unicodedata.category(character)
    return category not in _INVISIBLE and category != "Cf"
