"""The pre-commit hooks have valid definitions, and run commands that exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from typing import Any

import pytest

from support import Command, load_yaml
from walkthrough import ROOT, blocks

HOOKS: list[dict[str, Any]] = load_yaml((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
# https://pre-commit.com/#creating-new-hooks
NEEDED = {"id": str, "name": str, "entry": str, "language": str}
ALLOWED = {
    "files": str,
    "exclude": str,
    "types": list,
    "types_or": list,
    "exclude_types": list,
    "always_run": bool,
    "fail_fast": bool,
    "verbose": bool,
    "pass_filenames": bool,
    "require_serial": bool,
    "description": str,
    "language_version": str,
    "minimum_pre_commit_version": str,
    "args": list,
    "stages": list,
    "additional_dependencies": list,
}
CONFIGS = [
    load_yaml(block.text)
    for block in blocks((ROOT / "docs/how-to/maintainer/ci.md").read_text(encoding="utf-8"))
    if block.options.get("title") == ".pre-commit-config.yaml"
]
ALL_USES = [hook for config in CONFIGS for repo in config["repos"] for hook in repo["hooks"]]
WRITERS = ("yschema-inject", "yschema-schema")
USES = [use for use in ALL_USES if use["id"] not in WRITERS]
SCHEMA = '#@data/values-schema\n---\n#@schema/desc "The port."\nport: 80\n'


def test_ids_are_there_once() -> None:
    ids = [hook["id"] for hook in HOOKS]
    assert sorted(ids) == sorted(set(ids))
    assert "yschema" in ids


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_definition_is_valid(hook: dict[str, Any]) -> None:
    assert not NEEDED.keys() - hook.keys()
    kinds = NEEDED | ALLOWED
    assert not [key for key, value in hook.items() if not isinstance(value, kinds.get(key, type(None)))]
    # pre-commit installs this package, or builds the Dockerfile
    assert hook["language"] == ("docker" if hook["id"].endswith("-docker") else "python")
    for pattern in ("files", "exclude"):
        re.compile(hook.get(pattern, ""))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_what_a_hook_runs_is_installed(hook: dict[str, Any], yschema: Command) -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    program, *arguments = shlex.split(hook["entry"])
    assert program in scripts
    shown = yschema(*arguments, "--help")
    assert shown.status == 0
    assert "usage: " + hook["entry"] in shown.out


@pytest.mark.parametrize("use", USES, ids=lambda use: use["name"])
@pytest.mark.parametrize(("values", "status"), [("port: 81\n", 0), ("port: x\n", 1)], ids=["right", "wrong"])
def test_the_documented_uses_work(yschema: Command, use: dict[str, Any], values: str, status: int) -> None:
    definition = next((hook for hook in HOOKS if hook["id"] == use["id"]), {}) | use
    _, *arguments = [*shlex.split(definition["entry"]), *definition.get("args", [])]
    checks_values = "--data-values-file" in arguments
    # A mistake in the values, or in the schema for a hook without values.
    schema = SCHEMA if checks_values or not status else SCHEMA.replace("80", "null")
    files: dict[str, str | bytes] = {"schemas/schema.yaml": schema, "environments/production.yaml": values}
    assert yschema(*arguments, files=files).status == status
    changed = "environments/production.yaml" if checks_values else "schemas/schema.yaml"
    assert re.search(definition["files"], changed)
    assert not re.search(definition["files"], "README.md")


@pytest.mark.parametrize("name", WRITERS)
def test_the_documented_hooks_write(yschema: Command, name: str) -> None:
    definition = next(hook for hook in HOOKS if hook["id"] == name)
    use = next(use for use in ALL_USES if use["id"] == name)
    for args in (use["args"], definition.get("args")):
        if args is None:
            continue
        _, command = shlex.split(definition["entry"])
        files: dict[str, str | bytes] = {
            "charts/web/Chart.yaml": "apiVersion: v2\nname: web\n",
            "charts/web/values.yaml": "# -- (int) Pods\nreplicas: 1\n",
            "charts/web/README.md": "<!-- yschema:begin -->\n<!-- yschema:end -->\n",
        }
        assert yschema(command, *args, "--check", files=files).status == 1
        assert yschema(command, *args).status == 0
        assert yschema(command, *args, "--check").status == 0
    assert all(re.search(definition["files"], each) for each in ("charts/web/values.yaml", "Chart.yaml"))
    assert not re.search(definition["files"], "charts/web/templates/my-values.yaml")


def test_a_documented_hook_installs_only_the_engine() -> None:
    local = [use for use in USES if "additional_dependencies" in use]
    assert [use["language"] for use in local] == ["python"]
    ((name, address),) = [each.split(" @ ") for use in local for each in use["additional_dependencies"]]
    folder = ROOT / address.partition("#subdirectory=")[2]
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == name
    assert not [each for each in project["dependencies"] if each.startswith(("mkdocs", "watchdog"))]
