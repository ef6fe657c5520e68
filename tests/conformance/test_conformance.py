"""The command line gives the recorded answers of ytt."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance_cases import run_case
from support import Command, cases, load_yaml


@pytest.mark.parametrize("path", cases("conformance"))
def test_answers_as_the_reference(path: Path, yschema: Command) -> None:
    problem = run_case(load_yaml(path.read_text(encoding="utf-8")), yschema)
    assert not problem, problem
