"""Paths of files relative to their repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from yschema_engine.show.annotations import in_repository

# The folders and files, the current folder, a name, and its path in the repository.
CASES: dict[str, tuple[list[str], str, str, str]] = {
    "at the top": ([".git/", "a.yaml"], ".", "a.yaml", "a.yaml"),
    "from a folder": ([".git/", "docs/a.yaml"], "docs", "a.yaml", "docs/a.yaml"),
    "elsewhere in it": ([".git/", "docs/", "schemas/a.yaml"], "docs", "../schemas/a.yaml", "schemas/a.yaml"),
    "by an absolute name": ([".git/", "docs/a.yaml"], "docs", "{root}/docs/a.yaml", "docs/a.yaml"),
    "in a work tree": ([".git", "docs/a.yaml"], "docs", "a.yaml", "docs/a.yaml"),
    "in a submodule": ([".git/", "sub/.git", "sub/a.yaml"], "sub", "a.yaml", "sub/a.yaml"),
    "in a repository in a folder of the workspace": (
        ["work/", "work/repo/.git/", "work/repo/a.yaml"],
        "work/repo",
        "a.yaml",
        "a.yaml",
    ),
    "without Git, in the workspace": (["work/", "work/docs/a.yaml"], "work/docs", "a.yaml", "docs/a.yaml"),
    "in none": (["docs/a.yaml"], "docs", "a.yaml", "a.yaml"),
    "no file": ([".git/", "docs/"], "docs", "stdin.yml", "stdin.yml"),
    "a folder": ([".git/", "docs/a/"], "docs", "a", "a"),
    "in no current folder of the repository": ([".git/", "a.yaml"], "/", "{root}/a.yaml", "a.yaml"),
}


@pytest.mark.parametrize("case", CASES)
def test_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    there, here, name, expected = CASES[case]
    for entry in there:
        path = tmp_path / entry
        path.parent.mkdir(parents=True, exist_ok=True)
        if entry.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.touch()
    monkeypatch.chdir(tmp_path / here)
    workspace = {"GITHUB_WORKSPACE": str(tmp_path / "work")} if (tmp_path / "work").exists() else {}
    assert in_repository(name.format(root=tmp_path), workspace) == expected
