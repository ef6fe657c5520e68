"""The texts that `--help` shows."""

from __future__ import annotations

import pytest

from support import Command
from yschema_engine.arguments import SUBCOMMANDS

WITH_STATUS = sorted({*SUBCOMMANDS} - {"completion"})  # which always succeeds


def test_help_names_each_subcommand(yschema: Command) -> None:
    out = yschema("--help").out
    assert [name for name in SUBCOMMANDS if f"(see yschema {name} --help)" not in out] == []


@pytest.mark.parametrize("name", WITH_STATUS)
def test_help_explains_the_exit_status(name: str, yschema: Command) -> None:
    assert "\nExit status: 0; " in yschema(name, "--help").out
