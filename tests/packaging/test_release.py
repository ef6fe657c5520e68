"""What a release and CI use: the check of a tag, the workflow, the action and the image."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import release
from support import load_yaml
from walkthrough import ROOT
from yschema_engine.release import REPOSITORY, VERSION

CODE = 'VERSION = "1.2.3"\n'
CHANGELOG = """\
# Changelog

## [Unreleased]

## [1.2.3] - 2026-11-22

### Added

- A feature.

## [1.2.2] - 2026-01-01

- A fix.
"""
PROBLEMS: dict[str, tuple[str, str, str, list[str]]] = {
    "ready": ("v1.2.3", CODE, CHANGELOG, []),
    "no version": ("latest", CODE, CHANGELOG, ["is not a tag of a release"]),
    "no prefix": ("1.2.3", CODE, CHANGELOG, ["is not a tag of a release"]),
    "another version": ("v1.2.2", CODE, CHANGELOG, ["has another version than 1.2.2"]),
    "no entries": ("v1.2.3", CODE, "## [Unreleased]\n\n- A feature.\n", ["has no entries"]),
    "no date": ("v1.2.3", CODE, "## [1.2.3]\n\n- A feature.\n", ["has no entries"]),
    "nothing": ("v2.0.0", CODE, "", ["another version", "no entries"]),
    "a candidate": ("v1.3.0rc1", 'VERSION = "1.3.0rc1"\n', "## [1.3.0rc1] - 2026-12-01\n\n- A.\n", []),
}


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_tag_needs_a_version_and_notes(case: str) -> None:
    tag, code, changelog, expected = PROBLEMS[case]
    problems = release.find_problems(tag, code, changelog)
    assert len(problems) == len(expected)
    assert all(words in problem for words, problem in zip(expected, problems, strict=True))


def test_notes_are_those_of_the_version() -> None:
    assert release.notes("1.2.3", CHANGELOG) == "### Added\n\n- A feature."


def test_the_workflow_checks_the_tag_before_it_publishes() -> None:
    workflow: dict[str, Any] = load_yaml((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    jobs = workflow["jobs"]
    commands = "\n".join(step.get("run", "") for step in jobs["build"]["steps"])
    assert 'tools/release.py "$GITHUB_REF_NAME"' in commands and "twine check --strict" in commands
    assert set(jobs["publish"]["needs"]) == {"test", "build", "attest"}
    assert set(jobs["image"]["needs"]) == {"test", "build"}
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert "workflow_call:" in (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8")


def run_action(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    (folder / "s.yml").write_text("#@data/values-schema\n---\na: null\n", encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-I", ROOT / ".ci/action.py"],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_action_writes_annotations(tmp_path: Path) -> None:
    done = run_action(tmp_path, ARGUMENTS="-f 's.yml'")
    assert done.returncode == 1 and done.stderr.startswith("::error file=s.yml,line=3,")


def test_the_action_writes_a_report(tmp_path: Path) -> None:
    done = run_action(tmp_path, ARGUMENTS="-f s.yml", SARIF_FILE="out.sarif")
    assert done.returncode == 1 and done.stderr.startswith("s.yml:3:1: error:")
    assert '"null-value"' in (tmp_path / "out.sarif").read_text(encoding="utf-8")


def test_the_action_runs_no_commands_in_arguments(tmp_path: Path) -> None:
    run_action(tmp_path, ARGUMENTS="-f s.yml; touch made $(touch made)")
    assert not (tmp_path / "made").exists()


def test_the_action_hands_its_inputs_to_the_script() -> None:
    action: dict[str, Any] = load_yaml((ROOT / "action.yml").read_text(encoding="utf-8"))
    *_, check = action["runs"]["steps"]
    assert ".ci/action.py" in check["run"]
    assert {"ARGUMENTS", "SARIF_FILE"} <= check["env"].keys()
    used = set(re.findall(r"inputs\.([\w-]+)", str(action["runs"])))
    assert used == action["inputs"].keys()


def test_the_action_runs_no_module_of_the_checkout(tmp_path: Path) -> None:
    for name in ("yschema_engine", "shlex", "venv", "pip"):
        (tmp_path / f"{name}.py").write_text("open('made', 'w')", encoding="utf-8")
    run_action(tmp_path, ARGUMENTS="-f s.yml", PYTHONPATH=str(tmp_path))
    assert not (tmp_path / "made").exists()
    action: dict[str, Any] = load_yaml((ROOT / "action.yml").read_text(encoding="utf-8"))
    lines = "\n".join(step.get("run", "") for step in action["runs"]["steps"])
    assert re.findall(r'(?:python|\$PYTHON)" (\S+)', lines) == ["-I"] * 3


def test_actions_are_pinned_by_commits() -> None:
    used = [
        line
        for path in (ROOT / "action.yml", *(ROOT / ".github/workflows").iterdir())
        for line in re.findall(r"uses: ([^./].*)", path.read_text(encoding="utf-8"))
    ]
    assert used
    assert [line for line in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


def test_the_image_is_built_from_all_that_the_wheel_needs() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    assert all((ROOT / path).exists() for path in kept)
    project = (ROOT / "engine/pyproject.toml").read_text(encoding="utf-8")
    assert set(re.findall(r'^(?:path = )?"\.\./(.+?)"', project, re.MULTILINE)) <= kept


def test_addresses_and_versions_in_files_agree() -> None:
    assert REPOSITORY in (ROOT / "engine/README.md").read_text(encoding="utf-8")
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", VERSION)
