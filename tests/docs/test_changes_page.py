"""The page about changes is what its cases generate."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests/cases" / "compare"
sys.path.insert(0, str(ROOT / "tools"))

import changes  # noqa: E402


def test_the_page_contains_all_its_parts() -> None:
    text = changes.PAGE.read_text(encoding="utf-8")
    for path in FOLDER.glob("*.md"):
        assert path.read_text(encoding="utf-8") in text, path.name


def test_the_page_is_up_to_date() -> None:
    assert changes.PAGE.read_text(encoding="utf-8") == changes.page()
