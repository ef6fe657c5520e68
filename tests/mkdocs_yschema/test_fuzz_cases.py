"""Configurations on which the plugin once failed: each is accepted or refused, in a short time."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz_targets import run
from support import CASES


@pytest.mark.parametrize(
    "path", sorted((CASES / "fuzz/configuration").glob("*.txt")), ids=lambda path: path.stem
)
def test_input(path: Path) -> None:
    run("configuration", path.read_bytes().decode("utf-8", "surrogatepass"))
