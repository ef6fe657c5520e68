"""The page about limits has the values of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from walkthrough import ROOT
from yschema_engine.evaluate.limits import Limits
from yschema_engine.evaluate.starlark import blocks
from yschema_engine.text import bounds

PAGE = (ROOT / "docs/reference/limits.md").read_text(encoding="utf-8")
MIB = bounds.MIB
ROWS = {
    "time of the code": f"{Limits().seconds:g} s;",
    "memory of this code": f"{Limits().memory:,.0f} MiB;",
    "code in a file": f"{bounds.CODE_SIZE // MIB} MiB",
    "characters or items": f"{bounds.VALUE_SIZE:,}",
    "characters that code prints": f"{bounds.PRINTED:,}",
    "nested brackets": f"{blocks._MAX_DEPTH}; {blocks._MAX_BRANCHES:,}; {blocks._MAX_OPERATORS:,}",
    "a file": f"{bounds.FILE_SIZE // MIB} MiB",
    "an archive": f"{bounds.ARCHIVE_SIZE // MIB} MiB in {bounds.ARCHIVE_FILES:,} files",
    "charts in charts": f"{bounds.CHART_DEPTH} levels",
    "maps and arrays": f"{bounds.DEPTH} levels",
    "nodes": f"{bounds.ALIASED_NODES:,}",
    "findings": f"{bounds.FINDINGS:,};",
    "characters of each fact": f"{bounds.MESSAGE:,}",
}


@pytest.mark.parametrize(("row", "value"), ROWS.items(), ids=ROWS)
def test_values(row: str, value: str) -> None:
    [line] = [line for line in PAGE.splitlines() if line.startswith(f"| {row}")]
    assert line.split("|")[2].strip().startswith(value)


def test_each_bound_is_on_the_page() -> None:
    compared = re.findall(r"bounds\.([A-Z_]+)", Path(__file__).read_text(encoding="utf-8"))
    assert {name for name in vars(bounds) if name.isupper()} == set(compared)
