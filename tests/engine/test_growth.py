"""The time of each step grows with the size of its input, not with its square."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from yschema_engine.compare.comparison import compare
from yschema_engine.docs.fences import find_fences
from yschema_engine.docs.sample_files import check_sample
from yschema_engine.read.inputs import File
from yschema_engine.read.readers import load_schema
from yschema_engine.schema.schema import Schema
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read


def _comments(size: int) -> Callable[[], Any]:
    source = Source("s.yaml", "#! a comment\n" * size + "a: 1\n")
    return lambda: read(source)


def _unclosed_fences(size: int) -> Callable[[], Any]:
    lines = ["~~~x"] * size
    return lambda: list(find_fences(lines, 4, greedy=False))


def _values(size: int) -> Callable[[], Any]:
    lines = "".join(f"k{n}: 1\n" for n in range(size))
    schema = load_schema([File("s.yaml", "s.yaml", f"#@data/values-schema\n---\n{lines}".encode())])
    values = File("v.yaml", "v.yaml", f"#@data/values\n---\n{lines}".encode())
    return lambda: list(check_sample(schema, [values]))


def _comparison(old: str, new: str) -> Callable[[int], Callable[[], Any]]:
    """Return a maker of comparisons, of as many fields as the size says; `%d` is the number of each."""

    def schema(field: str, size: int) -> Schema:
        text = "#@data/values-schema\n---\n" + "".join(field % n for n in range(size))
        return load_schema([File("s.yaml", "s.yaml", text.encode())])

    def make(size: int) -> Callable[[], Any]:
        before, after = schema(old, size), schema(new, size)
        return lambda: compare(before, after)

    return make


_SHORT = '#@schema/validation min_len=1\nk%d: ""\n'
CASES = {
    # makes a step for a size, and a size for which the step takes some hundredths of a second
    "comments": (_comments, 4_000),
    "values documents": (_values, 1_000),
    "a comparison of changed types": (_comparison("k%d: a\n", "k%d: 1\n"), 400),
    "a comparison of required fields": (_comparison("k%d: a\n", _SHORT), 400),
    "a comparison of fields that stay required": (_comparison(_SHORT, _SHORT.replace("=1", "=2")), 400),
    "a comparison of renamed fields": (_comparison("k%d: a\n", "new%d: a\n"), 400),
    "fences that nothing closes": (_unclosed_fences, 2_000),
}


def _seconds(step: Callable[[], Any]) -> float:
    """Return the time of a step, without garbage collections of the objects of other tests."""
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        step()
        return process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("case", CASES)
def test_growth_is_linear(case: str) -> None:
    make, size = CASES[case]
    small, large = make(size), make(size * 8)
    seconds = min(_seconds(small) for _ in range(3))
    # The square would be 64. One time below the limit is enough: others can only be too long.
    assert any(_seconds(large) < 8 * 3 * seconds for _ in range(3))
