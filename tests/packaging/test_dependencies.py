"""The distributions declare what the packages import or look up by name, and the locked versions fit."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from walkthrough import ROOT
from yschema_engine.site import memo

OURS = ("mkdocs_yschema", "yschema_engine", "yschema_themes")
FOLDERS = ("mkdocs_yschema", "engine/yschema_engine", "themes/yschema_themes")
BY_NAME = ("find_spec", "import_module", "lazy_module", "version")
"""Functions whose argument is the name of a module or distribution."""
HOST = {"mkdocs", "watchdog"}
"""What only the plugin needs."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = {"dev": ("dev", "test"), "bench": ("bench",)}
PYTHONS = tuple(f"3.{minor}" for minor in range(11, 15))
PROVIDERS = packages_distributions()
LOCKED = re.compile(r"^([\w.-]+)==(\S+)(?: ; ([^\\\n]+?))? \\$", re.MULTILINE)


def declared(*groups: str) -> list[Requirement]:
    """Return the requirements of users and those of groups of tools."""
    lists = [PROJECT["project"]["dependencies"], *(PROJECT["dependency-groups"][group] for group in groups)]
    return [Requirement(each) for requirements in lists for each in requirements if isinstance(each, str)]


def names(requirements: list[Requirement]) -> set[str]:
    return {canonicalize_name(each.name) for each in requirements}


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the names of modules in a tree that are imported at run time."""
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                nodes.extend(node.orelse)
                continue
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(level=0, module=str(module)):
                yield module
            case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]):
                if ast.unparse(function).rpartition(".")[2] in BY_NAME:
                    yield name
        nodes.extend(ast.iter_child_nodes(node))


def used(path: Path) -> Iterator[str]:
    """Yield the distributions of others that a module needs."""
    for name in imports(ast.parse(path.read_text(encoding="utf-8"))):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in OURS:
            # Several distributions share a package such as `ruamel`; each of them is declared, then.
            yield from map(canonicalize_name, PROVIDERS.get(top, [top]))


@pytest.fixture(scope="module")
def needs() -> dict[str, set[str]]:
    """Return the distributions that each module needs."""
    return {
        str(path.relative_to(ROOT)): set(used(path))
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def test_imports_are_declared(needs: dict[str, set[str]]) -> None:
    known = names(declared())
    missing = {path: needed - known for path, needed in needs.items() if needed - known}
    assert missing == {}


def test_what_is_declared_is_imported(needs: dict[str, set[str]]) -> None:
    assert names(declared()) - set.union(*needs.values()) == set()


def test_results_are_kept_for_the_versions_of_all_libraries() -> None:
    assert set(map(canonicalize_name, memo.LIBRARIES)) == names(declared()) - HOST


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", GROUPS)
def test_the_locked_versions_fit(lock: str, python: str) -> None:
    """All requirements have a version that fits, on each Python. `make lock` renews the versions."""
    text = (ROOT / f"requirements/{lock}.txt").read_text(encoding="utf-8")
    environment = {"python_version": python, "python_full_version": f"{python}.9"}
    locked = {
        name: version
        for name, version, marker in LOCKED.findall(text)
        if not marker or Requirement(f"{name}; {marker}").marker.evaluate(environment)  # type: ignore[union-attr]
    }
    assert locked and text.count("--hash=sha256:") >= len(locked)
    wrong = [
        str(each)
        for each in declared(*GROUPS[lock])
        if each.marker is None or each.marker.evaluate(environment)
        if not each.specifier.contains(locked.get(canonicalize_name(each.name), "0"), prereleases=True)
    ]
    assert wrong == []
