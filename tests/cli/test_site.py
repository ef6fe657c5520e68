"""`yschema site`, which writes a site for hosts without plugins."""

from __future__ import annotations

import hashlib
import json
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
    unused = f"unused-{'0' * 64}"
    write(site, {"mkdocs.yml": config, f".cache/{unused}": "", ".cache/of-others": ""})
    for name in (unused, "of-others"):
        os.utime(site / ".cache" / name, (0, 0))
    for folder in ("cold", "warm"):
        result = yschema("site", "--form", form, "--out", folder)
        assert (result.status, result.out, result.err) == (0, "", "")
        assert contents(site / folder) == contents(site / "out")
    kept = [path.name.partition("-")[0] for path in (site / ".cache").iterdir()]
    assert {"schema", "required"} <= set(kept)
    assert "unused" not in kept and "of" in kept


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


# The paths of links in the current folder, and what they lead to: a folder `home` or a device.
LINKS = {
    "a folder of pages": ("out/yschema", "{home}", "leads out of its folder"),
    "the list of files": ("out/.yschema-site.json", "{home}/list", "is not a list of the files"),
    "a device as the list of files": ("out/.yschema-site.json", "/dev/zero", "is not a list of the files"),
    "a file": ("out/objects.inv", "{home}/file", "is not a file that `yschema site` has written"),
    "a device as a file": (
        "out/objects.inv",
        "/dev/zero",
        "is not a file that `yschema site` has written",
    ),
    "the file of before": ("out/.objects.inv.yschema", "{home}/file", ""),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows restricts links")
@pytest.mark.parametrize("case", LINKS)
def test_links_lead_no_file_out_of_the_folder(
    case: str, site: Path, yschema: Command, tmp_path_factory: pytest.TempPathFactory
) -> None:
    link, place, message = LINKS[case]
    home = tmp_path_factory.mktemp("home")
    write(home, {"file": "mine", "list": '{"files": {}}', "app/values.yaml": "mine"})
    before = contents(home)
    (site / link).parent.mkdir(parents=True)
    (site / link).symlink_to(place.replace("{home}", str(home)))
    result = yschema("site", "--form", "html", "--out", "out")
    assert result.status == (2 if message else 0) and message in result.err
    assert contents(home) == before


def test_a_list_of_files_deletes_nothing_through_links(site: Path, yschema: Command) -> None:
    write(site, {"home/file": "mine"})
    (site / "out").mkdir()
    (site / "out/link").symlink_to("../home")
    digest = hashlib.sha256(b"mine").hexdigest()
    (site / "out" / MANIFEST).write_text(json.dumps({"version": 1, "files": {"link/file": digest}}))
    result = yschema("site", "--out", "out")
    assert (result.status, "leads out of its folder" in result.err) == (2, True)
    assert (site / "home/file").exists()


def test_a_run_that_was_killed_while_it_replaced_files(site: Path, yschema: Command) -> None:
    yschema("site", "--out", "out")
    before = contents(site / "out")
    config = (site / "mkdocs.yml").read_text()
    write(site, {"mkdocs.yml": config.replace("title: Database", "title: Data")})
    yschema("site", "--out", "out")
    after = contents(site / "out")
    changed = sorted(name for name in before if name != MANIFEST and before[name] != after[name])
    assert changed
    lists = [json.loads(each[MANIFEST])["files"] for each in (before, after)]
    content = {"version": 1, "files": lists[0], "pending": lists[1]}
    (site / "out" / MANIFEST).write_text(json.dumps(content), encoding="utf-8")
    write(site, {"mkdocs.yml": config.replace("title: Database", "title: Base")})
    assert yschema("site", "--out", "out").status == 0
    assert "pending" not in json.loads((site / "out" / MANIFEST).read_text(encoding="utf-8"))


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


ZENSICAL = """\
import sys, time
from zensical import config
print(*sys.argv[1:], flush=True)
print(*getattr(config, "_list_watch_files", lambda *_: ())({"watch": ["own"]}, ""), flush=True)
time.sleep(60)
"""
WATCHES = "def _list_watch_files(settings, file): return settings['watch']"
TOML = """\
[project]
site_name = "Site"
docs_dir = "pages"

[project.plugins.yschema.schemas.app]
files = ["schemas/app.yaml"]
page = "reference/app.md"
"""


def serve(folder: Path, config: str | None = None) -> subprocess.Popen[str]:
    """Run `yschema serve` in a folder without other configurations, with this module `config` of Zensical."""
    if config is not None:
        modules = {"__init__": "", "__main__": ZENSICAL, "config": config}
        write(folder, {f"packages/zensical/{name}.py": text for name, text in modules.items()})
    for file in folder.glob("*.yml"):
        file.unlink()
    paths = [str(folder / "packages"), *filter(None, sys.path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "yschema_engine", "serve"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="ends a process as a shell does")
@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize(
    ("config", "watched"), [(WATCHES, "{0}/schemas/app.yaml {0}/pages/yschema\n"), ("", "\n")]
)
def test_serve(config: str, watched: str, site: Path) -> None:
    write(site, {"zensical.toml": TOML})
    with serve(site, config) as process:
        end = threading.Timer(60, process.kill)  # only ends a test that hangs
        end.start()
        assert process.stdout
        try:
            arguments = f"serve --config-file {site.resolve()}/zensical.toml\n"
            assert arguments in process.stdout
            assert process.stdout.readline().endswith(watched.format(site.resolve()))
            assert (site / "pages/reference/app.md").is_file()
            schema = (site / "schemas/app.yaml").read_text()
            write(site, {"schemas/app.yaml": schema.replace("replicas: 1", "replicas: 40")})
            assert "wrote yschema/app/values.yaml\n" in process.stdout
            assert "replicas: 40" in (site / "pages/yschema/app/values.yaml").read_text()
        finally:
            process.terminate()
            process.communicate()  # ends when no process has the streams any more
            end.cancel()


SERVE_ERRORS = {
    "a wrong schema": (
        {"zensical.toml": TOML, "schemas/app.yaml": "#@data/values-schema\n---\na: [\n"},
        "schemas/app.yaml:4:1: error: this is not valid YAML",
    ),
    "not TOML": ({"zensical.toml": "[project\n"}, "zensical.toml: "),
    "an unknown option": ({"zensical.toml": TOML.replace("page", "pgae")}, "did you mean `page`?"),
    "no schemas": ({"zensical.toml": "[project]\nsite_name = 'Site'\n"}, "zensical.toml"),
    "no configuration": ({}, "expected: zensical.toml, mkdocs.yml"),
}


@pytest.mark.parametrize("case", SERVE_ERRORS)
def test_errors_of_serve(case: str, site: Path) -> None:
    files, expected = SERVE_ERRORS[case]
    write(site, files)
    with serve(site, WATCHES) as process:
        out, errors = process.communicate()
    assert process.returncode in (1, 2) and out == ""
    assert expected in errors and "Traceback" not in errors
