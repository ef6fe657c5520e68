"""The files for contributors: workflows, issue forms, and the page about cases."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from support import CASES, load_yaml
from walkthrough import ROOT

REPOSITORY = "https://github.com/mkdocs-yschema/mkdocs-yschema"
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [
    classifier.rpartition(" ")[2]
    for classifier in PROJECT["classifiers"]
    if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", classifier)
]
README = (CASES / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| \[(`.*?`)\]\(#[\w-]*\) \|.*\| (`.*?) \|$", README, re.MULTILINE)


def _yaml(path: str) -> Any:
    return load_yaml((ROOT / path).read_text(encoding="utf-8"))


def test_github_runs_every_check_on_every_python() -> None:
    (job,) = _yaml(".github/workflows/test.yml")["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make test", "make fuzz"]
    assert job["strategy"]["matrix"]["python"] == PYTHONS
    assert job["env"]["CI"] == "true"


def test_gitlab_runs_every_check_on_every_python() -> None:
    jobs = _yaml(".gitlab-ci.yml")
    job = jobs[jobs["test"]["extends"]]
    assert job["script"] == ["make test"]
    assert job["parallel"]["matrix"] == [{"PYTHON": PYTHONS}]
    assert job["variables"]["CI"] == "true"


def test_a_scheduled_job_takes_the_newest_versions() -> None:
    workflow = _yaml(".github/workflows/newest.yml")
    assert workflow["on"]["schedule"]
    assert workflow["jobs"]["test"]["steps"][-1]["run"] == "make test LOCKED="
    job = _yaml(".gitlab-ci.yml")["newest"]
    assert job["script"] == ["make test LOCKED="] and "schedule" in job["rules"][0]["if"]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_issue_forms_are_complete(path: Path) -> None:
    form = load_yaml(path.read_text(encoding="utf-8"))
    assert form["name"] and form["description"]
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len(set(ids))
    for field in form["body"]:
        assert field["type"] in ("textarea", "input")
        assert field["attributes"]["label"] and field["attributes"]["description"]
    template = (ROOT / ".gitlab/issue_templates" / f"{path.stem.capitalize()}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", template, re.MULTILINE) == [
        f["attributes"]["label"] for f in form["body"]
    ]


def test_the_address_of_the_repository_is_the_same_everywhere() -> None:
    assert all(url.startswith(REPOSITORY) for url in PROJECT["urls"].values())
    for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", ".github/ISSUE_TEMPLATE/config.yml"):
        assert REPOSITORY in (ROOT / name).read_text(encoding="utf-8"), name


def _patterns(cell: str) -> list[str]:
    return re.findall(r"`(.*?)`", cell)


def test_every_case_file_is_described() -> None:
    described = {
        path for files, _ in ROWS for pattern in _patterns(files) for path in CASES.glob(_files(pattern))
    }
    existing = {path for path in CASES.rglob("*") if path.is_file() and path.name != "README.md"}
    assert {str(path.relative_to(CASES)) for path in existing - described} == set()


def _files(pattern: str) -> str:
    return f"{pattern}/*" if pattern.endswith("**") else pattern


@pytest.mark.parametrize(("files", "tests"), ROWS)
def test_every_kind_of_case_is_read_by_its_test(files: str, tests: str) -> None:
    patterns = _patterns(files)
    assert all(any(CASES.glob(_files(pattern))) for pattern in patterns)
    sources = "".join((ROOT / name).read_text(encoding="utf-8") for name in _patterns(tests))
    for pattern in patterns:
        name = re.sub(r"/\*.*", "", pattern)
        parts = name.split("/")
        assert f'"{name}"' in sources or all(re.search(rf'["/]{re.escape(p)}["/]', sources) for p in parts), (
            name
        )


def test_every_kind_of_case_has_an_example() -> None:
    for section in re.split(r"^## ", README, flags=re.MULTILINE)[1:]:
        for example in re.findall(r"^```+yaml\n(.*?)^```+$", section, re.DOTALL | re.MULTILINE):
            load_yaml(example)
        assert "```" in section, section.partition("\n")[0]
