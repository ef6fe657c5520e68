"""Missing documentation, coverage, and comments that accept findings."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.docs.accepted_findings import Suppressions, in_file, in_json_schema, in_starlark, in_yaml
from yschema_engine.docs.coverage import Coverage, Part, coverage, review
from yschema_engine.docs.markdown_comments import in_markdown
from yschema_engine.show.findings import english
from yschema_engine.text.findings import Finding, Kind, schema_code
from yschema_engine.text.source import Source, Span

LANGUAGES = {
    "yaml": in_yaml,
    "starlark": in_starlark,
    "markdown": in_markdown,
    "json-schema": in_json_schema,
}
ACCEPT: dict[str, dict[str, Any]] = load_yaml((CASES / "review/accept.yaml").read_text("utf-8"))
DOCUMENTATION: dict[str, Any] = load_yaml((CASES / "review/documentation.yaml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("language", "name"), [(language, name) for language, cases in ACCEPT.items() for name in cases]
)
def test_what_comments_accept(language: str, name: str) -> None:
    case = ACCEPT[language][name]
    source = Source("file", case["text"])
    found = LANGUAGES[language](source)
    assert [f"{a.kind} {a.span.line} {a.lines[0]}-{a.lines[-1]}" for a in found.suppressions] == case[
        "accepted"
    ]
    assert all(a.reason for a in found.suppressions)
    problems = case.get("problems", [])
    assert len(found.findings) == len(problems)
    for problem, expected in zip(found.findings, problems, strict=True):
        line, words = expected.split(": ", 1)
        assert problem.severity == "warning"
        assert problem.span == Span(source, int(line))
        assert words in " ".join(english(problem, name) for name in ("message", "expected", "hint"))


def references(case: dict[str, Any]) -> Any:
    files = [File(name, name, text.encode()) for name, text in case["files"].items()]
    return load_schema(files).named("x")


@pytest.mark.parametrize("name", [name for name, case in DOCUMENTATION.items() if "findings" in case])
def test_what_documentation_lacks(name: str) -> None:
    case = DOCUMENTATION[name]
    found = [d for d in review(references(case)) if d.kind in case.get("kinds", [d.kind])]
    assert [f"{d.span.line if d.span else 0} {d.kind} {d.path_text}" for d in found] == [
        text.replace('"', "") for text in case["findings"]
    ]
    assert all(d.severity == "warning" and english(d, "hint") and english(d, "message") for d in found)


@pytest.mark.parametrize("name", DOCUMENTATION)
def test_coverage(name: str) -> None:
    expected = DOCUMENTATION[name]["coverage"]
    found = coverage(references(DOCUMENTATION[name]))
    assert [str(field.path) for field in found.missing] == expected.pop("missing")
    assert {key: getattr(found.total, key) for key in expected} == expected
    for column in ("fields", "documented", "titles", "examples", "accepted"):
        assert sum(getattr(part, column) for part in found.parts) == getattr(found.total, column)


def test_accepted_fields_are_left_out_of_coverage() -> None:
    text = (
        "#@data/values-schema\n---\na: 1 #! yschema: accept undocumented: x\nm:\n  #@schema/desc 'B'\n"
        "  b: 1 #! yschema: accept undocumented: it has one\n  c: 2 #! yschema: accept titles: x\n"
    )
    accepted = Suppressions()
    accepted.add(in_yaml(Source("s.yaml", text)).suppressions)
    found = coverage(references({"files": {"s.yaml": text}}), accepted)
    assert [str(field.path) for field in found.missing] == ["m", "m.c"]
    assert [(part.name, part.fields, part.accepted) for part in found.parts] == [("a", 0, 1), ("m", 3, 0)]
    assert (found.total.fields, found.total.documented) == (3, 1)
    assert [d.span.line for d in accepted.unused(["undocumented"]) if d.span] == [6]


PERCENT = [
    (0, 0, 100.0),
    (0, 7, 0.0),
    (7, 7, 100.0),
    (2, 3, 66.6),
    (1999, 2000, 99.9),
    (99_999, 100_000, 99.9),
    (1, 3, 33.3),
    (41, 53, 77.3),
]


@pytest.mark.parametrize(("documented", "fields", "percent"), PERCENT)
def test_percentages_are_rounded_down(documented: int, fields: int, percent: float) -> None:
    part = Part("", fields, documented, 0, 0, 0)
    assert part.percent == percent
    assert part.reaches(percent)
    assert part.reaches(100) is (percent == 100)
    assert Coverage((), part, ()).total is part


_CODE = schema_code("x", "x")


def finding(kind: Kind, line: int, file: str = "s.yaml") -> Finding:
    return Finding(_CODE, Span(Source(file, ""), line), kind=kind)


def test_a_comment_accepts_its_kind_on_its_lines_in_its_file() -> None:
    text = "#! yschema: accept titles, undocumented: x\na: 1\nb: 1\n"
    accepted = Suppressions()
    accepted.add(in_yaml(Source("s.yaml", text)).suppressions)
    left = [
        finding("titles", 3),
        finding("defaults", 2),
        finding("titles", 2, "other.yaml"),
        Finding(_CODE, Span(Source("s.yaml", ""), 2)),
        Finding(_CODE, kind="titles"),
    ]
    assert accepted.filter([finding("titles", 2), *left, finding("titles", 1)]) == left
    assert [d.span.line for d in accepted.unused(["titles", "undocumented"]) if d.span] == [1]
    assert accepted.unused(["titles", "defaults"]) == []


def test_a_comment_that_accepts_nothing_is_told_for_kinds_that_are_looked_for() -> None:
    accepted = Suppressions()
    comments = in_yaml(Source("s.yaml", "a: 1 #! yschema: accept samples: x\n"))
    accepted.add(comments.suppressions)
    accepted.add(comments.suppressions)
    assert accepted.unused(["titles"]) == []
    (told,) = accepted.unused(["samples"])
    assert (str(told.span), told.severity, told.kind) == ("s.yaml:1", "warning", None)
    # There can be further findings after the other errors in the file are fixed.
    assert accepted.filter([finding("samples", 7)])
    assert accepted.unused(["samples"]) == []


def test_files_are_read_by_their_names() -> None:
    text = b"a = '''\n# yschema: accept titles: x\n'''\nb = 1 # yschema: accept titles: x\n"
    assert len(in_file(File("a.star", "a.star", text)).suppressions) == 1
    assert in_file(File("a.yaml", "a.yaml", b"a: [ # yschema: accept titles: x")).suppressions == ()
    assert in_file(File("a.yaml", "a.yaml", b"a: 1 #! yschema: accept titles: x")).suppressions
    assert in_file(File("a.png", "a.png", b"\xff yschema: accept titles: x")).suppressions == ()
