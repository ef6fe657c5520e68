"""Fixtures for all tests."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import yschema_engine
from support import Command, Result
from templates import compiled_once
from warm import warm_programs
from yschema_engine.cli.main import start
from yschema_engine.evaluate.evaluator import evaluating
from yschema_engine.evaluate.limits import NoCode


def pytest_sessionstart() -> None:
    """Refuse to test the checkout in an environment with a wheel. Editable installations list no modules."""
    scripts = entry_points(group="console_scripts", name="yschema")
    files = [file for script in scripts for file in (script.dist and script.dist.files) or ()]
    installed = [file.locate() for file in files if file.match("yschema_engine/__init__.py")]
    if not all(Path(yschema_engine.__file__).samefile(module) for module in installed):
        pytest.exit(f"the tests import {yschema_engine.__file__} instead of the wheel", returncode=2)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write what comes out into the golden cases")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one process run the tests of a file, or of a file and a site theme: they share sites and pages."""
    for item in items:
        if not any(item.iter_markers("alone")):
            theme = item.callspec.params.get("theme", "") if hasattr(item, "callspec") else ""
            item.add_marker(pytest.mark.xdist_group(f"{item.path.name}-{theme}"))


@pytest.fixture(scope="session", autouse=True)
def templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with compiled_once(tmp_path_factory.mktemp("templates")):
        yield


class Unguarded(NoCode):
    """Lets code run in the process of the tests, within its own limits."""

    def enter(self, name: str, seconds: float) -> None:
        pass


HOSTS = ("browser", "docs", "mkdocs_yschema", "packaging")
"""The folders of tests of sites, which ask evaluators."""


@pytest.fixture(scope="module", autouse=True)
def as_evaluator(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make the process of a test an evaluator, except for tests of sites."""
    if request.path.relative_to(Path(__file__).parent).parts[0] in HOSTS:
        yield
    else:
        with evaluating(Unguarded()):
            yield


@pytest.fixture(scope="session")
def warm() -> Iterator[None]:
    """Let commands find `mkdocs` and `yschema` as programs that start warm."""
    before = os.environ["PATH"]
    with warm_programs() as folder:
        os.environ["PATH"] = os.pathsep.join([str(folder), str(Path(sys.executable).parent), before])
        yield
    os.environ["PATH"] = before


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Let processes that a test starts be interrupted, even if the tests themselves ignore Ctrl-C.

    Shells start commands in the background so that they ignore it, and processes inherit this.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def yschema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run `yschema` in an empty folder that holds the given files."""

    def command(*args: str, files: dict[str, str | bytes] | None = None, stdin: bytes = b"") -> Result:
        monkeypatch.chdir(tmp_path)
        for name, content in (files or {}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        out, err = io.StringIO(), io.StringIO()
        try:
            streams = contextlib.redirect_stderr(err), contextlib.redirect_stdout(out)
            with streams[0], streams[1], evaluating(Unguarded()):
                status = start(args, io.BytesIO(stdin), out, err)
        except SystemExit as e:
            status = int(e.code or 0)
        return Result(status, out.getvalue(), err.getvalue())

    return command
