"""Findings as reports for other tools, and as JSON: valid documents with stable fingerprints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from support import CASES, Command, Result, load_yaml
from walkthrough import ROOT
from yschema_engine.release import DOCUMENTATION

HEAD = "#@data/values-schema\n---\n"
EXAMPLE = "#@schema/examples ('Six', 'six')\n"
# Each with files, arguments and the number of errors, warnings, and findings without a place.
RUNS: dict[str, tuple[dict[str, str], str, tuple[int, int, int]]] = {
    "nothing is wrong": ({"s.yml": f"{HEAD}a: 1\n"}, "-f s.yml", (0, 0, 0)),
    "errors": ({"s.yml": f"{HEAD}{EXAMPLE}a: 1\nb: null\n"}, "-f s.yml", (2, 0, 0)),
    "a warning": ({"s.yml": f"{HEAD}#@schema/validation max=1\na: 2\n"}, "-f s.yml", (0, 1, 0)),
    "a file that does not exist": ({}, "-f s.yml", (1, 0, 1)),
    "an argument": ({"s.yml": f"{HEAD}a: 1\n"}, "-f s.yml --data-value a=b", (1, 0, 0)),
    "a name with spaces": ({"a b:c.yml": f"{HEAD}a: null\n"}, "-f .", (1, 0, 0)),
    "further places": ({"s.yml": f"{HEAD}a: [b\nc: 1\n"}, "-f s.yml", (1, 0, 0)),
    "the same twice": ({"s.yml": f"{HEAD}{EXAMPLE[:-1]}, ('Two', 'two')\na: 1\n"}, "-f s.yml", (2, 0, 0)),
    "commands for a log": ({"s.yml": f'{HEAD}"##[error]\\u001b]0;": null\n'}, "-f s.yml", (1, 0, 0)),
    "coverage": ({"s.yml": f"{HEAD}a: 1\n"}, "coverage -f s.yml --fail-under 50", (1, 0, 1)),
    "compare": (
        {"old.yml": f"{HEAD}a: 1\n", "new.yml": f"{HEAD}b: 1\n"},
        "compare old.yml new.yml --fail-on breaking",
        (1, 0, 1),
    ),
    "draft": ({"values.yaml": "a: [\n"}, "draft values.yaml", (1, 0, 0)),
    "inject": (
        {
            "s.yml": f"{HEAD}a: 1\n",
            "README.md": "<!-- yschema:begin -->\n<!-- yschema:end -->\n",
        },
        "inject -f s.yml README.md --check",
        (1, 0, 0),
    ),
}


def test_a_limited_number_of_findings(yschema: Command) -> None:
    files = {"s.yml": f"{HEAD}a: 1\n", "v.yml": "".join(f"k{n}: 1\n" for n in range(1001))}
    for form, counts in {
        "text": ("error: k", 1000),
        "concise": ("[unknown-key]", 1000),
        "json": ('"unknown-key"', 1000),
        "github": ("::error file", 1000),
        "sarif": ('"ruleId": "unknown-key"', 1000),
        "gitlab": ('"check_name": "unknown-key"', 1000),
        "junit": ('type="unknown-key"', 1000),
    }.items():
        arguments = ("-f", "s.yml", "--data-values-file", "v.yml", "--error-format", form)
        result = yschema(*arguments, files=files)
        assert result.status == 1
        assert result.err.count(counts[0]) == counts[1], form
        assert "left out 1 of the findings" in result.err, form
        few = yschema(*arguments, "--max-findings", "7")
        assert few.err.count(counts[0]) == 7, form
        assert "left out 994 of the findings" in few.err, form
    assert yschema(*arguments, "--max-findings", "0").status == 2


every_run = pytest.mark.parametrize("case", RUNS)


def run(yschema: Command, case: str, form: str) -> Result:
    files, arguments, _ = RUNS[case]
    return yschema(*arguments.split(), "--error-format", form, files=files)


def schema(path: Path) -> Draft202012Validator:
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")), format_checker=FormatChecker())


SCHEMAS = Path(__file__).with_name("report_schemas")
SARIF = schema(SCHEMAS / "sarif.schema.json")
GITLAB = schema(SCHEMAS / "gitlab.schema.json")
FINDING = schema(ROOT / "docs/reference/finding.schema.json")


@every_run
def test_sarif(yschema: Command, case: str) -> None:
    errors, warnings, placeless = RUNS[case][2]
    shown = run(yschema, case, "sarif")
    assert "##[" not in shown.err
    log = json.loads(shown.err)
    SARIF.validate(log)
    (sarif,) = log["runs"]
    (invocation,) = sarif["invocations"]
    notifications = invocation.get("toolExecutionNotifications", [])
    assert len(notifications) == placeless
    levels = [each["level"] for each in [*sarif["results"], *notifications]]
    assert (levels.count("error"), levels.count("warning")) == (errors, warnings)
    rules = sarif["tool"]["driver"]["rules"]
    assert [rules[each["ruleIndex"]]["id"] for each in sarif["results"]] == [
        each["ruleId"] for each in sarif["results"]
    ]
    marks = [mark for each in sarif["results"] for mark in each["partialFingerprints"].values()]
    assert len(set(marks)) == len(marks)
    assert invocation["executionSuccessful"] == (not placeless)


@every_run
def test_gitlab(yschema: Command, case: str) -> None:
    errors, warnings, _ = RUNS[case][2]
    shown = run(yschema, case, "gitlab")
    assert "##[" not in shown.err
    issues = json.loads(shown.err)
    GITLAB.validate(issues)
    severities = [issue["severity"] for issue in issues]
    assert (severities.count("major"), severities.count("minor")) == (errors, warnings)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


@every_run
def test_junit(yschema: Command, case: str) -> None:
    errors, warnings, _ = RUNS[case][2]
    shown = run(yschema, case, "junit")
    assert "##[" not in shown.err
    suites = ElementTree.fromstring(shown.err.encode())  # noqa: S314  our own document
    (suite,) = suites
    tests = suite.findall("testcase")
    assert (len(suite.findall("*/failure")), len(suite.findall("*/system-out"))) == (errors, warnings)
    assert {suite.get("tests"), suites.get("tests")} == {str(len(tests))}
    assert {suite.get("failures"), suites.get("failures")} == {str(errors)}
    assert all(test.get("name") and test.get("classname") for test in tests) and tests


@every_run
def test_json(yschema: Command, case: str) -> None:
    findings = [json.loads(line) for line in run(yschema, case, "json").err.splitlines()]
    assert len(findings) == sum(RUNS[case][2][:2])
    for each in findings:
        FINDING.validate(each)


def test_the_schema_of_findings_fits_recorded_runs() -> None:
    recorded = [
        json.loads(line)
        for path in sorted((CASES / "command-line").glob("*.yaml"))
        for case in load_yaml(path.read_text(encoding="utf-8")).values()
        if "--error-format json" in case.get("args", "")
        for line in case["err"].splitlines()
    ]
    assert len(recorded) > 5
    for each in recorded:
        FINDING.validate(each)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"code": "Not A Code", "severity": "error", "stage": "values", "message": "m"},
        {"code": "c", "severity": "fatal", "stage": "values", "message": "m"},
        {"code": "c", "severity": "error", "stage": "values", "message": "m", "line": 1},
        {"code": "c", "severity": "error", "stage": "values", "message": "m", "file": "f", "line": 0},
    ],
)
def test_the_schema_of_findings_refuses_other_objects(wrong: dict[str, Any]) -> None:
    assert not FINDING.is_valid(wrong)


def marks(yschema: Command, text: str) -> list[str]:
    shown = yschema("-f", "s.yml", "--error-format", "gitlab", files={"s.yml": text})
    return [issue["fingerprint"] for issue in json.loads(shown.err)]


def test_fingerprints_stay_if_lines_move(yschema: Command) -> None:
    first = marks(yschema, f"{HEAD}a: null\nb: []\n")
    assert marks(yschema, f"#! Moved.\n{HEAD}c: 1\na: null\nb: []\n") == first
    assert marks(yschema, f"{HEAD}b: []\n") == first[1:]
    assert not set(marks(yschema, f"{HEAD}d: null\ne: []\n")) & set(first)


def test_a_finding_without_a_field_is_known_by_its_line(yschema: Command) -> None:
    first = marks(yschema, "#@ load('a.star', 'a')\n" + HEAD + "a: 1\n")
    assert marks(yschema, "\n#@ load('a.star', 'a')\n" + HEAD + "a: 1\n") == first
    assert marks(yschema, "#@ load('b.star', 'a')\n" + HEAD + "a: 1\n") != first


def test_a_file_gets_the_report_and_the_log_the_text(yschema: Command, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    arguments = ("-f", "s.yml", "--error-format", "gitlab", "--error-file", str(file))
    shown = yschema(*arguments, files={"s.yml": f"{HEAD}a: null\n"})
    assert shown.status == 1 and shown.err.startswith("s.yml:3:1: error: a: a null value")
    assert len(json.loads(file.read_text(encoding="utf-8"))) == 1
    assert yschema(*arguments, files={"s.yml": f"{HEAD}a: 1\n"}) == Result(0, "", "")
    assert json.loads(file.read_text(encoding="utf-8")) == []


def test_a_report_that_cannot_be_written(yschema: Command, tmp_path: Path) -> None:
    arguments = ("--error-format", "sarif", "--error-file", str(tmp_path / "gone/report.sarif"))
    shown = yschema("-f", "s.yml", *arguments, files={"s.yml": f"{HEAD}a: 1\n"})
    assert shown.status == 2 and "cannot write the findings" in shown.err


def test_a_report_follows_no_link_out_of_the_folder(
    yschema: Command, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    mine = tmp_path_factory.mktemp("outside") / "mine"
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / "report.sarif").symlink_to(mine)
    arguments = ("--error-format", "sarif", "--error-file", "report.sarif")
    shown = yschema("-f", "s.yml", *arguments, files={"s.yml": f"{HEAD}a: 1\n"})
    assert shown.status == 2 and "report.sarif leads out of its folder" in shown.err
    assert mine.read_text(encoding="utf-8") == "mine"


VERSIONS: dict[str, str | bytes] = {
    "old.yml": f"{HEAD}#@schema/validation min=1\na: 1\nb: 1\nc: 1\n",
    "new.yml": f"{HEAD}#@schema/validation min=2\na: 2\nd: 1\n#! Third.\nc: 2\n",
}


def test_changes_as_sarif(yschema: Command) -> None:
    shown = yschema("compare", "old.yml", "new.yml", "-o", "sarif", files=VERSIONS)
    log = json.loads(shown.out)
    SARIF.validate(log)
    (sarif,) = log["runs"]
    results = {(each["ruleId"], each["level"]): each for each in sarif["results"]}
    assert {("bound-tightened", "error"), ("field-removed", "error"), ("default-changed", "warning")} <= set(
        results
    )
    tightened = results["bound-tightened", "error"]
    assert "found at least 2; expected at least 1" in tightened["message"]["text"]
    assert tightened["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "new.yml"
    changes = (ROOT / "docs/reference/changes.md").read_text(encoding="utf-8")
    for rule in sarif["tool"]["driver"]["rules"]:
        assert rule["helpUri"] == f"{DOCUMENTATION}/reference/changes/#{rule['id']}"
        assert f"{{ #{rule['id']} }}" in changes


@pytest.mark.parametrize(("new", "failures"), [("new.yml", 2), ("old.yml", 0)])
def test_changes_as_test_results(yschema: Command, new: str, failures: int) -> None:
    shown = yschema("compare", "old.yml", new, "-o", "junit", files=VERSIONS)
    (suite,) = ElementTree.fromstring(shown.out.encode())  # noqa: S314  our own document
    assert (suite.get("failures"), len(suite.findall("*/failure"))) == (str(failures), failures)


def test_rules_lead_to_the_pages_of_their_codes(yschema: Command) -> None:
    log = json.loads(run(yschema, "errors", "sarif").err)
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        assert rule["helpUri"] == f"{DOCUMENTATION}/findings/{rule['id']}/"
