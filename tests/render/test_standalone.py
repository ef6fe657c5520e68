"""References as documents from the command line: a table, a page, and Markdown."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from markdown import markdown

from render.html_text import VOID, Parsed
from support import Command, cases, load_yaml
from yschema_engine.arguments.check import FLAVORS
from yschema_engine.show.html import standalone, theme

FORMS = ("html", "html-page", "markdown")
CASES = cases("standalone")


class Document(HTMLParser):
    """Parser that collects table cells, code blocks, and other text by heading."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.code: list[str] = []
        self.sections = {"": ""}
        self._heading = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.rows = [list(map(_joined, row)) for row in self.rows]
        self.sections = {heading: _joined(text) for heading, text in self.sections.items()}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append(tag)
        if tag == "br":
            self.handle_data(" ")
        elif tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")
        elif tag == "pre":
            self.code.append("")
        elif tag in {"h1", "h2"}:
            self._heading = ""

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self._open.pop() == tag
        if tag in {"h1", "h2"}:
            self.sections[self._heading] = ""

    def handle_data(self, data: str) -> None:
        if "pre" in self._open:
            self.code[-1] += data
        if {"td", "th"} & set(self._open):
            self.rows[-1][-1] += data
        elif {"h1", "h2"} & set(self._open):
            self._heading += data
        else:
            self.sections[self._heading] += data


def _joined(text: str) -> str:
    return " ".join(text.split())


def shown(yschema: Command, form: str, schema: str, *options: str) -> str:
    result = yschema(
        "-f", "s.schema.yml", "--schema-inspect", "-o", form, *options, files={"s.schema.yml": schema}
    )
    assert result.status == 0, result.err
    return str(result.out)


def read(text: str) -> Document:
    """Return the text of a rendered Markdown document."""
    return Document(markdown(text, extensions=["tables", "fenced_code"]))


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Any:
    return load_yaml(request.param.read_text())


def test_a_table_has_a_row_for_each_field(yschema: Command, case: Any) -> None:
    html = shown(yschema, "html", case["schema"])
    document = Document(html)
    assert document.rows == [["Name", "Description", "Details", "Example"], *case["table"]]
    assert document.sections == {"": f'Schema for "s" {case["about"]}'.strip()}
    assert not Parsed(html).unbalanced


@pytest.mark.parametrize("form", FORMS)
def test_documents_under_different_names_have_no_id_in_common(yschema: Command, case: Any, form: str) -> None:
    ids = [
        re.findall(rf'id="({name}\.[^"]*)"', shown(yschema, form, case["schema"], "--name", name))
        for name in ("harbour", "pier")
    ]
    assert [id_.replace("harbour.", "pier.", 1) for id_ in ids[0]] == ids[1]
    assert len(set(ids[0])) == len(ids[0]) >= len(case["page"])


def test_a_page_says_what_each_field_is(yschema: Command, case: Any) -> None:
    page = Parsed(shown(yschema, "html-page", case["schema"]))
    for key, words in case["page"].items():
        text = page.sections[f"s.{key}"]
        missing = [word for word in words if word not in text]
        assert not missing, f"{key}: {missing} not in {text!r}"
    assert not page.unbalanced


@pytest.mark.parametrize(
    ("path", "title", "name"),
    [
        ("message-queue.yaml", "Message queue", "message-queue"),
        ("message-queue/schema.yaml", "Message queue", "message-queue"),
        ("packages/shop/1.22.3/schema.yaml", "Shop", "shop"),
        ("shop.schema.yaml", "Shop", "shop"),
        ("packages/shop/v2/schema/values.schema.yaml", "Shop", "shop"),
    ],
)
def test_a_document_without_a_name_is_called_after_its_file(
    yschema: Command, tmp_path: Path, path: str, title: str, name: str
) -> None:
    files = {path: f"{HEAD}a: 1\n"}
    html = yschema("-f", path, "--schema-inspect", "-o", "html-page", files=files).out
    assert f"<title>{title}</title>" in html
    assert f'id="{name}.a"' in html
    markdown = yschema("-f", path, "--schema-inspect", "-o", "markdown").out
    assert markdown.startswith(f"# {title}\n")
    assert f'id="{name}.a"' in markdown
    [schema] = json.loads(yschema("-f", path, "--schema-inspect", "-o", "reference-json").out)["schemas"]
    assert (schema["name"], schema["title"]) == (name, title)
    assert yschema("site", "-f", path, "--out", "site").status == 0
    assert f'id="{name}.a"' in (tmp_path / "site/index.html").read_text("utf-8"), "as on a site"


def test_the_title_in_a_schema_is_that_of_its_page(yschema: Command) -> None:
    schema = f"{HEAD}a: 1\n".replace("---", '#@schema/title "The shop"\n---')
    html = shown(yschema, "html-page", schema)
    assert "<title>The shop</title>" in html
    assert 'id="s.a"' in html
    assert "<title>Mine</title>" in shown(yschema, "html-page", schema, "--title", "Mine")


def test_a_page_needs_nothing_from_elsewhere(yschema: Command, case: Any) -> None:
    html = shown(yschema, "html-page", case["schema"])
    page = Parsed(html)
    assert html.startswith("<!doctype html>\n<html lang=")
    assert {tag for tag, _ in page.elements}.isdisjoint({"img", "iframe", "object", "base"})
    assert [a["href"] for tag, a in page.elements if tag == "link"] == ["data:,"]
    assert not any("src" in attributes for _, attributes in page.elements)
    styles = [str(attributes["style"]) for _, attributes in page.elements if "style" in attributes]
    assert not [
        style
        for style in styles
        if not re.fullmatch(r'--ys-size:\d+(;--ys-values:\d+)?|--ys-default:"Default"', style)
    ]
    style, scripts = within(html, "style"), within(html, "script")
    assert "url(" not in "".join(style)
    assert "@import" not in "".join(style)
    assert not re.findall(r"\b(?:fetch|import)\b *\(|XMLHttpRequest|sendBeacon|WebSocket", "".join(scripts))
    names = {a["name"]: a["content"] for tag, a in page.elements if tag == "meta" and "name" in a}
    assert names == {"viewport": "width=device-width, initial-scale=1", "color-scheme": "light dark"}


def within(html: str, tag: str) -> list[str]:
    """Return the content of the elements of a name."""
    return re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)


def test_a_page_lets_only_its_own_script_run(yschema: Command, case: Any) -> None:
    html = shown(yschema, "html-page", case["schema"])
    scripts = (
        *within(html, "script"),
        *re.findall(r'<script type="text/plain"[^>]*>(.*?)</script>', html, re.DOTALL),
    )
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
    directives = dict(directive.strip().split(" ", 1) for directive in policy.split(";"))
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    assert directives["script-src"] == " ".join(f"'sha256-{digest}'" for digest in digests)
    assert directives["default-src"] == directives["base-uri"] == directives["form-action"] == "'none'"
    assert html.index("Content-Security-Policy") < html.index("<script")
    assert not [name for _, a in Parsed(html).elements for name in a if name.startswith("on")]


def test_a_page_has_nothing_for_what_it_has_not(yschema: Command, case: Any) -> None:
    html = shown(yschema, "html-page", case["schema"])
    styled = set(re.findall(r"\.(ys-[a-z-]+)", "".join(within(html, "style"))))
    assert {"ys-field", "ys-map", "ys-facts", "ys-tools", "ys-summary"} <= styled
    assert styled.isdisjoint({"ys-sample", "ys-documented"})
    (script,) = within(html, "script")
    assert not [name for name in ("bs-sidebar", "data-lines", "fetch") if name in script]


HEAD = "#@data/values-schema\n---\n"
VALUES = ["values.yaml", "openapi.yaml"]
LINE = "# yaml-language-server: $schema=values.schema.json"
OPENINGS: dict[str, tuple[str, list[str], list[str]]] = {
    "nothing to set": (
        "a: 1\nb: 2\n",
        ["No required settings.", "All 2 fields", *VALUES, LINE],
        ["values.minimal.yaml", "Validated at build"],
    ),
    "something to set": (
        "#@schema/validation min_len=2\na: ''\nb: 2\n",
        ["1 of 2 fields", "Validated at build", "values.minimal.yaml", *VALUES, LINE],
        ["No required settings."],
    ),
    "nothing will do": (
        "#@schema/validation ('other than it is', lambda v: v != v)\na: 1\n",
        ["Required settings", "valid yet", *VALUES],
        ["Validated at build", "No required settings."],
    ),
    "a hidden field to set": (
        "#! yschema: hide\n#@schema/validation min_len=2\na: ''\nb: 2\n",
        ["determine the required settings", *VALUES],
        ["No required settings.", "values.minimal.yaml"],
    ),
    "too long for files": (
        "".join(f"{'long' * 9}{i}: '{'x' * 99}'\n" for i in range(150)),
        ["All 150 fields", "values.yaml"],
        ["values.schema.json", "yaml-language-server"],
    ),
    "many fields": (
        "".join(f"field{i}: {{one: 1, two: 2}}\n" for i in range(250)),
        ["All 750 fields", *VALUES, LINE],
        ["values.minimal.yaml"],
    ),
    "nothing at all": ("{}\n", VALUES, ["has to be set", "of the 0 values"]),
}


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_page_begins_with_what_must_be_set(yschema: Command, opening: str) -> None:
    values, present, absent = OPENINGS[opening]
    (page,) = re.findall("<main.*</main>", shown(yschema, "html-page", f"{HEAD}{values}"), re.DOTALL)
    text = re.sub(r"data:[\w/]+;base64,[\w+/=]+|<[^>]*>", "", page)
    assert not [words for words in present if words not in text]
    assert not [words for words in absent if words in text]


CHART = {"Chart.yaml": "apiVersion: v2\nname: argo-events\nversion: 1.0.0\n", "values.yaml": "a: 1\n"}
# The name of a chart is its title, and no page repeats in a second line what its title says.
TITLES: dict[str, tuple[dict[str, str], tuple[str, ...], tuple[str, str]]] = {
    "a chart": (CHART, (), ("argo-events", "")),
    "a chart under another name": (
        CHART,
        ("--name", "events"),
        ("argo-events", "Schema for &#34;events&#34;"),
    ),
    "a schema without a title": ({"web-shop.yml": f"{HEAD}a: 1\n"}, (), ("Web shop", "")),
}


@pytest.mark.parametrize("title", TITLES)
def test_a_page_has_one_title(yschema: Command, title: str) -> None:
    files, options, expected = TITLES[title]
    inputs = ("-f", ".") if files is CHART else ("-f", *files)
    page = yschema(*inputs, "--schema-inspect", "-o", "html-page", *options, files=files).out
    said = [re.findall(pattern, page) for pattern in (r"<h1>(.*)</h1>", r'<p class="about">(.*)</p>')]
    assert tuple("".join(texts) for texts in said) == expected


def test_a_page_has_files_of_the_schema(yschema: Command) -> None:
    schema = f"{HEAD}#@schema/validation min_len=2\n#@schema/desc 'Wörter'\na: ''\n"
    page = Parsed(shown(yschema, "html-page", schema))
    files = {str(a["download"]): str(a["href"]) for _, a in page.elements if "download" in a}
    texts = {
        name: base64.b64decode(re.sub(r"^data:application/(?:yaml|json);base64,", "", href)).decode()
        for name, href in files.items()
    }
    assert list(texts) == ["values.yaml", "values.minimal.yaml", "values.schema.json", "openapi.yaml"]
    assert "# Wörter" in texts["values.yaml"]
    assert texts["values.schema.json"] == shown(yschema, "json-schema", schema)
    assert texts["openapi.yaml"] == shown(yschema, "openapi-v3", schema)
    least = {"s.yml": schema, "v.yml": texts["values.minimal.yaml"]}
    assert yschema("-f", "s.yml", "--data-values-file", "v.yml", files=least).status == 0
    assert yschema("-f", "s.yml", "--data-values-inspect", files=least).status == 1


def test_links_of_a_page_lead_somewhere(yschema: Command, case: Any) -> None:
    page = Parsed(shown(yschema, "html-page", case["schema"]))
    links = [str(a["href"])[1:] for tag, a in page.elements if tag == "a" and str(a["href"])[:1] == "#"]
    assert set(links) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    top = [i for i in page.ids if i.count(".") == 1 and i.startswith("s.")]
    assert [link for link in links if link in top][: len(top)] == top, "the contents come first"


def test_a_markdown_document_says_it_all(yschema: Command, case: Any) -> None:
    document = read(shown(yschema, "markdown", case["schema"]))
    head = ["Field", "Type", "Default", "Required", "Description"]
    assert document.rows == ([head, *case["overview"]] if case["overview"] else [])
    assert document.sections == case["sections"]


# How a flavor writes the anchor of a heading or a row.
ANCHORS = {
    "gfm": r'<a id="([^"]+)"></a>',
    "myst": r"^\(([^)]+)\)=$",
    "mdx": r"^##+ .* \{#([^}]+)\}$",
    "hugo": r'^##+ .* \{id="([^"]+)"\}$',
}


@pytest.mark.parametrize("flavor", FLAVORS)
def test_each_field_has_an_anchor_in_markdown(yschema: Command, case: Any, flavor: str) -> None:
    document = shown(yschema, "markdown", case["schema"], "--flavor", flavor, "--name", "app")
    anchors = re.findall(ANCHORS[flavor], document.replace("\\~", "~"), re.MULTILINE)
    page = Parsed(shown(yschema, "html-page", case["schema"], "--name", "app"))
    assert sorted(anchors) == sorted(id_ for id_ in page.ids if id_.startswith("app."))
    assert set(re.findall(r"\]\(#([^)]+)\)", document)) <= set(anchors)


TEXTS = {
    "pipes and code": "a | b `c | d` \\| `",
    "html": "<script>x()</script> <b onclick=x()>bold</b> </td></table> <!-- & &amp; <x>",
    "heading": "# Heading",
    "marks": "*em* _u_ ~~no~~ $x$ ![i](j) [l](javascript:x()) [[w]] {{ 7 * 7 }} {% x %} ^*",
    "fence": "```\nnot code ````",
    "lines": "one\n===\ntwo\n\n# three\n\n| a |",
    "number": "1. one",
    "quote": "> quote #",
    "spaces": "    indented",
    "markup of other tools": '!!! note\n    --8<-- "x"',
}


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def hostile(text: str) -> str:
    """Return a schema with the text in every place: titles, descriptions, values, notices and rules."""
    it = quoted(text)
    return f"""\
#@data/values-schema
#@schema/title {it}
#@schema/desc {it}
#@schema/validation ({it}, lambda v: True)
---
#@schema/title {it}
#@schema/desc {it}
#@schema/deprecated {it}
#@schema/examples ({it}, {it})
#@schema/validation ({it}, lambda v: v != {it}), when=lambda v: v != {it}
{it}: {it}
#@schema/removed {it}
gone: 1
list:
#@schema/desc {it}
#@schema/validation one_of=[{it}]
- ""
last: 1
"""


TOLD = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


@TOLD
def test_text_stays_text_in_a_table(yschema: Command, text: str) -> None:
    html = shown(yschema, "html", hostile(text))
    head, whole, first, gone, *others = Document(html).rows
    assert (len(head), len(whole), [row[0] for row in others]) == (4, 4, ["list", "last"])
    assert first[0] == _joined(text)
    assert first[1].startswith(_joined(text))
    assert first[3].startswith(_joined(text))
    assert gone[2].startswith("removed")
    assert harmless(html)


@TOLD
def test_text_stays_text_in_a_page(yschema: Command, text: str) -> None:
    html = shown(yschema, "html-page", hostile(text))
    document = Document(html)
    assert [*map(_joined, document.sections)][1:] == [_joined(text), "gone", "list", "last"]
    assert " ".join(document.sections.values()).count(_joined(text)) >= 3
    *before, own = within(html, "script")
    assert not before
    assert harmless(without_data(html).replace(f"<script>{own}</script>", ""))


def without_data(html: str) -> str:
    """Return a page without the script and the model of *My values*, which are text until it is opened."""
    return re.sub(
        r'<script type="(?:text/plain|application/json)"[^>]*>[^<]*(?:<(?!/script)[^<]*)*</script>', "", html
    )


def harmless(html: str) -> bool:
    page = Parsed(html)
    tags = {tag for tag, _ in page.elements}
    handlers = [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    return not page.unbalanced and not handlers and tags.isdisjoint({"script", "iframe", "object", "form"})


@TOLD
def test_text_stays_text_in_markdown(yschema: Command, text: str) -> None:
    document = read(shown(yschema, "markdown", hostile(text)))
    _, first, gone, options, last = document.rows
    assert (first[0], first[1], len(first)) == (_joined(text), "string", 5)
    assert gone[:4] == ["gone", "", "", ""]
    assert options[:4] == ["list", "list of strings", "[]", ""]
    assert last == ["last", "integer", "1", "", ""]
    assert [*map(_joined, document.sections)][-3:] == [_joined(text), "gone", "list"]
    assert text in [load_yaml(code) for code in document.code]


def test_fences_are_longer_than_those_within(yschema: Command) -> None:
    text = shown(yschema, "markdown", hostile("```\n`````"))
    assert text.count("\n``````yaml\n") == text.count("\n``````\n") >= 1


@pytest.mark.parametrize("form", FORMS)
def test_a_document_is_the_same_each_time(yschema: Command, form: str) -> None:
    schema = hostile("a")
    first = shown(yschema, form, schema)
    assert shown(yschema, form, schema) == first
    assert first.endswith("\n")
    assert not first.endswith("\n\n")


@pytest.mark.parametrize("form", FORMS)
def test_what_is_no_text_has_a_sign_in_its_place(yschema: Command, form: str) -> None:
    text = shown(yschema, form, '#@data/values-schema\n---\n#@schema/title "a\\x00b\\x07\\x1bc"\nkey: 1\n')
    assert "a\ufffdb\ufffd\ufffdc" in text
    assert all(character.isprintable() or character == "\n" for character in without_data(text))


@pytest.fixture
def themes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, EntryPoint]:
    """Return the installed themes as a dict that tests can change."""
    points = dict(theme.installed_themes())
    for module in (theme, standalone):
        monkeypatch.setattr(module, "installed_themes", lambda: points)
    monkeypatch.syspath_prepend(tmp_path)
    return points


def refused(yschema: Command, form: str, files: dict[str, str]) -> str:
    schema = "#@data/values-schema\n---\na: 1\n"
    result = yschema("-f", "s.yml", "--schema-inspect", "-o", form, files={"s.yml": schema, **files})
    assert (result.status, result.out) == (2, "")
    return str(result.err)


@pytest.mark.parametrize("form", FORMS)
def test_without_themes_it_says_so(yschema: Command, themes: dict[str, EntryPoint], form: str) -> None:
    themes.clear()
    message = refused(yschema, form, {})
    assert "error: the templates of this output format are not installed" in message
    assert "found:    no themes" in message
    assert "mkdocs-yschema" in message


def package_with(template: str) -> dict[str, str]:
    """Install a theme that uses this template for all three formats."""
    names = ("table.html", "page.html", "document.md")
    return {"__init__.py": "", "theme.toml": "", **{f"templates/{name}": template for name in names}}


WRONG: dict[str, tuple[dict[str, str], str]] = {
    "a package that is gone": ({}, "error: the package of the theme 'standalone' is not installed"),
    "no settings": ({"__init__.py": ""}, "error: cannot read the theme's settings"),
    "no template": ({"__init__.py": "", "theme.toml": ""}, "error: cannot render"),
    "a template that is none": (package_with("\n{% if %}"), ":2: error: the template is wrong"),
    "a name that is unknown": (package_with("{{ no }}"), "error: cannot render"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("form", FORMS)
def test_a_theme_that_is_wrong(
    yschema: Command, themes: dict[str, EntryPoint], tmp_path: Path, form: str, wrong: str
) -> None:
    package = f"theme_{tmp_path.name}"
    themes["standalone"] = EntryPoint("standalone", package, theme.GROUP)
    files, words = WRONG[wrong]
    assert words in refused(yschema, form, {f"{package}/{name}": text for name, text in files.items()})


def page_of(themes: dict[str, EntryPoint], package: str, script: bytes, folder: Path) -> dict[str, str]:
    """Return the files of a theme whose page contains only its script."""
    themes["standalone"] = EntryPoint("standalone", package, theme.GROUP)
    (folder / package / "assets").mkdir(parents=True)
    (folder / package / "assets/a.js").write_bytes(script)
    files = package_with("<script>{{ script | safe }}</script>")
    return {f"{package}/{name}": text for name, text in files.items()}


def test_a_script_does_not_end_its_element(
    yschema: Command, themes: dict[str, EntryPoint], tmp_path: Path
) -> None:
    script = b"say('</script><!-- <SCRIPT>', 1 < script)\r\n/* \x07 */"
    files = page_of(themes, f"script_{tmp_path.name}", script, tmp_path)
    made = yschema(
        "-f", "s.yml", "--schema-inspect", "-o", "html-page", files={"s.yml": f"{HEAD}a: 1\n", **files}
    )
    wanted = "say('\\x3C/script>\\x3C!-- \\x3CSCRIPT>', 1 < script)\n/* \ufffd */"
    assert made.out == f"<script>{wanted}</script>\n"


def test_a_script_that_is_no_text(yschema: Command, themes: dict[str, EntryPoint], tmp_path: Path) -> None:
    files = page_of(themes, f"script_{tmp_path.name}", b"\xff", tmp_path)
    assert "error: cannot read an asset of the theme" in refused(yschema, "html-page", files)
