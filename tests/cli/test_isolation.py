"""Code that ends or blocks its process: complete runs in processes, which must survive it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import CASES, load_yaml
from warm import warm_programs

SUITE: dict[str, Any] = load_yaml((CASES / "isolation.yaml").read_text(encoding="utf-8"))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")


@pytest.fixture(scope="module")
def programs() -> Iterator[Path]:
    """Return the folder of programs that start without importing anything."""
    with warm_programs() as folder:
        yield folder


@pytest.mark.parametrize("name", SUITE)
def test_isolation(name: str, programs: Path, tmp_path: Path) -> None:
    case = SUITE[name]
    for file, text in case.get("files", {}).items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    program, *arguments = case["run"].split()
    result = subprocess.run(
        [programs / program, *arguments],
        cwd=tmp_path,
        input=case.get("stdin", ""),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    everything = result.stdout + result.stderr
    assert result.returncode == case["status"], everything
    shown = {"out": result.stdout, "err": result.stderr}
    assert {key: shown[key] for key in shown if key in case} == {
        key: case[key] for key in shown if key in case
    }
    assert [text for text in case.get("contains", ()) if text not in everything] == [], everything
    if "once" in case:
        assert everything.count(case["once"]) == 1


@pytest.mark.usefixtures("interrupts")
def test_interrupt_ends_code_that_blocks(tmp_path: Path) -> None:
    case = SUITE["order of lists that share their items"]
    (tmp_path / "s.yml").write_text(case["files"]["s.yml"], encoding="utf-8")
    program = Path(sys.executable).parent / "yschema"
    with subprocess.Popen(
        [program, "-f", "s.yml", "--time-limit", "50"], cwd=tmp_path, start_new_session=True
    ) as process:
        time.sleep(2)  # the program starts and runs the code
        os.killpg(process.pid, 2)
        assert process.wait(60) == -2
