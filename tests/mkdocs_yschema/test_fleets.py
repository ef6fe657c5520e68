"""Fleets: the schemas that a pattern stands for, and their index."""

from __future__ import annotations

import json
import os
import re
import sys
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest

from support import CASES, load_yaml
from yschema_engine.show.findings import as_text
from yschema_engine.site.options import read_site_options
from yschema_engine.site.site_config import SiteConfig, SiteSettings, site_config
from yschema_engine.text.findings import UsageError

from .sites import SCHEMA, SiteFolder

FLEETS = load_yaml((CASES / "sites/fleets.yaml").read_text(encoding="utf-8"))
FLEET = """\
site_name: Site
theme: {name: mkdocs}
plugins:
- search
- yschema:
    schemas:
      packages:
        from: packages/*/schema
        page: reference/{name}.md
        index: reference/index.md
"""


def _config(folder: Path, schemas: Any) -> SiteConfig:
    options = read_site_options({"schemas": schemas}, folder)
    return site_config(options, SiteSettings(folder))


@pytest.mark.parametrize("case", FLEETS.values(), ids=FLEETS)
def test_fleet(case: dict[str, Any], tmp_path: Path) -> None:
    for path in case["paths"]:
        file = tmp_path / (path if "." in Path(path).name[1:] else f"{path}/schema.yaml")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(SCHEMA, encoding="utf-8")
    config = _config(tmp_path, case["schemas"])
    entries = config.schemas
    assert list(entries) == case["names"]
    assert {name: page.src_uri for name, page in config.pages.items()} == case.get("pages", {})
    for name, title in case.get("titles", {}).items():
        assert entries[name].title == title
    for name, files in case.get("files", {}).items():
        assert list(entries[name].files) == files
    for name, kind in case.get("kinds", {}).items():
        assert entries[name].input_kind == kind
    for name, samples in case.get("samples", {}).items():
        assert [list(sample.files) for sample in entries[name].samples] == samples


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_that_are_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"packages-\xff")).mkdir()
    with pytest.raises(UsageError) as error:
        _config(tmp_path, {"packages": {"from": "packages-*"}})
    report = as_text(error.value.findings)
    assert "found:    'packages-\\udcff'" in report
    assert "expected: names in UTF-8" in report


def _fleet(site: SiteFolder) -> SiteFolder:
    second = SCHEMA.replace(
        "Values of the application.", "Values of *b*, e.g. its `<name>`. The rest is detail."
    )
    one = "#@schema/validation min_len=1\nname: ''\n"
    site.write(
        {
            "mkdocs.yml": FLEET,
            "packages/a/schema/schema.yaml": SCHEMA,
            "packages/b/schema/schema.yaml": second + one,
        }
    )
    return site


def _rows(html: str) -> list[list[str]]:
    table = html.partition('class="ys ys-index"')[2].partition("</table>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    return [
        [re.sub(r"<.*?>", "", cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row)] for row in rows
    ]


def test_an_index_lists_the_schemas_of_a_fleet(site: SiteFolder) -> None:
    built = _fleet(site).build(strict=True)
    assert not built.failed
    page = built.page("reference")
    assert _rows(page) == [
        ["Schema", "Description", "Fields", "Required"],
        ["A", "Values of the application.", "6", "\u2013"],
        ["B", "Values of b, e.g. its &lt;name&gt;.", "7", "1"],
    ]
    assert '<a href="a/">A</a>' in page
    assert "yschema.index.lazy.js" in page
    assert "yschema.js" not in page
    assert "yschema.index.lazy.js" not in built.page("reference/a")


def test_the_pages_of_a_fleet_are_pages_like_others(site: SiteFolder) -> None:
    index = "# Home\n\n[replicas][b.replicas]\n\n```yaml yschema=b\nreplicas: 3\n```\n"
    built = _fleet(site).build({"docs/index.md": index}, strict=True)
    assert not built.failed
    assert 'href="reference/b/#b.replicas"' in built.page("")
    assert "reference/b/#b.replicas" in built.search
    assert (built.folder / "objects.inv").is_file()
    assert json.loads((built.folder / "yschema/b/values.schema.json").read_text())["properties"]["replicas"]
    assert 'href="reference/a/"' in built.page("")  # in the navigation


def test_a_navigation_need_not_name_the_pages_of_a_fleet(site: SiteFolder) -> None:
    config = FLEET + "nav: [index.md, reference/index.md]\n"
    built = _fleet(site).build({"mkdocs.yml": config}, strict=True)
    assert not built.failed
    assert "not included" not in built.log
    assert "reference/a/index.html" in built.written


def test_versions_have_a_column(site: SiteFolder) -> None:
    built = _fleet(site).build({"mkdocs.yml": FLEET + "        version: '1.{name}'\n"}, strict=True)
    assert [row[2] for row in _rows(built.page("reference"))] == ["Version", "1.a", "1.b"]


def test_an_authors_page_has_the_index_of_all_schemas(site: SiteFolder) -> None:
    page = "# All\n\nThese:\n::: yschema-index\n\nMore.\n\n    ::: yschema-index none\n"
    config = FLEET.replace("      packages:", "      app:\n        files: [schemas/*]\n      packages:")
    built = _fleet(site).build({"docs/reference/index.md": page, "mkdocs.yml": config}, strict=True)
    html = built.page("reference")
    assert [row[0] for row in _rows(html)] == ["Schema", "App", "A", "B"]
    assert "<p>These:</p>" in html
    assert "::: yschema-index none" in html  # in a block of code


@pytest.mark.parametrize(
    ("config", "files", "says"),
    [
        pytest.param(
            FLEET.replace("index: reference/index.md", "index: reference/b.md"),
            {},
            "reference/b.md would be the page of schema `b` and of fleet `packages`",
            id="an index and a schema",
        ),
        pytest.param(
            FLEET.replace(
                "    schemas:\n",
                "    schemas:\n      others: {from: 'packages/a/*', index: reference/index.md}\n",
            ),
            {},
            "reference/index.md would be the page of fleet `others` and of fleet `packages`",
            id="two indexes",
        ),
        pytest.param(
            FLEET,
            {"packages/README/schema/schema.yaml": SCHEMA},
            "reference/index.md would be the page of schema `README` and of fleet `packages`",
            id="a folder that becomes an index",
        ),
        pytest.param(
            FLEET,
            {"packages/B/schema/schema.yaml": SCHEMA},
            "reference/b.md would be the page of schema `B` and of schema `b`",
            id="names that differ in case",
        ),
        pytest.param(
            FLEET,
            {"docs/reference/README.md": "# All\n"},
            "reference/index.md would be the page of `reference/README.md` and of fleet `packages`",
            id="an index and a page of an author",
        ),
    ],
)
def test_each_page_has_an_address_of_its_own(
    site: SiteFolder, config: str, files: dict[str, str | None], says: str
) -> None:
    built = _fleet(site).build({"mkdocs.yml": config} | files)
    assert built.failed
    assert says in built.log


def test_an_empty_folder_is_reported(site: SiteFolder) -> None:
    (site.folder / "packages/empty/schema").mkdir(parents=True)
    built = _fleet(site).build()
    assert built.failed
    assert (
        "schema `empty`: no file matches `packages/empty/schema`\n  found:    a folder without files"
        in built.log
    )


def test_names_of_folders_can_have_any_characters(site: SiteFolder) -> None:
    names = ["c d", "größe", "c#d", "c?d", "c%20d", "c&d"]
    built = _fleet(site).build({f"packages/{name}/schema/schema.yaml": SCHEMA for name in names}, strict=True)
    assert not built.failed
    for page in built.written:
        for href in re.findall(r' href="([^"]+)"', (built.folder / page).read_text(encoding="utf-8")):
            link = urlsplit(urljoin(f"http://site/{quote(page)}", unescape(href)))
            assert link.netloc != "site" or (built.folder / unquote(link.path)[1:]).exists(), (page, href)


def test_an_authors_page_can_have_several_indexes(site: SiteFolder) -> None:
    others = "    schemas:\n      others: {from: 'packages/a/*', index: reference/index.md}\n"
    page = "# All\n\n::: yschema-index others\n\n::: yschema-index packages\n"
    config = FLEET.replace("    schemas:\n", others)
    built = _fleet(site).build({"docs/reference/index.md": page, "mkdocs.yml": config}, strict=True)
    assert not built.failed


def test_an_unknown_fleet_fails_the_build_at_its_line(site: SiteFolder) -> None:
    built = _fleet(site).build({"docs/index.md": "# Home\n\n::: yschema-index package\n"})
    assert built.failed
    assert "docs/index.md:3:19: error: unknown fleet `package`" in built.log
    assert "packages" in built.log


def test_an_index_takes_no_options(site: SiteFolder) -> None:
    built = _fleet(site).build({"docs/index.md": "# Home\n\n::: yschema-index packages\n    path: a\n"})
    assert built.failed
    assert "docs/index.md:4:5: error: unknown option `path`" in built.log


def test_a_served_site_follows_the_folders(site: SiteFolder) -> None:
    _fleet(site)
    assert "reference/c/index.html" not in site.build(command="serve").written
    added = site.build({"packages/c/schema/schema.yaml": SCHEMA}, command="serve")
    assert "reference/c/index.html" in added.written
    assert [row[0] for row in _rows(added.page("reference"))] == ["Schema", "A", "B", "C"]
    broken = site.build(
        {"packages/c/schema/schema.yaml": "#@data/values-schema\n---\na: null\n"}, command="serve"
    )
    assert [row[0] for row in _rows(broken.page("reference"))][-1] == "C"


def test_a_new_folder_is_watched(tmp_path: Path) -> None:
    (tmp_path / "packages/a").mkdir(parents=True)
    config = _config(tmp_path, {"packages": {"from": "packages/*"}})
    assert config.globs == [str(tmp_path / "packages/*")]
