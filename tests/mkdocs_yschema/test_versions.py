"""Pages about the versions of a schema, and the history of its fields."""

from __future__ import annotations

import re

import pytest

from .sites import CONFIG, Built, SiteFolder
from .test_split import broken

OLDEST = """\
#@data/values-schema
---
#@schema/deprecated "Version 2 calls it `service.port`."
port: 80
mode: slow
replicas: 1
"""
OLD = """\
#@data/values-schema
---
service:
  port: 80
mode: slow
replicas: 2
"""
CURRENT = """\
#@data/values-schema
---
service:
  port: 80
  name: ""
#@schema/deprecated "Leave it out."
replicas: 2
"""
# mike, whose plugin comes first, sets the address of a version like this.
VERSIONED = """\
from mkdocs.plugins import event_priority

@event_priority(100)
def on_config(config):
    config.site_url += "2.1"
"""
VERSIONS = """\
        page: reference/app.md
        version: "3"
        versions:
        - {name: "1", files: [versions/1.yaml]}
        - {name: "2", files: [versions/2.yaml]}
"""
CONFIGURED = CONFIG.replace("        page: reference/app.md\n", VERSIONS)
FILES = {
    "mkdocs.yml": CONFIGURED,
    "schemas/app.yaml": CURRENT,
    "versions/1.yaml": OLDEST,
    "versions/2.yaml": OLD,
}


@pytest.fixture
def built(site: SiteFolder) -> Built:
    return site.build(FILES)


def test_each_upgrade_has_a_page(built: Built) -> None:
    assert not built.failed, built.log
    page = built.page("reference/app/upgrade-1-2")
    assert "Upgrade Application 1 → 2" in page
    assert '<a href="../#app.service.port"><code>service.port</code></a>' in page
    assert '<span class="ys-change-message">Default</span>' in page
    assert "<bdi><code>1</code></bdi>" in page
    assert broken(built) == []


def test_one_page_has_all_changes(built: Built) -> None:
    page = built.page("reference/app/changes")
    assert page.index('<h2 id="3">3</h2>') < page.index('<h2 id="2">2</h2>')
    assert 'href="../upgrade-1-2/"' in page
    assert "yschema.css" in page


def test_fields_say_when_they_changed(built: Built) -> None:
    page = built.page("reference/app")
    for note in ("New in 2", "<code>2</code> since 2, was <code>1</code>", "Deprecated since 3", "New in 3"):
        assert f'<div class="ys-since">{note}</div>' in page


def test_the_history_of_fields_can_be_hidden(site: SiteFolder) -> None:
    hidden = CONFIGURED.replace('version: "3"', 'version: "3"\n        history: false')
    assert "ys-since" not in site.build({**FILES, "mkdocs.yml": hidden}).page("reference/app")


def test_links_to_removed_fields_lead_somewhere(built: Built) -> None:
    page = built.page("reference/app")
    moved = '<li id="app.port" data-path="port" data-version="2" data-to="service.port">'
    assert f'{moved}<code>port</code>: in 2 replaced by <a href="#app.service.port">' in page
    assert '<li id="app.mode" data-path="mode" data-version="3"><code>mode</code>: removed in 3</li>' in page


def test_a_schema_without_versions_has_no_such_pages(site: SiteFolder) -> None:
    built = site.build()
    assert not [path for path in built.written if "changes" in path or "upgrade" in path]
    assert "ys-gone" not in built.page("reference/app")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"versions/1.yaml": None}, "no such file"),
        ({"versions/1.yaml": "#@data/values-schema\n---\na: [\n"}, "not valid YAML"),
    ],
)
def test_a_version_that_cannot_be_read_fails_the_build(
    files: dict[str, str | None], message: str, site: SiteFolder
) -> None:
    built = site.build({**FILES, **files})
    assert built.failed
    assert message in built.log


def test_an_existing_page_is_kept(site: SiteFolder) -> None:
    built = site.build({**FILES, "docs/reference/app/changes.md": "# Ours\n"})
    assert "Ours" in built.page("reference/app/changes")


def test_what_readers_must_do_comes_first(built: Built) -> None:
    page = built.page("reference/app/upgrade-2-3")
    assert "<strong>1 change needs your action.</strong>" in page
    assert re.findall(r'<h2 id="(\w+)"', page) == ["fix", "new", "documentation"]
    assert "checkbox" not in page.partition("ys-changes")[2]
    assert re.search(r"<details>\s*<summary>1 documentation change</summary>", page)


@pytest.mark.other_tools
def test_without_a_nav_a_schema_has_one_entry(site: SiteFolder) -> None:
    config = CONFIGURED.replace("name: mkdocs", "name: material")
    menu = site.build({**FILES, "mkdocs.yml": config}).page(".").partition('"md-content"')[0]
    labels = [label.strip() for label in re.findall(r'<span class="md-ellipsis">([^<]*)<', menu)]
    start = labels.index("App")
    upgrades = ("Upgrade Application 2 → 3", "Upgrade Application 1 → 2")
    assert labels[start + 1 : start + 5] == ["Application", "Application changelog", *upgrades]
    assert labels.count("Application") == 1


def test_probable_new_names_are_links(site: SiteFolder) -> None:
    files = {
        "versions/2.yaml": OLD + "node_selector: fast\n",
        "schemas/app.yaml": CURRENT + "nodeSelector: fast\n",
    }
    page = site.build({**FILES, **files}).page("reference/app/upgrade-2-3")
    link = '<a href="../#app.nodeSelector"><code>nodeSelector</code></a>'
    assert f'{link} <span class="ys-reasons">(probably: similar name, same default, same type)</span>' in page


def test_a_version_of_the_site_has_pages_and_addresses_of_its_own(site: SiteFolder) -> None:
    config = CONFIGURED + "site_url: https://docs.example.com/app/\nhooks: [versioned.py]\n"
    built = site.build({**FILES, "mkdocs.yml": config, "versioned.py": VERSIONED})
    address = "https://docs.example.com/app/2.1/yschema/app/values.schema.json"
    assert f"# yaml-language-server: $schema={address}" in built.page("reference/app")
    assert "New in 2" in built.page("reference/app")
    assert broken(built) == []
    assert '<div class="ys-change-path"><a href="../#app.service">' in built.page("reference/app/changes")


@pytest.mark.parametrize("rule", ["", '#@schema/validation ("odd", lambda v: v % 2 == 0)\n'])
def test_versions_are_evaluated_and_compared_once(site: SiteFolder, rule: str) -> None:
    def kept() -> dict[str, int]:
        """Return the files of schemas and comparisons, each with what tells it from one written again."""
        paths = [
            path for kind in ("schema", "comparison") for path in (site.folder / ".cache").glob(f"{kind}-*")
        ]
        return {path.name: path.stat().st_ino for path in paths}

    def pages(built: Built) -> dict[str, str]:
        names = (name for name in built.written if "/" in name)
        return {name: (built.folder / name).read_text(encoding="utf-8") for name in names}

    files = {name: text.replace("replicas", f"{rule}replicas") for name, text in FILES.items()}
    config = CONFIGURED.replace("yschema:\n", "yschema:\n    cache_dir: .cache\n    jobs: 1\n")
    built = site.build({**files, "mkdocs.yml": config}, strict=True)
    first, results = pages(built), kept()
    assert len(results) == 5
    assert pages(site.build(strict=True)) == first
    assert kept() == results
    site.build({"versions/2.yaml": OLD.replace("80", "81")})
    assert len(kept()) == 8
