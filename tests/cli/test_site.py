"""`yschema site`, which writes a site for hosts without plugins."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin

import pytest

from support import Command, load_yaml
from walkthrough import ROOT
from yschema_engine.site.output_folder import MANIFEST

CASES: Mapping[str, Any] = load_yaml((ROOT / "tests/cases/sites/written.yaml").read_text("utf-8"))
FILES: Mapping[str, str] = CASES["files"]
FORMS = ("directives", "html", "gfm", "myst", "mdx", "hugo")
LINK = re.compile(r'(?:href|src|data-mine|data-mine-script|data-palette|data-index)="([^"]*)"')
MARKDOWN_LINK = re.compile(r"\]\((?!pathname:|#)([^)]+)\)")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.parametrize("form", FORMS)
def test_a_form(form: str, site: Path, yschema: Command) -> None:
    result = yschema("site", "--form", form, "--out", "out")
    assert (result.status, result.out, result.err) == (0, "", "")
    files = contents(site / "out")
    shown = [name for name in files if "/assets/" not in f"/{name}"]
    assert sorted(shown) == sorted([*CASES["forms"][form], MANIFEST])
    assert any(name.endswith(".css") for name in files) == (form in ("directives", "html"))
    if form in ("html", "gfm", "myst"):  # links of the others start at the addresses that hosts give pages
        assert not list(lost_links(files))
    yschema("site", "--form", form, "--out", "again")
    assert contents(site / "again") == files


@pytest.mark.parametrize("form", ("html", "gfm"))
def test_a_form_from_the_cache(form: str, site: Path, yschema: Command) -> None:
    yschema("site", "--form", form, "--out", "out")
    config = FILES["mkdocs.yml"].replace("- yschema:\n", "- yschema:\n    cache_dir: .cache\n")
    write(site, {"mkdocs.yml": config, ".cache/unused": ""})
    os.utime(site / ".cache/unused", (0, 0))
    for folder in ("cold", "warm"):
        result = yschema("site", "--form", form, "--out", folder)
        assert (result.status, result.out, result.err) == (0, "", "")
        assert contents(site / folder) == contents(site / "out")
    kept = [path.name.partition("-")[0] for path in (site / ".cache").iterdir()]
    assert {"schema", "required"} <= set(kept)
    assert "unused" not in kept


def lost_links(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the links in pages that lead to no file, or to no element of a page."""
    for name, data in files.items():
        links = LINK if name.endswith(".html") else MARKDOWN_LINK
        for link in links.findall(data.decode()) if name.endswith((".html", ".md")) else ():
            target, anchor = urldefrag(urljoin(f"https://site/{quote(name)}", unescape(link)))
            path = unquote(target).removeprefix("https://site/")
            is_id = not name.endswith(".html") or f'id="{unquote(anchor)}"'.encode() in files.get(path, b"")
            if not path.startswith("data:") and (path not in files or (anchor and not is_id)):
                yield f"{name}: {link}"


@pytest.mark.parametrize("case", CASES["errors"])
def test_an_error(case: str, site: Path, yschema: Command) -> None:
    entry = CASES["errors"][case]
    write(site, entry.get("files", {}))
    before = contents(site)
    result = yschema("site", *entry["arguments"].split())
    assert (result.status, result.out) == (entry.get("status", 2), "")
    for text in entry["reported"]:
        assert text in result.err
    assert contents(site) == before


def test_only_files_that_were_written_are_changed_and_deleted(site: Path, yschema: Command) -> None:
    own = {"docs/index.md": "# Mine\n", "docs/reference/notes.md": "# Notes\n"}
    page = {"docs/reference/app.md": "# My own page\n\n::: yschema app\n"}
    write(site, own | page)
    yschema("site", "--out", "docs")
    assert (site / "docs/reference/db.md").read_text() == "# Database\n\n::: yschema db\n"
    config = (site / "mkdocs.yml").read_text()
    write(site, {"mkdocs.yml": config.replace("      db: {", "      #db: {")})
    assert yschema("site", "--out", "docs").status == 0
    left = contents(site / "docs")
    assert not [name for name in left if "db" in name]
    assert not (site / "docs/yschema/db").exists()
    for name, text in {**own, **page}.items():
        assert (site / name).read_text() == text


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
@pytest.mark.parametrize("form", FORMS)
def test_a_file_name_that_is_not_utf_8(form: str, tmp_path: Path, yschema: Command) -> None:
    path = tmp_path / os.fsdecode(b"\xff.yml")
    path.write_text("#@data/values-schema\n---\na: 1\n", encoding="utf-8")
    result = yschema("site", "-f", str(path), "--form", form, "--out", str(tmp_path / "out"))
    assert result.status == 0


def test_changed_schema_and_broken_schema(site: Path, yschema: Command) -> None:
    yschema("site", "--form", "html", "--out", "out")
    schema = (site / "schemas/app.yaml").read_text()
    write(site, {"schemas/app.yaml": schema.replace("replicas: 1", "replicas: 4")})
    yschema("site", "--form", "html", "--out", "out")
    now = contents(site / "out")
    assert b"replicas: 4" in now["yschema/app/values.yaml"]
    write(site, {"schemas/app.yaml": f"{schema}  bad: [\n"})
    result = yschema("site", "--form", "html", "--out", "out")
    assert result.status == 1
    assert "schemas/app.yaml:" in result.err
    assert contents(site / "out") == now


def test_warnings_fail_a_run_if_that_is_asked_for(site: Path, yschema: Command) -> None:
    config = (site / "mkdocs.yml").read_text()
    write(site, {"mkdocs.yml": f"{config}    severity: {{titles: warning}}\n"})
    assert yschema("site", "--out", "out").status == 0
    assert yschema("site", "--out", "other", "--fail-on", "warning").status == 1
    assert not (site / "other").exists()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs permissions that count")
def test_a_folder_that_cannot_be_written(site: Path, yschema: Command) -> None:
    (site / "out").mkdir(mode=0o500)
    result = yschema("site", "--out", "out")
    assert result.status == 2
    assert "cannot write out/" in result.err


def test_one_schema_without_a_configuration(site: Path, yschema: Command) -> None:
    arguments = ("-f", "schemas/app.yaml", "--name", "web", "--title", "Web", "--out")
    assert yschema("site", *arguments, "out").status == 0
    page = (site / "out/index.html").read_text()
    assert "<title>Web</title>" in page
    assert 'id="web.service.type"' in page
    assert yschema("site", *arguments, "content", "--form", "hugo", "--page", "ref/web.md").status == 0
    assert (site / "content/content/ref/web.md").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="ends a process as a shell does")
@pytest.mark.usefixtures("interrupts")
def test_watch(site: Path) -> None:
    command = [sys.executable, "-m", "yschema_engine", "site", "--out", "out", "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        end = threading.Timer(60, process.kill)  # only ends a test that hangs
        end.start()
        assert process.stdout
        try:
            assert "wrote yschema/app/values.yaml\n" in process.stdout
            schema = (site / "schemas/app.yaml").read_text()
            write(site, {"schemas/app.yaml": f"{schema}  bad: [\n"})
            assert "nothing written: waiting for changes\n" in process.stdout
            assert "replicas: 1" in (site / "out/yschema/app/values.yaml").read_text()
            write(site, {"schemas/app.yaml": schema.replace("replicas: 1", "replicas: 40")})
            assert "wrote yschema/app/values.yaml\n" in process.stdout
            assert "replicas: 40" in (site / "out/yschema/app/values.yaml").read_text()
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            end.cancel()
    assert process.returncode == -signal.SIGINT
    assert "schemas/app.yaml:" in errors
    assert "Traceback" not in errors
