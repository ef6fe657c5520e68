"""What the page about the command line shows is what the commands print; `…` stands for what is left out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import Command

SITE = Path(__file__).parents[2] / "sample_site"
PAGE = Path(__file__).parents[2] / "docs/reference/command-line.md"
TEXT = PAGE.read_text(encoding="utf-8")
SCHEMAS = {
    path.relative_to(SITE).as_posix(): path.read_bytes()
    for path in (SITE / "schemas").rglob("*")
    if path.is_file()
}


def _commands() -> Iterator[Any]:
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL):
        for line, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            if line.startswith("yschema ") and ">" not in line:
                yield pytest.param(shlex.split(line)[1:], shown, id=line)


@pytest.mark.parametrize(("arguments", "shown"), list(_commands()))
def test_commands_print_what_the_page_shows(yschema: Command, arguments: list[str], shown: str) -> None:
    result = yschema(*arguments, files=SCHEMAS)
    pattern = ".*".join(map(re.escape, shown.split("…\n")))
    assert re.fullmatch(pattern, result.out + result.err, re.DOTALL), result.out + result.err


def test_every_form_is_on_the_page(yschema: Command) -> None:
    usage = re.search(r"--output ([a-z0-9|-]+)", yschema("--help").out)
    assert usage is not None
    for form in usage[1].split("|"):
        assert f"`{form}`" in TEXT


def test_the_line_for_editors_may_stand_in_data_values(yschema: Command) -> None:
    lines = re.search(r'```yaml title="values.yaml"\n(.*?)```', TEXT, re.DOTALL)
    assert lines is not None
    files = {
        **SCHEMAS,
        "values.yaml": lines[1],
        "marked.yaml": lines[1].replace("\n", "\n#@data/values\n---\n", 1),
    }
    schema = ("-f", "schemas/message-queue")
    assert yschema(*schema, "--data-values-file", "values.yaml", files=files).err == ""
    assert yschema(*schema, "-f", "marked.yaml", "--ignore-unknown-comments").err == ""
    assert yschema(*schema, "-f", "marked.yaml").status == 1
