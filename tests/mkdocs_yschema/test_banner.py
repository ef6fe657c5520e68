"""A served page shows its findings at the top, and keeps the last valid reference."""

from __future__ import annotations

import re
from html import unescape

import pytest

from .sites import CONFIG, FILES, SCHEMA, SiteFolder

HEAD = "#@data/values-schema\n---\n"
BROKEN = SCHEMA.replace("replicas: 2", "replicas: null")
OTHER = "      other: {files: [other/*.yaml]}\n"
SAMPLES = CONFIG + "        samples: [samples/*.yaml]\n"
WARN = CONFIG.replace("yschema:\n", "yschema:\n    severity: {undocumented: warning}\n")
DOCUMENTED = f'{HEAD}#@schema/desc "One."\na: 1\n'
UNDOCUMENTED = f"{HEAD}a: 1\n"


def banner(page: str) -> str:
    """Return the text in the box of findings of a page, or an empty string."""
    found = re.search(r'<div class="ys-error ys-findings.*?(?=<h1|<div class="ys"|\Z)', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split()) if found else ""


WRONG: dict[str, tuple[dict[str, str | None], dict[str, list[str]]]] = {
    "a schema": (
        {"schemas/app.yaml": BROKEN},
        {"reference/app": ["1 error", "replicas : a null value", "5 | replicas : null", "hint a key"]},
    ),
    "a schema that own pages show": (
        {
            "schemas/app.yaml": BROKEN,
            "docs/one.md": "# One\n\n::: yschema app\n    path: service\n",
            "docs/two.md": "# Two\n",
        },
        {"reference/app": ["schemas/app.yaml:5"], "one": ["schemas/app.yaml:5"]},
    ),
    "a file that is gone": (
        {"schemas/app.yaml": None},
        {"reference/app": ["mkdocs.yml:8 error: schema app : no file matches schemas/*.yaml"]},
    ),
    "a schema that no page shows": (
        {"mkdocs.yml": CONFIG + OTHER, "other/x.yaml": BROKEN},
        {".": ["other/x.yaml:5 error: replicas : a null value"]},
    ),
    "an example": (
        {"schemas/app.yaml": f"{HEAD}#@schema/validation max=5\n#@schema/examples ('Six', 6)\nx: 1\n"},
        {"reference/app": ['app.yaml:4 error: x : the example "Six" breaks a rule', "rule at most 5"]},
    ),
    "a page": (
        {"docs/guide/use.md": "---\ntitle: T\n---\n# Use\n\n::: yschema aap\n"},
        {"guide/use": ["docs/guide/use.md:6 error: unknown schema aap", "hint did you mean app ?"]},
    ),
    "a block in a page": (
        {"docs/use.md": "# Use\n\n```yaml yschema=app\nreplicas: x\n```\n"},
        {"use": ["docs/use.md:4 error: replicas : the value has the wrong type"]},
    ),
    "a comment in a page that accepts nothing": (
        {"docs/use.md": "# Use\n\n<!-- yschema: accept -->\n"},
        {"use": ["docs/use.md:3 warning: a comment that accepts findings needs a reason"]},
    ),
    "a sample": (
        {"mkdocs.yml": SAMPLES, "samples/one.yaml": "replicas: x\n"},
        {"reference/app": ["samples/one.yaml:1 error: replicas : the value has the wrong type"]},
    ),
    "a sample that is gone": (
        {"mkdocs.yml": SAMPLES},
        {"reference/app": ["no file matches samples/*.yaml"]},
    ),
    "a comment in a sample that accepts nothing": (
        {"mkdocs.yml": SAMPLES, "samples/one.yaml": "# yschema: accept\nreplicas: 1\n"},
        {"reference/app": ["samples/one.yaml:1 warning: a comment that accepts findings needs a reason"]},
    ),
    "a reference": (
        {"docs/use.md": "# Use\n\n[x][app.servic]\n"},
        {"use": ["docs/use.md:3 error:", "app.servic"]},
    ),
    "a page and a schema": (
        {"docs/index.md": "# Home\n\n::: yschema aap\n", "schemas/app.yaml": BROKEN},
        {".": ["1 error", "docs/index.md:3"], "reference/app": ["1 error", "schemas/app.yaml:5"]},
    ),
}


@pytest.mark.parametrize(("files", "pages"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_stands_on_the_pages_that_it_concerns(
    site: SiteFolder, files: dict[str, str | None], pages: dict[str, list[str]]
) -> None:
    right = site.build({"docs/more.md": "# More\n"}, command="serve")
    assert not [page for page in right.written if banner((right.folder / page).read_text())]
    wrong = site.build(files, command="serve")
    assert not wrong.failed
    told = {page.removesuffix("/index.html").replace("index.html", "."): page for page in wrong.written}
    banners = {name: banner((wrong.folder / page).read_text()) for name, page in told.items()}
    assert sorted(name for name, text in banners.items() if text) == sorted(pages)
    for name, words in pages.items():
        assert not [word for word in words if word not in banners[name]], banners[name]
    before = {name: FILES.get(name) or None for name in files}
    mended = site.build(before, command="serve")
    assert not [page for page in mended.written if banner((mended.folder / page).read_text())]
    assert "yschema: nothing is wrong any more" in mended.log
    assert "nothing is wrong" not in site.build(command="serve").log


def test_a_plain_build_has_no_banner(site: SiteFolder) -> None:
    levels = "yschema:\n    severity: {examples: warning, undocumented: warning}\n"
    built = site.build({"mkdocs.yml": CONFIG.replace("yschema:\n", levels), "schemas/app.yaml": UNDOCUMENTED})
    assert "has no description" in built.log
    assert not [page for page in built.written if "ys-findings" in (built.folder / page).read_text()]


SPLIT = CONFIG.replace("page: reference/app.md", "page: reference/app.md\n        split: map")


@pytest.mark.parametrize("config", [CONFIG, SPLIT], ids=["one page", "many pages"])
@pytest.mark.parametrize("broken", [BROKEN, "", "x: [\n", None], ids=["a type", "empty", "no YAML", "gone"])
def test_a_broken_schema_leaves_all_that_was_there(site: SiteFolder, config: str, broken: str | None) -> None:
    def state(files: dict[str, str | None]) -> dict[str, str]:
        folder = site.build(files, command="serve").folder
        texts = [path for path in folder.rglob("*") if path.suffix in (".html", ".json", ".yaml")]
        changes = re.compile(r'<div class="ys-error ys-findings.*?(?=<h1)|Build Date.*', re.DOTALL)
        return {str(path.relative_to(folder)): changes.sub("", path.read_text()) for path in texts}

    good = state({"mkdocs.yml": config, "docs/part.md": "# Part\n\n::: yschema app\n    path: service\n"})
    assert {"yschema/app/values.schema.json", "part/index.html"} < good.keys()
    assert state({"schemas/app.yaml": broken}) == good
    assert state({"docs/part.md": "# Part\n\n::: yschema app\n    path: service\n"}) == good


def test_the_reference_says_that_it_is_outdated(site: SiteFolder) -> None:
    site.build(command="serve")
    assert "the last valid version" in site.build({"schemas/app.yaml": BROKEN}, command="serve").page(
        "reference/app"
    )
    again = site.build({"schemas/app.yaml": UNDOCUMENTED, "mkdocs.yml": WARN}, command="serve").page(
        "reference/app"
    )
    assert "the last version" not in again and "1 warning" in again


def test_a_schema_that_never_was_right_has_a_box(site: SiteFolder) -> None:
    page = site.build({"schemas/app.yaml": BROKEN}, command="serve").page("reference/app")
    assert "This reference cannot be shown." in page
    assert "schemas/app.yaml:5" in banner(page)
    assert "the last version" not in page


def test_a_schema_that_leaves_the_site_is_forgotten(site: SiteFolder) -> None:
    site.build(command="serve")
    site.build({"mkdocs.yml": CONFIG.replace("      app:", "      other:")}, command="serve")
    back = site.build({"mkdocs.yml": CONFIG, "schemas/app.yaml": BROKEN}, command="serve")
    assert "This reference cannot be shown." in back.page("reference/app")


@pytest.mark.parametrize(
    ("files", "role", "count"),
    [
        ({"schemas/app.yaml": UNDOCUMENTED}, "status", "1 warning"),
        ({"schemas/app.yaml": f"{UNDOCUMENTED}b: 1\n"}, "status", "2 warnings"),
        ({"schemas/app.yaml": BROKEN}, "alert", "1 error"),
        ({"schemas/app.yaml": f"{BROKEN}x: null\n"}, "alert", "2 errors"),
        (
            {
                "schemas/app.yaml": UNDOCUMENTED,
                "docs/reference/app.md": "::: yschema app\n\n::: yschema aap\n",
            },
            "alert",
            "1 error, 1 warning",
        ),
    ],
)
def test_errors_are_an_alert(site: SiteFolder, files: dict[str, str], role: str, count: str) -> None:
    page = site.build({"mkdocs.yml": WARN, **files}, command="serve").page("reference/app")
    assert f'role="{role}"' in page
    assert banner(page).startswith(count + " schemas") or banner(page).startswith(count + " docs")


def test_many_findings_are_folded(site: SiteFolder) -> None:
    schema = HEAD + "".join(f"k{i}: 1\n" for i in range(30))
    page = site.build({"mkdocs.yml": WARN, "schemas/app.yaml": schema}, command="serve").page("reference/app")
    folded = page.partition("<details>")
    assert folded[0].count('role="listitem"') == 10
    assert "20 more" in folded[2] and folded[2].count('role="listitem"') == 20


LINKS = {
    "a field of the page": ({"schemas/app.yaml": BROKEN}, "reference/app", '<a href="#app.replicas">'),
    "an item": (
        {"schemas/app.yaml": SCHEMA.replace("- path: /", "- path: null")},
        "reference/app",
        '<a href="#app.routes.path">',
    ),
    "a field of another page": (
        {"docs/use.md": "# Use\n\n```yaml yschema=app\nreplicas: x\n```\n"},
        "use",
        '<a href="../reference/app/#app.replicas">',
    ),
    "a key that is not declared": (
        {"docs/use.md": "# Use\n\n```yaml yschema=app\nservice: {typ: x}\n```\n"},
        "use",
        '<a href="../reference/app/#app.service">',
    ),
    "a field on one of many pages": (
        {
            "mkdocs.yml": CONFIG.replace(
                "page: reference/app.md", "page: reference/app.md\n        split: map"
            ),
            "schemas/app.yaml": SCHEMA.replace("type: ClusterIP", "type: null"),
        },
        "reference/app",
        '<a href="service/#app.service.type">',
    ),
}


@pytest.mark.parametrize(("files", "page", "link"), LINKS.values(), ids=LINKS)
def test_a_banner_leads_to_the_data_value(
    site: SiteFolder, files: dict[str, str], page: str, link: str
) -> None:
    site.build({"mkdocs.yml": files.get("mkdocs.yml", CONFIG)}, command="serve")
    assert link in site.build(files, command="serve").page(page).partition("<h1")[0]


def test_a_banner_shows_text_as_text(site: SiteFolder) -> None:
    wrong = SCHEMA.replace("replicas: 2", '#@schema/examples ("<i>x</i>", "<b>y</b>")\nreplicas: 2')
    page = site.build({"schemas/app.yaml": wrong}, command="serve").page("reference/app")
    assert "<i>" not in page and "<b>" not in page and "&lt;i&gt;" in page.partition("<h1")[0]


def test_search_does_not_find_banners(site: SiteFolder) -> None:
    site.build(command="serve")
    wrong = site.build({"schemas/app.yaml": BROKEN}, command="serve")
    assert banner(wrong.page("reference/app"))
    assert "null value" not in str(wrong.search)


def test_without_a_home_page_the_rest_stands_everywhere(site: SiteFolder) -> None:
    files = {
        "mkdocs.yml": CONFIG + OTHER,
        "other/x.yaml": BROKEN,
        "docs/index.md": None,
        "docs/a.md": "# A\n",
    }
    built = site.build(files, command="serve")
    assert "other/x.yaml:5" in banner(built.page("a"))
    assert "other/x.yaml:5" in banner(built.page("reference/app"))


def test_findings_do_not_end_a_strict_site_that_is_served(site: SiteFolder) -> None:
    site.build(command="serve", strict=True)
    broken = site.build({"schemas/app.yaml": BROKEN}, command="serve", strict=True)
    assert not broken.failed
    assert banner(broken.page("reference/app"))
    assert site.build(strict=True).failed


def test_each_build_tells_each_finding_once(site: SiteFolder) -> None:
    files = {"schemas/app.yaml": BROKEN, "docs/a.md": "::: yschema app\n", "docs/b.md": "::: yschema app\n"}
    for _ in range(3):
        built = site.build(files, command="serve")
        assert len([error for error in built.errors if "app.yaml:5" in error]) == 1


DIRTY = {
    "a schema": ({"schemas/app.yaml": SCHEMA.replace("replicas", "copies")}, 'id="app.copies"'),
    "a broken schema": ({"schemas/app.yaml": BROKEN}, "schemas/app.yaml:5"),
    "a sample": ({"samples/one.yaml": "replicas: 7\n"}, '</a>: <i class="n">7'),
}


@pytest.mark.parametrize(("change", "words"), DIRTY.values(), ids=DIRTY)
def test_a_dirty_build_makes_the_pages_of_what_changed(
    site: SiteFolder, change: dict[str, str], words: str
) -> None:
    own = {"docs/own.md": "# Own\n\n::: yschema app\n", "docs/plain.md": "# Plain\n"}
    own |= {"mkdocs.yml": SAMPLES, "samples/one.yaml": "replicas: 3\n"}
    first = site.build(own, command="serve", dirty=True)
    plain = (first.folder / "plain/index.html").stat().st_mtime_ns
    changed = site.build(change, command="serve", dirty=True)
    assert words in changed.page("own") and words in changed.page("reference/app")
    assert (first.folder / "plain/index.html").stat().st_mtime_ns == plain
    own_made = (first.folder / "own/index.html").stat().st_mtime_ns
    site.build(command="serve", dirty=True)
    assert (first.folder / "own/index.html").stat().st_mtime_ns == own_made
