"""Recorded runs of the command line: files and arguments, and the complete output.

`pytest tests/cli --regenerate` writes the output to the cases. Read the difference before you commit it.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from io import StringIO
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import LiteralScalarString

from support import CASES, Command, load_yaml
from yschema_engine.arguments.check import SCHEMA_FORMATS
from yschema_engine.cli.output import SCHEMA_RENDERERS

FOLDER = CASES / "command-line"


SUITES = {path: load_yaml(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.yaml"))}
CASES_BY_NAME = [
    pytest.param(path, name, id=f"{path.stem}/{name}") for path, suite in SUITES.items() for name in suite
]


@pytest.mark.parametrize(("path", "name"), CASES_BY_NAME)
def test_command_line(path: Path, name: str, yschema: Command, request: pytest.FixtureRequest) -> None:
    case = SUITES[path][name]
    files = {
        key: bytes.fromhex(text[4:]) if text.startswith("hex:") else text
        for key, text in case.get("files", {}).items()
    }
    args = case["args"].split() if "args" in case else [part for file in files for part in ("-f", file)]
    result = yschema(*args, files=files, stdin=case.get("stdin", "").encode())
    shown = {"status": result.status, "out": result.out, "err": result.err}
    if request.config.getoption("--regenerate"):
        _regenerate(path, name, shown)
    assert shown == {key: case.get(key) for key in shown}


def _regenerate(path: Path, name: str, shown: dict[str, int | str]) -> None:
    yaml = YAML(typ="rt")
    yaml.width = 10_000
    yaml.preserve_quotes = True
    suite = yaml.load(path.read_text(encoding="utf-8"))
    for key, value in shown.items():
        suite[name][key] = LiteralScalarString(value) if isinstance(value, str) and value else value
    stream = StringIO()
    yaml.dump(suite, stream)
    path.write_text(stream.getvalue(), encoding="utf-8")


def test_help_names_every_flag_of_the_readme(yschema: Command) -> None:
    shown = yschema("--help")
    assert shown.status == 0
    for flag in ("-f", "--data-values-inspect", "--schema-inspect", "-o", "--error-format", "Exit status"):
        assert flag in shown.out


def test_version(yschema: Command) -> None:
    [script] = entry_points(group="console_scripts", name="yschema")
    assert script.dist
    assert yschema("--version").out == f"yschema {script.dist.version}\n"


def test_every_format_of_a_schema_is_rendered() -> None:
    assert SCHEMA_RENDERERS.keys() == SCHEMA_FORMATS.keys()
