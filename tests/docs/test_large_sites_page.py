"""The jobs of the workflow on the page about large sites write pages that a site joins."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from support import load_yaml
from walkthrough import ROOT, blocks

BLOCKS = list(blocks((ROOT / "docs/how-to/maintainer/large-sites.md").read_text(encoding="utf-8")))
FILES = {block.options["title"]: block.text for block in BLOCKS if "title" in block.options}
(WORKFLOW,) = [load_yaml(block.text) for block in BLOCKS if block.text.startswith("jobs:")]


def run_job(job: Mapping[str, Any], checkout: Path, artifacts: Path, **matrix: str) -> None:
    """Run the steps of a job in a new folder.

    Args:
        job: the job.
        checkout: the folder.
        artifacts: what jobs hand on, each in a folder with its name.
        matrix: the values of the matrix.
    """
    for step in job["steps"]:
        if "run" in step:
            command = filled(step["run"], matrix)
            if not command.startswith("pip "):  # the packages are already installed
                subprocess.run(command, shell=True, cwd=checkout, check=True)  # noqa: S602
            continue
        options = {name: filled(str(value), matrix) for name, value in step.get("with", {}).items()}
        match step["uses"].partition("@")[0]:
            case "actions/checkout":
                write_files(checkout)
            case "actions/upload-artifact":
                (artifacts / options["name"]).mkdir()
                shutil.copy(checkout / options["path"], artifacts / options["name"])
            case "actions/download-artifact":
                assert options["merge-multiple"] == "True"
                for artifact in artifacts.iterdir():
                    if fnmatch(artifact.name, options["pattern"]):
                        shutil.copytree(artifact, checkout / options["path"], dirs_exist_ok=True)
            case other:
                raise AssertionError(f"the test does not know {other}")


def filled(text: str, matrix: Mapping[str, str]) -> str:
    for name, value in matrix.items():
        text = text.replace(f"${{{{ matrix.{name} }}}}", value)
    assert "${{" not in text
    return text.strip()


def write_files(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_the_site_has_the_pages_of_all_jobs(tmp_path: Path) -> None:
    reference, site = WORKFLOW["jobs"]["reference"], WORKFLOW["jobs"]["site"]
    assert site["needs"] == "reference"
    artifacts = tmp_path / "artifacts"
    artifacts.mkdir()
    packages = reference["strategy"]["matrix"]["package"]
    for package in packages:
        run_job(reference, tmp_path / package, artifacts, package=package)
    run_job(site, tmp_path / "site", artifacts)
    pages = tmp_path / "site/joined/reference"
    assert sorted(path.name for path in pages.iterdir()) == [
        f"{package}.html" for package in sorted(packages)
    ]
    assert 'id="shop.replicas"' in (pages / "shop.html").read_text(encoding="utf-8")
