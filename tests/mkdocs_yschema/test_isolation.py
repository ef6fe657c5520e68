"""Code that ends or blocks its process: complete builds in processes, which must survive it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from isolation import check, names


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
@pytest.mark.parametrize("name", names("mkdocs"))
def test_isolation(name: str, tmp_path: Path) -> None:
    check(name, tmp_path)
