"""Pages pass axe-core, the Nu HTML checker and checks of the outline, except the parts of the site theme."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from support import Command
from yschema_engine.show.html.view import LAYOUTS

from .conftest import STILL, THEMES, needs_tools, one_theme
from .gallery import NAMES, SCHEMAS, SCHEMES
from .outline import Outline
from .sites import served
from .tabs import FRAME

Look = Callable[..., Any]

CHECKERS = Path(__file__).parent / "node_modules"
AXE = CHECKERS / "axe-core/axe.min.js"
NU = CHECKERS / "vnu-jar/build/dist/vnu.jar"
needed = partial(needs_tools, "axe-core, vnu-jar and Java")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
# The rules for each scheme: the second run is about what depends on colors.
RULES = {"light": TAGS, "dark": ["color-contrast", "link-in-text-block"]}
GRAVE = ("serious", "critical")
IGNORED = (
    "CSS:",  # the checker does not know current CSS
    "Inline script violates Content Security Policy",  # it rejects hashes of scripts with several lines
)
DOCUMENT = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A region</title></head>
<body>
<h1>A region</h1>
<h2>Of a page</h2>
{}
</body>
</html>
"""

DARK = "Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3)) < 128"
# What is far from the window has an estimated height until it is near; axe-core would take what it overlaps
# then for its background.
RUN_AXE = """async ([part, tags]) => {
    const all = document.createElement("style");
    const parts = ".ys :not([hidden]), .ys details[open]::details-content";
    all.textContent = `${parts} { content-visibility: visible !important }`;
    document.head.append(all);
    const found = await axe.run(part, { runOnly: tags, resultTypes: ["violations"] });
    all.remove();
    return found.violations.flatMap(rule => rule.nodes.map(node => [
        node.impact, rule.id, node.failureSummary.split("\\n").slice(1).join(" ").trim(),
        node.target.join(" "),
    ]));
}"""
# Collapsible parts that are neither focusable nor labeled.
ODD_FOLDS = """() => [...document.querySelectorAll(".ys")].flatMap(region => [
    ...region.querySelectorAll("[aria-expanded]:not(button, a[href], summary, input, [role=combobox])"),
    ...region.querySelectorAll("[onclick], [role=button]:not(button, a[href])"),
    ...[...region.querySelectorAll("[hidden=until-found]")].filter(part => !part.closest("details")
        && !document.querySelector(`:is(a[href], button)[aria-controls~="${CSS.escape(part.id)}"]`)),
]).map(element => element.cloneNode(false).outerHTML)"""
REGIONS = '[...document.querySelectorAll(".ys")].map(region => region.outerHTML)'


def checked(documents: Sequence[tuple[str, str]], folder: Path) -> list[str]:
    """Return the messages of the Nu HTML checker about HTML documents, by name."""
    java = shutil.which("java")
    needed(NU, java)
    paths = [folder / f"{name}.html" for name, _ in documents]
    for path, (_, text) in zip(paths, documents, strict=True):
        path.write_text(text, encoding="utf-8")
    quick = ("-XX:TieredStopAtLevel=1", "-Xss4m")
    command = [str(java), *quick, "-jar", NU, "--stdout", "--format", "json", *paths]
    run = subprocess.run(command, capture_output=True, text=True, check=False)  # fails if it finds any
    assert run.stdout, run.stderr
    return [
        f"{Path(message['url']).stem}:{message['lastLine']}: {message['message']} {message.get('extract')!r}"
        for message in json.loads(run.stdout)["messages"]
        if (message["type"], message.get("subType")) != ("info", None)
        and not message["message"].startswith(IGNORED)
    ]


def grave(page: Any, part: str, tags: Sequence[str]) -> set[str]:
    """Return the accessibility violations that axe-core finds in a part of a page."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN_AXE, [part, tags])
    for violation, targets in groupby(sorted(found), itemgetter(0, 1, 2)):  # including accepted ones
        print(*violation, *(target for *_, target in targets), sep="\n  ")
    return {f"{rule}: {why}" for impact, rule, why, _ in found if impact in GRAVE}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("scheme", RULES)
def test_axe_finds_nothing_grave(look: Look, theme: str, layout: str, scheme: str) -> None:
    needed(AXE)
    if scheme not in SCHEMES[theme]:
        pytest.skip("the theme has one palette")
    page = look(layout, opened=True, color_scheme=scheme)
    page.wait_for_function(DARK if scheme == "dark" else f"!({DARK})")
    assert grave(page, ".ys", RULES[scheme]) == set()


@one_theme
@pytest.mark.parametrize("layout", LAYOUTS)
def test_nor_does_it_on_a_phone(look: Look, layout: str) -> None:
    needed(AXE)
    assert grave(look(layout, width=360), ".ys", TAGS) == set()


@one_theme  # the test above looks at the colors of all
def test_nor_does_it_while_readers_use_the_tools(show: Callable[..., Any], theme: str) -> None:
    needed(AXE)
    for scheme in SCHEMES[theme]:
        page = show("sections/", color_scheme=scheme)
        page.add_style_tag(content=STILL)
        page.locator(".ys-filter").first.fill("nothing has this")
        page.locator(".ys-filter").last.fill("lamp")
        assert grave(page, ".ys", RULES[scheme]) == set(), f"{scheme}, filtered"
        page.locator(".ys-filter").last.fill("")
        page.locator(".ys-views").last.get_by_label("YAML").press("Space")
        page.locator(".ys-yaml").last.get_by_role("link", name="lamps").focus()
        assert grave(page, ".ys", RULES[scheme]) == set(), f"{scheme}, as YAML"


@pytest.mark.parametrize("name", NAMES)
def test_nor_does_it_in_the_page_in_one_file(
    chromium: Any, yschema: Command, tmp_path: Path, name: str
) -> None:
    needed(AXE)
    made = yschema("-f", str(SCHEMAS / f"{name}.yaml"), "--schema-inspect", "-o", "html-page")
    (tmp_path / "page.html").write_text(made.out, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    for scheme, width in (("light", 1300), ("light", 360), ("dark", 1300)):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(DARK) == (scheme == "dark")
        assert grave(page, "html", RULES[scheme]) == set(), f"{scheme}, {width} pixels wide"
    page.locator(".ys-filter").fill("nothing has this")
    assert grave(page, "html", TAGS) == set(), "filtered"
    page.close()


def test_axe_finds_what_is_grave(chromium: Any) -> None:
    needed(AXE)
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>A</title><div class=ys style='color: #999'>pale<button></button></div>"
    )
    assert {found.partition(":")[0] for found in grave(page, ".ys", TAGS)} == {
        "color-contrast",
        "button-name",
    }
    page.close()


def test_the_html_is_valid(
    chromium: Any, galleries: Callable[[str], Path], yschema: Command, tmp_path: Path
) -> None:
    documents = []
    page = chromium.new_page()
    for theme, layout in product(THEMES, LAYOUTS):
        with served(galleries(theme)) as address:
            sent = Outline((galleries(theme) / layout / "index.html").read_text("utf-8")).regions
            assert len(sent) == len(NAMES)
            page.goto(f"{address}{layout}/")
            page.evaluate(FRAME)
            made = page.evaluate(REGIONS)  # including what scripts have added
        documents += [
            (f"{theme}-{layout}-{name}", DOCUMENT.format("\n".join(regions)))
            for name, regions in (("sent", sent), ("made", made))
        ]
    for name, form in product(NAMES, ("html-page", "html")):
        text = yschema("-f", str(SCHEMAS / f"{name}.yaml"), "--schema-inspect", "-o", form).out
        documents.append((f"{name}-{form}", text if form == "html-page" else DOCUMENT.format(text)))
        if form == "html-page":
            (tmp_path / "page.html").write_text(text, encoding="utf-8")
            page.goto((tmp_path / "page.html").as_uri())
            page.evaluate(FRAME)
            documents.append((f"{name}-{form}-made", page.content()))
    page.close()
    assert checked(documents, tmp_path) == []


def test_the_checker_finds_what_is_not_valid(tmp_path: Path) -> None:
    assert len(checked([("a", DOCUMENT.format("<p><div></p><b id=a></b><b id=a></b>"))], tmp_path)) > 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_headings_nest_and_references_lead_somewhere(gallery: Path, layout: str) -> None:
    outline = Outline((gallery / layout / "index.html").read_text("utf-8"))
    assert len(outline.targets) > 50
    assert outline.problems == []


@pytest.mark.parametrize("name", NAMES)
def test_so_they_do_in_the_page_in_one_file(yschema: Command, name: str) -> None:
    page = yschema("-f", str(SCHEMAS / f"{name}.yaml"), "--schema-inspect", "-o", "html-page")
    outline = Outline(page.out, whole=True)
    assert len(outline.targets) > 20
    assert outline.problems == []


@pytest.mark.parametrize(
    ("html", "problems"),
    [
        ('<h1>A</h1><div class="ys"><h2 id="a">A</h2><a href="#a">A</a></div><h6>B</h6>', []),
        ('<h1>A</h1><div class="ys"><h3>A</h3></div>', ["a heading 3 comes after 1"]),
        ('<p id="a"><div class="ys"><div></div><p id="a"></div>', ["the id a is there 2 times"]),
        ('<p id="a"><p id="a"><div class="ys"></div>', []),
        ('<div class="ys"><a href="#a%20b">A</a></div>', ["nothing has the id a b"]),
        ('<div class="ys"><label for="a">A</label></div><a href="#b"></a>', ["nothing has the id a"]),
    ],
)
def test_the_parser_finds_what_is_wrong(html: str, problems: list[str]) -> None:
    assert Outline(html).problems == problems


@pytest.mark.parametrize("layout", LAYOUTS)
def test_folds_are_buttons_or_details(look: Look, layout: str) -> None:
    assert look(layout).evaluate(ODD_FOLDS) == []
