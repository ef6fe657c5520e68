"""Results as bytes: what is read is what was written, and nothing that is read runs code."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from yschema_engine.evaluate.evaluator import evaluating
from yschema_engine.evaluate.limits import NoCode
from yschema_engine.evaluate.wire import NotStorable, read, write
from yschema_engine.read.inputs import read_files
from yschema_engine.read.readers import load_schema
from yschema_engine.schema.fields import UNSET
from yschema_engine.schema.functions import CodeNeeded, Known, having
from yschema_engine.schema.schema import Schema
from yschema_engine.show.downloads import texts
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.my_values import values_model
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.paths import ANY_ITEM
from yschema_engine.text.paths import Path as FieldPath
from yschema_engine.values.minimal import minimal_of

ROOT = Path(__file__).parents[2]
INPUTS = [
    *sorted((ROOT / "sample_site/schemas").iterdir()),
    *(ROOT / "docs/examples" / f"{name}.yaml" for name in ("arrays", "checked", "merged", "rules")),
]
JSON_SCHEMA = (
    '{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"port": {"maximum": 9}}}'
)


def _load(path: Path) -> Callable[[], Schema]:
    return lambda: load_schema(read_files([path])).named("app")


def _pages(schema: Schema) -> object:
    renderer = Renderer(find_theme("mkdocs"))
    return (
        renderer.reference(schema),
        texts(renderer.facts(schema), "", renderer.words),
        values_model(schema, renderer.words, ""),
        to_plain(minimal_of(schema).value),
    )


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_a_stored_schema_gives_the_same_pages(path: Path) -> None:
    load = _load(path)
    assert _pages(read(write(load()))) == _pages(load())


def test_a_stored_json_schema_checks_the_same_values(tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    path.write_text(JSON_SCHEMA, encoding="utf-8")
    load = _load(path)
    stored = read(write(load()))
    assert stored.own_check is not None
    default = load().default
    assert list(stored.own_check.check(default)) == list(load().own_check.check(default))  # type: ignore[union-attr]
    assert _pages(stored) == _pages(load())


def test_data_needs_no_evaluation() -> None:
    schema = _load(ROOT / "docs/examples/deprecated.yaml")()
    stored = read(write(schema))
    assert [str(field.path) for field in stored.root.walk()] == [
        str(field.path) for field in schema.root.walk()
    ]
    assert stored.title == schema.title
    assert not any(stored.is_required(field) for field in stored.root.walk())


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_what_is_read_is_written_alike(path: Path) -> None:
    data = write(_load(path)())
    assert write(read(data)) == data


def test_a_function_is_called_where_its_code_runs() -> None:
    stored = read(write(_load(ROOT / "docs/examples/rules.yaml")()))
    calls = []
    with evaluating(NoCode()), pytest.raises(CodeNeeded):
        _pages(stored)
    with having(Known()), pytest.raises(CodeNeeded):
        _pages(stored)
    asking = read(write(stored), lambda address, args: calls.append(address.number))
    with having(Known()):
        minimal_of(asking)
    assert calls


@pytest.mark.parametrize("value", [UNSET, FieldPath((ANY_ITEM, "a")), frozenset({1}), ("a", 1.5, None, True)])
def test_plain_values(value: object) -> None:
    again = read(write(value))
    assert again == value
    assert (again is UNSET) == (value is UNSET)


class _Attack:
    def __reduce__(self) -> tuple[object, ...]:
        return os.system, ("touch attacked",)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no pickle",
        pickle.dumps(_Attack()),
        pickle.dumps(eval),
        b"cyschema_engine.evaluate.wire\npickle\n.",
        b"cyschema_engine.schema.fields\nUNSET\n.",
        b"cyschema_engine.schema.schema\nreplace\n.",
        b"cyschema_engine.text.findings\nEngineError\n.",
        b"\x80\x05\x8c\x1cyschema_engine.schema.schema\x8c\x0fSchema.__init__\x93.",
        write("a" * 100)[:50],
    ],
    ids=str,
)
def test_bytes_of_others_are_refused(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotStorable):
        read(data)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("value", [object(), [lambda: 1, pytest]])
def test_what_is_not_data_is_not_written(value: object) -> None:
    with pytest.raises(NotStorable):
        write(value)
