"""Addresses of the documentation of findings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from yschema_engine.release import REPOSITORY

FILE = Path(__file__).with_name("help_pages.json")
"""The page of each code. `make findings` writes it."""
_REFERENCE = f"{REPOSITORY}/blob/main/docs/reference"


def help_address(code: str) -> str:
    """Return the address of the explanation of a code, of a finding or of a change between two versions."""
    page = _pages().get(code)
    return f"{_REFERENCE}/{f'findings/{page}' if page else 'changes'}.md#{code}"


@cache
def _pages() -> Mapping[str, str]:
    pages: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return pages
