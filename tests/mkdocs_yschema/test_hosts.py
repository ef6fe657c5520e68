"""The same content in MkDocs, ProperDocs and Zensical, each in a process of its own, in strict mode."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support import Command

from .sites import SCHEMA

HOSTS = {"mkdocs": "mkdocs", "properdocs": "mkdocs", "zensical": "material"}
"""The theme that each host has of its own."""
CONFIG = """\
site_name: Site
site_url: https://example.org/docs/
site_dir: site
theme: {{name: {theme}}}
plugins:
- search
- yschema:
    schemas:
      app: {{files: [schemas/*.yaml], title: Application, page: reference/app.md}}
markdown_extensions: [toc, admonition, yschema]
"""
HOME = (
    "# Home\n\nSee [the kind][app.service.type].\n\n!!! note\n\n    ::: yschema app\n        path: routes\n"
)
PAGE = "# Application\n\n::: yschema app\n\n```yaml yschema=app\nreplicas: 3\n```\n"
FIELDS = {"app.replicas", "app.service", "app.service.type", "app.service.loadBalancerIP", "app.routes.path"}

hosts = pytest.mark.parametrize(
    "host",
    [
        "mkdocs",
        pytest.param("properdocs", marks=pytest.mark.other_tools),
        pytest.param("zensical", marks=pytest.mark.other_tools),
    ],
)


def build(host: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "ignore", "-m", host, "build", "--strict", "--config-file", "mkdocs.yml"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def write(folder: Path, host: str, changes: dict[str, str]) -> None:
    files = {"docs/index.md": HOME, "docs/reference/app.md": PAGE, "schemas/app.yaml": SCHEMA, **changes}
    for name, text in {"mkdocs.yml": CONFIG.format(theme=HOSTS[host]), **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@hosts
def test_a_site(host: str, tmp_path: Path, yschema: Command) -> None:
    write(tmp_path, host, {})
    if host == "zensical":  # extensions cannot add files there
        with (tmp_path / "mkdocs.yml").open("a") as config:
            config.write(yschema("assets", "docs").out)
    done = build(host, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "WARNING " not in done.stderr
    home, page = (
        (tmp_path / "site" / name).read_text(encoding="utf-8")
        for name in ("index.html", "reference/app/index.html")
    )
    assert set(re.findall(r'id="(app\.[\w.]+)"', page)) >= FIELDS
    assert re.search(r'href="(reference/app/|/docs/reference/app/)#app\.service\.type"', home)
    assert 'id="app.routes"' in home  # within another block
    assert "::: yschema" not in home + page and "yschema=app" not in page
    assets = re.findall(r'(?:href|src)="\.\./\.\./(assets/yschema/[\w.]+)"', page)
    assert {Path(path).suffix for path in assets} == {".css", ".js"}
    assert all((tmp_path / "site" / path).is_file() for path in assets)


@hosts
def test_a_mistake(host: str, tmp_path: Path) -> None:
    page = "# Application\n\n::: yschema app\n    path: servic\n"
    write(tmp_path, host, {"docs/reference/app.md": page})
    done = build(host, tmp_path)
    assert done.returncode == 1
    report = done.stdout + done.stderr
    assert "reference/app.md:4:11: error: unknown path in schema `app`: `servic`" in report
    assert "hint:     did you mean `service`?" in report
    assert "Traceback" not in report
    assert not (tmp_path / "site/reference/app/index.html").exists()


TOML = """\
[project]
site_name = "Site"
site_url = "https://example.org/docs/"
extra_css = ["assets/yschema/yschema.css"]
extra_javascript = ["assets/yschema/yschema.js"]

[project.markdown_extensions]
toc.permalink = true
admonition = {}
yschema = {}

[project.plugins.yschema.schemas.app]
files = ["schemas/*.yaml"]
title = "Application"
page = "reference/app.md"
"""


@pytest.mark.other_tools
def test_zensical_and_its_configuration(tmp_path: Path, yschema: Command) -> None:
    """One file has the options of both programs, and the search has an entry for each field."""
    write(tmp_path, "zensical", {"zensical.toml": TOML})
    (tmp_path / "mkdocs.yml").unlink()
    assert yschema("site", "--out", "docs").status == 0
    command = [sys.executable, "-W", "ignore", "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    entries = json.loads((tmp_path / "site/search.json").read_text(encoding="utf-8"))["items"]
    titles = {each["location"].partition("#")[2]: each["title"] for each in entries}
    assert titles.keys() >= FIELDS and titles["app.routes.path"] == "routes[].path"
    home = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert 'href="reference/app/#app.service.type"' in home
    page = (tmp_path / "site/reference/app/index.html").read_text(encoding="utf-8")
    assert "data-mine=" in page and "../../yschema/app/values.yaml" in page
