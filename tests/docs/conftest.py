"""Fixtures of the tests of the documentation."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from warm import warm_programs


@pytest.fixture(scope="session", autouse=True)
def _programs() -> Iterator[None]:
    """Let the commands of pages find programs that start warm."""
    before = os.environ["PATH"]
    with warm_programs() as folder:
        os.environ["PATH"] = os.pathsep.join([str(folder), str(Path(sys.executable).parent), before])
        yield
    os.environ["PATH"] = before
