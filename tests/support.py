"""Functions for all tests."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from ruamel.yaml import YAML

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Result:
    """The result of a run of the command line."""

    status: int
    out: str
    err: str


Command = Callable[..., Result]


def load_yaml(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def cases(folder: str) -> list[Any]:
    """Return the case files of a folder as pytest parameters, named after the files."""
    root = CASES / folder
    return [
        pytest.param(path, id=path.relative_to(root).with_suffix("").as_posix())
        for path in sorted(root.rglob("*.yaml"))
    ]


def count_calls(action: Callable[[], object]) -> int:
    """Return how many functions an action calls: its work, measured without a clock."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(before)
    return calls
