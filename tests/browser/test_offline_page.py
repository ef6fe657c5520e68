"""A page in a single file works from the disk, without a network, with and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import CASES, Command, load_yaml

from .contrast import CONTRASTS
from .tabs import Tabs

Open = Callable[..., Any]

LONG = "aVeryLongNameThatSomebodyGaveToAValueThatHasToDoWithManyOtherThings"
WIDE = f"""\
#@data/values-schema
---
{LONG}:
  {LONG}:
    #@schema/desc "Which **infrastructure** to use, as in https://example.com/{"long/" * 30}"
    {LONG}: "{"x" * 300}"
    #@schema/desc "a | b | c | d\\n--|--|--|--\\n{"wide-cell" * 8} | {"wide-cell" * 8} | c | d"
    #@schema/examples ("{"y" * 99}", [{{"name": "{"y" * 200}"}}])
    #@schema/validation one_of=["{"z" * 99}"], when=lambda v: v != "{"z" * 99}"
    {LONG}s:
    - name: ""
#@schema/desc "![a picture](https://example.com/a.png)\\n\\n```\\n{"code " * 99}\\n```"
picture: 1
"""
MANY = "#@data/values-schema\n---\n" + "".join(f"group{i}:\n  part:\n    name: {i}\n" for i in range(200))

# Rows do not show the path to a field, which readers find by search.
SHOW_PARENTS = "document.querySelectorAll('.ys-parents').forEach(path => path.style.fontSize = 'inherit')"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def schema(name: str) -> str:
    return str(load_yaml((CASES / "standalone" / f"{name}.yaml").read_text())["schema"])


@pytest.fixture(scope="module")
def contexts(chromium: Any) -> Iterator[dict[bool, Tabs]]:
    """Return pages without a network: with scripts, and without."""
    contexts = [chromium.new_context(java_script_enabled=script, offline=True) for script in (False, True)]
    for context in contexts:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield dict(zip((False, True), map(Tabs, contexts), strict=True))
    for context in contexts:
        context.close()


def watched(page: Any) -> Any:
    """List requests in `.reached`, and errors and messages of the console in `.failures`."""
    if not hasattr(page, "reached"):
        page.on("pageerror", lambda error: page.failures.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: page.failures.append(message.text))
    page.reached, page.failures = [], []
    page.route("**/*", lambda route: (page.reached.append(route.request.url), route.continue_()))
    return page


@pytest.fixture
def opened(contexts: dict[bool, Tabs], yschema: Command, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens the page of a schema from the disk."""
    with contexts[False].opened() as without, contexts[True].opened() as scripted:

        def go(text: str, *, width: int = 1280, anchor: str = "", script: bool = False, **media: Any) -> Any:
            made = yschema("-f", "s.yml", "--schema-inspect", "-o", "html-page", files={"s.yml": text})
            assert made.status == 0, made.err
            (tmp_path / "page.html").write_text(made.out, encoding="utf-8")
            page = watched(scripted() if script else without())
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(**media)
            page.goto((tmp_path / "page.html").as_uri() + (anchor and f"#s.{anchor}"))
            return page

        yield go


@pytest.mark.parametrize("name", ["shipped", "designs"])
def test_it_shows_everything(opened: Open, name: str) -> None:
    case = load_yaml((CASES / "standalone" / f"{name}.yaml").read_text())
    page = opened(case["schema"])
    page.evaluate(SHOW_PARENTS)
    text = page.locator("main").inner_text()
    missing = [
        word for words in case["page"].values() for word in words if word not in " ".join(text.split())
    ]
    assert not missing
    assert all(row[0] in text for row in case["overview"])


def test_it_asks_for_nothing(opened: Open) -> None:
    page = opened(WIDE)
    page.wait_for_load_state("networkidle")
    assert page.locator("img").count() == 0
    assert page.get_by_role("link", name="a picture").count() == 1
    assert [url.partition(":")[0] for url in page.reached] == ["file"]


@pytest.mark.parametrize("name", ["shipped", "designs"])
def test_text_stands_out(opened: Open, name: str) -> None:
    page = opened(schema(name))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) > 20
        assert [element for contrast, element in contrasts if contrast < 4.5] == [], scheme


def test_dark_is_dark_on_a_screen_and_light_on_paper(opened: Open) -> None:
    page = opened(schema("shipped"), color_scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) != "rgb(255, 255, 255)"
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    assert not page.get_by_role("navigation").is_visible()
    assert [element for contrast, element in page.evaluate(CONTRASTS) if contrast < 4.5] == []


@pytest.mark.parametrize("text", [WIDE, schema("designs"), MANY], ids=["wide", "designs", "many"])
def test_nothing_overflows(opened: Open, text: str) -> None:
    page = opened(text)
    for width in (1280, 900, 700, 360, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERFLOW) <= 0, f"{width} pixels"


@pytest.mark.parametrize("width", [1280, 360])
def test_a_link_leads_to_its_field(opened: Open, width: int) -> None:
    top = "id => document.getElementById(`s.${id}`).getBoundingClientRect().top"
    page = opened(MANY, width=width, anchor="group150.part.name")
    assert 0 <= page.evaluate(top, "group150.part.name") < 100
    page.get_by_role("navigation").get_by_role("link", name="group42", exact=True).click()
    assert page.url.endswith("#s.group42")
    assert 0 <= page.evaluate(top, "group42") < 100


def test_the_search_of_the_browser_finds_a_path(opened: Open) -> None:
    page = opened(MANY)
    assert page.evaluate("window.find('group77.part.name')")
    assert not page.evaluate("window.find('group77.part.nothing')")


def test_without_javascript_all_is_open(opened: Open) -> None:
    page = opened(schema("designs"))
    assert page.locator(".ys-tools, .ys-facets, .ys-unfold, .ys-more").locator("visible=true").count() == 0
    assert page.locator(".ys-name").count() == page.locator(".ys-key:visible").count() > 10


DEEP = """\
#@data/values-schema
---
#@schema/validation min_len=2
region: ""
#@schema/desc "Crème brûlée"
a:
  b:
    c:
      d: {one: 1, two: 2, three: 3, bottom: 1}
"""
BOTTOM = "a.b.c.d.bottom"
IN_VIEW = """id => {
    const bar = document.querySelector(".ys-tools").getBoundingClientRect().bottom;
    const { top } = document.getElementById(id).getBoundingClientRect();
    return bar <= top && top < 200;
}"""


def test_its_tools_work(opened: Open) -> None:
    page = opened(DEEP, script=True)
    bottom = page.locator(f"[id='s.{BOTTOM}']")
    assert not bottom.is_visible()
    page.focus(".ys-filter")
    page.keyboard.type("bott")
    assert bottom.is_visible()
    assert page.locator(".ys-status").inner_text() == "1 match"
    page.wait_for_url("**?filter=bott")
    assert page.evaluate("CSS.highlights.get('ys-match').size") == 1
    page.reload()
    assert page.locator(".ys-filter").input_value() == "bott"
    assert page.locator(".ys-key:visible").count() == 5
    page.locator(".ys-filter").press("Escape")
    assert not bottom.is_visible()
    page.locator(".ys-view-open").click()
    page.get_by_role("button", name="Expand all sections").click()
    assert bottom.is_visible()
    bottom.locator("xpath=..").get_by_role("button", name=f"More actions for {BOTTOM}").click()
    page.get_by_role("menuitem", name="Copy as YAML").click()
    assert (
        page.evaluate("navigator.clipboard.readText()") == "a:\n  b:\n    c:\n      d:\n        bottom: 1\n"
    )
    page.get_by_role("button", name="Copy YAML", exact=True).click()
    assert load_yaml(page.evaluate("navigator.clipboard.readText()")).keys() == {"region"}
    assert page.failures == []
    assert {url.partition(":")[0] for url in page.reached} == {"file"}


@pytest.mark.parametrize("script", [False, True])
def test_its_values_can_be_read_as_yaml(opened: Open, script: bool) -> None:
    page = opened(DEEP, width=1000, script=script)
    bottom = page.locator(f"[id='s.{BOTTOM}']")
    assert not page.locator(".ys-yaml").is_visible()
    page.locator(".ys-views").get_by_label("YAML").press("Space")
    assert page.locator(".ys-yaml").is_visible()
    assert not bottom.is_visible()
    if script:
        page.locator(".ys-filter").fill("bott")
        page.locator(".ys-line:visible", has_text="region").wait_for(state="detached")
        assert page.locator(".ys-status").inner_text() == "1 match"
        page.get_by_role("link", name="bottom").click()
        bottom.wait_for()
    assert page.failures == []


def test_a_link_leads_far_and_into_a_fold(opened: Open) -> None:
    after = MANY.partition("---\n")[2].replace("group", "later")
    page = opened(MANY + DEEP.partition("---\n")[2] + after, script=True, anchor=BOTTOM)
    page.wait_for_function(IN_VIEW, arg=f"s.{BOTTOM}")
    assert page.locator(f"[id='s.{BOTTOM}']").is_visible()
    page.get_by_role("navigation").get_by_role("link", name="group42", exact=True).click()
    page.wait_for_function(IN_VIEW, arg="s.group42")


@pytest.mark.parametrize("script", [False, True])
def test_its_files_can_be_saved(opened: Open, script: bool) -> None:
    page = opened(DEEP, script=script)
    page.locator(".ys-downloads > summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="values.minimal.yaml").click()
    assert download.value.suggested_filename == "values.minimal.yaml"
    assert load_yaml(Path(download.value.path()).read_text()).keys() == {"region"}


def test_no_other_script_runs(opened: Open) -> None:
    page = opened(DEEP, script=True)
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.harmed = true";
        document.body.append(script);
        document.body.insertAdjacentHTML("beforeend", "<a href='javascript:window.harmed = true'>a</a>");
        document.body.lastElementChild.click();
        const link = document.body.lastElementChild;
        link.setAttribute("onclick", "window.harmed = true");
        link.click();
    }""")
    assert not page.evaluate("window.harmed")
    assert len(page.failures) >= 2
    assert all("Content Security Policy" in failure for failure in page.failures)


def test_on_paper_all_is_open(opened: Open) -> None:
    page = opened(DEEP, script=True)
    page.emulate_media(media="print")
    assert page.locator(f"[id='s.{BOTTOM}']").is_visible()
    assert (
        page.locator(".ys-tools, .ys-facets, .ys-unfold, .ys-more, .ys-files").locator("visible=true").count()
        == 0
    )
    assert page.evaluate(OVERFLOW) <= 0


POINTS = "".join(f"\\n* {'How the service answers. ' * 9}" for _ in range(10))
TALL = "#@data/values-schema\n---\n" + "".join(
    f'#@schema/desc "What `part{i}` holds.\\n{POINTS}"\npart{i}:\n'
    f'  #@schema/desc "Its setting.\\n{POINTS}"\n  setting: {i}\n'
    for i in range(9)
)
PAGE = re.compile(rb"/Type */Page\b")


def test_on_paper_pages_are_full(opened: Open) -> None:
    page = opened(TALL)
    pages = len(PAGE.findall(page.pdf(format="A4")))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 900})  # between the margins
    height = page.evaluate("document.querySelector('main').offsetHeight")
    assert pages <= height / 1000 + 2


TWO_DIRECTIONS = f"""\
#@data/values-schema
---
#@schema/desc "{"عدد النسخ التي تعمل في الوقت نفسه. " * 9}"
arabic: 1
#@schema/desc "{"How many run at the same time. " * 9}"
english: 1
#@schema/desc "مفتاح"
مفتاح: قيمة
"""
# Which of the first and the last letter of each description appear in its line.
ENDS = """() => [...document.querySelectorAll(".ys-field > .ys-content")].slice(0, 2).map(content => {
    const text = content.querySelector("p").firstChild, box = content.getBoundingClientRect();
    return [0, text.length - 1].map(at => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { left, right } = range.getBoundingClientRect();
        return left >= box.left - 1 && right <= box.right + 1;
    });
})"""


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_compact_rows_show_the_beginning_in_both_directions(opened: Open, direction: str) -> None:
    page = opened(TWO_DIRECTIONS, width=1900, script=True)
    page.evaluate(
        """direction => {
            document.documentElement.dir = direction;
            document.querySelector(".ys").dataset.density = "compact";
        }""",
        direction,
    )
    assert page.evaluate(ENDS) == [[True, False], [True, False]]


def test_in_yaml_a_key_is_before_its_value_in_every_script(opened: Open) -> None:
    page = opened(TWO_DIRECTIONS, script=True)
    lefts = page.evaluate(
        """() => [...[...document.querySelectorAll(".ys-values .ys-line")].at(-1).querySelectorAll("a, i")]
            .map(part => part.getBoundingClientRect().left)"""
    )
    assert len(lefts) == 2
    assert lefts == sorted(lefts)
