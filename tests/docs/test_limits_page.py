"""The page about limits has the values of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from walkthrough import ROOT
from yschema_engine.evaluate.limits import Limits
from yschema_engine.evaluate.starlark import blocks
from yschema_engine.text import size_limits

PAGE = (ROOT / "docs/reference/limits.md").read_text(encoding="utf-8")
MIB = size_limits.MIB
ROWS = {
    "time of the code": f"{Limits().seconds:g} s;",
    "memory of this code": f"{Limits().memory:,.0f} MiB;",
    "code in a file": f"{size_limits.CODE_SIZE // MIB} MiB",
    "characters or items": f"{size_limits.VALUE_SIZE:,}",
    "characters that code prints": f"{size_limits.PRINTED:,}",
    "nested brackets": f"{blocks._MAX_DEPTH}; {blocks._MAX_BRANCHES:,}; {blocks._MAX_OPERATORS:,}",
    "a file": f"{size_limits.FILE_SIZE // MIB} MiB",
    "files that": f"{size_limits.INPUT_FILES:,}",
    "an archive": f"{size_limits.ARCHIVE_SIZE // MIB} MiB in {size_limits.ARCHIVE_FILES:,} files",
    "charts in charts": f"{size_limits.CHART_DEPTH} levels",
    "maps and arrays": f"{size_limits.DEPTH} levels",
    "nodes": f"{size_limits.ALIASED_NODES:,}",
    "findings": f"{size_limits.FINDINGS:,};",
    "characters of each fact": f"{size_limits.MESSAGE:,}",
}


@pytest.mark.parametrize(("row", "value"), ROWS.items(), ids=ROWS)
def test_values(row: str, value: str) -> None:
    [line] = [line for line in PAGE.splitlines() if line.startswith(f"| {row}")]
    assert line.split("|")[2].strip().startswith(value)


def test_each_bound_is_on_the_page() -> None:
    compared = re.findall(r"size_limits\.([A-Z_]+)", Path(__file__).read_text(encoding="utf-8"))
    assert {name for name in vars(size_limits) if name.isupper()} == set(compared)
