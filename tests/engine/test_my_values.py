"""Pages check values as the engine does; one process of Node.js checks the values of all cases."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from compare_checkers import schemas_below, texts_for
from json_values import VALUES
from made_values import Maker
from page_checker import SCRIPT, Difference, Job, differences, engine_findings, page_results, results_of
from support import CASES, load_yaml
from yschema_engine import File, Schema, load_schema
from yschema_engine.compiled.compile import CHECKED_FORMATS
from yschema_engine.docs.hidden_fields import hide
from yschema_engine.schema.fields import Field
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.show.language import find_language
from yschema_engine.show.my_values import is_checkable, values_model
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import from_plain
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.yaml.printing import to_yaml

SAMPLES = CASES.parent.parent / "sample_site"
NODE = shutil.which("node")
CASES_OF_PAGES: dict[str, dict[str, Any]] = load_yaml((CASES / "my-values.yaml").read_text("utf-8"))
FORMATS: dict[str, dict[str, Any]] = load_yaml((CASES / "formats.yaml").read_text("utf-8"))
RULE_CASES: dict[str, dict[str, Any]] = load_yaml((CASES / "rules.yaml").read_text("utf-8"))
PATTERNS: dict[str, str | None] = load_yaml((CASES / "patterns.yaml").read_text("utf-8"))
INSTANCES: dict[str, dict[str, Any]] = load_yaml((CASES / "instances.yaml").read_text("utf-8"))
ECMA_PATTERNS: list[dict[str, Any]] = load_yaml((CASES / "ecma-patterns.yaml").read_text("utf-8"))
UUIDS = ("12345678-90ab-cdef-1234-567890ABCDEF", "1234567890abcdef1234567890abcdef", "12345678-90ab", "g", "")
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
# What takes for ever, or more memory than there is, if a step for each part of a text looks at all others.
HUGE = {
    "a line of maps": (f"{{any: [{', '.join(['{name: a, port: 1}'] * 20_000)}]}}", None),
    "equal items": (f"list: [{', '.join(map(str, range(20_000)))}]", None),
    "unknown keys": ("".join(f"key{number}: 1\n" for number in range(20_000)), "unknown-key"),
    "open brackets": (f"any: {'[' * 20_000}", "nested-yaml"),
    "open keys": ("? " * 20_000, "collection-as-key"),
    "steps to the right": ("\n".join(f"{' ' * level}a:" for level in range(900)), "nested-yaml"),
    "comments behind a bracket": (f"any: [{' #' * 40}\n x: y", "not-yaml"),
    "spaces behind a bracket": (f"any: [{' ' * 200_000}x: y\nb", "not-yaml"),
    "lines before a bracket": (f"{chr(10) * 200_000}any: [\nb: c\n", "not-yaml"),
    "errors": (f"any: [{',' * 50_000}]", "not-yaml"),
}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
HANGS = 100  # seconds; nothing takes more than a few
LARGEST = 48_000  # bytes, compressed

pytestmark = pytest.mark.skipif(
    NODE is None and not os.environ.get("CI"), reason="Node.js runs the script of the pages"
)


def load(text: str) -> Schema:
    return load_schema([File("schema.yaml", "schema.yaml", text.encode())])


def json_schema(schema: Any) -> Schema:
    return load_schema([File("app.schema.json", "app.schema.json", json.dumps(schema).encode())])


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def is_odd(value: Any) -> bool:
    """Return whether the library takes a text for a host name that is none, by `$` and by folding case."""
    return isinstance(value, str) and not (value.isascii() and value.isprintable())


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
    return Job(rule_schema(rule), [yaml(value) for value in values])


def rule_schema(rule: str) -> Schema:
    field = f"#@schema/type any=True\n#@schema/validate {rule}\nv: null\n"
    return load(f"#@schema/definition data_values=True\n---\n{field}")


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


def of_instances() -> Iterator[Job]:
    """Yield the JSON Schemas of other cases with their values."""
    for case in INSTANCES.values():
        yield Job(json_schema(case["schema"]), [as_json(each) for each in (*case["valid"], *case["invalid"])])
    for case in ECMA_PATTERNS:
        texts = [*case["matches"], *case["others"]]
        schema = {"properties": {"v": {"pattern": case["pattern"]}}}
        yield Job(json_schema(schema), [as_json({"v": text}) for text in texts])


def of_instance_formats() -> Iterator[Job]:
    """Yield the formats that pages check in JSON Schemas, with the values of their cases."""
    for name in sorted(CHECKED_FORMATS):
        case = FORMATS.get({"idn-email": "email"}.get(name, name), {"valid": UUIDS})
        values = [value for values in case.values() for value in values]
        schema = {"properties": {"v": {"format": name}}}
        yield Job(json_schema(schema), [as_json({"v": value}) for value in values if not is_odd(value)])


def of_keywords() -> Iterator[Job]:
    """Yield the schemas of one keyword each, with small values of all types."""
    cases = load_yaml((CASES / "round-trips.yaml").read_text("utf-8"))
    texts = [as_json({"v": value}) for value in VALUES]
    for draft, schemas in cases.items():
        dialect = {"$schema": DRAFT_7} if draft == "draft 7" else {}
        for schema in schemas:
            own = {key: value for key, value in schema.items() if key not in ("definitions", "$defs")}
            shared = {key: value for key, value in schema.items() if key not in own}
            yield Job(json_schema({**dialect, **shared, "properties": {"v": own}}), texts)


def of_inputs() -> Iterator[Job]:
    """Yield the charts, resources and packages of the samples with values made for them."""
    for schema, samples in schemas_below([SAMPLES / "charts", SAMPLES / "schemas/ferry"]):
        yield Job(schema, texts_for(schema, samples, random.Random(schema.name), MADE))  # noqa: S311  values for tests


def _has_key_function(field: Field) -> bool:
    return field.keys is not None and field.keys.allowed is not None and field.keys.allowed.check is not None


def of_case(case: dict[str, Any]) -> Job:
    files = case.get("files") or {"schema.yaml": case["schema"]}
    schema = load_schema([File(name, name, text.encode()) for name, text in files.items()])
    return Job(schema, [each["text"] for each in case["values"]])


# What the script lacks: a schema, a text of its model, what replaces it, and the rule that is not checked.
LACKING = {
    "a rule": (rule_schema("min=2"), '"min"', '"unknown"', "at least 2"),
    "a format": (rule_schema("format='ip'"), '"ip"', '"unknown"', "an IP address (RFC 3986, section 3.2.2)"),
    "a keyword": (json_schema({"minProperties": 2}), '"minProperties"', '"unknown"', "unknown"),
}
JOBS = [of_case(case) for case in CASES_OF_PAGES.values()]


@cache
def in_english() -> list[Any]:
    """Return the results of the cases on a page in English."""
    return page_results(JOBS)


def test_each_keyword_accepts_what_the_engine_accepts() -> None:
    assert [shown(each) for each in differences(list(of_keywords()))] == []


def shown(each: Difference) -> str:
    return f"{each.text}\npage:   {each.page}\nengine: {each.engine}"


def test_the_findings_are_those_of_the_engine() -> None:
    jobs = [*JOBS, *of_rules(), *of_designs(), *of_instances(), *of_instance_formats(), *of_inputs()]
    assert sum(len(job.texts) for job in jobs) > 500
    assert [shown(each) for each in differences(jobs)] == []


@pytest.mark.parametrize("language", ["de", "es", "fr", "ja", "zh"])
def test_the_findings_are_in_the_language_of_the_page(language: str) -> None:
    pages = (in_english(), page_results(JOBS, find_language(language)))
    messages = [
        [each["message"] for job in page for text in job for each in text["findings"]] for page in pages
    ]
    assert [one for one, other in zip(*messages, strict=True) if one == other or "undefined" in other] == []


def test_plain_yaml_has_the_values_of_the_cases_for_both_parsers() -> None:
    cases = list(load_yaml((CASES / "plain-yaml.yaml").read_text("utf-8")).values())
    schemas = [replace(json_schema({"const": case.get("value")}), yaml="ytt") for case in cases]
    jobs = [Job(schema, [case["text"]]) for schema, case in zip(schemas, cases, strict=True)]
    expected = [[case["error"]] if "error" in case else [] for case in cases]
    pages = [[(each["code"], each["line"]) for each in result["findings"]] for [result] in page_results(jobs)]
    findings = [engine_findings(job.schema, job.texts[0]) for job in jobs]
    engine = [[(each.code.name, each.span.line if each.span else 0) for each in found] for found in findings]
    texts = [case["text"] for case in cases]
    assert list(zip(texts, pages, strict=True)) == list(zip(texts, engine, strict=True))
    codes = [[code for code, _ in found] for found in pages]
    assert list(zip(texts, codes, strict=True)) == list(zip(texts, expected, strict=True))


def test_the_findings_are_as_expected() -> None:
    expected = [[each["findings"] for each in case["values"]] for case in CASES_OF_PAGES.values()]
    results = [[list(map(line_of, each["findings"])) for each in results] for results in in_english()]
    assert results == expected


@pytest.mark.parametrize("name", HUGE)
def test_huge_texts_are_checked(name: str) -> None:
    text, code = HUGE[name]
    fields = "#@schema/type any=True\nany: null\n#@schema/validate unique=True\nlist:\n- 0\n"
    job = Job(load(f"#@schema/definition data_values=True\n---\n{fields}"), [text])
    [[result]] = page_results([job], seconds=HANGS)
    assert {each["code"] for each in result["findings"]} == {code} - {None}


def test_rules_that_are_not_checked_are_listed() -> None:
    for case, results in zip(CASES_OF_PAGES.values(), in_english(), strict=True):
        for each, result in zip(case["values"], results, strict=True):
            if "unchecked" in each:
                assert [rule for _, rule in result["unchecked"]] == each["unchecked"]


@pytest.mark.parametrize("name", LACKING)
def test_rules_that_only_the_engine_knows_are_listed(name: str) -> None:
    schema, old, new, rule = LACKING[name]
    text = as_json(json.loads(values_model(schema, ENGLISH))).replace(old, new)
    [[result]] = results_of([(json.loads(text), ["v: x\n"])])
    assert (result["findings"], [words for _, words in result["unchecked"]]) == ([], [rule])


def line_of(finding: dict[str, Any]) -> str:
    facts = (finding[name] for name in ("code", "severity", "path", "line"))
    return " ".join(str(fact) for fact in facts if fact != "")


def test_hidden_fields_are_accepted_and_not_named() -> None:
    text = "#@data/values-schema\n---\nsize: 1\n#! yschema: hide\ninternal: {seed: 1}\n"
    file = File("schema.yaml", "schema.yaml", text.encode())
    job = Job(hide(load_schema([file]), [file]).shown, ["internal: {seed: 2}\n", "interna: 1\n"])
    [[hidden, unknown]] = page_results([job])
    assert hidden["findings"] == []
    assert dict(unknown["findings"][0]["facts"])["expected"] == "size"


def test_hidden_fields_of_json_schemas_are_accepted_and_not_named() -> None:
    schema = {
        "required": ["name", "inner"],
        "properties": {
            "name": {"type": "string"},
            "inner": {
                "type": "object",
                "properties": {"secret": {"type": "integer"}, "shown": {"type": "integer"}},
            },
            "list": {"type": "array", "items": {"properties": {"secret": {"type": "integer"}}}},
        },
        "not": {"required": ["inner"], "properties": {"inner": {"required": ["secret"]}}},
        "additionalProperties": False,
    }
    job = Job(
        hide(json_schema(schema), [], ["*.secret"]).shown,
        ["name: a\ninner: {secret: x, shown: x}\nlist: [{secret: x}]\n"],
    )
    [[result]] = page_results([job])
    assert [each["path"] for each in result["findings"]] == ["inner.shown"]
    assert [rule for _, rule in result["unchecked"]] == ["rules about fields that this page does not show"]
    assert "secret" not in values_model(job.schema, ENGLISH)


def test_rules_that_yschema_does_not_run_are_listed() -> None:
    job = next(Job(each, [""]) for each, _ in schemas_below([SAMPLES / "schemas/ferry"]) if each.is_preferred)
    [[result]] = page_results([job])
    rules = [rule for _, rule in result["unchecked"]]
    assert [rule for rule in rules if "self.route.from != self.route.to" in rule] == rules[:1]


def test_the_script_is_small_and_needs_no_code_from_text() -> None:
    script = SCRIPT.read_bytes()
    assert len(gzip.compress(script, mtime=0)) <= LARGEST
    assert re.findall(rb"\beval\(|\bFunction\(", script) == []
    assert b"Permission to use, copy, modify" in script  # the license of the YAML library


def test_the_schema_of_a_chart_is_no_sample(tmp_path: Path) -> None:
    texts = {
        "Chart.yaml": "apiVersion: v2\nname: web\n",
        "values.yaml": "a: 1\n",
        "values-prod.yml": "a: 2\n",
    }
    for name, text in {**texts, "values.schema.json": "{}"}.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert [sorted(samples) for _, samples in schemas_below([tmp_path])] == [["a: 1\n", "a: 2\n"]]
