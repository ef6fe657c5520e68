"""The texts that `--help` shows."""

from __future__ import annotations

import re

import pytest

from support import Command
from yschema_engine.arguments import SUBCOMMANDS

WITH_STATUS = sorted({*SUBCOMMANDS} - {"completion"})  # which always succeeds


def test_help_names_each_subcommand(yschema: Command) -> None:
    out = yschema("--help").out
    assert re.findall(r"^  (\w+)  +\w", out.partition("\ncommands ")[2], re.MULTILINE) == [*SUBCOMMANDS]


@pytest.mark.parametrize("name", WITH_STATUS)
def test_help_explains_the_exit_status(name: str, yschema: Command) -> None:
    assert "\nExit status: 0; " in yschema(name, "--help").out


def test_help_of_compare_names_its_versions(yschema: Command) -> None:
    usage = yschema("compare", "--help").out.partition("\n\n")[0]
    assert usage.splitlines() == [
        "usage: yschema compare [OPTION …] OLD NEW",
        "       yschema compare [OPTION …] --against REVISION -f PATH",
    ]
