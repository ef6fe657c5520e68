"""Cross-references between pages: their targets, findings about unknown fields, and lists of mentions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .sites import CONFIG, SCHEMA, THEMES, Built, SiteFolder

LINK = re.compile(r'<a class="ys-ref"(?: href="(.*?)")?>(.*?)</a>', re.DOTALL)
MENTIONS = re.compile(r'<p class="ys-mentions">Mentioned in:(.*?)</p>', re.DOTALL)
HOME = "# Home\n\nThe [kind][app.service.type].\n"
BARE = CONFIG.replace("        page: reference/app.md\n", "")
SNIPPETS = "markdown_extensions: [pymdownx.snippets]\n"


def links(html: str) -> list[tuple[str, str]]:
    return LINK.findall(html)


def leftovers(built: Built) -> list[str]:
    """Return the files that still contain a placeholder."""
    marks = ("yschema-ref", "<!--mentioned")
    files = [path for path in built.folder.rglob("*") if path.suffix in (".html", ".json", ".xml")]
    return [path.name for path in files if any(mark in path.read_text(encoding="utf-8") for mark in marks)]


@pytest.mark.parametrize("theme", THEMES)
def test_a_reference_leads_to_the_page_of_its_schema(site: SiteFolder, theme: str) -> None:
    config = CONFIG.replace("name: mkdocs", f"name: {theme}") + (
        "validation: {links: {anchors: warn, not_found: warn, absolute_links: warn}}\n"
    )
    built = site.build({"mkdocs.yml": config, "docs/index.md": HOME}, strict=True)
    assert not built.failed, built.log
    assert links(built.page(".")) == [("reference/app/#app.service.type", "kind")]
    assert leftovers(built) == []


PLACES: dict[str, Any] = {
    "deep": ({"docs/a/b/c.md": HOME}, "a/b/c", "../../../reference/app/#app.service.type"),
    "from the page itself": (
        {"docs/reference/app.md": "# Mine\n\n[kind][app.service.type]\n\n::: yschema app\n"},
        "reference/app",
        "#app.service.type",
    ),
    "from a page that shows it as well": (
        {"docs/index.md": HOME + "\n::: yschema app\n    path: service\n"},
        ".",
        "#app.service.type",
    ),
    "shown elsewhere as well": (
        {"docs/a.md": "# A\n\n::: yschema app\n    path: service\n", "docs/index.md": HOME},
        ".",
        "reference/app/#app.service.type",
    ),
    "to the home page": (
        {"mkdocs.yml": BARE, "docs/index.md": "::: yschema app\n", "docs/a.md": HOME},
        "a",
        "../#app.service.type",
    ),
    "to the first in the navigation": (
        {
            "mkdocs.yml": BARE + "nav: [index.md, z.md, a.md]\n",
            "docs/a.md": "::: yschema app\n",
            "docs/z.md": "::: yschema app\n    path: service.type\n",
            "docs/index.md": HOME,
        },
        ".",
        "z/#app.service.type",
    ),
    "to one that is not in the navigation": (
        {
            "mkdocs.yml": BARE + "nav: [index.md]\nnot_in_nav: a.md\n",
            "docs/a.md": "::: yschema app\n",
            "docs/index.md": HOME,
        },
        ".",
        "a/#app.service.type",
    ),
    "in front of the directive": (
        {"mkdocs.yml": BARE, "docs/index.md": HOME + "\n::: yschema app\n    path: service.type\n"},
        ".",
        "#app.service.type",
    ),
    "to the page of a map": (
        {"mkdocs.yml": CONFIG + "        split: map\n", "docs/index.md": HOME},
        ".",
        "reference/app/service/#app.service.type",
    ),
    "to the page of a map, from the overview": (
        {
            "mkdocs.yml": CONFIG + "        split: map\n",
            "docs/reference/app.md": "[kind][app.service]\n\n::: yschema app\n",
        },
        "reference/app",
        "service/#app.service",
    ),
    "to the page of a map, which a guide shows as well": (
        {
            "mkdocs.yml": CONFIG + "        split: map\nnav: [index.md, a.md]\n",
            "docs/a.md": "::: yschema app\n    path: service\n",
            "docs/index.md": HOME,
        },
        ".",
        "reference/app/service/#app.service.type",
    ),
    "an included file": pytest.param(
        {"mkdocs.yml": CONFIG + SNIPPETS, "docs/index.md": '--8<-- "part.md"\n', "part.md": HOME},
        ".",
        "reference/app/#app.service.type",
        marks=pytest.mark.other_tools,
    ),
    "without directories": (
        {"mkdocs.yml": CONFIG + "use_directory_urls: false\n", "docs/a/b.md": HOME},
        "a/b.html",
        "../reference/app.html#app.service.type",
    ),
}


@pytest.mark.parametrize(("files", "page", "href"), PLACES.values(), ids=PLACES)
def test_where_it_leads(site: SiteFolder, files: dict[str, str], page: str, href: str) -> None:
    built = site.build(files, strict=True)
    assert not built.failed, built.log
    html = (built.folder / page).read_text() if page.endswith(".html") else built.page(page)
    assert [link for link, _ in links(html)] == [href]
    target = (built.folder / page if page.endswith(".html") else built.folder / page / "index.html").parent
    path, _, anchor = href.partition("#")
    file = (target / path).resolve() if path else built.folder / page
    file = file / "index.html" if file.is_dir() else file
    assert f'id="{anchor}"' in file.read_text(encoding="utf-8")


MISSES: dict[str, Any] = {
    "below front matter": (
        {"docs/index.md": "---\ntitle: Home\n---\n\n# Home\n\n[x][app.service.tpye]\n"},
        ["docs/index.md:7:4: error: schema `app` has no field `service.tpye`", "mean `app.service.type`?"],
    ),
    "in code style": (
        {"docs/index.md": "# Home\n\nText\n`app:service.tpye`\n"},
        ["docs/index.md:4:1: error:", "mean `app:service.type`?"],
    ),
    "on three lines": (
        {"docs/index.md": "`app:x1`\n\n- `app:x1`\n\n## `app:x1`\n"},
        ["docs/index.md:1:", "docs/index.md:3:", "docs/index.md:5:"],
    ),
    "on two pages": (
        {"docs/index.md": "`app:x1`\n", "docs/a.md": "\n`app:x2`\n"},
        ["index.md:1:", "a.md:2:"],
    ),
    "below the same in code": (
        {
            "mkdocs.yml": CONFIG + "markdown_extensions: [fenced_code]\n",
            "docs/index.md": "``` text\n`app:x1`\n```\n\n`app:x1`\n",
        },
        ["docs/index.md:5:"],
    ),
    "below the same in a comment": (
        {"docs/index.md": "<!--\n`app:x1`\n-->\n\nText <!-- `app:x1` -->\n\n`app:x1`\n"},
        ["docs/index.md:7:"],
    ),
    "in an included file": pytest.param(
        {
            "mkdocs.yml": CONFIG + SNIPPETS,
            "docs/index.md": '# Home\n\n--8<-- "part.md"\n',
            "part.md": "Text\n\n`app:x1`\n",
        },
        ["docs/index.md:3: error:", "included from", "part.md:3"],
        marks=pytest.mark.other_tools,
    ),
    "below an included file": pytest.param(
        {
            "mkdocs.yml": CONFIG + SNIPPETS,
            "docs/index.md": '# Home\n\n--8<-- "part.md"\n\n`app:x1`\n',
            "part.md": "Text\n\nText\n",
        },
        ["docs/index.md:5:1: error:"],
        marks=pytest.mark.other_tools,
    ),
    "shown by no page": (
        {"mkdocs.yml": BARE, "docs/index.md": HOME},
        [
            "docs/index.md:3:11: error: no page shows the field `service.type` of schema `app`",
            "declared at schemas/app.yaml:8",
            "`::: yschema app`",
            "`path: service.type`",
            "`page`",
        ],
    ),
    "shown in part": (
        {"docs/reference/app.md": "::: yschema app\n    path: routes\n", "docs/index.md": HOME},
        ["docs/index.md:3:11: error: no page shows"],
    ),
    "a name of another case": ({"docs/index.md": "`app:Replicas`\n"}, ["index.md:1:", "`app:replicas`?"]),
    "a wrong directive as well": (
        {"docs/index.md": "`app:x1`\n\n::: yschema app\n    path: x2\n"},
        ["index.md:1:1: error: schema `app` has no field `x1`", "index.md:4:11: error: unknown path"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "words"), MISSES.values(), ids=MISSES)
def test_misses_end_the_build(site: SiteFolder, files: dict[str, str], words: list[str]) -> None:
    built = site.build(files)
    assert built.failed
    assert not [word for word in words if word not in built.log], built.log
    reported = built.log.count("kind:     cross_references")
    assert reported == built.log.count(" field `"), "each is reported once"
    assert built.written == []


def severe(level: str) -> str:
    return CONFIG.replace("    schemas:\n", f"    severity: {{cross_references: {level}}}\n    schemas:\n", 1)


@pytest.mark.parametrize(("level", "told", "strict"), [("warning", 1, True), ("off", 0, False)])
def test_misses_may_be_let_pass(site: SiteFolder, level: str, told: int, strict: bool) -> None:
    page = "# Home\n\nThe [*kind*][app.typo].\n"
    built = site.build({"mkdocs.yml": severe(level), "docs/index.md": page})
    assert not built.failed, built.log
    assert len([error for error in built.errors if "docs/index.md:3" in error]) == told
    assert links(built.page(".")) == [("", "<em>kind</em>")]
    assert leftovers(built) == []
    assert site.build(strict=True).failed is strict


def test_a_miss_may_be_accepted(site: SiteFolder) -> None:
    page = "# Home\n\n<!-- yschema: accept cross_references: soon -->\n`app:later`\n\n`app:typo`\n"
    built = site.build({"docs/index.md": page})
    assert built.failed
    assert "docs/index.md:6" in built.log and "docs/index.md:4" not in built.log


def test_a_served_site_tells_misses_and_lives_on(site: SiteFolder) -> None:
    broken = site.build({"docs/index.md": "# Home\n\n`app:typo` `app:replicas`\n"}, command="serve")
    assert not broken.failed
    assert "docs/index.md:3" in broken.log
    assert links(broken.page(".")) == [
        ("", "<code>typo</code>"),
        ("reference/app/#app.replicas", "<code>replicas</code>"),
    ]
    mended = site.build({"docs/index.md": HOME}, command="serve")
    assert mended.errors == []
    assert links(mended.page(".")) == [("reference/app/#app.service.type", "kind")]


def test_a_served_site_with_a_schema_that_is_wrong(site: SiteFolder) -> None:
    wrong = "#@data/values-schema\n---\nx: null\n"
    broken = site.build({"schemas/app.yaml": wrong, "docs/index.md": HOME}, command="serve")
    assert not broken.failed
    assert "has no field" not in broken.log and "no page shows" not in broken.log
    assert "kind" in broken.page(".") and leftovers(broken) == []


def test_other_brackets_are_none_of_ours(site: SiteFolder) -> None:
    page = "# Home\n\n[a][apps.x] `http:8080` `app:` ``app:typo`` [b][app.typo]\n\n[app.typo]: https://example.org\n"
    built = site.build({"docs/index.md": page}, strict=True)
    assert not built.failed, built.log
    html = built.page(".")
    assert "[a][apps.x]" in html and "<code>app:typo</code>" in html
    assert '<a href="https://example.org">b</a>' in html


def test_search_has_the_words_and_no_mentions(site: SiteFolder) -> None:
    built = site.build({"docs/index.md": HOME + "\n## Scale `app:replicas`\n\n`app:routes[].path`\n"})
    entries = built.search
    assert "kind" in entries[""]["text"]
    assert "routes[].path" in entries["#scale-replicas"]["text"]
    assert not [
        entry for uri, entry in entries.items() if "app/" in uri and re.search("Home|Mention", entry["text"])
    ]
    assert "How many pods." in entries["reference/app/#app.replicas"]["text"]


@pytest.mark.parametrize("theme", THEMES)
def test_a_heading_with_a_reference_is_in_the_contents(site: SiteFolder, theme: str) -> None:
    config = CONFIG.replace("name: mkdocs", f"name: {theme}")
    built = site.build(
        {
            "mkdocs.yml": config,
            "docs/index.md": "# Home\n\n## Scale `app:replicas` [up][app.replicas]\n\nText\n",
        }
    )
    contents = [line for line in built.page(".").splitlines() if 'href="#scale-replicas-up"' in line]
    assert contents
    assert leftovers(built) == []


def mentioned(html: str, anchor: str) -> list[tuple[str, str]]:
    """Return the mentions that a page lists for a field."""
    rest = html.partition(f'id="{anchor}"')[2]
    rest = re.split(r' id="app\.', rest)[0]
    return [
        link
        for text in MENTIONS.findall(rest)
        for link in re.findall(r'<a href="(.*?)">(.*?)</a>', text, re.DOTALL)
    ]


GUIDE = {
    "docs/index.md": "# Home & *castle*\n\n`app:service.type` `app:service.type` [x][app.service.type]\n",
    "docs/guide/tls.md": "---\ntitle: TLS\n---\n\n`app:replicas`\n\n## The `kind`\n\n`app:service.type`\n\n"
    "### <b>Sub</b>\n\n`app:service.type`\n",
}


@pytest.mark.parametrize("layout", ["sections", "table"])
def test_a_data_value_lists_what_mentions_it(site: SiteFolder, layout: str) -> None:
    config = CONFIG.replace("    schemas:\n", f"    layout: {layout}\n    schemas:\n", 1)
    built = site.build({"mkdocs.yml": config, **GUIDE}, strict=True)
    assert not built.failed, built.log
    html = built.page("reference/app")
    assert mentioned(html, "app.service.type") == [
        ("../../", "Home &amp; castle"),
        ("../../guide/tls/#the-kind", "TLS \u203a The kind"),
        ("../../guide/tls/#sub", "TLS \u203a Sub"),
    ]
    assert mentioned(html, "app.replicas") == [("../../guide/tls/", "TLS")]
    assert len(MENTIONS.findall(html)) == 2
    assert leftovers(built) == []


def test_what_mentions_nothing_adds_nothing(site: SiteFolder) -> None:
    before = site.build().page("reference/app")
    after = site.build({"docs/index.md": "# Home\n\n`app:replicas`\n"}).page("reference/app")
    assert re.sub(r'<p class="ys-mentions">.*?</p>', "", after) == before


def test_the_layout_yaml_lists_none(site: SiteFolder) -> None:
    config = CONFIG.replace("    schemas:\n", "    layout: yaml\n    schemas:\n", 1)
    built = site.build({"mkdocs.yml": config, **GUIDE}, strict=True)
    assert not built.failed, built.log
    assert "ys-mentions" not in built.page("reference/app")
    assert leftovers(built) == []
    assert links(built.page("."))[0] == ("reference/app/#app.service.type", "<code>service.type</code>")


def test_mentions_on_the_page_itself_are_not_listed(site: SiteFolder) -> None:
    own = "# Mine\n\n`app:replicas` `app:service.type`\n\n::: yschema app\n"
    part = "# A\n\n`app:service.type`\n\n::: yschema app\n    path: service.type\n"
    built = site.build({"docs/reference/app.md": own, "docs/a.md": part}, strict=True)
    assert mentioned(built.page("reference/app"), "app.service.type") == [("../../a/", "A")]
    assert mentioned(built.page("a"), "app.service.type") == [("../reference/app/", "Mine")]
    assert mentioned(built.page("reference/app"), "app.replicas") == []


def test_mentions_are_listed_where_a_map_has_its_page(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": CONFIG + "        split: map\n", "docs/index.md": "`app:service`\n"})
    assert mentioned(built.page("reference/app/service"), "app.service") == [("../../../", "Home")]
    assert "ys-mentions" not in built.page("reference/app")


def test_mentions_are_in_the_language_of_the_site(site: SiteFolder) -> None:
    config = CONFIG.replace("    schemas:\n", "    language: de\n    schemas:\n", 1)
    built = site.build({"mkdocs.yml": config, "docs/index.md": HOME})
    assert "Erwähnt in: <a" in built.page("reference/app")


@pytest.mark.other_tools
def test_a_reference_in_a_quoted_post(site: SiteFolder) -> None:
    config = CONFIG.replace("name: mkdocs", "name: material").replace("- search\n", "- search\n- blog\n")
    post = "---\ndate: 2026-01-01\n---\n\n# Post\n\nThe [kind][app.service.type].\n\n<!-- more -->\n\nMore.\n"
    built = site.build(
        {"mkdocs.yml": config, "docs/blog/posts/one.md": post, "docs/blog/index.md": "# Blog\n"}
    )
    assert not built.failed, built.log
    assert links(built.page("blog")) == [("../reference/app/#app.service.type", "kind")]
    assert [href for href, _ in mentioned(built.page("reference/app"), "app.service.type")] == [
        "../../blog/2026/01/01/post/"
    ]
    assert leftovers(built) == []


def test_a_dirty_build_knows_no_misses_in_what_it_leaves_out(site: SiteFolder) -> None:
    site.build({"docs/index.md": HOME, "docs/reference/app.md": "::: yschema app\n"}, strict=True)
    (site.folder / "docs/index.md").write_text(HOME + "\n`app:replicas`\n")
    built = site.build(dirty=True)
    assert not built.failed, built.log
    assert [href for href, _ in links(built.page("."))] == [
        "reference/app/#app.service.type",
        "reference/app/#app.replicas",
    ]


AUTOREFS = {
    "before": CONFIG.replace("- search\n", "- search\n- autorefs\n"),
    "after": CONFIG + "- autorefs\n",
    "absent": CONFIG,
}
autorefs = pytest.mark.parametrize(
    "config",
    [
        pytest.param(config, id=order, marks=() if order == "absent" else pytest.mark.other_tools)
        for order, config in AUTOREFS.items()
    ],
)


@autorefs
def test_with_autorefs_a_reference_is_one_link(site: SiteFolder, config: str) -> None:
    built = site.build({"mkdocs.yml": config, "docs/index.md": HOME + "\n`app:replicas`\n"}, strict=True)
    assert not built.failed, built.log
    html = built.page(".")
    assert html.count("#app.service.type") == 1
    assert links(html)[0] == ("reference/app/#app.service.type", "kind")
    assert "autoref" not in html.partition("<body")[2]


@autorefs
def test_with_autorefs_a_miss_is_told_once(site: SiteFolder, config: str) -> None:
    built = site.build({"mkdocs.yml": config, "docs/index.md": "# Home\n\n[x][app.typo]\n"})
    assert built.failed
    assert built.log.count("app.typo") == 2, "the line, and what was found"
    assert "cross-reference target" not in built.log


@pytest.mark.other_tools
@pytest.mark.parametrize("order", ["before", "after"])
def test_autorefs_has_the_data_values_for_others(site: SiteFolder, order: str) -> None:
    page = '# Home\n\n<autoref identifier="app.service.type">kind</autoref> [A][heading] [x][app.more]\n'
    other = "# A\n\n## Heading\n\n## More {#app.more}\n\n::: yschema app\n    path: service\n"
    config = AUTOREFS[order] + "markdown_extensions: [attr_list]\n"
    built = site.build({"mkdocs.yml": config, "docs/index.md": page, "docs/a.md": other}, strict=True)
    assert not built.failed, built.log
    html = built.page(".")
    assert 'href="reference/app/#app.service.type"' in html
    assert 'href="a/#heading"' in html
    assert links(html) == [("a/#app.more", "x")], "autorefs knows what the schema does not"


@pytest.mark.other_tools
def test_autorefs_tells_misses_of_its_own(site: SiteFolder) -> None:
    page = "# Home\n\n[x][other.thing] [y][app.typo]\n"
    config = AUTOREFS["after"].replace(
        "    schemas:\n", "    severity: {cross_references: warning}\n    schemas:\n", 1
    )
    built = site.build({"mkdocs.yml": config, "docs/index.md": page})
    assert [error for error in built.errors if "other.thing" in error and "cross-reference" in error]
    assert [error for error in built.errors if "has no field `typo`" in error]
    assert len(built.errors) == 2


def test_all_pages_have_the_style(site: SiteFolder, tmp_path: Path) -> None:
    built = site.build({"docs/index.md": HOME, "schemas/app.yaml": SCHEMA})
    assert "ys-mentions" in (built.folder / "assets/yschema/yschema.css").read_text(encoding="utf-8")
