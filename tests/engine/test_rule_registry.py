"""Every named rule and every format is complete, and its parts agree with each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine.read.ytt.template import Evaluator
from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.rule_record import Misuse, Subject, Target
from yschema_engine.schema.rule_registry import RULES, make_rule, problem_of
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import from_plain, to_plain
from yschema_engine.text.phrases import ENGLISH, Phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import read

CASES_OF_RULES: dict[str, dict[str, Any]] = load_yaml((CASES / "rules.yaml").read_text(encoding="utf-8"))
SPAN = Span(Source("s.yml", "a: 1\n"), 1)
KINDS = ("string", "integer", "float", "boolean", "map", "array", "null")


def test_every_rule_has_cases() -> None:
    lacking = [f"rule {name!r} has no cases: add some to tests/cases/rules.yaml" for name in RULES]
    assert [
        sentence for name, sentence in zip(RULES, lacking, strict=True) if name not in CASES_OF_RULES
    ] == []
    assert CASES_OF_RULES.keys() == RULES.keys()


@pytest.mark.parametrize("name", RULES)
def test_arguments_and_checks(name: str) -> None:
    case = CASES_OF_RULES[name]
    rule = make_rule(name, case["argument"], SPAN)
    nodes = [from_plain(value, SPAN) for value in (*case["valid"], *case["invalid"])]
    satisfied = [problem_of(rule, value) is None for value in nodes]
    assert satisfied == [True] * len(case["valid"]) + [False] * len(case["invalid"])
    for argument in case["refused"]:
        with pytest.raises(Misuse) as caught:
            make_rule(name, argument, SPAN)
        assert ENGLISH.text(caught.value.expected)


@pytest.mark.parametrize("name", RULES)
def test_phrases(name: str) -> None:
    record, case = RULES[name], CASES_OF_RULES[name]
    argument = record.read(name, case["argument"])
    phrases = {kind: record.phrase(argument, Subject(kind)) for kind in KINDS}
    assert all(isinstance(phrase, Phrase) for phrase in phrases.values())
    assert ENGLISH.text(phrases[case.get("kind", "string")]) == case["phrase"]


@pytest.mark.parametrize(
    ("kind", "limit", "words"),
    [
        ("any", 1, "not empty"),  # characters, items or keys
        ("integer", 1, "not empty"),  # or a string
        ("any", 2, "at least 2 characters"),
        ("string", 1, "at least 1 character"),
        ("array", 1, "at least 1 item"),
        ("map", 1, "at least 1 key"),
    ],
)
def test_the_phrase_of_a_least_length_fits_the_type(kind: str, limit: int, words: str) -> None:
    assert ENGLISH.text(RULES["min_len"].phrase(limit, Subject(kind))) == words


@pytest.mark.parametrize("name", RULES)
def test_examples_satisfy_the_rule(name: str) -> None:
    rule = make_rule(name, CASES_OF_RULES[name]["argument"], SPAN)
    for example in RULES[name].examples(rule.argument):
        assert problem_of(rule, from_plain(example, SPAN)) is None


@pytest.mark.parametrize("name", RULES)
def test_keywords(name: str) -> None:
    case = CASES_OF_RULES[name]
    rule = make_rule(name, case["argument"], SPAN)
    target = Target(kinds=KINDS, base={"a": None}, names=("a", "b"), is_open=False, merges_items=False)
    assert list(RULES[name].json_schema(rule, target)) == case["json-schema"]
    openapi = replace(target, kinds=(case.get("kind", "string"),))
    assert list(RULES[name].openapi(rule, openapi)) == case["openapi"]


@pytest.mark.parametrize("name", RULES)
def test_code_can_call_the_rule(name: str) -> None:
    case = CASES_OF_RULES[name]
    argument = "" if RULES[name].is_flag else written(case["argument"])
    for spelled in (name, *RULES[name].aliases):
        call = f"assert.{spelled}({argument}).check({written(case['valid'][0])})"
        assert result_of(f"[{call}, assert.try_to(lambda: {call})[1]]") == [True, None]


def result_of(expression: str) -> Any:
    source = Source("s.yml", f'#@ load("@ytt:assert", "assert")\n--- #@ {expression}\n')
    documents = Evaluator({"s.yml": source}).evaluate(source, read(source)).documents
    return to_plain(documents[-1].value)


def test_every_format_is_complete() -> None:
    for name, defined in FORMATS.items():
        assert defined.name == name
        assert defined.samples, f"format {name!r} has no samples: give at least one valid value"
        assert ENGLISH.text(defined.phrase)
        assert set(defined.kinds) <= set(KINDS)
        assert defined.integer_keywords or "integer" not in defined.kinds
        if defined.either:
            assert set(defined.either) < FORMATS.keys()
