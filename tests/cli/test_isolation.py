"""Code that ends or blocks its process: complete runs of `yschema` in processes, which must survive it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from isolation import PROGRAMS, SUITE, check, names

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")


@pytest.mark.parametrize("name", names("yschema"))
def test_isolation(name: str, tmp_path: Path) -> None:
    check(name, tmp_path)


@pytest.mark.usefixtures("interrupts")
def test_interrupt_ends_code_that_blocks(tmp_path: Path) -> None:
    case = SUITE["order of lists that share their items"]
    (tmp_path / "s.yml").write_text(case["files"]["s.yml"], encoding="utf-8")
    with subprocess.Popen(
        [PROGRAMS / "yschema", "-f", "s.yml", "--time-limit", "50"], cwd=tmp_path, start_new_session=True
    ) as process:
        time.sleep(2)  # the program starts and runs the code
        os.killpg(process.pid, 2)
        assert process.wait(60) == -2
