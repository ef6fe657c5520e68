"""Comparing files with those in git revisions."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from support import Command

OLD = "#@data/values-schema\n---\nhost: ''\nport: 80\n"
NEW = "#@data/values-schema\n---\nhost: ''\n"
LIBRARY = "def least():\n  return {}\nend\n"
WITH_CODE = (
    '#@ load("limits.star", "least")\n#@data/values-schema\n---\n#@schema/validation min=least()\nport: 80\n'
)


def git(folder: Path, *arguments: str) -> None:
    names = {f"GIT_{role}_{part}": "test" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, env={**os.environ, **names}
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the old files under the tag v1, and the new ones in the work tree."""
    folder = tmp_path / "config"
    folder.mkdir()
    (tmp_path / "schema.yaml").write_text(OLD)
    (folder / "schema.yaml").write_text(WITH_CODE)
    (folder / "limits.star").write_text(LIBRARY.format(1))
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "old", "--no-gpg-sign")
    git(tmp_path, "tag", "v1")
    (tmp_path / "schema.yaml").write_text(NEW)
    (folder / "limits.star").write_text(LIBRARY.format(5))
    return tmp_path


def codes(text: str) -> list[tuple[str, str]]:
    return [(each["code"], each["path"]) for each in json.loads(text)["findings"]]


KINDS = {
    "chart/values.yaml": ("# -- Host\nhost: a\nport: 80\n", "port: 80\n", "port: 81\n"),
    "values.schema.json": (
        '{"type": "object", "properties": {"a": %s}}',
        '{"type": "string"}',
        '{"type": "object"}',
    ),
    "crd.yaml": (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
        "metadata: {name: as.example.org}\nspec:\n"
        "  group: example.org\n  names: {kind: A, plural: as}\n  scope: Namespaced\n  versions:\n"
        "  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n"
        "        type: object\n        properties: {a: %s}\n",
        "{type: string}",
        "{type: object}",
    ),
    "package.yaml": (
        "apiVersion: data.packaging.carvel.dev/v1alpha1\nkind: Package\n"
        "metadata: {name: a.example.org.1.0.0}\nspec:\n"
        "  refName: a.example.org\n  version: 1.0.0\n  valuesSchema:\n    openAPIv3:\n"
        "      type: object\n      properties: {a: %s}\n",
        "{type: string}",
        "{type: integer}",
    ),
}


@pytest.mark.parametrize("arguments", ["git:v1:{} {}", "git:v1:{} git:HEAD:{}", "--against v1 -f {}"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_input(
    kind: str, arguments: str, tmp_path: Path, yschema: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = (tmp_path / kind).parent
    folder.mkdir(exist_ok=True)
    text, old, new = KINDS[kind]
    (tmp_path / "chart").mkdir(exist_ok=True)
    (tmp_path / "chart" / "Chart.yaml").write_text("apiVersion: v2\nname: web\n")
    git(tmp_path, "init", "--quiet")
    for tag, part in (("v1", old), ("v2", new)):
        (tmp_path / kind).write_text(text % part if "%s" in text else text.replace(old, part))
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "--quiet", "--message", tag, "--no-gpg-sign")
        git(tmp_path, "tag", tag)
    is_chart = kind.startswith("chart/")
    place = "." if is_chart else kind
    monkeypatch.chdir(folder)
    result = yschema("compare", *arguments.replace("{}", place).split(), "-o", "json")
    expected = ("default-changed", "port") if is_chart else ("type-changed", "a")
    assert codes(result.out) == [expected], result.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("git:v1:schema.yaml schema.yaml", [("field-removed", "port")]),
        ("git:v1:./schema.yaml git:HEAD:schema.yaml", []),
        ("--against v1 -f schema.yaml", [("field-removed", "port")]),
        ("--against v1 -f config", [("bound-tightened", "port")]),
        ("git:v1:config config", [("bound-tightened", "port")]),
    ],
)
def test_revisions(
    arguments: str, expected: list[tuple[str, str]], repository: Path, yschema: Command
) -> None:
    result = yschema("compare", *arguments.split(), "-o", "json")
    assert (result.status, codes(result.out)) == (0, expected), result.err


def test_absolute_paths(repository: Path, yschema: Command) -> None:
    result = yschema("compare", "--against", "v1", "-f", str(repository / "schema.yaml"), "-o", "json")
    assert codes(result.out) == [("field-removed", "port")]


def test_places_name_the_revision(repository: Path, yschema: Command) -> None:
    result = yschema("compare", "git:v1:schema.yaml", "schema.yaml")
    assert "old:      v1:schema.yaml:4" in result.out


@pytest.mark.parametrize("argument", ["git:v2:schema.yaml", "git:v1:other.yaml", "git::schema.yaml"])
def test_what_git_does_not_have(argument: str, repository: Path, yschema: Command) -> None:
    result = yschema("compare", argument, "schema.yaml")
    assert result.status == 2
    assert f"git cannot read `{argument}`" in result.err
