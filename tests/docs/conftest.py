"""Fixtures of the tests of the documentation."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _programs(warm: None) -> None:
    """Let the commands of pages find programs that start warm."""
