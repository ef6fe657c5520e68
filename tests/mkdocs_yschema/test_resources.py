"""Several kinds of resources as one entry: a page for each kind and version, an overview, checks by kind."""

from __future__ import annotations

import re
from typing import Any

import pytest

from support import CASES, load_yaml

from .sites import SiteFolder

DATA: dict[str, Any] = load_yaml((CASES / "sites/resources.yaml").read_text(encoding="utf-8"))


def _written(site: SiteFolder, case: dict[str, Any]) -> None:
    site.write({**DATA["files"], "docs/index.md": "# Home\n", **case.get("files", {})})


@pytest.mark.parametrize("name", DATA["valid"])
def test_site(name: str, site: SiteFolder) -> None:
    case = DATA["valid"][name]
    _written(site, case)
    built = site.build()
    assert not built.failed, built.log
    assert [path for path in built.written if path.startswith("reference/")] == sorted(case["pages"])
    for path, patterns in case["pages"].items():
        text = (built.folder / path).read_text(encoding="utf-8")
        for pattern in patterns or ():
            assert re.search(pattern, text, re.DOTALL), (path, pattern)


@pytest.mark.parametrize("name", DATA["wrong"])
def test_mistakes(name: str, site: SiteFolder) -> None:
    case = DATA["wrong"][name]
    _written(site, case)
    built = site.build()
    assert [
        error.splitlines()[0] for error in "\n".join(built.errors).split("\n") if ": error: " in error
    ] == case["findings"]
