"""Readers check values of their own beside a reference; the cases of `my-values.yaml` say what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import CRD, Command

from .sites import build_once, served
from .tabs import FRAME, NO_SEARCH, Tabs, visitor
from .test_web import AXE, TAGS, grave, needed

Visit = Callable[..., Any]

SCHEMA = """\
#@data/values-schema
---
#@schema/desc "How many."
replicas: 2
store:
  #@schema/validation min_len=1
  bucket: ""
  size: 5
hosts:
- name: ""
  port: 80
#@schema/validation ("even", lambda v: v % 2 == 0)
number: 2
#@schema/deprecated "Use replicas."
old: 1
"""
JSON_SCHEMA = (
    '{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"a": {"type": "string"}}}'
)
CRD_SCHEMA = """\
    schema: &schema
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations: [{rule: "self.crew > 0", message: needs a crew}]
            properties: {crew: {type: integer}}
  - {name: v2, served: true, storage: false, schema: *schema}
"""
OLD = """\
#@data/values-schema
---
host: north
#@schema/deprecated "Use `server.port`."
port: 80
old: true
#@schema/validation min=1
crew: 3
speed: 1
"""
NEW = """\
#@data/values-schema
---
host: south
server: {port: 80}
#@schema/validation min=2
crew: 3
speed: 2
new: 1
"""
PAGE = "# Store\n\n::: yschema store\n"
VALUES = "replicas: two\nstore:\n  bukket: a\nold: 2\n"
AREA, STATUS, OPEN = ".ys-mine-area", ".ys-mine-status", ".ys-mine-open"
ANNOUNCED = ".ys-mine > [role=status]"
FOUND = ".ys-mine-findings > li"
CHECKED = ".ys-mine-findings[aria-busy=false]"

# What the browser has stored for the site.
STORED = """async () => [
    localStorage, sessionStorage, document.cookie, await indexedDB.databases(), await caches.keys(),
    await navigator.serviceWorker.getRegistrations(),
].flatMap(stored => Object.keys(stored))"""
# On which side of its first letter each text has its last character.
ENDS = """() => {
    const hints = [...document.querySelectorAll(".ys-mine .ys-mine-says:last-of-type")];
    for (const hint of hints) hint.style.display = "inline-block"; // what is on two lines has no sides
    const kept = document.querySelector(".ys-mine-keep").lastChild;
    const last = node => node.lastChild ? last(node.lastChild) : node;
    const left = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
    };
    const first = node => node.firstChild ? first(node.firstChild) : node;
    return Object.fromEntries([...hints, kept]
        .filter(node => /[.?]$/.test(node.textContent))
        .map(node => {
            const isRight = left(last(node), last(node).length - 1) > left(first(node), 1);
            return [node.textContent, isRight ? "right" : "left"];
        }));
}"""


@pytest.fixture(scope="module")
def tabs_of_one(chromium: Any) -> Iterator[Tabs]:
    context = chromium.new_context()
    context.add_init_script(NO_SEARCH)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield Tabs(context)
    context.close()


@pytest.fixture(scope="module")
def store(sites: Path) -> Iterator[str]:
    """Serve a site in one theme, because what is tested here does not depend on it."""
    configuration = """
site_name: Site
theme: {name: mkdocs}
plugins:
- yschema:
    schemas:
      store: {files: [store.yaml]}
      apart: {files: [store.yaml], page: apart/index.md, split: map}
      json: {files: [app.schema.json]}
      chart: {files: [chart]}
      moved:
        files: [moved.yaml]
        page: moved.md
        version: "2"
        versions: [{name: "1", files: [moved-1.yaml]}]
"""
    files = {
        "moved-1.yaml": OLD,
        "moved.yaml": NEW,
        "mkdocs.yml": configuration,
        "store.yaml": SCHEMA,
        "app.schema.json": JSON_SCHEMA,
        "chart/Chart.yaml": "apiVersion: v2\nname: chart\nversion: 1.0.0\n",
        "chart/values.yaml": "# -- (string) A word.\na: b\n",
        "docs/index.md": PAGE,
        "docs/off.md": f"{PAGE}    my_values: false\n",
        "docs/part.md": f"{PAGE}    path: store\n",
        "docs/json.md": "# JSON Schema\n\n::: yschema json\n",
        "docs/chart.md": "# Chart\n\n::: yschema chart\n",
    }
    with served(build_once(sites, files, "--strict")) as root:
        yield root


@pytest.fixture
def go(tabs_of_one: Tabs, store: str) -> Iterator[Visit]:
    with visitor(tabs_of_one, store) as visit:
        yield visit


@pytest.fixture
def opened(go: Visit) -> Any:
    page = go("")
    page.locator(OPEN).click()
    page.locator(AREA).wait_for()
    return page


def write(page: Any, text: str) -> list[str]:
    """Write values, and return the findings once they are checked."""
    page.locator(AREA).fill(text)
    page.locator(CHECKED).wait_for(state="attached")
    return [" ".join(each.split()) for each in page.locator(FOUND).all_inner_texts()]


def paste(page: Any, text: str) -> None:
    """Write values at once: what a browser types for tests takes long for each line."""
    page.locator(AREA).evaluate(
        "(area, text) => { area.value = text; area.dispatchEvent(new Event('input')); }", text
    )
    page.locator(CHECKED).wait_for(state="attached")


def add(page: Any, anchor: str) -> None:
    """Choose *Add to my values* in the menu of a field."""
    page.locator(f"[id='{anchor}'] > .ys-name").focus()
    page.evaluate(FRAME)
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Add to my values").press("Enter")
    page.evaluate(FRAME)


def test_it_is_on_pages_of_each_theme(visit: Visit) -> None:
    page = visit("values/")
    page.locator(OPEN).click()
    assert write(page, "replicas: two\n")[0].startswith("Line 1 error: replicas must be an integer, not two.")


def test_authors_can_leave_it_out(go: Visit) -> None:
    assert go("off/").locator(OPEN).count() == 0


@pytest.mark.parametrize(
    ("path", "code"),
    [("json/", "json-schema-violation"), ("chart/", "type-mismatch"), ("apart/store/", "unknown-key")],
)
def test_it_checks_values_of_all_kinds_of_inputs(go: Visit, path: str, code: str) -> None:
    page = go(path)
    page.locator(OPEN).click()
    text = "store: {b: 1}\n" if "store" in path else "a: 1\n"
    assert [each.split(" ")[-1] for each in write(page, text) if code in each] != []


def test_a_part_of_a_schema_is_checked_as_a_whole_and_links_what_it_shows(go: Visit) -> None:
    page = go("part/")
    page.locator(OPEN).click()
    write(page, VALUES)
    linked = page.locator(f"{FOUND} a code").all_inner_texts()
    others = page.locator(f"{FOUND} span:nth-of-type(2) > code:first-child").all_inner_texts()
    assert (linked, others) == (["store.bukket"], ["replicas", "old"])


def test_pages_of_a_schema_share_what_the_browser_keeps(go: Visit) -> None:
    page = go("apart/store/")
    page.locator(OPEN).click()
    write(page, "store: {size: 3}\n")
    page.locator(".ys-mine-keep input").check()
    page = go("apart/hosts/")
    page.locator(OPEN).click()
    page.locator(AREA).wait_for()
    kept = page.locator(AREA).input_value()
    page.locator(".ys-mine-keep input").uncheck()
    assert kept == "store: {size: 3}\n"


def test_findings_are_in_the_list_and_at_their_fields(opened: Any) -> None:
    assert write(opened, VALUES) == [
        "Line 1 error: replicas must be an integer, not two. type-mismatch",
        "Line 3 error: Unknown key store.bukket. Did you mean bucket? Rename unknown-key",
        "Line 4 warning: old is deprecated. Use replicas. deprecated-field-set",
    ]
    note = opened.locator("#store\\.replicas + .ys-meta + .ys-mine-note")
    assert "must be an integer, not two" in note.inner_text()
    notes = opened.locator(".ys-mine-note").all_inner_texts()
    assert [each for each in notes if "Did you mean bucket?" in each] != []
    marked = opened.locator(".ys-mine-numbers > :is(.ys-mine-error, .ys-mine-warning)").all_inner_texts()
    assert marked == ["1", "3", "4"]


def test_findings_link_lines_and_fields(opened: Any) -> None:
    write(opened, VALUES)
    opened.locator(FOUND).nth(0).locator("a").click()
    assert opened.url.endswith("#store.replicas")
    opened.locator(".ys-mine-note").nth(1).get_by_role("button", name="Line 3").click()
    selected = opened.evaluate(
        "[...document.activeElement.value].slice(document.activeElement.selectionStart,"
        " document.activeElement.selectionEnd).join('')"
    )
    assert selected == "  bukket: a"


def test_a_link_leads_from_the_drawer_to_its_field(go: Visit) -> None:
    page = go("", width=380)
    page.locator(OPEN).click()
    write(page, VALUES)
    page.locator(FOUND).nth(0).locator("a").press("Enter")
    page.locator(f"{OPEN}[aria-expanded=false]").wait_for()
    page.locator(".ys-name:focus", has_text="replicas").wait_for()
    page.locator(".ys-mine-note button").first.press("Enter")
    page.locator(f"{AREA}:focus").wait_for()


def test_it_never_says_valid_and_lists_what_it_has_not_checked(opened: Any) -> None:
    assert write(opened, "store: {bucket: a}\n") == []
    assert opened.locator(STATUS).inner_text() == "No problems found"
    unchecked = opened.locator(".ys-mine-unchecked")
    unchecked.locator("summary").click()
    assert "number: even" in unchecked.inner_text()
    assert "yschema -f store.yaml --data-values-file values.yaml" in unchecked.inner_text()


def test_the_status_is_announced_after_a_pause(opened: Any) -> None:
    write(opened, "replicas: two\n")
    assert opened.locator(STATUS).inner_text() == "1 error"
    opened.wait_for_function(f"document.querySelector('{ANNOUNCED}').textContent === '1 error'")
    assert opened.locator(AREA).get_attribute("aria-invalid") == "true"


def test_no_request_leaves_once_it_is_open(go: Visit) -> None:
    page = go("")
    reached: list[str] = []
    page.on("request", lambda request: reached.append(request.url.rsplit("/", 1)[-1]))
    page.locator(OPEN).click()
    page.locator(AREA).wait_for()
    assert sorted(reached) == ["model.json", "yschema.my-values.lazy.js"]
    address = page.url
    write(page, VALUES)
    page.get_by_role("button", name="Remove defaults").click()
    page.get_by_role("button", name="Copy", exact=True).last.click()
    page.locator(AREA).fill("")
    page.keyboard.press("Control+v")
    assert page.locator(AREA).input_value() == VALUES
    add(page, "store.store.size")
    page.get_by_role("button", name="Close").click()
    page.locator(OPEN).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "values.yaml"
    assert [each for each in reached if not each.startswith(("model", "yschema")) and "-" not in each] == []
    assert page.url == address
    assert [key.split()[:2] for key in page.evaluate(STORED)] == [["yschema", "values"]]  # of the tab
    assert page.evaluate("localStorage.length") == 0


def test_a_file_that_is_too_large_is_not_checked(opened: Any) -> None:
    write(opened, f"store: {{bucket: {'a' * 500_000}}}\n")
    assert opened.locator(STATUS).inner_text() == "This file is too large to be checked here"
    assert opened.locator(AREA).get_attribute("aria-invalid") == "false"
    assert opened.locator(".ys-mine-unchecked").is_hidden()
    assert "yschema -f store.yaml --data-values-file values.yaml" in opened.locator(FOUND).inner_text()


def test_only_lines_in_view_are_drawn_wherever_the_reader_is(opened: Any) -> None:
    text = "".join(f"# {number}\n" for number in range(1, 3000)) + "replicas: two\n# end"
    paste(opened, text)
    drawn = opened.locator(".ys-mine-numbers > span")
    assert drawn.first.inner_text() == "1"
    assert drawn.count() < 300
    opened.locator(FOUND).locator("button").click()
    marked = opened.locator(".ys-mine-numbers > .ys-mine-error")
    marked.wait_for()
    coloured = opened.locator(".ys-mine-colours > .ys-mine-error")
    assert (marked.inner_text(), coloured.inner_text().strip()) == ("3000", "replicas: two")
    area, line = opened.locator(AREA).bounding_box(), marked.bounding_box()
    assert area["y"] < line["y"] < area["y"] + area["height"]
    assert abs(line["y"] - coloured.bounding_box()["y"]) < 1
    assert drawn.count() < 300


@pytest.mark.parametrize("kept", ["", "# {n}\n", "  # <b>&amp;\u00a0{n}\t\n\n"])
def test_many_lines_are_replaced_at_once_and_can_be_undone(opened: Any, kept: str) -> None:
    others = "".join(kept.format(n=number) for number in range(2000))
    text = "replicas: 2\n" + "".join(f"old: 2\n{kept.format(n=number)}" for number in range(2000))
    paste(opened, text)
    opened.get_by_role("button", name="Remove defaults").click()
    changed = opened.locator(AREA).input_value()
    assert changed.replace("old: 2\n", "") == others
    opened.keyboard.press("Control+z")
    assert opened.locator(AREA).input_value() == text
    opened.keyboard.press("Control+Shift+z")
    assert opened.locator(AREA).input_value() == changed


def test_long_files_scroll(opened: Any) -> None:
    write(opened, "".join(f"# {number}\n" for number in range(100)))
    area = opened.locator(AREA)
    area.evaluate("area => area.scrollTo(0, 0)")
    area.hover()
    opened.mouse.wheel(0, 500)
    opened.wait_for_function(f"document.querySelector('{AREA}').scrollTop === 500")
    first = opened.locator(".ys-mine-numbers > span").nth(30)
    expected = area.bounding_box()["y"] + (int(first.inner_text()) - 1) * 19.5 + 6.5 - 500
    assert abs(first.bounding_box()["y"] - expected) < 3


def test_the_browser_keeps_values_only_if_asked(opened: Any) -> None:
    write(opened, VALUES)
    opened.get_by_label("Save in this browser").check()
    opened.reload()
    opened.locator(OPEN).click()
    assert opened.locator(AREA).input_value() == VALUES
    opened.get_by_label("Save in this browser").uncheck()
    assert opened.evaluate("localStorage.length") == 0


def test_the_browser_keeps_at_once_what_is_typed_or_added(opened: Any) -> None:
    kept = "Object.values(localStorage).join()"
    opened.get_by_label("Save in this browser").check()
    add(opened, "store.store.size")
    assert opened.evaluate(kept) == "store:\n  size: 5\n"
    opened.locator(AREA).fill("replicas: 3\n")
    assert opened.evaluate(kept) == "replicas: 3\n"


def test_a_page_that_keeps_nothing_leaves_what_another_keeps(go: Visit, opened: Any) -> None:
    other = go("")
    other.locator(OPEN).click()
    write(other, VALUES)
    other.get_by_label("Save in this browser").check()
    write(opened, "replicas: 3\n")
    assert other.evaluate("Object.values(localStorage).join()") == VALUES


def test_fields_are_added_from_their_menus(opened: Any) -> None:
    write(opened, "replicas: 3\nhosts:\n- name: a\n")
    for anchor in ("store.store.size", "store.hosts.port", "store.store.bucket", "store.replicas"):
        add(opened, anchor)
    assert opened.locator(AREA).input_value() == (
        'replicas: 3\nhosts:\n- name: a\n  port: 80\nstore:\n  size: 5\n  bucket: ""\n'
    )
    assert opened.locator(STATUS).inner_text() == "replicas is already set"


def test_what_repeats_defaults_goes(opened: Any) -> None:
    write(
        opened,
        "# How many.\nreplicas: 2\n# Where.\nstore:\n  bucket: a # mine\n  size: 5\nhosts: []\nold: 1\n",
    )
    opened.get_by_role("button", name="Remove defaults").click()
    assert opened.locator(AREA).input_value() == "# Where.\nstore:\n  bucket: a # mine\n"


def test_it_starts_with_required_values_and_can_be_undone(opened: Any) -> None:
    opened.get_by_role("button", name="The required settings").click()
    assert "bucket:" in opened.locator(AREA).input_value()
    opened.keyboard.press("Control+z")
    assert opened.locator(AREA).input_value() == ""


@pytest.mark.parametrize("width", [1300, 380])
def test_the_keyboard_opens_uses_and_closes_it(go: Visit, width: int) -> None:
    page = go("", width=width)
    page.locator(OPEN).focus()
    page.keyboard.press("Enter")
    page.locator(AREA).wait_for()
    page.keyboard.type("v: 1")  # a key that opens the palette elsewhere
    assert page.locator(AREA).input_value() == "v: 1"
    assert page.locator(OPEN).get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")  # the text area does not keep the focus, and the dialog does not lose it
    page.locator(CHECKED).wait_for(state="attached")
    page.evaluate(FRAME)
    page.locator(f".ys-mine :focus:not({AREA})").wait_for()
    page.keyboard.press("Escape")
    page.locator(f"{OPEN}[aria-expanded=false]:focus").wait_for()


def test_tab_indents_for_readers_who_write_alone(opened: Any) -> None:
    area = opened.locator(AREA)
    assert area.get_attribute("aria-describedby") == opened.locator(".ys-mine-help [id]").get_attribute("id")
    opened.keyboard.press("Tab")
    opened.locator(f".ys-mine :focus:not({AREA})").wait_for()
    area.focus()
    opened.keyboard.type("store:")
    opened.keyboard.press("Enter")
    opened.keyboard.type("size: 1")
    opened.keyboard.press("Enter")
    opened.keyboard.press("Backspace")
    opened.keyboard.type("a:")
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Tab")
    assert area.input_value() == "store:\n  size: 1\na:  "
    opened.keyboard.press("Control+z")
    assert area.input_value() == "store:\n  size: 1\na:"


@pytest.mark.parametrize("width", [1300, 380])
def test_english_ends_behind_its_words_in_pages_from_right_to_left(opened: Any, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 900})
    opened.evaluate("document.documentElement.dir = 'rtl'")
    write(opened, VALUES)
    assert opened.evaluate(ENDS) == {
        "replicas must be an integer, not two.": "right",
        "Use replicas.": "right",
        "Did you mean bucket?": "right",
        " Nothing is uploaded.": "right",
    }


@pytest.mark.parametrize("width", [1300, 380])
def test_axe_finds_nothing_grave(go: Visit, width: int) -> None:
    needed(AXE)
    page = go("", width=width)
    page.locator(OPEN).click()
    write(page, VALUES)
    page.locator(".ys-mine-unchecked summary").click()
    assert grave(page, ".ys", TAGS) == set()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_it_works_in_an_offline_page(chromium: Any, yschema: Command, tmp_path: Path) -> None:
    made = yschema("-f", "s.yml", "--schema-inspect", "-o", "html-page", files={"s.yml": SCHEMA})
    (tmp_path / "page.html").write_text(made.out, encoding="utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("console", lambda message: failures.append(message.text))
    page.goto((tmp_path / "page.html").as_uri())
    page.locator(OPEN).click()
    found = write(page, VALUES)
    box = page.locator(AREA).bounding_box()
    context.close()
    assert min(box["width"], box["height"]) > 100  # it has the style sheet of the pane
    assert [each.rsplit(" ", 1)[1] for each in found] == [
        "type-mismatch",
        "unknown-key",
        "deprecated-field-set",
    ]
    assert '"yschema -f s.yml --data-values-file values.yaml"' in made.out
    assert failures == []


def test_an_offline_page_checks_each_of_several_schemas(
    chromium: Any, yschema: Command, tmp_path: Path
) -> None:
    made = yschema(
        "-f", "crd.yaml", "--schema-inspect", "-o", "html-page", files={"crd.yaml": CRD + CRD_SCHEMA}
    )
    (tmp_path / "page.html").write_text(made.out, encoding="utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    second = page.locator(".ys").nth(1)
    second.locator(OPEN).click()
    values = "apiVersion: example.com/v1\nkind: Boat\nmetadata: {name: sloop}\nspec: {crew: two}\n"
    second.locator(AREA).fill(values)
    second.locator(CHECKED).wait_for(state="attached")
    found = second.locator(FOUND).all_inner_texts()
    second.locator(".ys-mine-unchecked summary").click()
    explained = second.locator(".ys-mine-unchecked").inner_text()
    context.close()
    assert ["spec.crew must be an integer, not two." in each for each in found] == [True]
    assert "needs a crew" in explained
    assert "The API server does" in explained
    assert "--data-values-file" not in explained


FIXES: dict[str, tuple[str, str, str]] = {
    "a misspelt key": ("store:\n  bukket: a # mine\n", "Rename", "store:\n  bucket: a # mine\n"),
    "a number in quotes": ('replicas: "80"\n', "Write 80", "replicas: 80\n"),
    "a string without quotes": (
        "store:\n  bucket: 80 # mine\n",
        'Write "80"',
        'store:\n  bucket: "80" # mine\n',
    ),
    "an item without a list": ("hosts: north\n", "Write [north]", "hosts: [north]\n"),
    "a null": ("# None.\nreplicas:\nnumber: 2\n", "Remove", "number: 2\n"),
}


@pytest.mark.parametrize("case", FIXES)
def test_what_the_hint_knows_is_a_button(opened: Any, case: str) -> None:
    before, label, after = FIXES[case]
    write(opened, before)
    opened.locator(FOUND).get_by_role("button", name=label, exact=True).first.click()
    assert opened.locator(AREA).input_value() == after
    opened.keyboard.press("Control+z")
    assert opened.locator(AREA).input_value() == before


@pytest.mark.parametrize("text", ["store:\n  bukket: a\n  bucket: b\n", "zzz: 1\n", "replicas: two\n"])
def test_what_no_hint_knows_is_none(opened: Any, text: str) -> None:
    write(opened, text)
    assert opened.locator(f"{FOUND} button:not(:has-text('Line'))").count() == 0


def test_nothing_is_not_judged(opened: Any) -> None:
    assert opened.locator(STATUS).inner_text() == "Paste your values, or start from:"
    for name in ("Copy", "Download", "Remove defaults"):
        assert opened.locator(".ys-mine").get_by_role("button", name=name).is_disabled()
    write(opened, "replicas: 3\n")
    assert opened.locator(".ys-mine").get_by_role("button", name="Copy").is_enabled()


def test_the_fields_that_are_set_are_marked(opened: Any) -> None:
    write(opened, "replicas: 3\nstore: {size: 3}\nzzz: 1\n")
    marked = """[...document.querySelectorAll('.ys-mine-set')]
        .map(each => each.closest('.ys-meta').previousElementSibling.id)"""
    assert opened.evaluate(marked) == ["store.replicas", "store.store.size"]
    write(opened, "")
    assert opened.evaluate(marked) == []


def test_the_contents_tell_how_many_fields_are_set(opened: Any) -> None:
    opened.wait_for_selector("a > .ys-number", state="attached")
    write(opened, "replicas: 3\nstore: {size: 3}\n")
    told = """[...document.querySelectorAll('a > .ys-number')]
        .map(each => [each.parentElement.hash, each.dataset.set]).filter(([, set]) => set)"""
    assert opened.evaluate(told) == [["#store.store", " 1 set"]]
    write(opened, "replicas: 3\n")
    assert opened.evaluate(told) == []


def test_the_page_stays_where_it_is(go: Visit) -> None:
    page = go("", width=1440)
    width = "document.querySelector('.ys-main').offsetWidth"
    before = page.evaluate(width)
    page.locator(OPEN).click()
    page.locator(AREA).wait_for()
    box = page.locator(".ys-mine").bounding_box()
    assert (page.evaluate("scrollY"), page.evaluate(width)) == (0, before)
    assert box["y"] + box["height"] <= page.evaluate("innerHeight")
    page.locator(OPEN).click()  # which is pressed
    assert not page.locator(AREA).is_visible()


def test_the_text_stays_in_the_tab(go: Visit, opened: Any) -> None:
    write(opened, VALUES)
    address = opened.url
    opened.goto(f"{address}json/")
    opened.goto(address)
    opened.locator(OPEN).click()
    assert opened.locator(AREA).input_value() == VALUES
    other = go("")
    other.locator(OPEN).click()
    assert other.locator(AREA).input_value() == ""
    assert other.evaluate("localStorage.length") == 0


MINE = "# Mine.\nport: 90 # ours\nold: true\ncrew: 1\nspeed: 4\n"


def shown_changes(page: Any) -> list[str]:
    """Return the fields of the changes that the page shows."""
    return page.evaluate(
        "[...document.querySelectorAll('.ys-change')].filter(each => each.checkVisibility())"
        ".map(each => each.dataset.path)"
    )


def test_an_upgrade_checks_the_values_of_the_old_version(go: Visit) -> None:
    page = go("moved/upgrade-1-2/")
    every = shown_changes(page)
    page.get_by_role("button", name="Check my values").click()
    page.locator(AREA).wait_for()
    found = write(page, MINE)
    assert [each.split(" error: ")[1] for each in found[:3]] == [
        "port was removed in 2. Use server.port. Move unknown-key",
        "old was removed in 2. Remove the key. Remove unknown-key",
        "crew breaks the rule: at least 2. rule-broken found 1",
    ]
    assert "yschema compare moved-1.yaml moved.yaml --migrate --data-values-file values.yaml" in found[3]
    assert shown_changes(page) == ["port", "old", "crew", "host"]
    page.get_by_role("button", name="Migrate").click()
    assert page.locator(AREA).input_value() == (
        "old: true\ncrew: 1\nspeed: 4\nserver:\n  # Mine.\n  port: 90 # ours\n"
    )
    assert page.get_by_role("button", name="Migrate").is_hidden()
    page.get_by_role("button", name="Close").click()
    assert shown_changes(page) == every


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port: 90\n", "port was removed in 2. Use server.port. Move unknown-key"),
        ("old: true\n", "old was removed in 2. Remove the key. unknown-key"),
        ("zzz: true\n", "Unknown key zzz."),
    ],
)
def test_a_reference_knows_the_fields_of_earlier_versions(go: Visit, text: str, said: str) -> None:
    page = go("moved/")
    page.locator(OPEN).click()
    assert said in write(page, text)[0]


def test_nothing_of_an_upgrade_is_in_print_but_the_changes(go: Visit) -> None:
    page = go("moved/upgrade-1-2/")
    page.emulate_media(media="print")
    assert (
        page.locator(".ys-changes :is(input, button)").evaluate_all(
            "all => all.filter(each => each.checkVisibility()).length"
        )
        == 0
    )
