"""Sites that keep results on disk, and that several processes prepare."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

import pytest

import mkdocs_yschema.build_guard as progress_module
import yschema_engine.site.library as loader
from mkdocs_yschema.build_guard import Progress
from yschema_engine.evaluate import peers
from yschema_engine.evaluate.processes import Child, fork

from .sites import PANIC, PANICKING_RULE, SCHEMA, Built, SiteFolder

CONFIG = """\
site_name: Site
theme: {name: mkdocs}
plugins:
- search
- yschema:
    OPTIONS
    schemas:
      packages:
        from: packages/*
        page: "reference/{name}.md"
        index: reference/index.md
"""
CODE = SCHEMA.replace("replicas: 2", '#@schema/validation ("odd", lambda v: v % 2 == 1)\nreplicas: 3')


def _config(*options: str) -> str:
    return CONFIG.replace("    OPTIONS\n", "".join(f"    {option}\n" for option in options))


def _files(*options: str, schema: str = CODE, number: int = 4) -> dict[str, str | None]:
    packages = {
        f"packages/p{i}/schema.yaml": schema.replace("How many pods", f"How many p{i}") for i in range(number)
    }
    return {"mkdocs.yml": _config(*options), "docs/index.md": "# Home\n\n[a][p1.replicas]\n", **packages}


def _contents(built: Built) -> Mapping[str, bytes]:
    """Return the files of a site, without the time at which it was built."""
    files = {path for path in built.folder.rglob("*") if path.is_file() and path.name != "sitemap.xml.gz"}
    texts = {str(path.relative_to(built.folder)): path.read_bytes() for path in files}
    return {name: re.sub(rb"Build Date UTC : .*", b"", text) for name, text in texts.items()}


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with each evaluation in this process."""
    runs: list[int] = []
    original = loader.evaluated

    def counting(*arguments: object) -> object:
        runs.append(1)
        return original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(loader, "evaluated", counting)
    return runs


@pytest.fixture(autouse=True)
def any_work_is_worth_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "WORTH", 0)


def test_an_unchanged_schema_is_not_evaluated_again(site: SiteFolder, evaluated: list[int]) -> None:
    first = _contents(site.build(_files("cache_dir: .cache", "jobs: 1"), strict=True))
    assert len(evaluated) == 4
    again = site.build(strict=True)
    assert len(evaluated) == 4
    assert _contents(again) == first
    changed = site.build({"packages/p1/schema.yaml": SCHEMA}, strict=True)
    assert len(evaluated) == 5
    assert "How many pods" in changed.page("reference/p1")


def test_another_process_finds_all_results(site: SiteFolder) -> None:
    part = "::: yschema p1\n    path: service\n"
    site.write(_files("cache_dir: .cache") | {"docs/part.md": part})
    kept = []
    for _ in range(2):
        assert site.run("mkdocs", "build", "--strict").returncode == 0
        kept.append({entry.name: entry.stat().st_ino for entry in (site.folder / ".cache").iterdir()})
    assert sum(name.startswith("page") for name in kept[0]) == 5
    assert kept[1] == kept[0]


def test_builds_at_the_same_time_share_the_folder(site: SiteFolder) -> None:
    expected = _contents(site.build(_files("jobs: 1"), strict=True))
    site.write(_files("cache_dir: .cache"))
    command = ["mkdocs", "build", "-q", "--strict", "-d"]
    builds = [subprocess.Popen([*command, f"site{i}"], cwd=site.folder) for i in range(3)]
    assert [build.wait() for build in builds] == [0, 0, 0]
    for i in range(3):
        assert _contents(Built(failed=False, log="", folder=site.folder / f"site{i}")) == expected


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"mkdocs.yml": _config("cache_dir: .cache", "jobs: 1", "strict: true")}, id="an option"),
        pytest.param(
            {f"packages/p{i}/more.star": "x = 1\n" for i in range(4)},
            id="a file",
        ),
    ],
)
def test_results_depend_on_files_and_options(
    site: SiteFolder, evaluated: list[int], change: dict[str, str | None]
) -> None:
    site.build(_files("cache_dir: .cache", "jobs: 1"))
    before = len(evaluated)
    built = site.build(change, strict=True)
    assert not built.failed
    assert len(evaluated) == before + 4


@pytest.mark.parametrize("value", ["false", "null"])
def test_the_cache_can_be_off(site: SiteFolder, evaluated: list[int], value: str) -> None:
    for _ in range(2):
        assert not site.build(_files(f"cache_dir: {value}", "jobs: 1"), strict=True).failed
    assert len(evaluated) == 8


@pytest.mark.parametrize("value", ["true", "3", "[.cache]"])
def test_the_cache_is_a_folder(site: SiteFolder, value: str) -> None:
    built = site.build(_files(f"cache_dir: {value}"))
    assert built.failed
    assert "expected: the path of a folder, or false" in built.log


def test_pages_depend_on_options_templates_and_names(site: SiteFolder) -> None:
    options = ("cache_dir: .cache", "jobs: 1")
    site.build(_files(*options))
    assert "Tabelle" not in site.build().page("reference/p1")
    german = site.build({"mkdocs.yml": _config(*options, "language: de")}).page("reference/p1")
    assert "Vorgabe" in german or "Standard" in german
    template = '{% extends "base/field.html" %}{% block key %}MINE{{ super() }}{% endblock %}'
    files = {"templates/field.html": template, "mkdocs.yml": _config(*options, "custom_templates: templates")}
    assert "MINE" in site.build(files).page("reference/p1")
    edited = {"templates/field.html": template.replace("MINE", "OURS")}
    assert "OURS" in site.build(edited).page("reference/p1")


@pytest.mark.parametrize("content", [b"", b"no result", b"\0" * 200])
def test_broken_entries_are_made_again(site: SiteFolder, content: bytes) -> None:
    first = _contents(site.build(_files("cache_dir: .cache", "jobs: 1")))
    entries = list((site.folder / ".cache").iterdir())
    assert entries
    for entry in entries:
        entry.write_bytes(content)
    assert _contents(site.build()) == first
    assert all(entry.read_bytes() != content for entry in entries)


def test_a_schema_with_errors_is_evaluated_each_time(site: SiteFolder, evaluated: list[int]) -> None:
    wrong = {"packages/p1/schema.yaml": "#@data/values-schema\n---\na: null\n"}
    site.build(_files("cache_dir: .cache", "jobs: 1"))
    assert site.build(wrong).failed
    before = len(evaluated)
    assert "p1/schema.yaml:3" in site.build().log
    assert len(evaluated) == before + 1


def test_findings_are_the_same_from_the_cache(site: SiteFolder) -> None:
    block = "# Home\n\n```yaml yschema=p1\nreplicas: 2\n```\n\n```yaml yschema=p2\nreplica: 2\n```\n"
    files = _files("cache_dir: .cache", "jobs: 1", "severity: {undocumented: warning}") | {
        "docs/index.md": block
    }
    first = site.build(files)
    assert "odd" in "".join(first.errors)  # a function of the schema
    assert site.build().errors == first.errors


@pytest.mark.parametrize("options", [("jobs: 1",), ("jobs: 3",), ("jobs: 3", "cache_dir: .cache")])
def test_the_site_is_the_same_for_any_number_of_processes(site: SiteFolder, options: tuple[str, ...]) -> None:
    expected = _contents(site.build(_files("jobs: 1"), strict=True))
    built = site.build(_files(*options), strict=True)
    assert not built.failed
    assert _contents(built) == expected


def test_processes_evaluate_schemas(site: SiteFolder, evaluated: list[int]) -> None:
    built = site.build(_files("jobs: 2"), strict=True)
    assert not built.failed
    assert not evaluated


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ("#@data/values-schema\n---\na: null\n", "p2/schema.yaml:3"),
        (f"#@data/values-schema\n---\n#@ x = [0] * {10**9}\na: 1\n", "p2/schema.yaml"),
        (
            "#@ def f():\n#@   return [i for i in range(1000000000) if i < 0]\n#@ end\n"
            "#@data/values-schema\n---\na: #@ f()\n",
            "p2",
        ),
        (
            f"#@data/values-schema\n---\na: #@ {PANIC}\n",
            "p2/schema.yaml:1: error: the code of this file crashes",
        ),
        (
            f"#@data/values-schema\n---\n{PANICKING_RULE}\na: 1\n",
            "p2/schema.yaml:1: error: the code of this file crashes",
        ),
    ],
    ids=["an error", "memory", "time", "a panic", "a panic in a rule"],
)
def test_errors_are_the_same_with_processes(site: SiteFolder, schema: str, says: str) -> None:
    # A crash may take longer than half a second on a busy machine.
    options = (f"limits: {{seconds: {0.5 if says == 'p2' else 10}, memory: 200}}",)
    change = {"packages/p2/schema.yaml": schema}
    one = site.build(_files("jobs: 1", *options) | change)
    assert one.failed
    assert says in one.log
    several = site.build(_files("jobs: 2", *options) | change)
    assert several.log == one.log


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"packages/p2/schema.yaml": "#@data/values-schema\n---\na: null\n"}, id="a schema"),
        pytest.param({"docs/index.md": "[a][p1.none]\n"}, id="a link"),
        pytest.param(
            {"hooks.py": "def on_page_markdown(markdown, page, config, files):\n    raise ValueError\n"},
            id="a hook",
        ),
    ],
)
def test_a_build_that_fails_ends_its_processes(
    site: SiteFolder, change: dict[str, str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    children: list[Child | None] = []

    def forked() -> Child | None:
        child = fork()
        children.append(child)
        return child

    monkeypatch.setattr(peers, "fork", forked)
    site.write({"hooks.py": "", **_files("jobs: 2"), **change})
    site.write({"mkdocs.yml": f"hooks: [hooks.py]\n{_config('jobs: 2')}"})
    with suppress(ValueError):
        assert site.build().failed
    assert len(children) == 2
    for child in children:
        with pytest.raises(ChildProcessError):
            child.wait()  # type: ignore[union-attr]


@pytest.mark.parametrize("link", ["replicas", "none"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_leaves_no_temporary_files(site: SiteFolder, link: str, jobs: int) -> None:
    code = """
        import os, sys
        import yschema_engine.evaluate.peers as workers
        from mkdocs.__main__ import cli
        workers.WORTH = 0
        try:
            cli(["build", "--strict", "-q"])
        finally:  # without what the interpreter does at its end
            os._exit(0)
        """
    files = {"docs/index.md": f"[a][p1.{link}]\n", "run.py": code, "tmp/none": ""}
    site.write(_files(f"jobs: {jobs}") | files)
    subprocess.run(
        [sys.executable, "run.py"],
        cwd=site.folder,
        env={**os.environ, "TMPDIR": str(site.folder / "tmp")},
        check=True,
    )
    assert (site.folder / "site").exists() == (link == "replicas")
    assert [path.name for path in (site.folder / "tmp").iterdir()] == ["none"]


def test_plugins_find_the_files_for_readers_when_the_site_is_complete(site: SiteFolder) -> None:
    hooks = """\
        from pathlib import Path
        def on_post_build(config):
            names = sorted(path.name for path in Path(config.site_dir, "yschema/p1").iterdir())
            Path(config.site_dir, "list.txt").write_text(" ".join(names))
        """
    site.write(_files("jobs: 2") | {"hooks.py": hooks, "docs/yschema/p2/values.yaml": "mine: true\n"})
    built = site.build({"mkdocs.yml": f"hooks: [hooks.py]\n{_config('jobs: 2')}"}, strict=True)
    assert not built.failed
    expected = "model.json openapi.yaml values.minimal.yaml values.schema.json values.yaml"
    assert (built.folder / "list.txt").read_text() == expected
    assert (built.folder / "yschema/p2/values.yaml").read_text() == "mine: true\n"


def test_a_served_site_with_processes_follows_changes(site: SiteFolder) -> None:
    site.build(_files("jobs: 2"), command="serve")
    built = site.build({"packages/p1/schema.yaml": SCHEMA.replace("How many", "Some new")}, command="serve")
    assert "Some new pods" in built.page("reference/p1")
    assert "How many p2" in built.page("reference/p2")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            {"mkdocs.yml": _config("jobs: 1").replace("packages/*", "packages/p[0-2]")},
            id="a schema is gone, and comes back",
        ),
        pytest.param({"docs/yschema/p1/values.yaml": "mine: true\n"}, id="a file of the author"),
        pytest.param({"docs/yschema/index.md": "# Mine\n"}, id="a page of the author"),
        pytest.param({"mkdocs.yml": _config("jobs: 1", "markdown_pages: false")}, id="no Markdown"),
        pytest.param({"mkdocs.yml": _config("jobs: 1", "downloads: false")}, id="no downloads"),
    ],
)
def test_a_save_leaves_the_files_of_a_new_build(site: SiteFolder, change: dict[str, str | None]) -> None:
    first = _contents(site.build(_files("jobs: 1"), command="serve"))
    after = _contents(site.build(change, command="serve"))
    back = {name: _files("jobs: 1").get(name) for name in change}
    assert _contents(site.build(back, command="serve")) == first
    site.restart()
    assert _contents(site.build(change, command="serve")) == after


@pytest.mark.parametrize("event", ["on_page_markdown", "on_env", "on_post_build"])
def test_a_save_after_one_that_failed_writes_all_files(site: SiteFolder, event: str) -> None:
    hook = f"def {event}(*_, **__):\n    raise ValueError\n"
    first = _contents(site.build(_files("jobs: 1") | {"hooks.py": hook}, command="serve"))
    with pytest.raises(ValueError):
        site.build({"mkdocs.yml": f"hooks: [hooks.py]\n{_config('jobs: 1')}"}, command="serve")
    assert _contents(site.build({"mkdocs.yml": _config("jobs: 1")}, command="serve")) == first


def test_files_of_other_plugins_do_not_outlive_a_build(site: SiteFolder) -> None:
    hook = """\
        from pathlib import Path
        def on_post_build(config):
            place = Path(config.site_dir, "yschema/p1")
            (place / f"{len(list(place.iterdir()))}.gz").write_text("")
        """
    site.write(_files("jobs: 1") | {"hooks.py": hook})
    built = site.build({"mkdocs.yml": f"hooks: [hooks.py]\n{_config('jobs: 1')}"}, command="serve")
    first = _contents(built)
    assert _contents(site.build(command="serve")) == first


@pytest.mark.parametrize("value", ["0", "-1", "true", "many", "1.5"])
def test_a_number_of_processes_is_positive(site: SiteFolder, value: str) -> None:
    built = site.build(_files(f"jobs: {value}"))
    assert built.failed
    assert "jobs" in built.log


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _work(progress: Progress, units: int = 3) -> None:
    progress.start("schemas", units)
    for _ in range(units):
        progress.advance()
    progress.finish()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that sets the number of seconds from one look at the clock to the next."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("CI", raising=False)
    now, step = 0.0, 0.0

    def tick() -> float:
        nonlocal now
        now += step
        return now

    def set_step(seconds: float) -> None:
        nonlocal step
        step = seconds

    monkeypatch.setattr(progress_module.time, "monotonic", tick)
    return set_step


def test_long_work_shows_its_progress_on_a_terminal(clock: Callable[[float], None]) -> None:
    clock(1.5)
    terminal = _Terminal()
    _work(Progress(terminal))
    lines = [line.rstrip() for line in terminal.getvalue().split("\r") if line.strip()]
    assert lines == ["yschema: 2 of 3 schemas", "yschema: 3 of 3 schemas"]
    assert terminal.getvalue().endswith(" \r")  # the line is removed
    assert "\n" not in terminal.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_a_narrow_terminal_shows_one_line(clock: Callable[[float], None]) -> None:
    import pty  # noqa: PLC0415  does not exist on Windows
    import termios  # noqa: PLC0415

    clock(5)
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 12))
    with os.fdopen(theirs, "w") as terminal:
        _work(Progress(terminal))
    shown = b""
    with suppress(OSError):  # no process has the other end any more
        while part := os.read(ours, 1000):
            shown += part
    os.close(ours)
    lines = shown.decode().split("\r")
    assert "yschema: 3 " in lines
    assert max(map(len, lines)) < 12


def test_short_work_shows_nothing(clock: Callable[[float], None]) -> None:
    clock(0.1)
    terminal = _Terminal()
    _work(Progress(terminal))
    assert terminal.getvalue() == ""


@pytest.mark.parametrize(
    ("stream", "environment"),
    [
        pytest.param(io.StringIO(), {}, id="a pipe"),
        pytest.param(_Terminal(), {"TERM": "dumb"}, id="a dumb terminal"),
        pytest.param(_Terminal(), {"CI": "true"}, id="the terminal of a CI job"),
        pytest.param(_Terminal(), {"CI": "1"}, id="the terminal of another CI job"),
    ],
)
def test_pipes_logs_and_dumb_terminals_get_nothing(
    clock: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
    stream: io.StringIO,
    environment: dict[str, str],
) -> None:
    clock(5)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    _work(Progress(stream))
    assert stream.getvalue() == ""


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_work_on_pages_shows_its_progress(
    site: SiteFolder, clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    clock(1.5)
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert not site.build(_files(f"jobs: {jobs}"), strict=True).failed
    lines = [line.rstrip() for line in terminal.getvalue().split("\r") if line.startswith("yschema")]
    assert list(dict.fromkeys(re.sub(r".* of ", "", line) for line in lines)) == [
        "4 schemas",
        "6 pages",
        "5 pages in Markdown",
        "6 written pages",
        "4 schemas with downloads",
    ]
