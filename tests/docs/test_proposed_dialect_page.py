"""The examples on the page about the proposed dialect give the results that the page shows.

A YAML block is a schema; with a title, it is a values file. Each row of a table of values below it shows a
result: the resulting values, as code; parts of the report; or that the values are valid. A text block is the
output of the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import Command, load_yaml
from yschema_engine.schema.formats import FORMATS

PAGE = Path(__file__).parents[2] / "docs/reference/proposed-dialect.md"
TEXT = PAGE.read_text(encoding="utf-8")
MARK = "#@schema/definition data_values=True\n---\n"
PARTS = re.compile(
    r'^```yaml(?: title="(?P<name>.*?)")?\n(?P<yaml>.*?)^```$'
    r"|^```text\n(?P<report>.*?)^```$"
    r"|^\| Values \| Result \|\n\|[-|]+\|\n(?P<rows>(?:\|[^\n]*\n)+)",
    re.DOTALL | re.MULTILINE,
)
INSPECT = ("-f", "schema.yaml", "--data-values-inspect")


def _parts() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the blocks and tables of the page: a kind, the text, and the files above it."""
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
            values, result = (cell.strip() for cell in row.strip("|").split(" | "))
            yield pytest.param(files, values.strip("`"), result, id=f"{values} {result}")


REPORTS = [(files, text) for kind, text, files in _parts() if kind == "report"]
UNSOUND = [files for files, _ in REPORTS if "values.yaml" not in files]
SOUND = [files for kind, _, files in _parts() if kind == "schema" and files not in UNSOUND]


@pytest.mark.parametrize("files", SOUND, ids=range(len(SOUND)))
def test_schemas_are_sound(yschema: Command, files: dict[str, str]) -> None:
    result = yschema("-f", "schema.yaml", files=files)
    assert (result.status, result.err) == (0, "")


@pytest.mark.parametrize(("files", "text", "result"), list(_rows()))
def test_values_give_the_result_in_the_table(
    yschema: Command, files: dict[str, str], text: str, result: str
) -> None:
    values = {} if text == "(none)" else {"values.yaml": f"{text}\n"}
    arguments = (*INSPECT, *(("--data-values-file", "values.yaml") if values else ()))
    run = yschema(*arguments, files={**files, **values})
    report = " ".join(run.err.split())
    if result == "valid" or re.fullmatch("`{.*}`", result):
        assert (run.status, report) == (0, "")
        assert result == "valid" or load_yaml(run.out) == load_yaml(result.strip("`"))
    else:
        assert run.status == 1
        for part in result.split("; "):
            assert part in report


@pytest.mark.parametrize(("files", "report"), REPORTS, ids=range(len(REPORTS)))
def test_reports(yschema: Command, files: dict[str, str], report: str) -> None:
    values = ("--data-values-file", "values.yaml") if "values.yaml" in files else ()
    assert yschema("-f", "schema.yaml", *values, files=files).err == report


def test_the_page_lists_all_formats() -> None:
    rows = [
        f"| `{f.name}` | {f.phrase} | {', '.join(f'`{s}`' for s in f.samples)} "
        f"| [{f.citation.title}]({f.citation.url}) |\n"
        for f in FORMATS.values()
    ]
    assert "".join(rows) in TEXT
