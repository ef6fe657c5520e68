"""Actions that run code of the input files, in child processes and without them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

import pytest

from yschema_engine.evaluate import evaluator
from yschema_engine.evaluate.evaluator import isolated
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.inputs import File
from yschema_engine.read.readers import load_schema
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import english
from yschema_engine.text.findings import EngineError, LimitError

PANIC = "tuple(range(-2147483648, 2147483647, 2147483647))"
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")


def loading(code: str) -> Callable[[], Schema]:
    """Return an action that loads a schema with code."""
    text = f"#@ x = {code}\n#@data/values-schema\n---\na: 1\n"
    return partial(load_schema, [File("s.yml", "s.yml", text.encode())])


def directly(action: Callable[[], Schema], _: pytest.MonkeyPatch) -> Schema:
    return action()


def in_a_child(action: Callable[[], Schema], _: pytest.MonkeyPatch) -> Schema:
    return isolated(action, Limits())


def without_a_child(action: Callable[[], Schema], monkeypatch: pytest.MonkeyPatch) -> Schema:
    monkeypatch.setattr(evaluator, "can_fork", lambda: False)
    return isolated(action, Limits())


@pytest.mark.parametrize("run", [directly, pytest.param(in_a_child, marks=forks), without_a_child])
@pytest.mark.parametrize(
    ("code", "message"),
    [
        (PANIC, "crashes the process that runs it (iterator provided size_hint incorrectly)"),
        ("(lambda list: 1) and list(range(2000000000))", "takes more memory than 1024 MiB"),
    ],
    ids=["of the interpreter itself", "about memory"],
)
def test_a_panic_is_a_finding(
    run: Callable[[Callable[[], Schema], pytest.MonkeyPatch], Schema],
    code: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(2):  # the interpreter can be used again
        with pytest.raises(EngineError) as caught:
            run(loading(code), monkeypatch)
        finding = caught.value.findings[0]
        assert str(finding.span) == "s.yml:1"
        assert english(finding, "message").endswith(message)
    assert run(loading("1"), monkeypatch).root.type.fields


@forks
@pytest.mark.parametrize("ends", [lambda: sys.exit(3), lambda: os._exit(3), lambda: os.kill(os.getpid(), 9)])
def test_an_action_that_ends_the_child_does_not_run_again(ends: Callable[[], object]) -> None:
    here, runs = os.getpid(), []

    def action() -> None:
        runs.append(loading("1")())
        if os.getpid() != here:
            ends()

    with pytest.raises(LimitError, match=r"s\.yml:1"):
        isolated(action, Limits())
    assert not runs


@forks
def test_errors_of_an_action_are_raised_here() -> None:
    def action() -> None:
        loading("1")()
        raise ValueError(os.getpid())

    with pytest.raises(ValueError, match=str(os.getpid())):
        isolated(action, Limits())


@forks
def test_only_the_child_rehearses() -> None:
    rehearsals: list[Schema] = []
    schema = isolated(loading("1"), Limits(), rehearsals.append)
    assert schema.root.type.fields
    assert not rehearsals


@forks
def test_a_rehearsal_that_ends_the_child_is_a_finding() -> None:
    with pytest.raises(LimitError, match=r"s\.yml:1"):
        isolated(loading("1"), Limits(), lambda _: os._exit(3))
