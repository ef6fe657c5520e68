"""Literal arguments that are parsed without Starlark have the values that Starlark gives them."""

from __future__ import annotations

import pytest

from yschema_engine.evaluate.starlark.literals import NotLiteral, parse_arguments
from yschema_engine.read.ytt.template import Evaluator
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

LITERAL = [
    "",
    '"text"',
    "'text'",
    '"it\'s", \'"x"\'',
    r'"tab\t, line\n, quote\", back\\"',
    "1, -1, 0, 1.5, -0.5",
    "True, False, None",
    "[], [1], [1,], [1, [2]]",
    "(), (1,), (1, 2), (1), ((1, 2),)",
    '{}, {"a": 1}, {"a": {"b": [1, 2]},}',
    'any=True, by="x"',
    '"x", y=[1, {"k": None}]',
    '"Small", ("Large", 3)',
]
LEFT_TO_STARLARK = [
    '"a" "b"',
    '"""long"""',
    r'"\d"',
    r'"\x41"',
    'r"raw"',
    "0x1f",
    "1e3",
    "1_000",
    "007",
    "1 + 1",
    "name",
    "f(1)",
    "[x for x in y]",
    '{"a": 1, "a": 2}',
    "{1: 2}",
    "a=1, a=2",
    "a=1, 2",
    "1 2",
    "[1 2]",
    "[1",
    '"x" # y',
    "lambda v: v",
    "- 1",
]


def by_starlark(arguments: str) -> object:
    """Return the values of the arguments in a file that also contains code."""
    source = Source("s.yml", f"#@ x = 1\n---\n#@mine {arguments}\na: #@ x\n#@mine x\nb: 1\n")
    documents = Evaluator({}).evaluate(source, read(source))
    value = documents.documents[-1].value
    annotation = value.items[0].annotations["mine"]  # type: ignore[union-attr]
    return annotation.args, annotation.kwargs


@pytest.mark.parametrize("arguments", LITERAL)
def test_literals_are_read_as_by_starlark(arguments: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = parse_arguments(arguments)

    def refuse(_: str) -> None:
        raise NotLiteral

    monkeypatch.setattr("yschema_engine.read.ytt.template_comments.parse_arguments", refuse)
    assert ours == by_starlark(arguments)


@pytest.mark.parametrize("arguments", LEFT_TO_STARLARK)
def test_the_rest_is_left_to_starlark(arguments: str) -> None:
    with pytest.raises(NotLiteral):
        parse_arguments(arguments)
