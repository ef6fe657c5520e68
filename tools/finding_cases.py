"""The examples of findings in `tests/cases/findings`, and what their commands print."""

from __future__ import annotations

import logging
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner
from markdown import Markdown
from mkdocs.__main__ import cli as mkdocs
from mkdocs.commands.build import log as build_log
from ruamel.yaml import YAML

from yschema_engine.cli.main import start
from yschema_engine.evaluate.evaluator import evaluating
from yschema_engine.evaluate.limits import ChildGuard
from yschema_engine.evaluate.processes import Record
from yschema_engine.show import findings as render
from yschema_engine.show.html import renderer
from yschema_engine.show.html.environment import Templates, template_environment
from yschema_engine.show.html.theme import Theme
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.lazy_import import is_installed
from yschema_engine.text.phrases import ENGLISH, Words

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests/cases/findings"
_ENVIRONMENT = {"GITHUB_ACTIONS": "", "NO_MKDOCS_2_WARNING": "1"}
_NOT_FINDINGS = ("INFO", "Aborted with")


@dataclass(frozen=True, slots=True)
class Run:
    """A command, and the files that it reads.

    Attributes:
        command: as a reader types it.
        files: the text of each file, by its name; `hex:ff00` stands for bytes, `link:PATH` for a symbolic
            link, `size:BYTES` for a file of that size, and `files:NUMBER` for a folder of empty files.
        missing: the name of a module that is not installed; empty if all are.
    """

    command: str
    files: Mapping[str, str]
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """What is documented about a code.

    Attributes:
        code: the name of the code.
        text: what the finding means, in Markdown.
        shown: the files that the page shows for the fault; `fault` has those of its area as well.
        fault: a run that reports the finding.
        advice: how to fix it, in Markdown, where the files do not say it all.
        changed: the files that the fix changes.
        fix: a run that does not report the finding.
    """

    code: str
    text: str
    shown: Mapping[str, str]
    fault: Run
    advice: str
    changed: Mapping[str, str]
    fix: Run


@dataclass(frozen=True, slots=True)
class Area:
    """The examples of one page.

    Attributes:
        name: of the file, and of the page.
        title: of the page.
        text: what its findings have in common, in Markdown.
        files: those that all examples share.
        examples: in the order of the page.
    """

    name: str
    title: str
    text: str
    files: Mapping[str, str]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """What the command of a run prints about findings.

    Attributes:
        text: as in a terminal.
        messages: the first message of each code.
    """

    text: str
    messages: Mapping[str, str]


@cache
def areas() -> tuple[Area, ...]:
    """Return all areas, in the order of `index.yaml`."""
    names = _read(CASES / "index.yaml")["areas"]
    return tuple(_area(name, _read(CASES / f"{name}.yaml")) for name in names)


def print_findings(run: Run) -> Printed:
    """Run a command, and return what it prints about findings."""
    findings: list[Finding] = []
    with TemporaryDirectory() as folder, chdir(folder), _recorded(findings), _without(run.missing):
        for name, text in run.files.items():
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, text)
        program, *arguments = shlex.split(run.command)
        output = _PROGRAMS[program](arguments)
        here = f"{Path.cwd()}/"
    lines = [line for line in output.splitlines() if not line.startswith(_NOT_FINDINGS)]
    messages = {
        each.code.name: ENGLISH.text(each.fact("message")).replace(here, "") for each in reversed(findings)
    }
    return Printed("\n".join(lines).strip().replace(here, ""), messages)


def _write(path: Path, text: str) -> None:
    kind, _, rest = text.partition(":")
    if kind == "hex":
        path.write_bytes(bytes.fromhex(rest))
    elif kind == "link":
        path.symlink_to(rest)
    elif kind == "size":
        path.write_bytes(b"x" * int(rest))
    elif kind == "files":
        path.mkdir()
        for number in range(int(rest)):
            (path / f"{number}.txt").touch()
    else:
        path.write_text(text, encoding="utf-8")


def _read(path: Path) -> Any:
    return YAML(typ="safe", pure=True).load(path)


def _area(name: str, data: Mapping[str, Any]) -> Area:
    files = data.get("files", {})
    command = data.get("run", "yschema -f schema.yaml")
    examples = tuple(_example(code, case, files, command) for code, case in data["findings"].items())
    return Area(name, data["title"], data["text"], files, examples)


def _example(code: str, case: Mapping[str, Any], shared: Mapping[str, str], command: str) -> Example:
    shown, changed, command = case.get("fault", {}), case.get("fix", {}), case.get("run", command)
    fault = Run(command, {**shared, **shown}, case.get("missing", ""))
    fix = Run(case.get("fixed_run", command), {**fault.files, **changed})
    return Example(code, case["text"], shown, fault, case.get("advice", ""), changed, fix)


def _check(arguments: list[str]) -> str:
    """Run `yschema` with arguments, of which the last ones may be `> FILE`."""
    printed = StringIO()
    *_, sign, path = ("", "", *arguments)
    is_redirected = sign == ">"
    stdout = Path(path).open("w", encoding="utf-8") if is_redirected else StringIO()  # noqa: SIM115  closed below
    muted = redirect_stdout(StringIO()), redirect_stderr(printed)
    with suppress(OSError), stdout, muted[0], muted[1], evaluating(ChildGuard(Record())):
        start(arguments[:-2] if is_redirected else arguments, BytesIO(), stdout, printed)
    return printed.getvalue()


def _build(arguments: list[str]) -> str:
    logger = logging.getLogger("mkdocs")
    handlers, is_propagated, level = logger.handlers[:], logger.propagate, logger.level
    filters = build_log.filters[:]
    try:
        return CliRunner().invoke(mkdocs, arguments, env=_ENVIRONMENT).output
    finally:
        logger.handlers[:], logger.propagate = handlers, is_propagated
        logger.setLevel(level)
        build_log.filters[:] = filters  # else messages of one build would not appear in the next


def _convert(arguments: list[str]) -> str:
    """Convert a page with Python-Markdown; its program shows a traceback above the findings."""
    option, settings, page = arguments
    assert option == "-c"
    configs = _read(Path(settings))
    try:
        Markdown(extensions=[*configs], extension_configs=configs).convert(Path(page).read_text("utf-8"))
    except EngineError as e:
        return render.as_text(e.findings)
    return ""


@contextmanager
def _without(module: str) -> Iterator[None]:
    """Run as if a module were not installed."""
    if not module:
        yield
        return
    is_installed.cache_clear()
    with patch.dict(sys.modules, {module: None}):  # type: ignore[dict-item]
        yield
    is_installed.cache_clear()


_PROGRAMS = MappingProxyType({"yschema": _check, "mkdocs": _build, "markdown_py": _convert})


@contextmanager
def _recorded(findings: list[Finding]) -> Iterator[None]:
    """Record the findings that are rendered as text."""
    block = render._Text.block

    def record(text: Any, finding: Finding) -> str:
        findings.append(finding)
        return block(text, finding)

    search_path = [str(Path.cwd()), *sys.path]  # packages of themes lie in the folder of a site
    with (
        patch.object(render._Text, "block", record),
        patch.object(sys, "path", search_path),
        patch.object(renderer, "template_environment", _environment),
    ):
        yield


def _environment(theme: Theme, overrides: Sequence[Path], words: Words, **options: Any) -> Templates:
    """Return an environment that all builds share, whose templates are compiled once."""
    is_shared = not overrides and all(folder.is_relative_to(ROOT) for _, folder in theme.layers)
    make = _shared_environment if is_shared else template_environment
    return make(theme, tuple(overrides), words, **options)


_shared_environment = cache(template_environment)
