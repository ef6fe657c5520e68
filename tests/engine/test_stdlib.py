"""Standard modules and built-in functions, tested with small expressions in a schema file."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import pytest

from support import CASES, count_calls, load_yaml
from yschema_engine.evaluate.starlark.session import MODULE_NAMES
from yschema_engine.read.inputs import File
from yschema_engine.read.ytt.modules import module
from yschema_engine.read.ytt.template import Evaluator
from yschema_engine.show.findings import english
from yschema_engine.text.findings import EngineError, reason_of
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.yaml.read import read


def template(expression: str, before: str = "") -> str:
    used = [name for name in MODULE_NAMES if f"{name}." in expression + before]
    loads = "".join(f'#@ load("@ytt:{name}", "{name}")\n' for name in used)
    return f"{loads}{before}--- #@ {expression}\n"


def value_of(text: str, others: dict[str, str] | None = None) -> Any:
    files = {"s.yml": text, **(others or {})}
    inputs = {name: File(name, name, content.encode()) for name, content in files.items()}
    source = inputs["s.yml"].source
    documents = Evaluator(inputs).evaluate(source, read(source)).documents
    return to_plain(documents[-1].value)


def small_cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}-{number}")
        for path in sorted((CASES / "stdlib").glob("*.yaml"))
        for number, case in enumerate(load_yaml(path.read_text(encoding="utf-8")), 1)
    ]


@pytest.mark.parametrize("case", small_cases())
def test_expression(case: dict[str, Any]) -> None:
    text = template(case["expression"], case.get("before", ""))
    if "fails" not in case:
        assert same(value_of(text), case["gives"])
        return
    with pytest.raises(EngineError) as caught:
        value_of(text)
    problem = caught.value.findings[0]
    assert ENGLISH.text(reason_of(caught.value)) == case["fails"]
    # The message points to the author's line, never to code of the engine.
    assert problem.span is not None
    assert case["expression"] in problem.span.text or "def" in text or case.get("before")


def same(ours: Any, wanted: Any) -> bool:
    """Return whether values are equal, with keys compared as strings, as in the recorded answers."""
    if isinstance(ours, dict) and isinstance(wanted, dict):
        return {str(k) for k in ours} == {str(k) for k in wanted} and all(
            same(v, wanted[k if k in wanted else str(k)]) for k, v in ours.items()
        )
    if isinstance(ours, list) and isinstance(wanted, list):
        return len(ours) == len(wanted) and all(map(same, ours, wanted))
    return bool(ours == wanted) and isinstance(ours, bool) == isinstance(wanted, bool)


@pytest.mark.parametrize("name", [name for name in MODULE_NAMES if name not in ("data", "library")])
def test_modules_are_shared_but_those_of_a_file(name: str) -> None:
    assert module(name) is module(name)


@pytest.mark.parametrize("name", MODULE_NAMES)
def test_unknown_function_is_named(name: str) -> None:
    with pytest.raises(EngineError, match="has no attribute `nope`"):
        value_of(template(f"{name}.nope()"))


def test_unknown_module_lists_the_known_ones() -> None:
    with pytest.raises(EngineError, match="unknown standard module @ytt:nope") as caught:
        value_of('#@ load("@ytt:nope", "nope")\n--- #@ 1\n')
    assert english(caught.value.findings[0], "expected").startswith("one of @ytt:assert, ")


def test_a_module_lacks_a_name() -> None:
    with pytest.raises(EngineError, match="Module has no symbol `nope`"):
        value_of('#@ load("@ytt:json", "nope")\n--- #@ 1\n')


def test_modules_under_other_names() -> None:
    text = (
        '#@ load("@ytt:assert", a="assert")\n#@ load("@ytt:json", j="json")\n--- #@ a.one_of(1, 2).check(2)\n'
    )
    assert value_of(text) is True


def test_data_reads_the_inputs_only() -> None:
    text = template('[data.read("more/a.txt"), data.read("/more/a.txt"), len(data.list())]')
    assert value_of(text, {"more/a.txt": "hi\n"}) == ["hi\n", "hi\n", 2]
    with pytest.raises(EngineError, match=r'the input files do not contain "/etc/passwd"'):
        value_of(template('data.read("/etc/passwd")'))


def test_values_cannot_be_read() -> None:
    with pytest.raises(EngineError, match=r"data\.values is empty"):
        value_of(template("data.values.a"))


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('yaml.decode("1: a\\ntrue: b\\n1.5: c\\n").keys()', [1, True, 1.5]),
        ('list(yaml.decode("{z: 1, a: 2, m: 3}"))', ["z", "a", "m"]),
        ('type(yaml.decode("- .inf")[0])', "float"),
        ("math.log(0)", -math.inf),
        ('yaml.decode("[18446744073709551615]")', [18446744073709551615]),
    ],
)
def test_values_come_back_whole(expression: str, wanted: Any) -> None:
    assert value_of(template(expression)) == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('base64.decodable("YQ==")', True),
        ('base64.decodable("Y")', False),
        ("base64.decodable(5)", False),
        ('json.decodable("[1]")', True),
        ('json.decodable("[1")', False),
        ('yaml.decodable("a: [1]")', True),
        ('yaml.decodable("a: [1")', False),
        ('regexp.is_valid("a+")', True),
        ('regexp.is_valid("a(")', False),
        ("regexp.is_valid()", "a regular expression (RE2 syntax)"),
        ("json.decodable()", "JSON text (RFC 8259)"),
    ],
)
def test_rule_functions(expression: str, wanted: Any) -> None:
    assert value_of(template(expression)) == wanted


@pytest.mark.parametrize(
    "expression",
    [
        'base64.decode("/w==")',
        'url.path_segment_decode("%ff")',
        '"é"[0]',
        '"é".elems()',
    ],
)
def test_what_cannot_be_bridged_says_so(expression: str) -> None:
    with pytest.raises(EngineError, match=r"not UTF-8 text|in two|no text"):
        value_of(template(expression))


def test_matching_does_not_backtrack() -> None:
    # With a backtracking engine, this test would not end.
    assert value_of(template('regexp.match("^(a+)+$", "a" * 5000 + "b")')) is False


def _format(count: int) -> None:
    code = f"[x for x in range({count}) if '%s-%s' % ('a', x) != 'a-' + str(x) or {{'k': x}}['k'] != x]"
    assert value_of(template(code)) == []


def test_work_grows_in_proportion_to_the_formats() -> None:
    _format(100)  # the first call fills caches
    few, many = (count_calls(partial(_format, count)) for count in (1000, 2000))
    assert many < 2.1 * few
