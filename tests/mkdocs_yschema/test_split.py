"""A schema on many pages: a page for each map at the top level, and links between them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from render.html_text import Parsed
from yschema_engine.site.pages import file_names

from .sites import CONFIG, SCHEMA, THEMES, Built, SiteFolder

SPLIT = CONFIG.replace(
    "        page: reference/app.md\n", "        page: reference/app.md\n        split: map\n"
)
# Sources of links between pages: rules about several maps, required fields, and open keys.
LINKED = """\
#@schema/definition data_values=True
#@schema/desc "Values of it all."
#@schema/validation one_not_null=["cache", "database"]
---
name: app
#@schema/desc "Where data is kept."
#@schema/nullable
#@schema/default {"host": "db"}
database:
  host: db
  #@schema/removed "Use `host`."
  address: {v4: 1}
#@schema/title "The cache"
#@schema/nullable
#@schema/validation ("to be small", lambda v: True)
cache:
  #@schema/validation one_not_null=["memory", "disk"]
  size:
    #@schema/nullable
    memory: 1
    #@schema/nullable
    disk: 2
users:
- #@schema/validation min_len=3
  login: ""
#@schema/any-key
_:
  #@schema/validation min=1
  weight: 1
limits:
  #@schema/validate min_len=3
  top: ""
#@schema/deprecated "No more."
old:
  thing: 1
#@schema/removed "Never again."
gone:
  thing: 1
"""
ODD = """\
#@data/values-schema
---
"": {a: 1}
null: {a: 1}
true: {a: 1}
a.b: {a: 1}
a: {b: {a: 1}}
x/y: {a: 1}
../up: {a: 1}
名: {a: 1}
Envoy: {a: 1}
envoy: {a: 1}
ENVOY: {a: 1}
index: {a: 1}
README: {a: 1}
"<b>&": {a: 1}
"%41 ?#": {a: 1}
"A": {a: 1}
"""
SCHEMAS = {
    "small": SCHEMA,
    "linked": LINKED,
    "odd keys": ODD + f"{'long' * 60}: {{a: 1}}\n{'long' * 60}er: {{a: 1}}\n",
    "a document of items": "#@data/values-schema\n---\n- name: x\n  part: {a: 1}\n",
    "no map": "#@data/values-schema\n---\na: 1\n",
}


class Links(HTMLParser):
    """Parser that collects the links and the ids of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "a" and attributes.get("href"):
            self.hrefs.append(str(attributes["href"]))
        if "id" in attributes:
            self.ids.append(str(attributes["id"]))


def pages(built: Built) -> dict[str, str]:
    """Return all pages by address."""
    files = [path for path in built.written if path != "404.html"]
    return {path: (built.folder / path).read_text("utf-8") for path in files}


def broken(built: Built) -> list[tuple[str, str]]:
    """Return the broken links between pages, each with its page."""
    read = {path: Links(html) for path, html in pages(built).items()}
    found = []
    for path, links in read.items():
        for href in links.hrefs:
            url = urlsplit(urljoin(f"http://site/{path}", href))
            if url.netloc != "site":
                continue
            target = unquote(url.path)[1:]
            target = f"{target}index.html" if target.endswith("/") or not target else target
            there = (built.folder / target).is_file()
            if not there or (
                url.fragment and target in read and unquote(url.fragment) not in read[target].ids
            ):
                found.append((path, href))
    return found


def region(html: str) -> str:
    """Return only the reference in a page."""
    start = html.index('<div class="ys" ')
    depth = 0
    for tag in re.finditer(r"<(/?)div\b", html[start:]):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[start : start + tag.end()] + ">"
    raise AssertionError("the reference does not end")


def test_each_map_has_a_page(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": SPLIT}, strict=True)
    assert not built.failed, built.log
    assert [path for path in built.written if path.startswith("reference")] == [
        "reference/app/index.html",
        "reference/app/routes/index.html",
        "reference/app/service/index.html",
    ]
    overview, service = built.page("reference/app"), built.page("reference/app/service")
    assert Parsed(region(overview)).ids == ["app.replicas", "app.service", "app.routes"]
    assert Parsed(region(service)).ids == ["app.service", "app.service.type", "app.service.loadBalancerIP"]
    assert "<title>Application - Site</title>" in overview
    assert "<title>Service - Site</title>" in service


def test_the_overview_says_what_the_whole_is(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": SPLIT, "schemas/app.yaml": LINKED})
    html = region(built.page("reference/app"))
    page = Parsed(html)
    assert not page.unbalanced
    assert "Values of it all." in page.sections[""]
    assert "Required settings" in html
    assert "values.yaml" in html
    assert "string app" in page.sections["app.name"]
    told = {
        "app.database": [
            "map or null",
            "Where data is kept.",
            "Show 1 field",
        ],
        "app.cache": ["The cache", "Rule to be small", "Show 3 fields"],
        "app.users": ["list of maps", "Show 1 field"],
        "app._": ["<any name>", "Show 1 field"],
        "app.old": ["deprecated", "No more."],
        "app.gone": ["removed", "Never again."],
    }
    missing = [(key, text) for key, texts in told.items() for text in texts if text not in page.sections[key]]
    assert not missing
    assert not [text for text in ("app.cache.size", "app.users.login") if f'id="{text}"' in html]


WORDS = {
    "app.database": {
        "fields": ["database.host Host"],
        "gone": ["database.address Address Use host.", "database.address.v4 V4"],
    },
    "app.cache": {"fields": ["cache.size Size", "cache.size.memory Memory", "cache.size.disk Disk"]},
    "app.users": {"fields": ["users[].login Login The name & more"]},
    "app._": {"fields": ["<any name>.weight Weight"]},
    "app.limits": {"fields": ["limits.top Top"]},
    "app.old": {"fields": ["old.thing Thing"]},
    "app.gone": {"fields": [], "gone": ["gone.thing Thing"]},
}


@pytest.mark.parametrize(("option", "is_there"), [("", True), ("    filter: false\n", False)])
def test_the_words_of_other_pages_are_in_a_file(site: SiteFolder, option: str, is_there: bool) -> None:
    schema = LINKED.replace(
        "- #@schema/validation min_len=3\n",
        "-\n  #@schema/desc 'The *name* & more'\n  #@schema/validation min_len=3\n",
    )
    config = SPLIT.replace("yschema:\n", f"yschema:\n{option}")
    built = site.build({"mkdocs.yml": config, "schemas/app.yaml": schema})
    assert not built.failed, built.log
    assert ('data-index="../../yschema/app/fields.json"' in built.page("reference/app")) == is_there
    assert "data-index" not in built.page("reference/app/users")
    path = built.folder / "yschema/app/fields.json"
    assert path.is_file() == is_there
    if is_there:
        maps = json.loads(path.read_text("utf-8"))
        assert "users[].login Login The name & more\0type:string is:required" in maps["app.users"]["fields"]
        # Facets are behind the text.
        texts = {
            anchor: {kind: [text.split("\0")[0] for text in words] for kind, words in each.items()}
            for anchor, each in maps.items()
        }
        assert texts == WORDS


def test_the_page_of_a_map_has_the_tools_and_the_way_back(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": SPLIT, "schemas/app.yaml": LINKED})
    html = region(built.page("reference/app/cache"))
    assert re.search(r'Part of <a href="../">Application</a>', html)
    assert " data-filter" in html
    assert 'value="yaml"' in html
    assert "Required settings" not in html
    assert "values.yaml" not in html
    assert "<h1" in built.page("reference/app/cache") and "The cache</h1>" in built.page(
        "reference/app/cache"
    )


@pytest.mark.parametrize("layout", ["sections", "table", "yaml"])
@pytest.mark.parametrize("folders", ["true", "false"])
@pytest.mark.parametrize("name", SCHEMAS)
def test_links_lead_somewhere(site: SiteFolder, name: str, layout: str, folders: str) -> None:
    config = (
        SPLIT.replace("yschema:\n", f"yschema:\n    layout: {layout}\n") + f"use_directory_urls: {folders}\n"
    )
    built = site.build({"mkdocs.yml": config, "schemas/app.yaml": SCHEMAS[name]})
    assert not built.failed, built.log
    assert not [error for error in built.errors if "should be a string" not in error]
    assert broken(built) == []
    for html in pages(built).values():
        ids = Links(html).ids
        assert len(ids) == len(set(ids))


ACROSS = {
    # the source, the text of the link, the target
    "a rule of the document": ("reference/app/", "<code>cache</code>", "cache/#app.cache"),
    "what must be set": ("reference/app/", "top", "limits/#app.limits.top"),
    "a key in the values": ("reference/app/", "users", "users/#app.users"),
    "a key of the page itself": ("reference/app/", "name", "#app.name"),
    "a rule about another map": (
        "reference/app/cache/",
        "<code>database</code>",
        "../database/#app.database",
    ),
    "the rule of the document": ("reference/app/cache/", "rule of the map", "../"),
    "a rule about the page itself": ("reference/app/cache/", "<code>cache</code>", "#app.cache"),
    "a rule within the page": ("reference/app/cache/", "<code>disk</code>", "#app.cache.size.disk"),
}


@pytest.mark.parametrize("case", ACROSS)
def test_links_lead_to_the_page_that_has_it_all(site: SiteFolder, case: str) -> None:
    path, words, target = ACROSS[case]
    built = site.build({"mkdocs.yml": SPLIT, "schemas/app.yaml": LINKED})
    html = region(built.page(path))
    assert re.search(rf'href="{re.escape(target)}"[^>]*>{re.escape(words)}<', html)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layout", ["sections", "table", "yaml"])
def test_search_has_each_field_once_where_it_is_in_full(site: SiteFolder, theme: str, layout: str) -> None:
    config = SPLIT.replace("name: mkdocs", f"name: {theme}")
    config = config.replace("yschema:\n", f"yschema:\n    layout: {layout}\n")
    built = site.build({"mkdocs.yml": config, "schemas/app.yaml": LINKED}, strict=True)
    found = sorted(location for location in built.search if "#app." in location)
    homes = {"name": ""}
    anchors = [
        *("name", "database", "database.host", "database.address", "database.address.v4"),
        *("cache", "cache.size", "cache.size.memory", "cache.size.disk", "users", "users.login"),
        *("_", "_.weight", "limits", "limits.top", "old", "old.thing", "gone", "gone.thing"),
    ]
    wanted = [(anchor, homes.get(anchor, f"{anchor.split('.')[0]}/")) for anchor in anchors]
    assert found == sorted(f"reference/app/{home}#app.{anchor}" for anchor, home in wanted)
    texts = [entry["text"] for location, entry in built.search.items() if "#app." in location]
    assert sum("Where data is kept." in text for text in texts) == 1


RELATIVE = """\
#@data/values-schema
---
#@schema/desc "See [the store](#app.store.size)."
name: app
store:
  #@schema/desc "[A name](#app.name), [a kind](#app.store.kind), [users](#app.users.login), [more](#more)."
  size: 1
  kind: disk
users:
- id: 0
  #@schema/desc "See [the `size`](#app.store.size)."
  login: ""
"""
RELATIVE_LINKS = {
    "": ["store/#app.store.size"],
    "/store": ["../#app.name", "#app.store.kind", "../users/#app.users.login", "#more"],
    "/users": ["../store/#app.store.size"],
}


def test_relative_links_of_descriptions_lead_across_pages(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": SPLIT, "schemas/app.yaml": RELATIVE})
    for folder, expected in RELATIVE_LINKS.items():
        html = region(built.page(f"reference/app{folder}"))
        texts = "".join(re.findall('<div class="ys-text" dir="auto">(.*?)</div>', html))
        assert Links(texts).hrefs == expected
    assert broken(built) == [("reference/app/store/index.html", "#more")]


def test_relative_links_stay_on_a_page_that_has_it_all(site: SiteFolder) -> None:
    html = region(site.build({"schemas/app.yaml": RELATIVE}).page("reference/app"))
    texts = "".join(re.findall('<div class="ys-text" dir="auto">(.*?)</div>', html))
    assert set(Links(texts).hrefs) == {
        *("#app.name", "#app.store.kind", "#app.store.size", "#app.users.login", "#more")
    }


@pytest.mark.parametrize(
    ("paths", "config", "expected"),
    [
        (["users"], CONFIG, ["../reference/app/#app.store.size"]),
        (
            ["store"],
            CONFIG,
            ["../reference/app/#app.name", "#app.store.kind", "../reference/app/#app.users.login", "#more"],
        ),
        (["users", "store.size"], CONFIG, ["#app.store.size"]),  # which is below, on the same page
        (["store"], CONFIG.replace("        page: reference/app.md\n", ""), ["#app.store.kind", "#more"]),
    ],
)
def test_relative_links_of_a_part_lead_to_the_page_of_the_field(
    site: SiteFolder, paths: list[str], config: str, expected: list[str]
) -> None:
    page = "\n".join(f"::: yschema app\n    path: {path}\n" for path in paths)
    built = site.build({"mkdocs.yml": config, "schemas/app.yaml": RELATIVE, "docs/part.md": page})
    texts = "".join(re.findall('<div class="ys-text" dir="auto">(.*?)</div>', region(built.page("part"))))
    assert Links(texts).hrefs == expected


@pytest.mark.other_tools
def test_autorefs_leads_to_the_page_that_has_it_all(site: SiteFolder) -> None:
    built = site.build(
        {
            "mkdocs.yml": SPLIT.replace("- search\n", "- search\n- autorefs\n"),
            "docs/index.md": "# Home\n\n[a][app.service.type] [b][app.service] [c][app.replicas]\n",
        },
        strict=True,
    )
    assert not built.failed, built.log
    links = re.findall(r'href="([^"]*#app[^"]*)"', built.page("."))
    assert links == [
        "reference/app/service/#app.service.type",
        "reference/app/service/#app.service",
        "reference/app/#app.replicas",
    ]


LINKS = {
    "a map, in the overview": ("reference/app.md#app.service", True),
    "a map, in its page": ("reference/app/service.md#app.service", True),
    "a field": ("reference/app/service.md#app.service.type", True),
    "a field that is not there any more": ("reference/app.md#app.service.type", False),
    "a field that is nowhere": ("reference/app/service.md#app.service.nothing", False),
}


@pytest.mark.parametrize(("link", "valid"), LINKS.values(), ids=LINKS)
def test_links_of_authors_are_validated(site: SiteFolder, link: str, valid: bool) -> None:
    config = SPLIT + "validation: {links: {anchors: warn}}\n"
    built = site.build({"docs/index.md": f"# Home\n\n[there]({link})\n", "mkdocs.yml": config}, strict=True)
    assert built.failed is not valid, built.log


@pytest.mark.parametrize("theme", THEMES)
def test_without_a_nav_the_pages_are_in_the_navigation(site: SiteFolder, theme: str) -> None:
    built = site.build({"mkdocs.yml": SPLIT.replace("name: mkdocs", f"name: {theme}")}, strict=True)
    home = built.page(".")
    assert 'href="reference/app/service/"' in home
    assert 'href="reference/app/routes/"' in home


@pytest.mark.other_tools
def test_without_a_nav_the_overview_is_in_the_section_of_its_maps(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": SPLIT.replace("name: mkdocs", "name: material")}, strict=True)
    menu = built.page(".").partition('"md-content"')[0]
    labels = re.findall(r'<span class="md-ellipsis">\s*(\S+)\s*<', menu)
    assert labels[labels.index("App") + 1] == "Application"
    assert labels.count("Application") == 1


ORDERED = """\
#@data/values-schema
---
zone: {a: 1}
name: ""
app: {a: 1}
Middle: {a: 1}
last: {a: 1}
beta: {a: 1}
"""
ORDERS: dict[str, tuple[dict[str, str], list[str]]] = {
    "that of the schema": (
        {},
        ["", "reference/app", *(f"reference/app/{n}" for n in ("zone", "app", "Middle", "last", "beta"))],
    ),
    "other pages stay": (
        {"docs/reference/app/aaa.md": "# A\n", "docs/reference/app/more.md": "# More\n"},
        [
            *("", "reference/app"),
            *(f"reference/app/{n}" for n in ("zone", "aaa", "app", "Middle", "last", "more", "beta")),
        ],
    ),
    "beside an index": (
        {
            "mkdocs.yml": SPLIT.replace("reference/app.md", "index.md"),
            "docs/index.md": "# Mine\n\n::: yschema app\n",
            "docs/app.md": "# Mine\n\n::: yschema app\n    path: app\n",
        },
        ["", "zone", "app", "Middle", "last", "beta"],
    ),
    "an index of a folder for a map": (
        {"docs/reference/app/last/index.md": "# Mine\n\n::: yschema app\n    path: last\n"},
        ["", "reference/app", *(f"reference/app/{n}" for n in ("zone", "app", "Middle", "beta", "last"))],
    ),
    "that of a nav": (
        {"mkdocs.yml": SPLIT + "nav: [index.md, reference/app/beta.md, reference/app/app.md]\n"},
        ["", "reference/app/beta", "reference/app/app"],
    ),
}


@pytest.mark.parametrize("case", ORDERS)
def test_pages_of_maps_have_an_order(site: SiteFolder, case: str) -> None:
    """The order is that of the links to the next page, and of the navigation."""
    files, wanted = ORDERS[case]
    config = SPLIT.replace("name: mkdocs", "name: readthedocs")
    files = {"mkdocs.yml": config, "schemas/app.yaml": ORDERED, **files}
    files["mkdocs.yml"] = files["mkdocs.yml"].replace("name: mkdocs", "name: readthedocs")
    built = site.build(files)
    assert not built.failed, built.log
    found = [""]
    while following := re.search(r'<a href="([^"]*)"[^>]*title="[^"]*">Next ', built.page(found[-1])):
        found.append(urljoin(f"/{found[-1]}/".replace("//", "/"), following[1]).strip("/"))
    assert found == wanted
    menu = re.findall(r'href="([^"#.][^"]*)/">', built.page(".").partition("</nav>")[0])
    assert [path for path in menu if "://" not in path] == wanted[1:]


NAVS = {
    "not named": ("nav: [index.md, reference/app.md]\n", ">Service<", False),
    "named": ("nav: [index.md, reference/app.md, reference/app/service.md]\n", ">Service<", True),
    "named with a title": (
        "nav: [index.md, reference/app.md, {S3: reference/app/service.md}]\n",
        ">S3<",
        True,
    ),
}


@pytest.mark.parametrize("case", NAVS)
def test_a_nav_may_name_the_pages_and_need_not(site: SiteFolder, case: str) -> None:
    nav, words, named = NAVS[case]
    checks = "validation: {nav: {omitted_files: warn, not_found: warn}}\n"
    built = site.build({"mkdocs.yml": SPLIT + nav + checks}, strict=True)
    assert not built.failed, built.log
    assert (words in re.sub(r"\s*\n\s*", "", built.page("."))) is named
    assert "ClusterIP" in built.page("reference/app/service")


OWN: dict[str, tuple[dict[str, str], str, list[str]]] = {
    "a map's page": (
        {"docs/reference/app/service.md": "# Mine\n\nRead this.\n\n::: yschema app\n    path: service\n"},
        "reference/app/service",
        ["Mine", "Read this.", 'id="app.service.type"', "data-filter", 'value="yaml"', "Part of"],
    ),
    "a map's page in a folder": (
        {"docs/reference/app/service/index.md": "# Mine\n\n::: yschema app\n    path: service\n"},
        "reference/app/service",
        ["Mine", 'id="app.service.type"', "data-filter", "Part of"],
    ),
    "a map's page by its case alone": (
        {"docs/reference/app/Service.md": "# Mine\n\n::: yschema app\n    path: service\n"},
        "reference/app/Service",
        ["Mine", 'id="app.service.type"', "data-filter", "Part of"],
    ),
    "the overview": (
        {"docs/reference/app.md": "# Mine\n\nRead this.\n\n::: yschema app\n    layout: table\n"},
        "reference/app",
        ["Mine", "Read this.", "Show 2 fields", 'data-density="compact"', 'href="service/"'],
    ),
    "the index of a folder": (
        {"mkdocs.yml": SPLIT.replace("reference/app.md", "reference/index.md")},
        "reference/service",
        ['id="app.service.type"', 'Part of <a href="../">Application</a>'],
    ),
    "the whole on another page": (
        {"docs/index.md": "# Home\n\n::: yschema app\n"},
        ".",
        ['id="app.replicas"', 'id="app.service.type"', 'id="app.routes.path"', 'href="#app.service.type"'],
    ),
    "a part on another page": (
        {"docs/index.md": "# Home\n\n::: yschema app\n    path: service\n"},
        ".",
        ['id="app.service.type"', 'href="#app.service.type"'],
    ),
}


@pytest.mark.parametrize("case", OWN)
def test_authors_may_write_the_pages(site: SiteFolder, case: str) -> None:
    files, path, words = OWN[case]
    built = site.build({"mkdocs.yml": SPLIT, **files}, strict=True)
    assert not built.failed, built.log
    html = built.page(path)
    assert not [word for word in words if word not in html]
    assert ("ys-map-page" in html) is (case == "the overview")
    assert broken(built) == []


def test_a_part_on_another_page_leads_to_the_pages(site: SiteFolder) -> None:
    page = "# Home\n\n::: yschema app\n    path: cache.size\n\n::: yschema app\n    path: cache\n"
    built = site.build({"mkdocs.yml": SPLIT, "schemas/app.yaml": LINKED, "docs/index.md": page}, strict=True)
    assert not built.failed, built.log
    html = built.page(".")
    assert 'href="reference/app/database/#app.database"' in html
    assert "data-filter" not in html
    assert "Part of" not in html
    assert broken(built) == []


WRONG: dict[str, tuple[dict[str, str], list[str]]] = {
    "a map's page without the map": (
        {"docs/reference/app/service.md": "# Mine\n"},
        [
            "reference/app/service.md exists, and does not show",
            "`::: yschema app`, and below it `path: service`",
        ],
    ),
    "a map's page with a part of it": (
        {"docs/reference/app/service.md": "# Mine\n\n::: yschema app\n    path: service.type\n"},
        ["reference/app/service.md exists, and does not show"],
    ),
    "an overview without the schema": (
        {"docs/reference/app.md": "# Mine\n\n::: yschema app\n    path: service\n"},
        ["reference/app.md exists, and does not show", "expected: ::: yschema app\n"],
    ),
    "two pages in one": (
        {
            "mkdocs.yml": SPLIT
            + "      other: {files: [schemas/app.yaml], page: reference/app/service.md}\n",
        },
        ["reference/app/service.md", "schema `other`", "`service` of schema `app`", "another page"],
    ),
    "two pages that some systems take for one": (
        {
            "mkdocs.yml": SPLIT
            + "      other: {files: [schemas/app.yaml], page: reference/App.md, split: map}\n",
        },
        ["reference/App/service.md", "`service` of schema `app`", "`service` of schema `other`"],
    ),
    "no page": (
        {"mkdocs.yml": SPLIT.replace("        page: reference/app.md\n", "")},
        ["split: map without a page"],
    ),
    "another word": (
        {"mkdocs.yml": SPLIT.replace("split: map", "split: field")},
        ["split", "expected: map", "map"],
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit_is_told(site: SiteFolder, case: str) -> None:
    files, words = WRONG[case]
    built = site.build({"mkdocs.yml": SPLIT, **files}, strict=True)
    assert built.failed
    assert not [word for word in words if word not in f"{built.log}\n"], built.log


def test_pages_follow_the_schema(site: SiteFolder) -> None:
    site.build({"mkdocs.yml": SPLIT}, command="serve")
    built = site.build({"schemas/app.yaml": SCHEMA.replace("service:", "ports:")}, command="serve")
    assert "reference/app/ports/index.html" in built.written
    assert "reference/app/service/index.html" not in built.written
    assert "Show 2 fields" in built.page("reference/app")


def test_pages_stay_while_a_schema_is_wrong(site: SiteFolder) -> None:
    site.build({"mkdocs.yml": SPLIT}, command="serve")
    built = site.build({"schemas/app.yaml": "#@data/values-schema\n---\nx: null\n"}, command="serve")
    assert not built.failed
    page = built.page("reference/app/service")
    assert "schemas/app.yaml:3" in page and 'id="app.service.type"' in page
    assert "does not show" not in built.log
    mended = site.build({"schemas/app.yaml": SCHEMA}, command="serve")
    assert 'id="app.service.type"' in mended.page("reference/app/service")


NAMES = {
    "as they are": (["envoy", "certManager", "_", "a-b"], ["envoy", "certManager", "_", "a-b"]),
    "by their case alone": (["envoy", "Envoy", "ENVOY"], ["envoy", "~45nvoy", "~45~4E~56~4F~59"]),
    "with escapes": (["a~2Eb", "A~2Eb"], ["a~2Eb", "~41~2Eb"]),
    "taken": (
        ["index", "README", "Con", "lpt1", "console"],
        ["~69ndex", "~52EADME", "~43on", "~6Cpt1", "console"],
    ),
    "taken, by their case alone": (["index", "Index"], ["~69ndex", "~49ndex"]),
}


@pytest.mark.parametrize("case", NAMES)
def test_names_of_files(case: str) -> None:
    keys, names = NAMES[case]
    assert file_names(keys) == names
    assert len({name.lower() for name in names}) == len(names)


def test_names_of_files_are_not_too_long() -> None:
    names = file_names(["x" * 300, "X" * 300, "x" * 301])
    assert len({name.lower() for name in names}) == 3
    assert max(map(len, names)) < 200
    assert Path("a", names[0]).name == names[0]


def test_a_title_that_looks_like_a_directive(site: SiteFolder) -> None:
    schema = '#@data/values-schema\n---\n#@schema/title "::: yschema app"\nservice:\n  a: 1\n'
    built = site.build({"mkdocs.yml": f"{CONFIG}        split: map\n", "schemas/app.yaml": schema})
    assert not built.failed and built.errors == []
    assert "&#58;:: yschema app</h1>" in built.page("reference/app/service")
