"""Values as text. YAML reads as the value, and is what the emitter of the YAML library writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support import load_yaml
from yschema_engine.text.nodes import from_plain
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.emitter import emit
from yschema_engine.yaml.printing import to_json, to_yaml

STRINGS = (
    *(
        "",
        " ",
        "a b",
        "a: b",
        "a #b",
        "a#b",
        "a:b",
        "a:",
        ":a",
        "? a",
        "- a",
        "-a",
        "-",
        "--",
        "---",
        "--- a",
    ),
    *(
        "...",
        "... a",
        ".a",
        "#",
        "{a",
        "[a",
        "a, b",
        "*a",
        "&a",
        "!a",
        "|a",
        ">a",
        "@a",
        "`a",
        "%a",
        "'a'",
        '"a"',
    ),
    *(
        "true",
        "No",
        "null",
        "~",
        "=",
        "<<",
        "1",
        "1.5",
        "1_0",
        "0x1f",
        "1:30",
        "2020-01-01",
        "2020-01-01 a",
        ".inf",
    ),
    *(
        "How many pods to run.",
        "If null, there is none.",
        "é",
        "ü: b",
        "漢字",
        "\t",
        "a\tb",
        "\x07",
        "\ufeff",
    ),
    *(
        "a\nb",
        "a\n",
        "a\n\n",
        "a\n\nb",
        " a\nb",
        "\na",
        "a\n  b\n",
        "a\n \nb",
        "a\tb\nc",
        "\n",
        "# a\nb",
        "a\rb",
    ),
    *("a\u2028b", "a\x85b", "b" * 99, "b" * 130, "b c " * 40),
)
PLACES: dict[str, Callable[[str], Any]] = {
    "value": lambda text: {"k": text, "l": 1},
    "key": lambda text: {"k": {text: text}, "l": 1},
    "item": lambda text: [text, {"k": text}, [text, [text]]],
    "deep": lambda text: {"k": [{"l": [{"m": {text: [text, {}]}}]}], "n": []},
}
VALUES = {
    "numbers": {"a": [0, -3, 1.5, 1e30, 10**20, float("inf")], "b": [None, True, False], "c": -1},
    "other keys": {1: "a", None: "b", False: "c", 1.5: "d"},
    "nothing": {"a": {}, "b": [], "c": [[], {}]},
}
_NOWHERE = Span(Source("", ""), 1)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", STRINGS)
def test_strings(place: str, text: str) -> None:
    plain = PLACES[place](text)
    value = from_plain(plain, _NOWHERE)
    assert to_yaml(value) == emit(value)
    assert load_yaml(to_yaml(value)) == plain


@pytest.mark.parametrize("case", VALUES)
def test_values(case: str) -> None:
    value = from_plain(VALUES[case], _NOWHERE)
    assert to_yaml(value) == emit(value)
    assert load_yaml(to_yaml(value)) == VALUES[case]


@pytest.mark.parametrize("text", ["😀", ": 😀", "a?😀: b", "😀\nb"])
def test_characters_beyond_the_basic_plane_stay(text: str) -> None:
    for plain in (text, {text: [text, ":a", "? a"]}):
        printed = to_yaml(from_plain(plain, _NOWHERE))
        assert load_yaml(printed) == plain
        assert "😀" in printed


@pytest.mark.parametrize("text", STRINGS)
def test_a_string_alone(text: str) -> None:
    assert load_yaml(to_yaml(text)) == text


def test_json_has_the_last_of_keys_with_the_same_text() -> None:
    value = from_plain({"1": "a", "b": 2, 1: {"c": []}}, _NOWHERE)
    assert to_json(value, in_order=True) == '{\n  "1": {\n    "c": []\n  },\n  "b": 2\n}\n'


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_json_has_no_form_for(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_json(from_plain([number], _NOWHERE))
