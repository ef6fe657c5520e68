"""The examples on the page about the designs' dialect give what the page says.

A block of YAML is a schema; one with a title is a file of data values. A table of data values below it says
what comes of each: the values in effect, as code; words of the report; or that they are valid. A block of
text is what the command line says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import Command, load_yaml
from yschema_engine.rules.formats import FORMATS

PAGE = Path(__file__).parents[2] / "docs/reference/proposed-dialect.md"
TEXT = PAGE.read_text(encoding="utf-8")
MARK = "#@schema/definition data_values=True\n---\n"
PARTS = re.compile(
    r'^```yaml(?: title="(?P<name>.*?)")?\n(?P<yaml>.*?)^```$'
    r"|^```text\n(?P<report>.*?)^```$"
    r"|^\| Data values \| Result \|\n\|[-|]+\|\n(?P<rows>(?:\|[^\n]*\n)+)",
    re.DOTALL | re.MULTILINE,
)
INSPECT = ("-f", "schema.yaml", "--data-values-inspect")


def _parts() -> Iterator[tuple[str, str, dict[str, str]]]:
    """What is said of the schemas: a kind, the words and the files, the schema first."""
    files: dict[str, str] = {}
    for part in PARTS.finditer(TEXT):
        if part["yaml"] is not None and part["name"]:
            files = {**files, part["name"]: part["yaml"]}
        elif part["yaml"] is not None:
            schema = part["yaml"] if "\n---\n" in part["yaml"] else MARK + part["yaml"]
            files = {"schema.yaml": schema}
            yield "schema", "", files
        else:
            kind = "report" if part["report"] is not None else "rows"
            yield kind, part[kind], files


def _rows() -> Iterator[Any]:
    for kind, text, files in _parts():
        for row in text.splitlines() if kind == "rows" else ():
            given, result = (cell.strip() for cell in row.strip("|").split(" | "))
            yield pytest.param(files, given.strip("`"), result, id=f"{given} {result}")


REPORTS = [(files, text) for kind, text, files in _parts() if kind == "report"]
UNSOUND = [files for files, _ in REPORTS if "values.yaml" not in files]
SOUND = [files for kind, _, files in _parts() if kind == "schema" and files not in UNSOUND]


@pytest.mark.parametrize("files", SOUND, ids=range(len(SOUND)))
def test_schemas_are_sound(yschema: Command, files: dict[str, str]) -> None:
    result = yschema("-f", "schema.yaml", files=files)
    assert (result.status, result.err) == (0, "")


@pytest.mark.parametrize(("files", "given", "said"), list(_rows()))
def test_data_values_give_what_the_table_says(
    yschema: Command, files: dict[str, str], given: str, said: str
) -> None:
    values = {} if given == "(none)" else {"values.yaml": f"{given}\n"}
    arguments = (*INSPECT, *(("--data-values-file", "values.yaml") if values else ()))
    result = yschema(*arguments, files={**files, **values})
    report = " ".join(result.err.split())
    if said == "valid" or re.fullmatch("`{.*}`", said):
        assert (result.status, report) == (0, "")
        assert said == "valid" or load_yaml(result.out) == load_yaml(said.strip("`"))
    else:
        assert result.status == 1
        for words in said.split("; "):
            assert words in report


@pytest.mark.parametrize(("files", "said"), REPORTS, ids=range(len(REPORTS)))
def test_reports(yschema: Command, files: dict[str, str], said: str) -> None:
    values = ("--data-values-file", "values.yaml") if "values.yaml" in files else ()
    assert yschema("-f", "schema.yaml", *values, files=files).err == said


def test_formats_are_those_of_the_engine() -> None:
    rows = [
        f"| `{f.name}` | {f.phrase} | {', '.join(f'`{s}`' for s in f.samples)} | [{f.citation}]({f.url}) |\n"
        for f in FORMATS.values()
    ]
    assert "".join(rows) in TEXT
