"""A plugin of pytest that measures the lines and branches of the packages that tests reach.

SlipCover changes the byte code of modules while they are imported, which costs a fifth of the time of tests.
A tracer more than doubles it. Each worker of pytest-xdist writes a file, and `slipcover --merge` adds them
up. Files have the names of the repository, because each environment has the packages in another folder.
"""

from __future__ import annotations

import gc
import json
import os
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType

import pytest
from slipcover import FileMatcher, ImportManager, Slipcover

PACKAGES = {"yschema_engine": Path("engine/yschema_engine"), "mkdocs_yschema": Path("mkdocs_yschema")}
"""The folder of each package in the repository."""
NOT_RUN = ["@overload", "raise NotImplementedError"]  # lines without a behavior to test
_STARTED = pytest.StashKey[Slipcover]()
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
"""The name of this process among those that run tests; empty in the one that starts them."""
SEEN_AGAIN = 1000
"""How often a line that was seen runs again before SlipCover takes the probes out of functions."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Start to measure, before a conftest imports the packages. One worker adds the modules without tests."""
    if not WORKER:
        return
    specs = [find_spec(package) for package in PACKAGES]
    sources = [folder for spec in specs if spec for folder in spec.submodule_search_locations or ()]
    Slipcover.find_functions = staticmethod(_functions)  # type: ignore[method-assign]
    slipcover = Slipcover(
        d_miss_threshold=SEEN_AGAIN,
        branch=True,
        source=sources if WORKER == "gw0" else None,
        exclude_also=NOT_RUN,
    )
    ImportManager(slipcover, FileMatcher(sources=sources)).__enter__()
    early_config.stash[_STARTED] = slipcover


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what was measured."""
    if not WORKER:
        return
    coverage = session.config.stash[_STARTED].get_coverage()
    coverage["files"] = {_in_repository(Path(name)): lines for name, lines in coverage["files"].items()}
    file = Path(os.environ["COVERAGE"]) / f"{os.getpid()}.json"
    file.write_text(json.dumps(coverage), encoding="utf-8")


def _functions(_items: object, visited: set[object]) -> list[FunctionType]:
    """Return all functions. SlipCover asks for those of each module, and misses those of properties."""
    if visited:
        return []
    visited.add(gc)
    return [each for each in gc.get_objects() if type(each) is FunctionType]


def _in_repository(file: Path) -> str:
    """Return the name that a file of a package has in the repository."""
    folder = next(each for each in file.parents if each.name in PACKAGES)
    return (PACKAGES[folder.name] / file.relative_to(folder)).as_posix()
