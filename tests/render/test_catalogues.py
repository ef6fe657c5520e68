"""The message catalogues: complete, and no page in a shipped language contains English."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import polib
import pytest

from support import CASES, load_yaml
from walkthrough import ROOT
from yschema_engine import File, load_schema
from yschema_engine.schema.fields import Field, Kind, ValueType
from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.keys import Count, KeyPolicy
from yschema_engine.schema.rule_registry import RULES, make_rule
from yschema_engine.show.field_facts import Facts, rules_of
from yschema_engine.show.html import renderer
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.standalone import html_page, html_table, markdown
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.html.view import ShownFinding, View
from yschema_engine.show.json_schema.schema import json_schema
from yschema_engine.show.language import SHIPPED, Language, read_catalogues
from yschema_engine.show.my_values import values_model
from yschema_engine.show.values_file import values_yaml
from yschema_engine.text.paths import ROOT as PATH
from yschema_engine.text.phrases import Param, Phrase, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_json

LANGUAGES = ("de", "es", "fr", "ja", "zh")
NAME = re.compile(r"\{\w+\}")
WORD = re.compile(r"[A-Za-z]{2,}")
SPAN = Span(Source("s.yml", "a: 1\n"), 1)
KINDS: tuple[Kind, ...] = ("string", "array", "map")
# Words that a language shares with English.
SHARED = {
    "de": {"Downloads", "Kind"},
    "es": {"Chart", "Plural", "compatible", "error", "use -o yaml", "{count} error"},
    "fr": {
        *("(document)", "Chart", "Condition", "Description", "Kind", "Type", "Version", "Versions"),
        *("compatible", "documents"),
    },
}
# Messages that are the same in some language: names and code.
SAME = {
    *("null", "nulls", "YAML", "Name", "name", "optional", "key=value", "True", "JSON (RFC 8259)"),
    *("::: yschema", "::: yschema NAME", "{option}=some.field"),
}
RULE_CASES: dict[str, dict[str, Any]] = load_yaml((CASES / "rules.yaml").read_text(encoding="utf-8"))


class Strict(Language):
    """A language that notes what it does not translate."""

    def __init__(self, tag: str) -> None:
        super().__init__(read_catalogues(tag))
        self.english: list[str] = []
        self._same = SAME | SHARED.get(tag, set())

    def template(self, phrase: Phrase) -> str:
        text = super().template(phrase)
        is_english = text in (phrase.template, phrase.plural) and WORD.search(NAME.sub("", text))
        if is_english and text not in self._same:
            self.english.append(text)
        return text


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(SHIPPED / language / "LC_MESSAGES" / "yschema.po"))


@pytest.mark.other_tools
def test_they_are_up_to_date() -> None:
    command = [sys.executable, "tools/messages.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_one_for_each_language() -> None:
    assert sorted(path.name for path in SHIPPED.iterdir() if path.is_dir()) == list(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_a_translation(language: str) -> None:
    missing = [entry.msgid for entry in catalogue(language) if not all(forms(entry)) or entry.fuzzy]
    assert not missing, f"locale/{language}/LC_MESSAGES/yschema.po lacks translations"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_names_of_their_message(language: str) -> None:
    wrong = [
        (entry.msgid, form)
        for entry in catalogue(language)
        for form in forms(entry)
        if names(form) not in (names(entry.msgid), names(entry.msgid_plural or entry.msgid))
    ]
    assert not wrong


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def names(text: str) -> set[str]:
    return set(NAME.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_of_a_rule_is_translated(language: str) -> None:
    words = Strict(language)
    texts = [words.text(said) for said in phrases_of_rules()]
    assert words.english == []
    assert all(texts)


def phrases_of_rules() -> Iterator[Param]:
    rules = {name: make_rule(name, case["argument"], SPAN) for name, case in RULE_CASES.items()}
    rules |= {name: make_rule("format", name, SPAN) for name in FORMATS}
    for name, kind in product(rules, KINDS):
        rule, partner = rules[name], RULES[rules[name].name].partner
        together = [rule] if partner is None else [rule, make_rule(partner.name, rule.argument, SPAN)]
        for shown in ([rule], together):
            field = Field(None, PATH, ValueType((kind, "boolean"), SPAN), SPAN, rules=tuple(shown))
            yield from (rule.phrase for rule in rules_of(field))
    for low, high in ((0, None), (1, 1), (2, 2), (1, None)):
        yield KeyPolicy(SPAN, expects=(Count(low, high),)).number
    yield KeyPolicy(SPAN, expects=(Count(0, 0), Count(1, 1), Count(5, None))).number


def test_counts_in_words_follow_the_plural_of_the_language() -> None:
    number = KeyPolicy(SPAN, expects=(Count(1, 1), Count(3, 3), Count(5, None))).number
    shown = {language: Strict(language).text(number) for language in LANGUAGES}
    assert shown["de"] == "1, 3 oder mindestens 5 Schlüssel"
    assert shown["ja"] == "1、3または5 個以上のキー"
    assert shown["zh"] == "1、3或至少 5 个键"


SCHEMA = """\
#@schema/definition data_values=True
#@schema/validate one_not_null=["aa", "bb"]
---
#@schema/nullable
#@schema/default 1
#@schema/validate min=1, max=9
aa: 0
#@schema/nullable
bb: 0.5
#@schema/validate min_len=3, max_len=5, when=lambda v: v != "x"
#@schema/validate format="ip"
#@schema/validate regexp="^1", starts_with="1", ends_with="1"
#@schema/validate lambda v: v != "1"
#@schema/example "10.0.0.1"
cc: ""
#@schema/deprecated "1"
#@schema/validate unique=True, not_null=True, min_len=1
dd:
#@schema/deprecated "1"
#@schema/validate min_len=3
- ""
#@schema/removed "1"
ee: 0
#@schema/key-may-be-present
ff:
  #@schema/key allowed="^a", expects=[0, 2, "5+"]
  x: 1
  #@schema/key allowed=lambda key: len(key) < 9, missing_ok=True
  other: false
#@schema/type "int", "float", "string", None
#@schema/validate enum=[1, 2]
gg: 1
#@schema/default [["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], ["aaaaaaaaaaaaaaaaaaaaaaaaa"]]
hh: [[""]]
ii: [{jj: 1}]
#@schema/type any=True
kk: 1
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_in_pages_and_files(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = Strict(language)
    monkeypatch.setattr(renderer, "find_language", lambda *_: words)
    texts = [without_code(text) for text in documents(language, words)]
    assert words.english == []
    sentences = {
        entry.msgid for entry in catalogue(language) if " " in entry.msgid and "{" not in entry.msgid
    }
    words_of = {sentence: re.compile(rf"\b{re.escape(sentence)}(?!\w)") for sentence in sentences - SAME}
    assert [(s, text[:80]) for s, found in words_of.items() for text in texts if found.search(text)] == []


def documents(language: str, words: Language) -> Iterator[str]:
    schema = load_schema([File("s.yaml", "s.yaml", SCHEMA.encode())])
    reference = schema.named("app")
    pages = Renderer(find_theme("material"), language=language)
    view = View(filter=True, switch=True, collapse_depth=1)
    yield pages.reference(reference, view=view).html
    yield pages.reference(reference, view=View(layout="table")).html
    yield pages.reference(reference, view=View(layout="yaml")).html
    yield html_page(reference, language)
    yield html_table(reference, language)
    yield markdown(reference, language)
    yield values_yaml(Facts(reference), words)
    yield values_model(reference, words)
    yield to_json(json_schema(schema.root, words))


def without_code(html: str) -> str:
    return re.sub(r"<style>.*?</style>|<script[^>]*>.*?</script>|data:[^\"]*", "", html, flags=re.DOTALL)


def test_banners_are_in_english() -> None:
    rule = phrase("{rule} ({citation})", rule=phrase("not null"), citation="RFC 1")
    found = ShownFinding("error", "", "", "", phrase("the value breaks a rule"), ((phrase("rule"), rule),))
    shown = Renderer(find_theme("material"), language="de").render(
        "findings.html", findings=[found] * 12, outdated=True
    )
    for text in ('lang="en"', "12 errors", "the value breaks a rule", "not null (RFC 1)", "2 more"):
        assert text in shown, text


def test_messages_for_authors_are_not_translated() -> None:
    messages = {entry.msgid for entry in catalogue("de")}
    assert {"the value breaks a rule", "at least {limit}", "not null"} <= messages  # in pages, My values
    assert messages.isdisjoint({"a null value declares no type", "unknown document marker", "True or False"})


def test_english_is_noticed() -> None:
    words = Strict("xx")
    words.text(phrase("if a string: {rule}", rule=phrase("at least {limit}", limit="5")))
    assert words.english == ["if a string: {rule}", "at least {limit}"]
