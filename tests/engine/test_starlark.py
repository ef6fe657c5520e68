"""Rewritten Starlark programs: calls of the prelude, lines of errors, and renamed words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
import starlark

from yschema_engine.evaluate.limits import Limits
from yschema_engine.evaluate.starlark.blocks import Line, LineKind, indent
from yschema_engine.evaluate.starlark.errors import CodedError
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.evaluate.starlark.marshal import Replace, decode, encode
from yschema_engine.evaluate.starlark.prelude import (
    CORE,
    CORE_HELPERS,
    PRELUDE,
    dialect,
    environment,
    prelude,
)
from yschema_engine.evaluate.starlark.programs import Module, run
from yschema_engine.evaluate.starlark.rewrite import rewrite
from yschema_engine.evaluate.starlark.scanner import translate
from yschema_engine.evaluate.starlark.session import Script, Session
from yschema_engine.read.ytt.modules import LOAD_MISSING_FILE, module
from yschema_engine.text.findings import EngineError, LimitError
from yschema_engine.text.source import Source, Span


class Host:
    """Record the values that a program emits."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def callables(self) -> Mapping[str, Callable[..., Any]]:
        return {"give": lambda value: self.given.append(decode(value)), "__ydrop": lambda: None}


def load(path: str) -> Module:
    if not path.startswith("@ytt:"):
        raise CodedError(LOAD_MISSING_FILE, path=path)
    return module(path.removeprefix("@ytt:"))


def program(*lines: str, limits: Limits | None = None) -> tuple[list[Any], Module]:
    source = Source("s.star", "\n".join(lines))
    host = Host()
    kinds = [LineKind.STEP if "__y" in text else LineKind.CODE for text in lines]
    given = [Line(text, Span(source, n), kinds[n - 1]) for n, text in enumerate(lines, 1)]
    module = Module(Session(limits or Limits()), "s.star")
    run(module, given, load, host.callables)
    return host.given, module


def given_by(expression: str, *lines: str) -> Any:
    return program(*lines, f"give(__yout({expression}, __yfunctions))")[0][0]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("x[a]", "__yindex(x, (a))"),
        ("x[a:b]", "__ypart(x, (a), (b), (None))"),
        ("x[::c]", "__ypart(x, (None), (None), (c))"),
        ("x[(a):(b)]", "__ypart(x, ((a)), ((b)), (None))"),
        ("a % b", "__yremainder((a ), ( b))"),
        ('("%s") % (a,)', '__yremainder((("%s") ), ( (a,)))'),
        ("x %= b", "x = __yremainder(x, ( b))"),
        ("x[f()] += b", "__yput(__yplace(x, (f())) , __yjoined, ( b))"),
        ("f()[0] *= b", "__yput(__yplace(f(), (0)) , __ytimes, ( b))"),
        ("(x[a][b]) %= c", "__yput((__yplace(__yindex(x, (a)), (b))) , __yremainder, ( c))"),
        ("x[a] -= b", "x[__ykeyed((a))] -= b"),
        ("x[0:1] *= b", "x[0:1] *= b"),
        ("f().a *= b", "f().a = b"),
        ("x += b", "x += __ygrown(x, ( b))"),
        ("x[a] = b", "x[__ykeyed((a))] = b"),
        ("x[0] = {a: 1, 2: b}", "x[0] = {__ykeyed((a)): 1, 2: b}"),
        ("{a: b for a in c}", "{__ykeyed((a)): b for a in __yeach((c))}"),
        ("(a) == b", "__yequal(((a) ), ( b))"),
        ("a <= 1", "a <= 1"),
        ('"{}".format(a)', '__ym_format("{}", a)'),
        ('"a".elems()', '__ym_elems("a")'),
        ("d.values()", "d.values()"),
        ("a.b.c", '__yattribute(__yattribute(a, "b"), "c")'),
        ("a.b.c()", '__yattribute(a, "b").c()'),
        ("d.values", '__yattribute(d, "values")'),
        ("a in x", "__yin((a ), ( x))"),
        ("(a in # in x\n x)", "(__yin((a ), ( # in x\n x)))"),
        ("(a # + 1\n + b)", "(__yadd((a # + 1\n ), ( b)))"),
        ("f(*a, **b)", "f(*__yeach((a)), **__ymapping((b)))"),
        ("a, b = x", "a, b = __yeach((x))"),
        ("a, b = 1, 2", "a, b = 1, 2"),
        ("len = 1\nlen", "len = 1\nlen"),
        ("not python (", "not python ("),
    ],
)
def test_rewriting(code: str, wanted: str) -> None:
    assert rewrite(code) == wanted


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("assert.min(1)", "__yassert.min(1)"),
        ("x.assert", "x.assert"),
        ('"assert"', '"assert"'),
        ("# assert", "# assert"),
        (r'"\u00e9"', r'"\\u00e9"'),
        (r'r"\u00e9"', r'r"\u00e9"'),
        (r'"\\u00e9 \U1"', r'"\\u00e9 \\U1"'),
        (r'"\N{DASH} \n"', r'"\\N{DASH} \n"'),
        (r'"\xc3\xa9 \x41"', r'"é \x41"'),
        ('"""\nassert\n"""\nassert', '"""\nassert\n"""\n__yassert'),
    ],
)
def test_words(code: str, wanted: str) -> None:
    assert translate(code) == wanted


@pytest.mark.parametrize(
    "lines",
    [
        ["x = 1", "def f(d):", "return d['k']", "end", "y = f({})"],
        ["x = 1", "def f(d):", "return '%s %s' % d", "end", "y = f(1)"],
        ["x = 1", "def f(d):", "return '{}'.format()", "end", "y = f(1)"],
        ["x = 1", "def f(d):", "return sorted([d, 'a'])", "end", "y = f(1)"],
        ["load('@ytt:json', 'json')", "def f(d):", "return json.decode(d)", "end", "y = f('x')"],
        ["load('@ytt:assert', 'assert')", "def f(d):", "return assert.min(5).check(d)", "end", "y = f(1)"],
    ],
)
def test_errors_are_at_the_innermost_line_of_the_author(lines: list[str]) -> None:
    with pytest.raises(EngineError) as caught:
        program(*lines)
    problem = caught.value.findings[0]
    assert problem.span is not None
    assert problem.span.line == 3
    assert [at.line for _, at in problem.related] == [5]


def test_print_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    program('print("a", 1.0, [None])')
    assert capsys.readouterr().err == "a 1 [None]\n"


def test_assertions_cross_with_what_they_check() -> None:
    given, made = program(
        'load("@ytt:assert", "assert")',
        "give(__yout(assert.one_of(1, 'a'), __yfunctions))",
        "give(__yout(assert.min_len(2), __yfunctions))",
    )
    assert [f.rule for f in given] == [("one_of", (1, "a")), ("min_len", (2,))]
    assert [f.name for f in given] == ["assert.one_of", "assert.min_len"]
    assert made.call(given[0], "a") is True
    with pytest.raises(EngineError, match="length = 1"):
        made.call(given[1], "x")


def test_rules_go_on_after_an_error() -> None:
    given, made = program(
        'load("@ytt:assert", "assert")',
        'load("@ytt:json", "json")',
        "def rule(text):",
        "value, problem = assert.try_to(lambda: json.decode(text))",
        "return problem or value",
        "end",
        "give(__yout(rule, __yfunctions))",
    )
    assert made.call(given[0], "[1]") == [1]
    assert made.call(given[0], "[") == "json.decode: line 1, column 2: Expecting value"


def test_no_attempt_survives_a_limit() -> None:
    lines = ['load("@ytt:assert", "assert")', "x = assert.try_to(lambda: [i for i in range(1000000000)])"]
    with pytest.raises(LimitError):
        program(*lines, limits=Limits(seconds=0.2))


def test_a_replacement_crosses() -> None:
    value = given_by("template.replace([1, {'a': 2}])", 'load("@ytt:template", "template")')
    assert value == Replace([1, {"a": 2}])


def test_functions_cross_by_number() -> None:
    value = given_by("[len, lambda: 1]")
    assert [type(f) for f in value] == [Function, Function]


@pytest.mark.parametrize(
    "value", [1, "a", None, True, 1.5, [1, [2]], (1, 2), {"b": 1, "a": {1: None, False: 2}}, float("inf"), []]
)
def test_values_are_spelled_out_and_back(value: Any) -> None:
    assert decode(encode(value)) == value


@pytest.mark.parametrize(
    ("condition", "part"),
    [
        ("' ' not in v and len(v) < 9", CORE),
        ("[x for x in v if x != 1]", CORE),
        ("v.startswith('a')", PRELUDE),
        ("v[0] == 'a'", PRELUDE),
    ],
)
def test_programs_load_the_whole_prelude_only_if_they_call_it(condition: str, part: str) -> None:
    lines = indent([Line(f"f = lambda v: {condition}", Span(Source("s.yml", ""), 1))])
    assert Script("s.yml", lines).text.startswith(f'load("{part}", ')


def test_the_core_has_the_functions_that_programs_load_from_it() -> None:
    names = ", ".join(f'_{name}="{name}"' for name in sorted(CORE_HELPERS))
    code = starlark.parse("s.star", f'load("{CORE}", {names})', dialect())
    loader = starlark.FileLoader(prelude)
    assert starlark.eval(starlark.Module(), code, environment(), loader) is None
