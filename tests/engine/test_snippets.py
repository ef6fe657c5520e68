"""Checked blocks: which errors count in a part of a values file, and at which line."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, Finding, Source, Span, as_text, load_schema
from yschema_engine.docs.excerpts import ExcerptCheck, expect_invalid, without_ellipses
from yschema_engine.docs.places import find_part
from yschema_engine.show.findings import english

DATA: dict[str, Any] = load_yaml((CASES / "snippets.yaml").read_text(encoding="utf-8"))
SCHEMA = load_schema([File("s.yaml", "s.yaml", DATA["schema"].encode())])


def found_in(case: dict[str, Any]) -> list[Finding]:
    part = find_part(SCHEMA.root, case.get("part", ""))
    assert part is not None
    file = File("snippet.yaml", "page.md", without_ellipses(case["block"]).encode())
    return list(ExcerptCheck(SCHEMA, part, case.get("complete", False)).of_file(file))


def short(finding: Finding) -> str:
    d = finding
    assert d.span is not None and d.span.file == "page.md", as_text([d])
    message = english(d, "message")
    return f"{d.span.line}: {d.path_text}: {message}" if d.path_text else f"{d.span.line}: {message}"


@pytest.mark.parametrize("name", [n for n, case in DATA["cases"].items() if not case.get("unknown")])
def test_what_is_wrong(name: str) -> None:
    case = DATA["cases"][name]
    found = [short(d) for d in found_in(case)]
    expected = case.get("found", [])
    assert len(found) == len(expected), found
    assert all(words in text for words, text in zip(expected, found, strict=True)), found


@pytest.mark.parametrize("name", [n for n, case in DATA["cases"].items() if case.get("unknown")])
def test_unknown_parts(name: str) -> None:
    assert find_part(SCHEMA.root, DATA["cases"][name]["part"]) is None


@pytest.mark.parametrize("name", DATA["invalid"])
def test_what_is_meant_to_be_wrong(name: str) -> None:
    case = DATA["invalid"][name]
    at = Span(Source("page.md", ""), 7)
    told = as_text(expect_invalid(found_in(case), case["reason"], at))
    assert bool(told) == bool(case.get("found"))
    assert not [words for words in case.get("found", ()) if words not in told], told
    assert not told or told.startswith("page.md:7: error: ")


@pytest.mark.parametrize(
    ("fragment", "text", "missing"),
    [
        ("listeners[].tls", "secret: a\nkey: b\n", []),
        ("listeners[].tls", "secret: a\n", ["listeners[0].tls.key"]),
        ("listeners[]", "tls: {key: a}\n", ["listeners[0].name"]),
    ],
)
def test_keys_around_a_part_in_an_item_are_not_missing(fragment: str, text: str, missing: list[str]) -> None:
    tls = '{"required": ["key"], "properties": {"secret": {"type": "string"}}}'
    item = f'{{"required": ["name"], "properties": {{"name": {{}}, "tls": {tls}}}}}'
    source = f'{{"properties": {{"listeners": {{"type": "array", "items": {item}}}}}}}'
    schema = load_schema([File("app.schema.json", "app.schema.json", source.encode())])
    part = find_part(schema.root, fragment)
    assert part is not None
    findings = ExcerptCheck(schema, part).of_file(File("v.yaml", "v.yaml", text.encode()))
    assert [str(each.path) for each in findings] == missing
