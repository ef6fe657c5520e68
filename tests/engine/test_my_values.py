"""Pages check values as the engine does; one process of Node.js checks the values of all cases."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from made_values import Maker
from page_checker import SCRIPT, Difference, Job, differences, page_results
from support import CASES, load_yaml
from yschema_engine import File, Schema, load_schema
from yschema_engine.lint.hidden import hide
from yschema_engine.model.fields import Field
from yschema_engine.nodes import from_plain, to_yaml
from yschema_engine.outputs.my_values.model import is_checkable
from yschema_engine.rules.registry import RULES

NODE = shutil.which("node")
CASES_OF_PAGES: dict[str, dict[str, Any]] = load_yaml((CASES / "my-values.yaml").read_text("utf-8"))
FORMATS: dict[str, dict[str, Any]] = load_yaml((CASES / "formats.yaml").read_text("utf-8"))
RULE_CASES: dict[str, dict[str, Any]] = load_yaml((CASES / "rules.yaml").read_text("utf-8"))
PATTERNS: dict[str, str | None] = load_yaml((CASES / "patterns.yaml").read_text("utf-8"))
TEXTS = (
    "",
    "a",
    "ab",
    "abc",
    "ABC",
    "a.c",
    "a\nc",
    "12_ ",
    "é",
    "-a!",
    "]",
    "{a}",
    "a{,3}",
    "\u00a0",
    "\t",
    "^",
)
MADE = 12
LARGEST = 45_000  # bytes, compressed

pytestmark = pytest.mark.skipif(
    NODE is None and not os.environ.get("CI"), reason="Node.js runs the script of the pages"
)


def load(text: str) -> Schema:
    return load_schema([File("schema.yaml", "schema.yaml", text.encode())])


def yaml(value: Any) -> str:
    schema = load("#@data/values-schema\n---\na: 1\n")
    return to_yaml(from_plain({"v": value}, schema.root.span))


def of_rules() -> Iterator[Job]:
    """Yield each rule, format and pattern with the values of its cases."""
    for name, case in RULE_CASES.items():
        keyword, values = RULES[name].name, [*case["valid"], *case["invalid"]]
        yield _job(f"{keyword}={_starlark(case['argument'])}", values)
    for name, case in FORMATS.items():
        yield _job(f'format="{name}"', [value for values in case.values() for value in values])
    for pattern in PATTERNS:
        yield _job(f"regexp={_starlark(pattern)}", TEXTS)


def _job(rule: str, values: Any) -> Job:
    field = f"#@schema/type any=True\n#@schema/validate {rule}\nv: null\n"
    return Job(load(f"#@schema/definition data_values=True\n---\n{field}"), [yaml(value) for value in values])


def _starlark(value: Any) -> str:
    return {True: "True", None: "None"}[value] if value is True or value is None else repr(value)


def of_designs() -> Iterator[Job]:
    """Yield the schemas of other cases with values made for them."""
    cases = load_yaml((CASES / "openapi.yaml").read_text("utf-8"))
    for name, case in cases.items():
        schema = load(case["schema"])
        if is_checkable(schema) and not any(map(_has_key_function, schema.root.walk())):
            made = Maker(name).documents(schema.root, MADE)
            yield Job(schema, [to_yaml(from_plain(value, schema.root.span)) for value in made])


def _has_key_function(field: Field) -> bool:
    return field.keys is not None and field.keys.allowed is not None and field.keys.allowed.check is not None


JOBS = [
    Job(load(case["schema"]), [each["text"] for each in case["values"]]) for case in CASES_OF_PAGES.values()
]


def shown(each: Difference) -> str:
    return f"{each.text}\npage:   {each.page}\nengine: {each.engine}"


def test_the_findings_are_those_of_the_engine() -> None:
    jobs = [*JOBS, *of_rules(), *of_designs()]
    assert sum(len(job.texts) for job in jobs) > 500
    assert [shown(each) for each in differences(jobs)] == []


def test_the_findings_are_as_expected() -> None:
    expected = [[each["findings"] for each in case["values"]] for case in CASES_OF_PAGES.values()]
    results = [[list(map(line_of, each["findings"])) for each in results] for results in page_results(JOBS)]
    assert results == expected


def test_rules_that_are_not_checked_are_listed() -> None:
    for case, results in zip(CASES_OF_PAGES.values(), page_results(JOBS), strict=True):
        for each, result in zip(case["values"], results, strict=True):
            if "unchecked" in each:
                assert [rule for _, rule in result["unchecked"]] == each["unchecked"]


def line_of(finding: dict[str, Any]) -> str:
    facts = (finding[name] for name in ("code", "severity", "path", "line"))
    return " ".join(str(fact) for fact in facts if fact != "")


def test_hidden_fields_are_accepted_and_not_named() -> None:
    text = "#@data/values-schema\n---\nsize: 1\n#! yschema: hide\ninternal: {seed: 1}\n"
    file = File("schema.yaml", "schema.yaml", text.encode())
    job = Job(hide(load_schema([file]), [file]).shown, ["internal: {seed: 2}\n", "interna: 1\n"])
    [[hidden, unknown]] = page_results([job])
    assert hidden["findings"] == []
    assert unknown["findings"][0]["expected"] == "one of size"


def test_the_script_is_small_and_needs_no_code_from_text() -> None:
    script = SCRIPT.read_bytes()
    assert len(gzip.compress(script, mtime=0)) <= LARGEST
    assert re.findall(rb"\beval\(|\bFunction\(", script) == []
    assert b"Permission to use, copy, modify" in script  # the license of the YAML library
