"""Strict builds fail if there are warnings, whatever the log shows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from support import CASES, load_yaml

from .sites import SiteFolder
from .test_previous_site import contents

SUITE: dict[str, Any] = load_yaml((CASES / "sites/strict.yaml").read_text(encoding="utf-8"))
SCHEMA = "#@data/values-schema\n---\na: 1\nb: 2\n"
EARLIER = {"index.html": b"of an earlier build"}


def config(case: dict[str, Any]) -> str:
    """Return the configuration of a case; JSON is YAML, too."""
    schemas = {"app": {"files": ["schemas/app.yaml"], "page": "app.md"}}
    options = {"schemas": schemas, "severity": case.get("severity", {}), **case.get("options", {})}
    site = {"site_name": "Site", "theme": {"name": "mkdocs"}, "plugins": [{"yschema": options}]}
    return json.dumps({**site, **case.get("config", {})})


@pytest.mark.parametrize("host", ["mkdocs", pytest.param("properdocs", marks=pytest.mark.other_tools)])
@pytest.mark.parametrize("name", SUITE)
def test_strict(name: str, host: str, site: SiteFolder) -> None:
    case = SUITE[name]
    schema, page = case.get("schema", SCHEMA), case.get("page", "# Home\n")
    files = {"mkdocs.yml": config(case), "schemas/app.yaml": schema, "docs/index.md": page}
    site.write({**files, **{f"site/{path}": text.decode() for path, text in EARLIER.items()}})
    arguments = ["build", "--config-file", "mkdocs.yml", *case["arguments"].split()]
    done = site.run(host, *arguments)
    log = done.stdout + done.stderr
    assert done.returncode == case["status"], log
    assert re.findall("^Aborted.*", log, re.MULTILINE) == ([case["aborted"]] if "aborted" in case else [])
    assert [text for text in case.get("contains", ()) if text not in log] == [], log
    assert [text for text in case.get("lacks", ()) if text in log] == [], log
    if "report" in case:
        assert "schemas/app.yaml" in (site.folder / case["report"]).read_text(encoding="utf-8")
    assert ("earlier" if contents(site.folder / "site") == EARLIER else "new") == case.get("site", "new")
