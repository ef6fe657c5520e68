"""The wheels in new environments: with MkDocs and without, on each Python, and with the lowest versions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from walkthrough import ROOT
from yschema_engine.release import VERSION

SCHEMA = '#@data/values-schema\n---\n#@schema/desc "How many."\nreplicas: #@ 1 + 1\n'
CONFIG = """\
site_name: Test
plugins:
  - search
  - yschema:
      schemas:
        app: {files: [schema.yaml], page: app.md}
"""
PAGE = """\
from markdown import markdown
options = {"schemas": {"app": {"files": ["schema.yaml"]}}}
html = markdown("::: yschema app", extensions=["yschema"], extension_configs={"yschema": options})
assert 'id="app.replicas"' in html, html
"""
HOST = ("mkdocs", "watchdog")
"""What only the plugin needs."""
Install = Callable[..., Path]


def find_python(version: str) -> str | None:
    """Return the interpreter of another version, in PATH or installed by pyenv; None if there is none."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    installed = sorted(root.glob(f"{version}.*/bin/python"))
    return str(installed[-1]) if installed else shutil.which(f"python{version}")


OTHER_PYTHONS = {
    version: python
    for version in (f"3.{minor}" for minor in range(11, 15) if minor != sys.version_info.minor)
    if (python := find_python(version)) is not None
}


def project(path: str) -> dict[str, Any]:
    content: dict[str, Any] = tomllib.loads((ROOT / path).read_text(encoding="utf-8"))["project"]
    return content


WHOLE, CORE = project("pyproject.toml"), project("engine/pyproject.toml")


def build(folder: Path, source: Path) -> Path:
    """Return the wheel of a source, which `make check` has built."""
    if "WHEELS" in os.environ:
        name = project(str(source.relative_to(ROOT) / "pyproject.toml"))["name"].replace("-", "_")
        return next(Path(os.environ["WHEELS"]).glob(f"{name}-*.whl"))
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(source)], check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build `mkdocs-yschema`."""
    return build(tmp_path_factory.mktemp("dist"), ROOT)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build `yschema`, which installs no MkDocs."""
    return build(tmp_path_factory.mktemp("core"), ROOT / "engine")


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Return a function that returns the programs of a new environment with packages."""

    def function(*packages: str, python: str = "") -> Path:
        folder = tmp_path / "environment"
        if python:
            subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
        else:
            venv.create(folder)
        programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [sys.executable, "-m", "pip", "--python", str(programs / "python")]
        options = ["--quiet", "--no-compile", "--disable-pip-version-check"]
        done = subprocess.run(
            [*pip, "install", *options, *packages], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return programs

    return function


def run(folder: Path, *command: Path | str) -> str:
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_command(programs: Path, folder: Path) -> None:
    """Check that the command line and the extension work."""
    (folder / "schema.yaml").write_text(SCHEMA, encoding="utf-8")
    shown = run(folder, programs / "yschema", "-f", "schema.yaml", "--data-values-inspect")
    assert shown == "replicas: 2\n"
    assert run(folder, programs / "yschema", "--version") == f"yschema {VERSION}\n"
    run(folder, programs / "python", "-c", PAGE)
    run(folder, programs / "yschema", "site", "-f", "schema.yaml", "--out", "public")
    assert "replicas" in (folder / "public/index.html").read_text(encoding="utf-8")
    shown = ("-f", "schema.yaml", "--schema-inspect", "-o", "markdown", "--language", "de")
    assert "Standardwert" in run(folder, programs / "yschema", *shown)


def names(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


def test_wheel_holds_the_three_packages_with_their_data(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in names(wheel) if not name.split("/")[0].endswith(".dist-info")}
    assert tops == {"mkdocs_yschema", "yschema_engine", "yschema_themes"}
    for wanted in (
        "/evaluate/starlark/core.star",
        "yschema_engine/py.typed",
        "licenses/LICENSE",
    ):
        assert any(name.endswith(wanted) for name in names(wheel)), wanted
    assert any(name.startswith("yschema_themes/base/") and name.endswith(".css") for name in names(wheel))


@pytest.mark.parametrize("name", ["wheel", "core"])
def test_wheels_hold_compiled_catalogues(name: str, request: pytest.FixtureRequest) -> None:
    """The wheel compiles what the repository has as text."""
    sources = [path.relative_to(ROOT / "engine") for path in (ROOT / "engine").rglob("*.po")]
    held = set(names(request.getfixturevalue(name)))
    assert sources
    for source in sources:
        assert {source.as_posix(), source.with_suffix(".mo").as_posix()} <= held
    assert not [path for path in held if path.endswith(".mo") and path.replace(".mo", ".po") not in held]


def test_both_wheels_hold_the_same_files(wheel: Path, core: Path) -> None:
    whole, without_host = (
        {name for name in names(each) if ".dist-info/" not in name or "/licenses/" in name}
        for each in (wheel, core)
    )
    common = {name.partition(".dist-info/")[2] or name for name in whole}
    assert common == {name.partition(".dist-info/")[2] or name for name in without_host}


def test_both_projects_have_the_same_metadata() -> None:
    for key in ("scripts", "entry-points", "urls", "license", "license-files", "requires-python", "authors"):
        assert WHOLE[key] == CORE[key], key
    assert WHOLE["optional-dependencies"] == CORE["optional-dependencies"]
    needed = [each for each in WHOLE["dependencies"] if Requirement(each).name not in HOST]
    assert needed == CORE["dependencies"]


def test_the_description_links_to_whole_addresses(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in names(wheel) if name.endswith(".dist-info/METADATA")]
    metadata = message_from_bytes(archive.read(name))
    text = str(metadata.get_payload())
    assert metadata["Description-Content-Type"] == "text/markdown" and metadata["Version"] == VERSION
    assert 'src="docs/' not in text and 'srcset="docs/' not in text
    assert re.findall(r"\]\((?!https?://|#)[^)]*", text) == []
    assert f"/v{VERSION}/docs/assets/pictures/my-values-light.png" in text


def test_command_and_site_work_in_a_clean_environment(wheel: Path, install: Install, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Home\n")
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    programs = install(str(wheel))
    check_command(programs, tmp_path)
    run(tmp_path, programs / "mkdocs", "build", "--strict")
    assert 'id="app.replicas"' in (tmp_path / "site/app/index.html").read_text()


def lowest(requirements: list[str]) -> Iterator[str]:
    """Yield the lowest versions that requirements allow on this Python."""
    versions: dict[str, str] = {}
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate():
            (bound,) = [each.version for each in requirement.specifier if each.operator == ">="]
            versions[requirement.name] = bound
    return (f"{name}=={version}" for name, version in versions.items())


def test_lowest_versions_work_without_mkdocs(core: Path, install: Install, tmp_path: Path) -> None:
    programs = install("--only-binary=:all:", str(core), *lowest(CORE["dependencies"]))
    check_command(programs, tmp_path)
    installed = "import importlib.util as u; print([n for n in %r if u.find_spec(n)])" % (HOST,)  # noqa: UP031
    assert run(tmp_path, programs / "python", "-c", installed) == "[]\n"


@pytest.mark.parametrize("python", OTHER_PYTHONS.values(), ids=OTHER_PYTHONS)
def test_other_pythons(core: Path, install: Install, tmp_path: Path, python: str) -> None:
    check_command(install("--only-binary=:all:", str(core), python=python), tmp_path)
