"""The pages, tables of contents, links, search index and assets of a site."""

from __future__ import annotations

import gc
import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.utils import get_theme_dir

from mkdocs_yschema.assets import theme_name
from mkdocs_yschema.generated_pages import TemporaryFolder
from render.html_text import Parsed
from support import Command
from yschema_engine.show.html.theme import find_theme

from .sites import CONFIG, SCHEMA, THEMES, SiteFolder

IDS = ["app.replicas", "app.service", "app.service.type", "app.service.loadBalancerIP", "app.routes"]
BARE = CONFIG.replace("        page: reference/app.md\n", "")


def test_a_page_is_generated(site: SiteFolder) -> None:
    built = site.build(strict=True)
    assert not built.failed, built.log
    assert built.written == ["404.html", "index.html", "reference/app/index.html"]
    html = built.page("reference/app")
    assert "<title>Application - Site</title>" in html
    assert set(IDS) <= set(Parsed(html).ids)
    assert "The kind of service." in html


PAGES = {
    "an explicit nav": {"mkdocs.yml": CONFIG + "nav: [index.md, {Values: reference/app.md}]\n"},
    "a page of the author's own": {"docs/reference/app.md": "# Mine\n\n::: yschema app\n"},
    "a directive elsewhere": {"docs/index.md": "# Home\n\n::: yschema app\n", "mkdocs.yml": BARE},
    "a title with marks": {"mkdocs.yml": CONFIG.replace("title: Application", "title: 'A *b* <c> #1'")},
    "no urls of folders": {"mkdocs.yml": CONFIG + "use_directory_urls: false\n"},
    "several globs": {
        "mkdocs.yml": CONFIG.replace("[schemas/*.yaml]", "[schemas/app.yaml, 'schemas/**/*.yaml']"),
    },
    "a folder": {"mkdocs.yml": CONFIG.replace("[schemas/*.yaml]", "[schemas]")},
    "loaded functions": {
        "mkdocs.yml": CONFIG.replace("*.yaml", "*"),
        "schemas/words.star": "def words():\n  return 'Said elsewhere.'\nend\n",
        "schemas/app.yaml": SCHEMA.replace('"How many pods."', "words()").replace(
            "#@data", '#@ load("words.star", "words")\n#@data', 1
        ),
    },
}
SHOWN = {
    "an explicit nav": ("reference/app/index.html", ">Values<"),
    "a page of the author's own": ("reference/app/index.html", ">Mine"),
    "a directive elsewhere": ("index.html", 'id="app.service"'),
    "a title with marks": ("reference/app/index.html", "<title>A *b* ‹c› #1 - Site</title>"),
    "no urls of folders": ("reference/app.html", 'id="app.service"'),
    "several globs": ("reference/app/index.html", 'id="app.service"'),
    "a folder": ("reference/app/index.html", 'id="app.service"'),
    "loaded functions": ("reference/app/index.html", "Said elsewhere."),
}


@pytest.mark.parametrize("case", PAGES)
def test_pages(site: SiteFolder, case: str) -> None:
    built = site.build(PAGES[case], strict=True)
    assert not built.failed, built.log
    path, words = SHOWN[case]
    assert words in (built.folder / path).read_text(encoding="utf-8")


def test_without_the_option_no_page_is_generated(site: SiteFolder) -> None:
    assert site.build({"mkdocs.yml": BARE}).written == ["404.html", "index.html"]


@pytest.mark.parametrize("theme", THEMES)
def test_every_field_is_found_by_search_with_its_anchor(site: SiteFolder, theme: str) -> None:
    many = "".join(f"  field{i}: {i}\n" for i in range(100))
    text = SCHEMA + f"#@schema/desc 'Plenty of them.'\nmany:\n{many}"
    built = site.build(
        {"mkdocs.yml": CONFIG.replace("name: mkdocs", f"name: {theme}"), "schemas/app.yaml": text},
        strict=True,
    )
    assert not built.failed, built.log
    entries = built.search
    for i in range(100):
        entry = entries[f"reference/app/#app.many.field{i}"]
        words = re.split(r"[\s\ufeff]+|<[^>]*>", f"{entry['title']} {entry['text']}")  # as scripts do
        assert {f"field{i}", f"many.field{i}", "integer"} <= set(words)
    assert "Plenty of them." in entries["reference/app/#app.many"]["text"]
    assert "Plenty of them." not in entries["reference/app/#app.many.field99"]["text"]
    html = built.page("reference/app")
    assert "#app.many.field7" not in html.split('class="ys"')[0], "fields stay out of the contents"


def test_search_finds_a_section_below_the_data_values(site: SiteFolder) -> None:
    built = site.build(
        {"docs/index.md": "# Home\n\n::: yschema app\n\n### More\n\nPlenty of it.\n"}, strict=True
    )
    assert "Plenty of it." in built.search["#more"]["text"]


@pytest.mark.parametrize("theme", THEMES)
def test_maps_are_in_the_contents(site: SiteFolder, theme: str) -> None:
    built = site.build({"mkdocs.yml": CONFIG.replace("name: mkdocs", f"name: {theme}")})
    html = built.page("reference/app")
    outside = html.split('<div class="ys"')[0] + html.rpartition("</section>")[2]
    outside = re.sub(r'<a class="ys-line-key"[^>]*>', "", outside)  # of the values as YAML
    assert 'href="#app.service"' in outside
    assert 'href="#app.replicas"' not in outside
    title = built.search["reference/app/#app.service.loadBalancerIP"]["title"]
    assert "service." in title and "loadBalancerIP" in title, "search tells the path all the same"


@pytest.mark.parametrize(
    ("theme", "option"),
    [
        pytest.param("name: material, language: de", "", marks=pytest.mark.other_tools),
        ("name: mkdocs", "language: de"),
        pytest.param("name: material, language: ja", "language: de", marks=pytest.mark.other_tools),
    ],
)
def test_pages_are_in_the_language_of_the_site(site: SiteFolder, theme: str, option: str) -> None:
    config = CONFIG.replace("name: mkdocs", theme)
    config = config.replace("yschema:\n", f"yschema:\n    {option}\n") if option else config
    built = site.build({"mkdocs.yml": config})
    assert not built.failed, built.log
    assert ">Standardwert</" in built.page("reference/app")
    assert "# Typ: String oder null\n" in (built.folder / "yschema/app/values.yaml").read_text("utf-8")


LINKS = {
    "map": ("reference/app.md#app.service", True),
    "field": ("reference/app.md#app.service.loadBalancerIP", True),
    "in an array": ("reference/app.md#app.routes.path", True),
    "no such field": ("reference/app.md#app.service.nothing", False),
    "no such schema": ("reference/app.md#other.service", False),
}


@pytest.mark.parametrize(("link", "valid"), LINKS.values(), ids=LINKS)
def test_links_to_fields_are_validated(site: SiteFolder, link: str, valid: bool) -> None:
    config = CONFIG + "validation: {links: {anchors: warn}}\n"
    built = site.build({"docs/index.md": f"# Home\n\n[there]({link})\n", "mkdocs.yml": config}, strict=True)
    assert built.failed is not valid, built.log
    assert valid or "has no anchor" in built.log


@pytest.mark.other_tools
def test_autorefs_knows_the_fields(site: SiteFolder) -> None:
    built = site.build(
        {
            "mkdocs.yml": CONFIG.replace("- search\n", "- search\n- autorefs\n"),
            "docs/index.md": "# Home\n\n[the type][app.service.type]\n",
        },
        strict=True,
    )
    assert not built.failed, built.log
    assert 'href="reference/app/#app.service.type"' in built.page(".")


@pytest.mark.parametrize("theme", THEMES)
def test_assets_come_once_and_before_the_sites_own(site: SiteFolder, theme: str) -> None:
    config = (
        CONFIG.replace("name: mkdocs", f"name: {theme}")
        + "extra_css: [mine.css]\nextra_javascript: [mine.js]\n"
    )
    files = {"mkdocs.yml": config, "docs/mine.css": "", "docs/mine.js": ""}
    built = site.build(files)
    again = site.build()
    for html in (built.page("reference/app"), again.page("reference/app")):
        assert html.count("assets/yschema/yschema.css") == 1
        assert html.count("assets/yschema/yschema.js") == 1
        assert html.index("assets/yschema/yschema.css") < html.index("mine.css")
        assert html.index("assets/yschema/yschema.js") < html.index("mine.js")
    copied = (built.folder / "assets/yschema/yschema.css").read_bytes()
    assert copied == find_theme(theme).assets["yschema.css"].read_bytes()


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_without_a_reference_links_no_assets(site: SiteFolder, theme: str) -> None:
    built = site.build({"mkdocs.yml": CONFIG.replace("name: mkdocs", f"name: {theme}")})
    assert "assets/yschema" not in built.page(".")
    linked = re.findall(r'(?:href|src)="[^"]*assets/yschema/([\w.]+)', built.page("reference/app"))
    early = ["yschema.early.js"] if theme == "mkdocs" else []
    assert linked == ["yschema.css", "yschema.js", *early]


@pytest.mark.parametrize("theme", THEMES)
def test_a_site_theme_that_extends_another_has_its_assets(
    site: SiteFolder, tmp_path_factory: pytest.TempPathFactory, theme: str
) -> None:
    dirs = [str(tmp_path_factory.mktemp("corporate")), get_theme_dir(theme)]
    assert theme_name(SimpleNamespace(name="corporate", dirs=dirs)) == theme  # type: ignore[arg-type]
    assert theme_name(SimpleNamespace(name="other", dirs=dirs[:1])) == "other"  # type: ignore[arg-type]


def test_the_sites_own_version_of_an_asset_stays(site: SiteFolder) -> None:
    built = site.build({"docs/assets/yschema/yschema.css": ".ys { color: red }"})
    assert (built.folder / "assets/yschema/yschema.css").read_text() == ".ys { color: red }"
    assert (built.folder / "assets/yschema/yschema.js").is_file()


def test_the_sites_own_template_is_used(site: SiteFolder) -> None:
    built = site.build(
        {
            "mkdocs.yml": CONFIG.replace("name: mkdocs", "name: mkdocs, custom_dir: overrides"),
            "overrides/yschema/yaml.html": "<kbd>{{ yaml }}</kbd>",
        }
    )
    assert "<kbd>ClusterIP</kbd>" in built.page("reference/app")


def test_builds_do_not_touch_each_other(site: SiteFolder) -> None:
    first = site.build().page("reference/app")
    changed = site.build({"schemas/app.yaml": SCHEMA.replace("replicas", "copies")}).page("reference/app")
    assert 'id="app.copies"' in changed
    assert 'id="app.replicas"' not in changed
    assert site.build({"schemas/app.yaml": SCHEMA}).page("reference/app") == first


def test_an_extension_that_the_author_lists_too_works_as_one(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": CONFIG + "markdown_extensions: [yschema]\n"}, strict=True)
    assert not built.failed, built.log
    assert Parsed(built.page("reference/app")).ids.count("app.service") == 1


def test_a_schema_is_not_read_for_each_page(site: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    original = Path.open

    def noted(path: Path, *args: Any, **options: Any) -> Any:
        read.append(path.name)
        return original(path, *args, **options)

    monkeypatch.setattr(Path, "open", noted)
    pages = {f"docs/p{i}.md": "::: yschema app\n" for i in range(5)}
    assert not site.build(pages).failed
    assert read.count("app.yaml") == 1


@pytest.mark.parametrize("files", ["[our schema]", "['our schema/*']"])
def test_the_command_that_my_values_shows_checks_values(
    site: SiteFolder, yschema: Command, files: str
) -> None:
    comments = "- yschema:\n    ignore_unknown_comments: true"
    config = CONFIG.replace("[schemas/*.yaml]", files).replace("- yschema:", comments)
    even = '#@ load("even.star", "even")\n#@data/values-schema\n---\n# A number.\n'
    site.write(
        {
            "mkdocs.yml": config,
            "our schema/app.yaml": f'{even}#@schema/validation ("even", even)\nnumber: 2\n',
            "our schema/even.star": "def even(value):\n  return value % 2 == 0\nend\n",
            "values.yaml": "number: 3\n",
        }
    )
    model = json.loads((site.build().folder / "yschema/app/model.json").read_text())
    result = yschema(*shlex.split(model["command"])[1:])
    assert result.err.startswith("values.yaml:1:9: error: number: the value breaks a rule")


def test_the_folder_of_generated_pages_is_deleted(tmp_path: Path) -> None:
    folder = TemporaryFolder()
    path = folder.write("a/b.md", "text")
    assert path.read_text(encoding="utf-8") == "text"
    del folder
    gc.collect()
    assert not path.parent.exists()
