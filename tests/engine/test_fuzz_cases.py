"""Inputs on which the engine once failed: each gives a result or a finding, in a short time."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz_targets import run
from support import CASES

INPUTS = sorted(path for path in (CASES / "fuzz").glob("*/*.txt") if path.parent.name != "configuration")


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_input(path: Path) -> None:
    run(path.parent.name, path.read_bytes().decode("utf-8", "surrogatepass"))
