"""The cases of `isolation.yaml`: code that ends or blocks its process, which the program must survive."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from support import CASES, load_yaml

SUITE: dict[str, Any] = load_yaml((CASES / "isolation.yaml").read_text(encoding="utf-8"))
PROGRAMS = Path(sys.executable).parent
"""The folder of the programs that the distributions of this environment install."""


def names(program: str) -> list[str]:
    """Return the names of the cases that run a program."""
    return [name for name, case in SUITE.items() if case["run"].split()[0] == program]


def check(name: str, folder: Path) -> None:
    """Run a case in a folder, and compare the result."""
    case = SUITE[name]
    for file, text in case.get("files", {}).items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    program, *arguments = case["run"].split()
    result = subprocess.run(
        [PROGRAMS / program, *arguments],
        cwd=folder,
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
    assert [text for text in ("Traceback", "panicked") if text in everything] == [], everything
    assert len(everything) <= case.get("longest", len(everything))
    if "once" in case:
        assert everything.count(case["once"]) == 1
