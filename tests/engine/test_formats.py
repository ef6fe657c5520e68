"""Formats accept exactly the values of their definitions."""

from __future__ import annotations

from typing import Any

import pytest
import re2

from support import CASES, load_yaml
from yschema_engine.schema.formats import FORMATS
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

VALUES: dict[str, dict[str, list[Any]]] = load_yaml((CASES / "formats.yaml").read_text(encoding="utf-8"))
NO_TEXT: tuple[object, ...] = (None, True, False, 1.5, float("nan"), b"0", [], ["0"], {}, {"a": 1}, str)


def test_all_formats_have_cases() -> None:
    assert list(FORMATS) == list(VALUES)
    assert all(name == defined.name for name, defined in FORMATS.items())


def test_no_format_can_be_added() -> None:
    with pytest.raises(TypeError):
        FORMATS["other"] = FORMATS["ip"]  # type: ignore[index]


@pytest.mark.parametrize("name", FORMATS)
def test_valid_values(name: str) -> None:
    assert [value for value in VALUES[name]["valid"] if not FORMATS[name].accepts(value)] == []


@pytest.mark.parametrize("name", FORMATS)
def test_invalid_values(name: str) -> None:
    invalid = [*VALUES[name]["invalid"], *VALUES[name].get("overflow", [])]
    assert [value for value in invalid if FORMATS[name].accepts(value)] == []


@pytest.mark.parametrize("name", FORMATS)
def test_values_other_than_text(name: str) -> None:
    numbers = () if name == "port" else (0, 80, 20181113)
    assert [value for value in (*NO_TEXT, *numbers) if FORMATS[name].accepts(value)] == []


@pytest.mark.parametrize("name", FORMATS)
def test_long_text_is_answered(name: str) -> None:
    for part in ("0", "1:", "a.", "1h", "(", '"', "\\", "é", "\ud800"):
        assert FORMATS[name].accepts(part * 100_000) in (True, False)
        assert not FORMATS[name].accepts("a://" + part * 100_000 + "@\n")


@pytest.mark.parametrize("name", FORMATS)
def test_samples_as_yaml_has_them(name: str) -> None:
    for sample in FORMATS[name].samples:
        document = read(Source("values.yml", f"a: {sample}\n")).documents[0]
        assert FORMATS[name].accepts(sample)
        assert FORMATS[name].accepts(to_plain(document.value)["a"])


@pytest.mark.parametrize("name", [name for name in FORMATS if FORMATS[name].pattern])
def test_patterns_say_the_same_as_the_checks(name: str) -> None:
    # In RE2 and JavaScript, `$` matches only the end of the text. RE2 has no look-around.
    pattern = re2.compile(FORMATS[name].pattern or "")
    texts = [value for list_ in VALUES[name].values() for value in list_ if isinstance(value, str)]
    overflow = VALUES[name].get("overflow", [])
    for text in texts:
        assert (pattern.search(text) is not None) == (FORMATS[name].accepts(text) or text in overflow), text


@pytest.mark.parametrize("name", FORMATS)
def test_definitions_are_linked(name: str) -> None:
    assert FORMATS[name].citation.url.startswith("https://")
    assert FORMATS[name].citation.title
