"""Titles and keys of schemas that third parties wrote run no script in a reader's browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .sites import build, served

SCHEMA = """\
#@data/values-schema
#@schema/title "</title><img src=x onerror=alert(1)>"
---
a: 1
#@schema/title "\\" onmouseover=\\"alert(2)\\" x=\\""
b:
  c: 1
'</title><img src=x onerror=alert(3)>':
  d: 1
'&lt;img src=x onerror=alert(4)&gt;':
  d: 1
"""
HEADINGS = (
    "‹/title›‹img src=x onerror=alert(1)›",
    "“ onmouseover=”alert(2)” x=”",
    "‹/title›‹img src=x onerror=alert(3)›",
    "&lt;img src=x onerror=alert(4)&gt;",
)


def test_titles_of_generated_pages_are_text(profile: Any, theme: str, tmp_path: Path) -> None:
    files = {
        "docs/index.md": "# Home\n",
        "schema.yaml": SCHEMA,
        "mkdocs.yml": f"""
site_name: Site
theme: {{name: {theme}{", font: false" * (theme == "material")}}}
plugins:
- search
- yschema:
    schemas:
      s: {{files: [schema.yaml], page: ref/index.md, split: map}}
""",
    }
    dialogs: list[str] = []
    headings: list[str] = []
    site = build(tmp_path, files)
    with served(site) as address:
        page = profile.new_page()
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        for file in sorted(site.glob("ref/**/index.html")):
            page.goto(f"{address}{'/'.join(file.parent.relative_to(site).parts)}/")
            assert page.locator("[onmouseover], [onerror], head img").count() == 0
            for link in page.locator("a[title], link[title]").all():
                assert link.get_attribute("onmouseover") is None
            headings.append(page.locator("h1").first.inner_text().strip("# ¶\n"))
        page.close()
    assert sorted(headings) == sorted(HEADINGS)
    assert dialogs == []
