"""Names of files in reports."""

from __future__ import annotations

from pathlib import Path


def display_path(path: Path) -> Path:
    """Return the path relative to the current folder if it is below that, else unchanged."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
