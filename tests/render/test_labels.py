# ruff: noqa: RUF001  punctuation of Chinese
"""Labels in the language of a site."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from render.html_text import Texts
from yschema_engine import File, load_schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.standalone import html_page, html_table, markdown
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.html.view import View
from yschema_engine.show.values_file import values_yaml
from yschema_engine.text.phrases import ENGLISH as ENGLISH_WORDS

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
SHOWN = {
    "de": [
        "Standardwert",
        "mindestens 3 Zeichen",
        "entspricht <code>^a</code>",
        "zwischen 1 und 9",
    ],
    "ja": ["デフォルト値", "3 文字以上"],
    "zh": ["默认值", "至少 3 个字符"],
    "de-AT": ["Standardwert"],
    "en": ["Default", "at least 3 characters"],
    "xx": ["Default", "at least 3 characters"],
}


def test_a_folder_of_overrides_brings_words(tmp_path: Path) -> None:
    for language, word in {"de": "Standard", "nl": "Standaard"}.items():
        path = tmp_path / "locale" / language / "LC_MESSAGES" / "yschema.po"
        path.parent.mkdir(parents=True)
        path.write_text(f'msgid "Default"\nmsgstr "{word}"\n', encoding="utf-8")
    schema = load_schema([File("s.yaml", "s.yaml", SCHEMA.encode())])
    shown = {
        language: Renderer(find_theme("mkdocs"), [tmp_path], language).reference(schema.named("app")).html
        for language in ("de-AT", "nl")
    }
    assert "Standard" in shown["de-AT"]
    assert "Standardwert" not in shown["de-AT"]
    assert "zwischen 1 und 9" in shown["de-AT"]
    assert "Standaard" in shown["nl"]


@pytest.mark.parametrize("language", SHOWN)
def test_a_page_is_in_the_language(language: str) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", SCHEMA.encode())])
    html = Renderer(find_theme("mkdocs"), language=language).reference(schema.named("app")).html
    missing = [text for text in SHOWN[language] if text not in html]
    assert not missing


TYPES = """\
#@schema/definition data_values=True
---
text: ""
many: [{a: 1}]
nested: [[1.5]]
#@schema/nullable
none: ""
#@schema/nullable
list: [""]
items:
#@schema/nullable
- 0
#@schema/type "int", "string"
two: 3
#@schema/type "int", "float", "string", None
three: 3
#@schema/type any=True
free: 1
"""
TYPE_WORDS = {
    "en": {
        "text": "string",
        "many": "list of maps",
        "nested": "list of lists of floats",
        "none": "string or null",
        "list": "list of strings or null",
        "items": "list of integers or nulls",
        "two": "integer or string",
        "three": "integer, float, string or null",
        "free": "any",
    },
    "de": {
        "text": "String",
        "many": "Liste von Maps",
        "nested": "Liste von Listen von Gleitkommazahlen",
        "none": "String oder null",
        "list": "Liste von Strings oder null",
        "items": "Liste von Ganzzahlen oder Nullwerten",
        "two": "Ganzzahl oder String",
        "three": "Ganzzahl, Gleitkommazahl, String oder null",
        "free": "beliebig",
    },
    "ja": {
        "text": "文字列",
        "many": "マップのリスト",
        "nested": "浮動小数点数のリストのリスト",
        "none": "文字列またはnull",
        "items": "（整数またはnull 値）のリスト",
        "three": "整数、浮動小数点数、文字列またはnull",
        "free": "任意の型",
    },
    "zh": {
        "text": "字符串",
        "many": "映射 的列表",
        "nested": "浮点数 的列表 的列表",
        "list": "字符串 的列表 或 null",
        "three": "整数、浮点数、字符串或null",
    },
    "xx": {"none": "string or null", "many": "list of maps"},
}


@pytest.mark.parametrize("language", TYPE_WORDS)
def test_types_are_in_the_language_in_every_form(language: str) -> None:
    reference = load_schema([File("s.yaml", "s.yaml", TYPES.encode())]).named("app")
    for path, words in TYPE_WORDS["en"].items():
        field = reference.find(path)
        assert field is not None
        assert ENGLISH_WORDS.text(type_phrase(field.type)) == words
    kinds = {field.name: field.type.main for field in reference.root.children}
    renderer = Renderer(find_theme("mkdocs"), language=language)
    forms = (
        (renderer.reference(reference).html, "ys-type"),
        (renderer.reference(reference, view=View(layout="table")).html, "ys-type"),
        (html_page(reference, language), "ys-type"),
        (html_table(reference, language), "type"),
    )
    rows = markdown(reference, language)
    for path, words in TYPE_WORDS[language].items():
        for html, mark in forms:
            found = re.search(rf'class="{mark}([\w -]*)">(.*?)<', html.partition(f'id="app.{path}"')[2])
            assert found
            assert found[2] == words
            # Scripts recognize types by these classes, in every language.
            assert mark == "type" or f" ys-of-{kinds[path]}" in found[1]
        assert re.search(rf"`{path}`(?:\]\(#app\.{path}\))? \| {re.escape(words)} \|", rows)


ALL = """\
#@schema/definition data_values=True
#@schema/validation one_not_null=["aa", "bb"]
---
#@schema/nullable
#@schema/default 1
aa: 0
#@schema/nullable
bb: 0
#@schema/validate min_len=3, when=lambda v: v != "x"
#@schema/validate format="ip"
#@schema/example "10.0.0.1"
cc: ""
#@schema/deprecated "Nimm `aa`."
dd:
#@schema/deprecated "Nimm nichts."
#@schema/validate min_len=3
- ""
#@schema/removed "Nimm `aa`."
ee: 0
#@schema/key-may-be-present
ff:
  #@schema/any-key
  _: 1
#@schema/default ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaa"]
gg:
- ""
"""
ENGLISH = re.compile(  # words that do not exist in German
    r"\b(default|allowed|only if|rules?|keys?|required|not set|removed|deprecated|examples?|each item"
    r"|details|description|field|yes|see below|schema for|skip|contents|link to|whole|at least|exactly"
    r"|for example|is not)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("document", [html_page, html_table, markdown])
def test_documents_are_in_the_language(document: Callable[..., str]) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", ALL.encode())])
    reference = schema.named("app")
    html = document(reference, "de")
    html = re.sub(r"<style>.*</style>|<script>.*</script>|<meta.*?>", "", html, flags=re.DOTALL)
    said = [*re.findall(r'aria-label="([^"]*)"', html), re.sub(r"<[^>]*>", " ", html)]
    for words in re.findall("data-words='([^']*)'", html):
        said += json.loads(re.sub(r"\{\w+\}", "", words)).values()
    assert [found for text in said for found in ENGLISH.findall(text)] == []
    assert "Jedes Element" in html
    assert len(ENGLISH.findall(document(reference))) > 15


def test_rules_of_what_must_be_set_are_in_the_language() -> None:
    schema = load_schema([File("s.yaml", "s.yaml", SCHEMA.encode())])
    html = html_page(schema.named("app"), "de")
    comments = re.findall('class="ys-comment"># ([^<]*)<', html)
    assert comments == [
        "mindestens 3 Zeichen; entspricht ^a",
        "zwischen 1 und 9",
        "einer von a, b",
        "eine IP-Adresse",
    ]


COMMENTED = """\
#@schema/definition data_values=True
---
#@schema/validate min_len=3
empty: ""
#@schema/validate min=1
zero: 0
#@schema/deprecated "Nimm `zero`."
#@schema/validate enum=[1, 2], when=lambda v: v != 9
old: 1
#@schema/deprecated ""
older: 1
#@schema/type "int", "float"
#@schema/validate max=(3, "at most 3 items")
own: 2
open:
  #@schema/any-key
  _: 1
some:
  #@schema/key allowed="^a", expects="0+"
  _: 1
"""
COMMENTS = {
    "en": [
        *("Type: string, required", "Rule: at least 3 characters", "Required", "Rule: at least 1"),
        *("Deprecated: Nimm `zero`.", "If the value is not 9: one of 1, 2", "Deprecated"),
        *("Type: integer or float", "Rule: at most 3 items", "Keys: names that match ^a"),
    ],
    "de": [
        *("Typ: String, erforderlich", "Regel: mindestens 3 Zeichen", "Erforderlich", "Regel: mindestens 1"),
        *("Veraltet: Nimm `zero`.", "Wenn der Wert ungleich 9 ist: einer von 1, 2", "Veraltet"),
        *("Typ: Ganzzahl oder Gleitkommazahl", "Regel: at most 3 items"),
        "Schlüssel: Namen, die ^a entsprechen",
    ],
    "ja": [
        *("型: 文字列、必須", "ルール: 3 文字以上", "必須", "ルール: 1 以上"),
        *("非推奨: Nimm `zero`.", "条件「値 が 9 以外」: 1、2 のいずれか", "非推奨"),
        *("型: 整数または浮動小数点数", "ルール: at most 3 items", "キー: ^a に一致する名前"),
    ],
    "zh": [
        *("类型：字符串，必填", "规则：至少 3 个字符", "必填", "规则：至少 1"),
        *("已弃用：Nimm `zero`.", "如果 该值 不为 9：1、2 之一", "已弃用"),
        *("类型：整数或浮点数", "规则：at most 3 items", "键：匹配 ^a 的名称"),
    ],
}


@pytest.mark.parametrize("language", COMMENTS)
def test_comments_of_values_are_in_the_language(language: str) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", COMMENTED.encode())])
    reference = schema.named("app")
    renderer = Renderer(find_theme("mkdocs"), language=language)
    views = (View(layout="yaml"), View(switch=True))
    page = html_page(reference, language)
    [download] = re.findall('base64,([^"]+)" download="values.yaml"', page)
    texts = [Texts(renderer.reference(reference, view=view).html, "ys-yaml").found[0] for view in views]
    texts += [values_yaml(Facts(reference), renderer.words), base64.b64decode(download).decode()]
    for text in texts:
        said = [line.strip().removeprefix("# ") for line in text.splitlines() if "# " in line]
        assert [line for line in said if line != "App"] == COMMENTS[language]


def test_a_values_file_that_nobody_has_translated_is_english() -> None:
    reference = load_schema([File("s.yaml", "s.yaml", COMMENTED.encode())]).named("app")
    assert "# Rule: at least 3 characters" in values_yaml(Facts(reference))


@pytest.mark.parametrize(
    ("language", "tag"), [("en", "en"), ("de", "de"), ("pt_BR", "pt-BR"), ("zh-Hant", "zh-Hant")]
)
def test_a_page_tells_its_language(language: str, tag: str) -> None:
    reference = load_schema([File("s.yaml", "s.yaml", SCHEMA.encode())]).named("app")
    assert f'<html lang="{tag}">' in html_page(reference, language)


@pytest.mark.parametrize("language", ["ar", "he-IL", "fa_IR"])
def test_a_page_goes_the_way_its_language_does(language: str) -> None:
    reference = load_schema([File("s.yaml", "s.yaml", SCHEMA.encode())]).named("app")
    assert f'<html lang="{language.replace("_", "-")}" dir="rtl">' in html_page(reference, language)


@pytest.mark.parametrize(
    ("language", "labels", "authors"),
    [
        ("he_IL", ' lang="en"', ' lang="he-IL"'),
        ("pt", ' lang="en"', ' lang="pt"'),
        ("de_AT", "", ""),
        ("en_GB", "", ""),
    ],
)
def test_labels_in_another_language_than_the_page_are_marked(
    language: str, labels: str, authors: str
) -> None:
    schema = '#@data/values-schema\n---\n#@schema/desc "A port."\nport: 1\n'
    reference = load_schema([File("s.yaml", "s.yaml", schema.encode())]).named("app")
    html = html_page(reference, language)
    assert f'<div class="ys"{labels} data-density' in html
    assert f'<div class="ys-text" dir="auto"{authors}><p>A port.' in html


OWN = {
    # the annotations of a field, and the resulting text
    "a pair": ('#@schema/validation ("at most one a day", lambda v: True)', "at most one a day"),
    "a label": ('#@schema/validation ("Default", lambda v: True)', ">Regel</dt> <dd>Default<"),
    "a function's": ('#@schema/validate lambda v: (True, "between a and b")', "between a and b"),
    "a message": ('#@schema/validate max=(3, "at most 3 items")', "at most 3 items"),
    "none": ("#@schema/validate lambda v: v < 9", "es gilt: <code>v &lt; 9</code>"),
    "a rule by name": ("#@schema/validate max=3", "höchstens 3<"),
}


@pytest.mark.parametrize("case", OWN)
def test_words_of_authors_stay(case: str) -> None:
    rule, wanted = OWN[case]
    text = f"#@schema/definition data_values=True\n---\n{rule}\na: 1\n"
    reference = load_schema([File("s.yaml", "s.yaml", text.encode())]).named("app")
    html = Renderer(find_theme("mkdocs"), language="de").reference(reference).html
    assert wanted in html
