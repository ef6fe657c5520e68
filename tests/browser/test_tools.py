"""Readers can filter, collapse and copy the fields of a reference."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from .conftest import one_theme
from .sites import build, served
from .tabs import NO_SEARCH, Tabs, visitor

Visit = Callable[..., Any]

SCHEMA = """\
#@data/values-schema
---
replicas: 2
#@schema/desc "Where requests come in."
envoy:
  #@schema/desc "The service that carries the **traffic**."
  service:
    #@schema/desc "Crème brûlée is served here."
    loadBalancerIP: ""
    #@schema/examples ("A zone", {"zone": "a"})
    #@schema/type any=True
    annotations: {}
    deep:
      er:
        #@schema/title "Bottom of the well"
        bottom: 1
        "tls.crt": it's
#@schema/deprecated "Use replicas."
old: 1
#@schema/validation min_len=1
#@schema/examples ("Usual", "out of the box")
region: ""
routes:
- path: /
  hosts:
  - - name: ""
      port: 80
"""
KEYS = """\
#@data/values-schema
---
plain: word
"on": "yes"
"two words": "it's"
"quo\\"te": "5"
"ä: b": 'say "hi"'
"<name>": 1.5
block: |
  one

    two
empty: {}
at:
  #@schema/default ["x", "- y"]
  list: [""]
  #@schema/type any=True
  free: {"a b": [1, {"c": null}]}
  #@schema/nullable
  none: ""
  #@schema/nullable
  map:
    #@schema/nullable
    inner: {a: 1}
    b: 2
"""
TOTAL = 16


def view(page: Any, choice: str) -> None:
    """Choose something in the menu *View*."""
    page.get_by_role("button", name="View").click()
    page.get_by_role("group", name="View").get_by_role("button", name=choice).click()


def matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


TOOLS = ":is(.ys-tools, .ys-facets, .ys-unfold, .ys-more, .ys-no-match):visible"


@pytest.fixture(scope="module")
def site(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site with collapsible parts, edit links and, in Material, instant navigation."""
    folder = tmp_path_factory.mktemp(f"tools-{theme}")
    groups = [f"group{i}:\n" + "".join(f"  f{j}Count: {j}\n" for j in range(40)) for i in range(50)]
    features = ", font: false, features: [navigation.instant, content.code.copy]" * (theme == "material")
    files = {
        "docs/index.md": "# Home\n\n[Values](values.md) [Many](many.md) "
        "[Filtered](values.md?filter=brulee)\n",
        "docs/both.md": "# Both\n\n::: yschema values\n    path: envoy\n\n::: yschema keys\n\n"
        "::: yschema values\n",
        "docs/tables.md": "# Tables\n"
        + "".join(f"\n::: yschema {name}\n    layout: table\n" for name in ("values", "keys")),
        "docs/part.md": "# Part\n\n::: yschema values\n    path: envoy.service.deep\n",
        "values.yaml": SCHEMA,
        "keys.yaml": KEYS,
        "many.yaml": f"#@data/values-schema\n---\n{''.join(groups[:9])}",
        "long.yaml": f"#@data/values-schema\n---\n{''.join(groups)}",
    }
    config = f"""
site_name: Site
repo_url: https://example.com/repo
edit_uri: edit/main/docs/
theme: {{name: {theme}{features}}}
validation: {{links: {{unrecognized_links: ignore, not_found: ignore}}}}
plugins:
- search
- yschema:
    collapse_depth: 2
    schemas:
      values: {{files: [values.yaml], page: values.md}}
      keys: {{files: [keys.yaml], page: keys.md}}
      many: {{files: [many.yaml], page: many.md}}
      long: {{files: [long.yaml], page: long.md}}
"""
    with served(folder / "site") as address:
        build(folder, files | {"mkdocs.yml": f"{config}site_url: {address}\n"})
        yield address


@pytest.fixture(scope="module")
def profile(chromium: Any, site: str) -> Iterator[Any]:
    """Return a browser context for all pages of the site."""
    context = chromium.new_context(viewport={"width": 1300, "height": 900})
    context.add_init_script(NO_SEARCH)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture(scope="module")
def tabs(profile: Any) -> Tabs:
    return Tabs(profile)


@pytest.fixture
def visit(tabs: Tabs, site: str) -> Iterator[Visit]:
    """Return a function that opens a page of the site with its tools."""
    with visitor(tabs, site) as go:

        def ready(path: str, **options: Any) -> Any:
            page = go(path, **options)
            page.wait_for_function("document.querySelector('.ys-more') || !document.querySelector('.ys')")
            return page

        yield ready


@pytest.fixture(scope="module")
def filtered(profile: Any, site: str) -> Any:
    """Open a page whose filter the tests share."""
    page = profile.new_page()
    page.goto(f"{site}values/")
    page.get_by_role("searchbox", name="Filter").wait_for()
    return page


NAMES = """() => [...document.querySelectorAll(".ys-name")].filter(link => link.checkVisibility())
    .map(link => link.hash.slice(1).replace(/^values\\./, ""))"""
# The keys in the YAML view, and which of them are visible.
KEYS_THERE = """() => [...document.querySelectorAll(".ys-yaml .ys-line-key")]
    .map(key => [key.hash.slice(1).replace(/^values\\./, ""), !key.closest("[hidden]")])"""
SERVICE = ["envoy", "envoy.service"]
FILTERS = {
    "a name": ("loadbalancer", 1, [*SERVICE, "envoy.service.loadBalancerIP"]),
    "the end of a path": (
        "er.bottom",
        1,
        [*SERVICE, "envoy.service.deep", "envoy.service.deep.er", "envoy.service.deep.er.bottom"],
    ),
    "a description, without its accents": ("BRULEE creme", 1, [*SERVICE, "envoy.service.loadBalancerIP"]),
    "a title": (
        "the well",
        1,
        [*SERVICE, "envoy.service.deep", "envoy.service.deep.er", "envoy.service.deep.er.bottom"],
    ),
    "words of name and description": ("service brûlée", 1, [*SERVICE, "envoy.service.loadBalancerIP"]),
    "arrays": ("hosts[][]", 2, ["routes", "routes.hosts", "routes.hosts.name", "routes.hosts.port"]),
    "an empty default": ('="" balancer', 1, [*SERVICE, "envoy.service.loadBalancerIP"]),
    "a word that is not there": ("zebra", 0, []),
    "one that is, and one that is not": ("envoy zebra", 0, []),
    "an expression": (".*", 0, []),
    "markup": ("<strong>", 0, []),
}


@one_theme
@pytest.mark.parametrize(("words", "number", "left"), FILTERS.values(), ids=FILTERS)
def test_the_filter_keeps_what_matches_and_what_is_around(
    filtered: Any, words: str, number: int, left: list[str]
) -> None:
    box = filtered.get_by_role("searchbox", name="Filter")
    filtered.bring_to_front()
    box.fill("")
    box.blur()
    box.focus()
    filtered.keyboard.type(words)
    assert box.input_value() == words
    assert filtered.evaluate(NAMES) == left
    keys = filtered.evaluate(KEYS_THERE)
    assert {key for key, shows in keys if shows} == {key for key, _ in keys} & set(left), "in the file, too"
    assert filtered.locator(".ys-status").inner_text() == matches(number)
    assert filtered.get_by_text("No fields match").is_visible() == (number == 0)


def test_keys_of_the_themes_own_are_letters_in_the_box(filtered: Any) -> None:
    box = filtered.get_by_role("searchbox", name="Filter")
    box.fill("")
    filtered.keyboard.type("s/fnp. envoy v")
    assert box.input_value() == "s/fnp. envoy v"


@one_theme
def test_the_filter_marks_what_it_found_and_changes_nothing_else(visit: Visit) -> None:
    page = visit("values/")
    before = page.locator("[id='values.envoy.service.loadBalancerIP']").inner_html()
    page.get_by_role("searchbox", name="Filter").fill("balancer brulee")
    page.wait_for_function("CSS.highlights.get('ys-match')?.size")
    found = page.evaluate("[...CSS.highlights.get('ys-match')].map(range => range.toString())")
    assert set(found) == {"Balancer", "balancer", "brûlée"} or set(found) == {"Balancer", "brûlée"}
    assert page.locator("[id='values.envoy.service.loadBalancerIP']").inner_html() == before
    page.keyboard.press("Escape")
    page.wait_for_function("!CSS.highlights.get('ys-match').size")


@one_theme
def test_escape_and_the_button_show_all_again(visit: Visit) -> None:
    page = visit("values/")
    before = page.evaluate(NAMES)
    box = page.get_by_role("searchbox", name="Filter")
    box.fill("zebra")
    page.get_by_role("button", name="Clear filter").click()
    assert (box.input_value(), page.evaluate(NAMES)) == ("", before)
    box.fill("brulee")
    box.press("Escape")
    assert (box.input_value(), page.evaluate(NAMES)) == ("", before)
    assert page.locator(".ys-status").inner_text() == ""


def test_keys_of_others_are_left_alone(visit: Visit) -> None:
    page = visit("values/")
    for key in ("Control+v", "Alt+v", "Control+Shift+k"):
        page.keyboard.press(key)
        assert page.locator(".ys-palette").count() == 0


def test_the_address_tells_the_filter(visit: Visit) -> None:
    page = visit("values/#values.envoy")
    page.get_by_role("searchbox", name="Filter").fill("crème & service")
    page.wait_for_url("**/values/?filter=cr%C3%A8me+%26+service#values.envoy")
    page.get_by_role("searchbox", name="Filter").fill("crème service")
    page.wait_for_url("**/values/?filter=cr%C3%A8me+service#values.envoy")
    page.reload()
    page.wait_for_function("document.querySelector('.ys-status')?.textContent")
    assert page.get_by_role("searchbox", name="Filter").input_value() == "crème service"
    assert page.evaluate(NAMES) == [*SERVICE, "envoy.service.loadBalancerIP"]


def test_a_link_to_a_hidden_field_clears_the_filter(visit: Visit) -> None:
    page = visit("values/?filter=brulee")
    page.wait_for_function("document.querySelector('.ys-status')?.textContent")
    page.evaluate("location.hash = 'values.routes.hosts.port'")
    page.locator("[id='values.routes.hosts.port']").wait_for()
    assert page.get_by_role("searchbox", name="Filter").input_value() == ""


@one_theme
def test_references_of_one_page_are_filtered_each_for_itself(visit: Visit) -> None:
    page = visit("both/")
    boxes = page.get_by_role("searchbox", name="Filter")
    assert boxes.count() == 2
    boxes.nth(0).fill("block")
    boxes.nth(1).fill("region")
    assert page.locator(".ys-status").all_inner_texts() == ["1 match", "1 match"]
    page.wait_for_url(re.compile("filter2=block&filter3=region"))
    page.reload()
    page.wait_for_function("document.querySelectorAll('.ys-status:not(:empty)').length == 2")


@one_theme
def test_deep_fields_are_folded_and_open(visit: Visit) -> None:
    page = visit("values/")
    bottom = page.locator("[id='values.envoy.service.deep.er.bottom']")
    assert not bottom.is_visible()
    button = page.locator("[id='values.envoy.service']").get_by_role("button")
    assert button.get_attribute("aria-expanded") == "false"
    assert page.locator(f"[id='{button.get_attribute('aria-controls')}']").count() == 1
    assert page.get_by_text("Show 6 fields").is_visible()
    button.press("Enter")
    assert not page.get_by_text("Show 6 fields").is_visible()
    assert button.get_attribute("aria-expanded") == "true"
    assert page.locator("[id='values.envoy.service.annotations']").is_visible()
    assert bottom.is_visible(), "a few fields are not worth a fold"
    button.click()
    assert not bottom.is_visible()
    view(page, "Expand all sections")
    assert bottom.is_visible()
    view(page, "Collapse all sections")
    assert not page.locator("[id='values.envoy.service.annotations']").is_visible()


@one_theme
def test_a_filter_opens_folds_for_its_time(visit: Visit) -> None:
    page = visit("values/")
    page.get_by_role("searchbox", name="Filter").fill("bottom")
    bottom = page.locator("[id='values.envoy.service.deep.er.bottom']")
    assert bottom.is_visible()
    page.keyboard.press("Escape")
    assert not bottom.is_visible()


@pytest.mark.parametrize("way", ["load", "hash", "click"])
def test_a_link_opens_the_folds_around(visit: Visit, way: str) -> None:
    anchor = "values.envoy.service.deep.er.tls~2Ecrt"
    page = visit("values/" if way != "load" else f"values/#{anchor}")
    if way == "hash":
        page.evaluate("anchor => location.hash = anchor", anchor)
    elif way == "click":
        page.evaluate(
            """anchor => {
            const link = document.createElement("a");
            Object.assign(link, {href: "#" + anchor, textContent: "there"});
            document.querySelector("h1").before(link);
        }""",
            anchor,
        )
        page.get_by_text("there", exact=True).click()
    target = page.locator(f"[id='{anchor}']")
    target.wait_for()
    page.wait_for_timeout(800)
    bar = page.locator(".ys-tools").bounding_box()
    top = target.bounding_box()["y"]
    assert bar["y"] + bar["height"] <= top < 450, "in view, below the bar"


@one_theme
def test_the_search_of_the_browser_opens_folds(visit: Visit) -> None:
    page = visit("values/")
    folds = page.locator(".ys-fold[hidden]")
    assert all(fold.get_attribute("hidden") == "until-found" for fold in folds.all())
    page.locator(".ys-fold").first.dispatch_event("beforematch", {"bubbles": True})
    button = page.locator("[id='values.envoy.service']").get_by_role("button")
    assert button.get_attribute("aria-expanded") == "true"
    assert page.locator("[id='values.envoy.service.annotations']").is_visible()


@one_theme
def test_a_link_to_words_leads_into_folds(visit: Visit) -> None:
    page = visit("values/#:~:text=Bottom%20of%20the%20well")
    assert page.locator("[id='values.envoy.service.deep.er.bottom']").is_visible()
    view(page, "Collapse all sections")
    assert not page.locator("[id='values.envoy.service.deep.er.bottom']").is_visible()


@one_theme
def test_without_javascript_all_is_there(chromium: Any, site: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}values/")
    assert page.locator(".ys-key").count() == TOTAL
    assert all(key.is_visible() for key in page.locator(".ys-key").all())
    assert page.locator(TOOLS).count() == 0
    page.goto(f"{site}many/")
    assert page.locator(".ys-views").count() == 1
    assert not page.locator(".ys-views").is_visible()
    context.close()


def test_print_has_all_and_no_tools(visit: Visit) -> None:
    page = visit("values/")
    page.emulate_media(media="print")
    assert all(key.is_visible() for key in page.locator(".ys-key").all())
    assert page.locator(TOOLS).count() == 0


COPIED = """async ([anchor, kinds]) => {
    const key = document.getElementById(anchor);
    key.scrollIntoView({ behavior: "instant", block: "center" });
    const more = () => key.parentElement.querySelector(":scope > .ys-more");
    while (!more()) await new Promise(requestAnimationFrame);
    const texts = [];
    for (const kind of kinds) {
        await navigator.clipboard.writeText("");
        const menu = document.querySelector(".ys-menu:not([popover])");
        menu?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        more().click();
        while (more().ariaExpanded !== "true") await new Promise(requestAnimationFrame);
        const button = document.querySelector(`.ys-menu [data-copy=${kind}]`);
        button?.click();
        let text = button ? "" : null;
        while (text === "") text = await navigator.clipboard.readText();
        texts.push(text);
    }
    return texts;
}"""


def copied(page: Any, anchor: str, *kinds: str) -> list[Any]:
    """Return what the buttons of a field copy, or None for a missing button."""
    return list(page.evaluate(COPIED, [anchor, kinds]))


ROUTE = {"path": "/", "hosts": []}
COPIES = {
    "values.replicas": ("replicas", {"replicas": 2}, ["--data-value-yaml", "replicas=2"]),
    "values.region": ("region", {"region": "out of the box"}, ["--data-value", "region=out of the box"]),
    "values.envoy.service.loadBalancerIP": (
        "envoy.service.loadBalancerIP",
        {"envoy": {"service": {"loadBalancerIP": ""}}},
        ["--data-value", "envoy.service.loadBalancerIP="],
    ),
    "values.envoy.service.annotations": (
        "envoy.service.annotations",
        {"envoy": {"service": {"annotations": {"zone": "a"}}}},
        ["--data-value-yaml", "envoy.service.annotations=zone: a"],
    ),
    "values.envoy.service.deep.er": (
        "envoy.service.deep.er",
        {"envoy": {"service": {"deep": {"er": {"bottom": 1, "tls.crt": "it's"}}}}},
        ["--data-value-yaml", "envoy.service.deep.er=bottom: 1\ntls.crt: it's\n"],
    ),
    "values.envoy.service.deep.er.tls~2Ecrt": (
        "envoy.service.deep.er.tls.crt",
        {"envoy": {"service": {"deep": {"er": {"tls.crt": "it's"}}}}},
        None,
    ),
    "values.routes.path": ("routes[].path", {"routes": [{"path": "/"}]}, None),
    "values.routes.hosts.port": ("routes[].hosts[][].port", {"routes": [{"hosts": [[{"port": 80}]]}]}, None),
    "values.routes": ("routes", {"routes": [{"path": "/", "hosts": [[{"name": "", "port": 80}]]}]}, ...),
    "keys.on": ("on", {"on": "yes"}, ["--data-value", "on=yes"]),
    "keys.two~20words": ("two words", {"two words": "it's"}, ["--data-value", "two words=it's"]),
    "keys.quo~22te": ('quo"te', {'quo"te': "5"}, ["--data-value", 'quo"te=5']),
    "keys.~C3~A4~3A~20b": ("ä: b", {"ä: b": 'say "hi"'}, ["--data-value", 'ä: b=say "hi"']),
    "keys.~3Cname~3E": ("<name>", {"<name>": 1.5}, ["--data-value-yaml", "<name>=1.5"]),
    "keys.block": ("block", {"block": "one\n\n  two\n"}, ...),
    "keys.empty": ("empty", {"empty": {}}, ["--data-value-yaml", "empty={}"]),
    "keys.at.list": ("at.list", {"at": {"list": ["x", "- y"]}}, ...),
    "keys.at.free": ("at.free", {"at": {"free": {"a b": [1, {"c": None}]}}}, ...),
    "keys.at.map": ("at.map", {"at": {"map": {"inner": None, "b": 2}}}, ...),
    "keys.at.map.inner": ("at.map.inner", {"at": {"map": {"inner": {"a": 1}}}}, ...),
    "keys.at.none": ("at.none", {"at": {"none": None}}, ["--data-value-yaml", "at.none=null"]),
}


@one_theme
@pytest.mark.parametrize("shown", ["values", "keys", "tables"])
def test_copies_are_exact(visit: Visit, shown: str) -> None:
    page = visit(f"{shown}/")
    page.evaluate("document.querySelectorAll('.ys-toggle').forEach(button => button.click())")
    yaml = YAML(typ="safe", pure=True)
    yaml.version = (1, 1)  # type: ignore[assignment]  the older reads more words as something else
    for anchor, (path, value, option) in COPIES.items():
        if shown not in ("tables", anchor.partition(".")[0]):
            continue
        path_copied, yaml_copied, flag = copied(page, anchor, "path", "yaml", "option")
        assert path_copied == path
        assert yaml.load(yaml_copied) == value, anchor
        if option is ...:
            name, argument = shlex.split(flag or "")
            assert name == "--data-value-yaml"
            assert {path: yaml.load(argument.partition("=")[2])} == value or path.startswith("at."), anchor
        else:
            assert (shlex.split(flag) if flag is not None else None) == option, anchor


@one_theme
def test_the_yaml_is_copied_as_it_is_in_the_file(visit: Visit, site: str) -> None:
    page = visit("values/")
    page.locator(".ys-views").get_by_label("YAML").press("Space")
    page.evaluate("document.querySelectorAll('.ys-yaml details').forEach(fold => { fold.open = false; })")
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name="Copy Values as YAML").click()
    page.wait_for_function("navigator.clipboard.readText()")
    file = page.request.get(f"{site}yschema/values/values.yaml").text()
    assert "replicas: 2" in file
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == file.partition("\n\n")[2].strip()


@one_theme
def test_a_copied_option_sets_the_field(visit: Visit, tmp_path: Path) -> None:
    page = visit("values/")
    (tmp_path / "schema.yaml").write_text(SCHEMA)
    [flag] = copied(page, "values.region", "option")
    command = [sys.executable, "-m", "yschema_engine", "-f", "schema.yaml", "--data-values-inspect"]
    command += shlex.split(flag or "")
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert "region: out of the box" in done.stdout, done.stderr


@one_theme
def test_fields_link_to_their_line(visit: Visit) -> None:
    page = visit("values/")
    page.get_by_role("button", name="More actions for replicas").click()
    link = page.get_by_role("menuitem", name="Edit in the schema")
    assert link.get_attribute("href") == "https://example.com/repo/edit/main/values.yaml#L3"


def test_what_readers_write_stays_when_material_loads_the_page_again(visit: Visit) -> None:
    page = visit("values/")
    page.locator(".ys-mine-open").click()
    page.locator(".ys-mine-area").fill("envoy: 1\n")
    page.locator(".ys-mine-findings a").first.click()
    page.wait_for_timeout(500)
    page.locator(".ys-mine[open] .ys-mine-findings a").first.wait_for()
    assert page.locator(".ys-mine-area").input_value() == "envoy: 1\n"


def test_the_contents_keep_the_view(visit: Visit, theme: str) -> None:
    """Material writes out the addresses of links when it loads a page."""
    page = visit("many/", width=1650)
    page.locator(".ys-views").get_by_label("Fields").press("Space")
    page.wait_for_url("**view=fields*")
    contents = {"material": "[data-md-component=toc]", "mkdocs": ".bs-sidebar", "readthedocs": ".wy-menu"}
    page.locator(f"{contents[theme]} a[href$='#many.group3']").last.click()
    page.wait_for_url("**#many.group3")
    page.wait_for_timeout(500)
    page.wait_for_function("document.querySelector('.ys').dataset.view === 'fields'")


def test_the_choice_of_types_shows_what_the_filter_names(visit: Visit) -> None:
    page = visit("values/")
    page.locator(".ys-filter").fill("type:int")
    chosen = page.locator(".ys-types option:checked")
    assert chosen.inner_text().startswith("integer")
    page.locator(".ys-filter").fill("type:none")
    assert chosen.get_attribute("value") == ""


@one_theme
def test_a_part_has_copies_with_the_whole_path(visit: Visit) -> None:
    page = visit("part/")
    assert page.get_by_role("searchbox").count() == 0
    page.wait_for_function("document.querySelector('.ys-more')")
    [text] = copied(page, "values.envoy.service.deep.er.bottom", "yaml")
    assert text == "envoy:\n  service:\n    deep:\n      er:\n        bottom: 1\n"


def test_pages_that_come_without_a_load_have_tools(visit: Visit) -> None:
    page = visit("")
    page.evaluate("window.same = true")
    for _ in range(2):
        page.get_by_role("link", name="Filtered").click()
        page.wait_for_function("document.querySelector('.ys-status')?.textContent")
        assert page.locator(".ys-filter").count() == 1
        assert page.locator(".ys-status").inner_text() == "1 match"
        page.keyboard.press("v")
        page.get_by_role("combobox", name="Search all fields").press("Escape")
        page.go_back()
        page.get_by_role("link", name="Filtered").wait_for()


@one_theme
def test_long_pages_are_narrowed_at_once(visit: Visit) -> None:
    page = visit("long/#long.group45.f30Count")
    page.wait_for_timeout(800)
    page.locator(".ys-filter").focus()
    page.keyboard.type("group7 f3count")
    assert page.locator(".ys-status").inner_text() == "1 match"
    page.wait_for_function("document.getElementById('long.group7.f3Count').getBoundingClientRect().top > 0")
    assert page.locator("[id='long.group7.f3Count']").is_visible()


@one_theme
def test_long_pages_have_the_file_when_it_is_asked_for(visit: Visit) -> None:
    page = visit("many/", width=1100, without="**/lines/**")
    views, yaml, box = page.locator(".ys-views"), page.locator(".ys-yaml"), page.locator(".ys-filter")
    assert not yaml.count()
    views.get_by_text("YAML").click()
    link = page.get_by_role("alert").get_by_role("link", name="values.yaml")
    link.wait_for()
    assert "f39Count: 39" in page.request.get(link.evaluate("link => link.href")).text()
    page.emulate_media(media="print")
    assert page.locator("[id='many.group0']").is_visible(), "what has not come is not missed on paper"
    page.emulate_media(media="screen")
    page.unroute("**/lines/**")

    views.get_by_text("Fields", exact=True).click()
    box.fill("group7 f3count")
    views.get_by_label("YAML").press("Space")
    yaml.wait_for()
    assert page.get_by_role("alert").count() == 0
    assert yaml.locator(".ys-line-key:visible").all_inner_texts() == ["group7", "f3Count"]
    page.wait_for_function(f"({MARKED})().join() === 'f3Count'")  # the marks of the fields have been replaced
    assert page.locator(".ys-status").inner_text() == "1 match"
    box.fill("f3count")
    assert yaml.locator(".ys-line-key:visible").count() == 18
    page.locator("summary[aria-label='group7']").click()
    assert yaml.locator(".ys-line-key:visible").count() == 17
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name="Copy Values as YAML").click()
    page.wait_for_function("navigator.clipboard.readText()")
    assert "group7:\n  f0Count: 0\n" in page.evaluate("navigator.clipboard.readText()")

    box.fill("")
    assert page.evaluate("find('f39Count: 39', false, true, true)"), "far from the window, too"
    yaml.get_by_role("link", name="group8").click()
    page.wait_for_function("document.querySelector(':target')?.checkVisibility()")
    assert page.url.endswith("#many.group8")
    assert not yaml.is_visible()


def test_so_have_those_that_come_without_a_load(visit: Visit) -> None:
    """This also works for pages that the reader returns to, which keep the choice."""
    page = visit("")
    for leave in (page.go_back, lambda: page.goto("about:blank")):
        page.get_by_role("link", name="Many").first.click()
        page.locator(".ys-views").get_by_text("YAML").click()
        page.locator(".ys-yaml .ys-line-key").first.wait_for()
        page.locator(".ys-filter").fill("group7")
        assert page.locator(".ys-yaml .ys-line-key:visible").count() == 41
        leave()
    page.go_back()
    # A browser that kept the whole page has kept the filter, too.
    page.locator(".ys-yaml .ys-line-key:visible").first.wait_for()


@one_theme
def test_fields_get_buttons_where_the_reader_is(visit: Visit) -> None:
    page = visit("long/")
    assert 0 < page.locator(".ys-more").count() < 200
    last = page.locator("[id='long.group49.f39Count']")
    assert not last.locator("xpath=..").locator(".ys-more").count()
    last.scroll_into_view_if_needed()
    last.locator("xpath=..").locator(".ys-more").wait_for(state="attached")


NUMBERS = """() => [...document.querySelectorAll(".ys")].map(reference =>
    [
        reference.querySelector(".ys-required-summary").textContent,
        reference.querySelector(".ys-filter").placeholder,
    ].map(words => Math.max(...words.match(/\\d+/g))))"""


@one_theme
@pytest.mark.parametrize("layout", ["sections", "yaml"])
def test_removed_fields_are_counted_apart(show: Visit, layout: str) -> None:
    page = show(f"{layout}/")
    assert all(opening == total > 10 for opening, total in page.evaluate(NUMBERS))
    box = page.locator(".ys-filter").last
    status = page.locator(".ys-status").last
    box.fill("contact")
    assert status.inner_text() == "0 matches, 1 removed"
    assert page.locator("[id='shipped.contact']").is_visible() == (layout == "sections")
    box.fill("operator")
    said = ", 1 removed" if layout == "sections" else ""  # a file contains only the paths
    assert status.inner_text() == f"1 match{said}"
    box.fill("whom to call")
    assert status.inner_text() == "1 match"


MARKED = "() => [...CSS.highlights.get('ys-match') ?? []].map(range => range.toString())"
LINES = """() => [...[...document.querySelectorAll(".ys-yaml")].at(-1).querySelectorAll(".ys-line-key")]
    .filter(key => key.checkVisibility()).map(key => key.hash.replace("#shipped.", ""))"""
VOLTS = ["power", "power.mains", "power.mains.volts", "power.battery", "power.battery.volts"]


@one_theme
def test_the_filter_narrows_the_file_and_its_folds(show: Visit) -> None:
    page = show("yaml/")
    page.evaluate("document.querySelectorAll('.ys-yaml details').forEach(fold => { fold.open = false })")
    page.locator("summary[aria-label='deep']").last.click()
    before = page.evaluate(LINES)
    assert "deep.one" in before
    assert "power.mains" not in before
    text = page.locator(".ys-yaml").last.text_content()
    box = page.get_by_role("searchbox", name="Filter").last
    box.fill("volts")
    assert list(dict.fromkeys(page.evaluate(LINES))) == VOLTS
    assert page.locator(".ys-status").last.inner_text() == "2 matches"
    page.locator(".ys-yaml").last.scroll_into_view_if_needed()
    page.wait_for_function(f"({MARKED})().length > 2")
    assert {mark.lower() for mark in page.evaluate(MARKED)} == {"volts"}
    assert page.locator(".ys-yaml").last.text_content() == text, "what is copied is all of it"
    page.wait_for_url("**/yaml/?filter2=volts")
    box.press("Escape")
    assert page.evaluate(LINES) == before, "folds are what they were"
    box.fill("volts")
    page.evaluate("location.hash = 'shipped.deep.one.two.three'")
    page.wait_for_function("document.querySelector(':target').checkVisibility()")
    assert box.input_value() == ""
    page.wait_for_function(f"!({MARKED})().length")


@one_theme
def test_the_switch_keeps_the_filter(show: Visit) -> None:
    page = show("table/")
    page.locator(".ys-filter").last.fill("volts")
    status = page.locator(".ys-status").last.inner_text()
    page.locator(".ys-views").last.get_by_label("YAML").press("Space")
    assert list(dict.fromkeys(page.evaluate(LINES))) == VOLTS
    page.locator(".ys-filter").last.fill("zebra")
    assert page.evaluate(LINES) == []
    assert page.get_by_text("No fields match").last.is_visible()
    page.locator(".ys-filter").last.fill("volts")
    page.locator(".ys-yaml").last.scroll_into_view_if_needed()
    page.wait_for_function(f"({MARKED})().length > 1")
    assert page.locator(".ys-status").last.inner_text() == status
    page.locator(".ys-views").last.get_by_label("Fields").press("Space")
    assert page.locator("[id='shipped.power.mains.volts']").is_visible()
    assert not page.locator("[id='shipped.operator']").is_visible()
