"""Comparing two versions of a schema: changes, witnesses, successors and migration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from textwrap import indent
from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, Schema, load_schema
from yschema_engine.compare.changes import (
    CHANGE_CODES,
    UNEXPLAINED_REFUSAL,
    VALUE_REFUSED,
    Change,
    Comparison,
)
from yschema_engine.compare.comparison import compare
from yschema_engine.compare.migrate import migrate
from yschema_engine.compare.reverse_check import unexplained
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.read.readers import load_resources
from yschema_engine.schema.functions import Evaluation, Functions, current_functions
from yschema_engine.text.nodes import Value, content_id, from_plain
from yschema_engine.text.source import Source, Span
from yschema_engine.values.check import check_files
from yschema_engine.yaml.printing import to_yaml

FOLDER = CASES / "compare"
CODES: dict[str, Any] = load_yaml((FOLDER / "codes.yaml").read_text(encoding="utf-8"))
OTHERS: dict[str, Any] = load_yaml((FOLDER / "cases.yaml").read_text(encoding="utf-8"))
CALLS: dict[str, Any] = load_yaml((FOLDER / "calls.yaml").read_text(encoding="utf-8"))
CEL: dict[str, Any] = load_yaml((FOLDER / "cel.yaml").read_text(encoding="utf-8"))
FIELDS = 12
MIGRATIONS: dict[str, Any] = load_yaml((FOLDER / "migrate.yaml").read_text(encoding="utf-8"))
RESOURCE = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: apps.example.org}
spec:
  group: example.org
  names: {kind: App, plural: apps}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
"""
DEFINITION = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.org}
spec:
"""
HEADER = "#@data/values-schema\n---\n"


def versions(case: dict[str, Any]) -> tuple[Schema, Schema]:
    return schema_of(case, "old"), schema_of(case, "new")


def schema_of(case: dict[str, Any], version: str) -> Schema:
    name = f"{version}.yaml"
    if case.get("language") == "json-schema":
        return load_schema([File(f"{version}.schema.yaml", name, case[version].encode())])
    if case.get("language") == "chart":
        files = {"Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n", "values.yaml": case[version]}
        files |= {"values.schema.json": case["schema"][version]} if "schema" in case else {}
        return load_schema([File(f"{version}/{n}", f"{version}/{n}", t.encode()) for n, t in files.items()])
    if case.get("language") == "crd":
        text = RESOURCE + indent(case[version], " " * 8)
        return load_schema([File(name, name, text.encode())])
    if case.get("language") == "definition":
        text = DEFINITION + indent(case[version], "  ")
        return load_resources([File(name, name, text.encode())])
    text = f"{case.get('header', '')}{HEADER}{case[version]}"
    for word, values in case.get("replace", {}).items():
        text = text.replace(word, values[version == "new"])
    if case.get("dialect") == "proposed":
        text = text.replace(HEADER, "#@schema/definition data_values=True\n---\n")
    return load_schema([File(name, name, text.encode())])


def shown(change: Change) -> str:
    doubt = "" if change.is_proved else " ?"
    best = f" -> {change.successors[0].path}" if change.successors else ""
    return f"{change.code.level} {change.code.name} {change.path_text}{doubt}{best}"


def accepts(schema: Schema, change: Change) -> bool:
    assert change.witness is not None
    text = to_yaml(from_plain(change.witness.values, schema.root.span))
    return check_files(schema, [File("values.yaml", "values.yaml", text.encode())]).valid


def assert_witnesses(comparison: Comparison) -> None:
    for change in comparison.on("acceptance"):
        if change.witness is not None:
            is_old = change.witness.accepted_by == "old"
            assert is_old is (change.code.level == "breaking")
            verdicts = accepts(comparison.old, change), accepts(comparison.new, change)
            assert verdicts == (is_old, not is_old), change


@pytest.mark.parametrize("name", CODES)
def test_code(name: str) -> None:
    case = CODES[name]
    comparison = compare(*versions(case))
    of_code = [change for change in comparison.changes if change.code.name == name]
    others = [shown(change) for change in comparison.changes if change.code.name != name]
    assert len(of_code) == 1, others
    assert others == case.get("others", [])
    assert of_code[0].is_proved
    assert (of_code[0].witness and of_code[0].witness.values) == case.get("witness")
    assert_witnesses(comparison)


def test_every_code_has_an_example() -> None:
    assert list(CODES) == [name for name in CHANGE_CODES if name != UNEXPLAINED_REFUSAL.name]


@pytest.mark.parametrize("name", [name for name in CODES if CODES[name].get("language") != "definition"])
def test_unexplained_refusals_are_internal_errors(name: str) -> None:
    old, new = versions(CODES[name])
    refusals = unexplained([], Trial(old), Trial(new))
    is_breaking = CHANGE_CODES[name].level == "breaking" and CHANGE_CODES[name].axis == "acceptance"
    code = UNEXPLAINED_REFUSAL if new.own_check is None else VALUE_REFUSED
    assert {change.code.name for change in refusals} == ({code.name} if is_breaking else set())


@pytest.mark.parametrize("rule", CEL["verdicts"])
def test_added_rules_in_cel(rule: str) -> None:
    new = CEL["new"].replace("RULE", rule.replace("'", "''"))
    comparison = compare(*versions({"language": "crd", "old": CEL["old"], "new": new}))
    about = [change for change in comparison.changes if change.code.name.startswith("rule-")]
    assert [change.code.name for change in about] == [CEL["verdicts"][rule]]


@pytest.mark.parametrize("name", OTHERS)
def test_changes(name: str) -> None:
    comparison = compare(*versions(OTHERS[name]))
    assert [shown(change) for change in comparison.changes] == OTHERS[name]["changes"]
    assert_witnesses(comparison)


def test_a_refusal_that_no_change_explains_is_reported() -> None:
    old, new = versions(CODES["bound-tightened"])
    (change,) = unexplained((), Trial(old), Trial(new))
    assert (change.code, change.path_text) == (UNEXPLAINED_REFUSAL, "replicas")
    assert change.witness is not None
    assert_witnesses(Comparison(old, new, (change,)))


@pytest.mark.parametrize("name", MIGRATIONS)
def test_migration(name: str) -> None:
    case = MIGRATIONS[name]
    comparison = compare(*versions(case))
    text, findings = migrate(Source("values.yaml", case["values"]), comparison)
    assert text == case["migrated"]
    assert [str(each.path.field) for each in findings if each.path] == case.get("manual", [])
    if not findings:
        file = File("values.yaml", "values.yaml", text.encode())
        assert check_files(comparison.new, [file]).valid


def test_fingerprints_depend_on_code_and_path_alone() -> None:
    case = {"old": "a: 1\nb: 1\n", "new": "a: 2\nb: 2\n"}
    more = {"old": "a: 1\nb: 1\n", "new": "a: 3\nb: 2\n"}
    first, second = (compare(*versions(each)).changes for each in (case, more))
    assert [change.fingerprint for change in first] == [change.fingerprint for change in second]
    assert len({change.fingerprint for change in first}) == 2


def test_each_value_has_a_verdict_of_its_own() -> None:
    span = Span(Source("values", ""), 1)
    asked: list[Value] = []
    functions = current_functions()
    with functions.evaluation(lambda: Evaluation("", (), None)):
        function = functions.add(asked.append)
    for _ in range(2):
        for value in CALLS["distinct"]:
            function(from_plain(value, span))
    assert len(asked) == len(CALLS["distinct"])


@pytest.mark.parametrize("name", CALLS["compared"])
def test_functions_are_not_asked_again_and_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CALLS["compared"][name]
    repeated = {
        version: "".join(field.replace("{i}", str(i)) for i in range(FIELDS))
        for version, field in case.items()
    }
    calls: Counter[object] = Counter()

    add = Functions.add

    def counted(functions: Functions, function: Callable[..., Any]) -> Callable[..., Any]:
        def count(value: Value, *context: Any) -> Any:
            calls[function, content_id(value)] += not context
            return function(value, *context)

        return add(functions, count)

    monkeypatch.setattr(Functions, "add", counted)
    old, new = versions(repeated)
    calls.clear()
    assert compare(old, new).changes
    assert max(calls.values()) <= 2  # a schema also asks which fields are required
    calls.clear()
    assert not compare(old, old).changes
    assert not calls
