"""Words in the language of a site."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from yschema_engine import File, build_reference, load_schema
from yschema_engine.render import Renderer, find_theme
from yschema_engine.render.labels import Labels

SCHEMA = """\
#@schema/definition data_values=True
---
#@schema/validate min_len=3, regexp="^a"
name: ""
#@schema/validate min=1, max=9
count: 0
#@schema/validate enum=["a", "b"]
kind: ""
#@schema/validate format="ip"
address: ""
m:
  #@schema/any-key
  _: 1
"""
FOLDER = Path(str(files("yschema_themes.mkdocs")))
LANGUAGES = sorted(path.stem for path in (FOLDER / "labels").glob("*.toml"))
SHOWN = {
    "de": [
        "Vorgabe",
        "mindestens 3 Zeichen",
        "passt auf <code>^a</code>",
        "zwischen 1 und 9",
        "eins von <code>a",
    ],
    "ja": ["既定値", "3 文字以上"],
    "zh": ["默认值", "至少 3 个字符"],
    "de-AT": ["Vorgabe"],
    "en": ["Default", "at least 3 characters"],
    "xx": ["Default", "at least 3 characters"],
}


def words(language: str) -> dict[str, str]:
    return tomllib.loads((FOLDER / "labels" / f"{language}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", SHOWN)
def test_a_page_is_in_the_language(language: str) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", SCHEMA.encode())])
    html = Renderer(find_theme("mkdocs"), language=language).reference(build_reference(schema, "app")).html
    missing = [text for text in SHOWN[language] if text not in html]
    assert not missing


def test_every_language_has_the_same_words() -> None:
    assert LANGUAGES == ["de", "ja", "zh"]
    first = words(LANGUAGES[0])
    for language in LANGUAGES[1:]:
        assert words(language).keys() == first.keys(), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_is_in_both(language: str) -> None:
    for english, other in words(language).items():
        assert sorted(re.findall(r"\{\w*\}", english)) == sorted(re.findall(r"\{\w*\}", other)), english


def test_every_word_of_the_templates_is_there() -> None:
    used = {
        word
        for path in (FOLDER / "templates").glob("*.html")
        for word in re.findall(r"""\bt\("([^"]+)"\)""", path.read_text(encoding="utf-8"))
    }
    assert used and used <= words("de").keys(), used - words("de").keys()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("at least 5 keys", "mindestens 5 keys"),
        ("at least", "at least"),
        ("between a and b and c", "zwischen a and b und c"),
        ("Default", "Vorgabe"),
        ("", ""),
    ],
)
def test_phrases(text: str, wanted: str) -> None:
    label = Labels(
        {"Default": "Vorgabe", "at least {}": "mindestens {}", "between {} and {}": "zwischen {} und {}"}
    )
    assert label(text) == wanted
