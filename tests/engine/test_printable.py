"""Text by third parties is no command for a terminal or a log, and other text stays as it is."""

from __future__ import annotations

import pytest
from ruamel.yaml import YAML

from yschema_engine.text.printable import printable, printable_json, printable_lines, yaml_comment

ONE_LINE = {
    "plain": ("a: b # c", "a: b # c"),
    "a tab": ("a\tb", "a\tb"),
    "a line break": ("a\nb", r"a\nb"),
    "a null": ("a\0b", r"a\x00b"),
    "escape": ("\x1b[2J", r"\x1b[2J"),
    "a control character of Latin-1": ("\x9b2J", r"\x9b2J"),
    "a line separator": ("a\u2028b", r"a\u2028b"),
    "an override": ("\u202etxt", r"\u202etxt"),
    "an isolate": ("\u2066txt\u2069", r"\u2066txt\u2069"),
    "a byte-order mark": ("\ufeffa", r"\ufeffa"),
    "tags": ("\U000e0041", r"\U000e0041"),
    "half a character": ("\udc80", r"\udc80"),
    "other scripts": ("Größe 大小\u3000\u05d0", "Größe 大小\u3000\u05d0"),
    "joiners": ("\u0645\u06cc\u200c\u062e 👩\u200d💻", "\u0645\u06cc\u200c\u062e 👩\u200d💻"),
    "combining characters": ("e\u0301", "e\u0301"),
    "an old workflow command": ("a ##[error]b", r"a #\x23[error]b"),
    "a command of Azure": ("##vso[task.x]", r"#\x23vso[task.x]"),
    "a heading": ("## a", "## a"),
}


@pytest.mark.parametrize(("text", "shown"), ONE_LINE.values(), ids=ONE_LINE)
def test_one_line(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("text", [text for text, _ in ONE_LINE.values()], ids=ONE_LINE)
def test_comments_of_yaml(text: str) -> None:
    assert YAML(typ="safe", pure=True).load(f"{yaml_comment(text)}\nkey: 1\n") == {"key": 1}


JSON = {
    "escape": ("\x1b", r"\u001b"),
    "a control character of Latin-1": ("\x9b2J", r"\u009b2J"),
    "an override": ("\u202etxt", r"\u202etxt"),
    "tags": ("\U000e0041", r"\udb40\udc41"),
    "other scripts": ("Größe 👩\u200d💻", "Größe 👩\u200d💻"),
    "line ends": ("{\n}", "{\n}"),
}


@pytest.mark.parametrize(("text", "shown"), JSON.values(), ids=JSON)
def test_json(text: str, shown: str) -> None:
    assert printable_json(text) == shown


LINES = {
    "a command": ("::error::x", r"\x3a:error::x"),
    "a command after spaces": ("  ::error::x", r"  \x3a:error::x"),
    "a command in the second line": ("a\n::error::x", "a\n  \\x3a:error::x"),
    "a carriage return": ("a\r::error::x", r"a\r::error::x"),
    "colons in a line": ("a ::b", "a ::b"),
    "one colon": (":a", ":a"),
    "several lines": ("a\nb\n\nc", "a\n  b\n  \n  c"),
}


@pytest.mark.parametrize(("text", "shown"), LINES.values(), ids=LINES)
def test_lines(text: str, shown: str) -> None:
    assert printable_lines(text, "  ") == shown
