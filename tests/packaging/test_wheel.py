"""The wheel in a new environment: its packages, the command, and a site."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCHEMA = '#@data/values-schema\n---\n#@schema/desc "How many."\nreplicas: #@ 1 + 1\n'
CONFIG = """\
site_name: Test
plugins:
  - search
  - yschema:
      schemas:
        app: {files: [schema.yaml], page: app.md}
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def clean(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment with only the wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python")]
    install = [*pip, "install", "--quiet", "--no-compile", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return programs


def test_wheel_holds_the_three_packages_with_their_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if not name.split("/")[0].endswith(".dist-info")}
    assert tops == {"mkdocs_yschema", "yschema_engine", "yschema_themes"}
    for wanted in (
        "/ytt/starlark/prelude.star",
        "yschema_engine/py.typed",
        "licenses/LICENSE",
    ):
        assert any(name.endswith(wanted) for name in names), wanted
    assert any(name.startswith("yschema_themes/base/") and name.endswith(".css") for name in names)


def test_command_and_site_work_in_a_clean_environment(clean: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Home\n")
    (tmp_path / "schema.yaml").write_text(SCHEMA)
    (tmp_path / "mkdocs.yml").write_text(CONFIG)

    shown = subprocess.run(
        [clean / "yschema", "-f", "schema.yaml", "--data-values-inspect"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (shown.returncode, shown.stdout) == (0, "replicas: 2\n"), shown.stderr

    built = subprocess.run(
        [clean / "mkdocs", "build", "--strict"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    assert 'id="app.replicas"' in (tmp_path / "site/app/index.html").read_text()
