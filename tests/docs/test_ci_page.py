"""The jobs on the page about CI are valid, and their commands do what the page says."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import load_yaml
from walkthrough import ROOT, blocks

BLOCKS = list(blocks((ROOT / "docs/how-to/maintainer/ci.md").read_text(encoding="utf-8")))
FILES = {
    "schemas/schema.yaml": '#@data/values-schema\n---\n#@schema/desc "The port."\nport: 80\n',
    "environments/production.yaml": "port: 81\n",
    "environments/test.yaml": "port: 82\n",
    "docs/index.md": "# Values\n\n```yaml yschema=values\nport: 8080\n```\n\n::: yschema values\n",
    "mkdocs.yml": "site_name: Values\nplugins:\n  - yschema:\n      schemas: {values: {files: [schemas]}}\n",
}
# The changed files, a text in the log, and the start of an annotation on GitHub.
MISTAKES: dict[str, tuple[dict[str, str], str, str]] = {
    "nothing": ({}, "", ""),
    "the schema": (
        {"schemas/schema.yaml": "#@data/values-schema\n---\nport: null\n"},
        "schemas/schema.yaml:3:1: error:",
        "::error file=schemas/schema.yaml,line=3,",
    ),
    "data values": (
        {"environments/test.yaml": "port: x\n"},
        "environments/test.yaml:1:7: error:",
        "::error file=environments/test.yaml,line=1,",
    ),
    "a description": (
        {"schemas/schema.yaml": "#@data/values-schema\n---\nport: 80\n"},
        "schemas/schema.yaml:3: port",
        "::error title=the documentation coverage",
    ),
    "a page": (
        {"docs/index.md": FILES["docs/index.md"].replace("8080", "x")},
        "docs/index.md:4:7: error:",
        "::error file=docs/index.md,line=4,",
    ),
}


def job(title: str) -> Any:
    return load_yaml(next(block.text for block in BLOCKS if block.options.get("title") == title))


def of_github() -> Iterator[str]:
    """Yield the commands in the steps of the GitHub job."""
    workflow = job(".github/workflows/values.yaml")
    assert {"name", "permissions", "jobs"} < workflow.keys()
    (check,) = workflow["jobs"].values()
    assert check["runs-on"]
    for step in check["steps"]:
        assert ("uses" in step) != ("run" in step)
        yield from [step["run"]] if "run" in step else []


def of_gitlab() -> Iterator[str]:
    """Yield the commands of the GitLab job."""
    (values,) = job(".gitlab-ci.yml").values()
    assert {"image", "script", "rules"} < values.keys()
    assert all(isinstance(line, str) for line in values["before_script"] + values["script"])
    yield from values["script"]


JOBS: dict[str, tuple[list[str], dict[str, str]]] = {
    "GitHub": (list(of_github()), {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"}),
    "GitLab": (list(of_gitlab()), {}),
}


def _commands_of_reports() -> list[str]:
    (scanning,) = job(".github/workflows/code-scanning.yaml")["jobs"].values()
    (quality,) = job("schema.gitlab-ci.yml").values()
    lines = [step["run"] for step in scanning["steps"] if "run" in step] + quality["script"]
    return [line for line in lines if line.startswith("yschema")]


@pytest.mark.parametrize("case", ["nothing", "the schema"])
def test_jobs_write_reports(tmp_path: Path, case: str) -> None:
    changes, words, _ = MISTAKES[case]
    write(tmp_path, {**FILES, **changes})
    statuses = [run(command, tmp_path, {}).returncode for command in _commands_of_reports()]
    assert statuses == [int(bool(words))] * 3
    for name in ("schema.sarif", "schema.json", "values.xml"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert ("schemas/schema.yaml" in text) == bool(words)


@pytest.mark.parametrize("host", JOBS)
@pytest.mark.parametrize("case", MISTAKES)
def test_a_job_fails_if_something_is_wrong(tmp_path: Path, host: str, case: str) -> None:
    commands, environment = JOBS[host]
    changes, words, shown = MISTAKES[case]
    write(tmp_path, {**FILES, **changes})
    out, status = "", 0
    for command in commands:
        if not status and not command.startswith("pip "):  # the packages are already installed
            done = run(command, tmp_path, environment)
            out, status = out + done.stdout + done.stderr, done.returncode
    assert (status != 0) == bool(words), out
    if host == "GitHub":
        assert [line for line in out.splitlines() if line.startswith(shown)], out
        assert shown or "::" not in out
    else:
        assert words in out


def test_a_summary_of_the_job(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    for command in JOBS["GitHub"][0]:
        if "coverage" in command:
            run(command, tmp_path, JOBS["GitHub"][1])
    assert "| **total** |" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_a_build_can_write_json(tmp_path: Path) -> None:
    options = next(b.text for b in BLOCKS if b.options.get("title") == "mkdocs.yml")
    config = FILES["mkdocs.yml"].replace("  - yschema:\n", options.partition("plugins:\n")[2])
    assert "error_format" in config
    write(tmp_path, {**FILES, **MISTAKES["a page"][0], "mkdocs.yml": config})
    (command,) = [b.text for b in BLOCKS if b.language == "sh" and "mkdocs build" in b.text]
    run(command, tmp_path, {})
    (line,) = (tmp_path / "findings.jsonl").read_text(encoding="utf-8").splitlines()
    assert load_yaml(line)["file"] == "docs/index.md"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def run(command: str, folder: Path, more: dict[str, str]) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "LANG": "C.UTF-8",
        **more,
    }
    return subprocess.run(
        ["bash", "-e", "-c", command],
        cwd=folder,
        env={**environment, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
