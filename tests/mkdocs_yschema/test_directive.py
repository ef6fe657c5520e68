"""`::: yschema NAME` in Markdown, without MkDocs."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from markdown import Markdown

from render.html_text import Parsed
from yschema_engine.show.findings import as_text
from yschema_engine.text.findings import EngineError

from .sites import SCHEMA, with_pymdownx

EXTENSIONS = [
    "yschema",
    "toc",
    "admonition",
    "md_in_html",
    "tables",
]
PYMDOWNX = ["pymdownx.superfences", "pymdownx.tabbed"]
SERVICE = ["app.service", "app.service.type", "app.service.loadBalancerIP"]
ALL = ["app.replicas", *SERVICE, "app.routes", "app.routes.path"]


@pytest.fixture
def convert(tmp_path: Path, has_pymdownx: bool) -> Any:
    """Convert Markdown with the schema `app`, and return the HTML and the converter."""
    (tmp_path / "app.yaml").write_text(SCHEMA)
    (tmp_path / "wrong.yaml").write_text("#@data/values-schema\n---\nx: null\n")
    schemas = {"app": {"files": ["app.yaml"], "title": "App"}, "wrong": {"files": ["wrong.yaml"]}}

    def run(text: str, **options: Any) -> tuple[str, Markdown]:
        configs = {"yschema": {"base": str(tmp_path), "schemas": schemas, **options}}
        configs["pymdownx.tabbed"] = {"alternate_style": True}
        extensions = [*EXTENSIONS, *(PYMDOWNX if has_pymdownx else ["fenced_code"])]
        md = Markdown(extensions=extensions, extension_configs=configs)
        return md.convert(dedent(text)), md

    return run


PLACES = {
    "alone": "::: yschema app",
    "after text": "Some text\n::: yschema app\nand more text",
    "after a heading": "# Title\n::: yschema app",
    "with trailing space": "::: yschema  app  ",
    "admonition": "!!! note\n    ::: yschema app\n\n    more",
    "tabs": '=== "One"\n\n    ::: yschema app\n\n=== "Two"\n\n    text',
    "list": "- item\n\n    ::: yschema app\n\n- item",
    "numbered list": "1.  item\n\n    ::: yschema app\n",
    "tab in an admonition": '!!! note\n    === "One"\n        ::: yschema app\n',
    "quote": "> ::: yschema app",
    "html": '<div markdown="1">\n\n::: yschema app\n\n</div>',
}

ELSEWHERE = {
    "fence": "```\n::: yschema app\n```",
    "fence in a list": "- item\n\n    ```\n    ::: yschema app\n    ```",
    "code": "text\n\n    ::: yschema app",
    "code span": "`::: yschema app`",
    "in a line": "as in ::: yschema app",
    "other names": "::: warning app",
    "modules": "::: yschemas.app",
    "a comment": "<!--\n::: yschema app\n-->",
    "code in HTML": "<pre><code>a\n::: yschema app\n</code></pre>",
    "a backslash": "\\::: yschema app",
}

OPTIONS = {
    "a part": ("    path: service", SERVICE, "h2"),
    "a leaf": ("    path: service.type\n    heading_level: 4", ["app.service.type"], "h4"),
    "items": ("    path: routes[].path", ["app.routes.path"], "h2"),
    "items without brackets": ("    path: routes.path", ["app.routes.path"], "h2"),
    "level": ("    heading_level: 1", ALL, "h1"),
    "less indented": ("  path: replicas", ["app.replicas"], "h2"),
    "quoted": ("    path: 'replicas' # why", ["app.replicas"], "h2"),
}

WRONG = {
    "unknown name": (
        "::: yschema apq",
        ["Markdown:3", "unknown schema `apq`", "one of app, wrong", "mean `app`?"],
    ),
    "no name": ("::: yschema", ["Markdown:3", "the directive names no schema", "::: yschema NAME"]),
    "unknown path": (
        "::: yschema app\n    path: service.typ",
        ["Markdown:4", "service.typ", "did you mean `service.type`?"],
    ),
    "unknown option": (
        "::: yschema app\n    heading_level: 2\n    pth: x",
        ["Markdown:5", "unknown option `pth`", "path, heading_level"],
    ),
    "wrong level": (
        "::: yschema app\n    heading_level: 7",
        ["Markdown:4", "level: 7", "from 1 to 6"],
    ),
    "four colons": ("text\n:::: yschema app", ["Markdown:4:1", "as text", "`::: yschema NAME`, on a line"]),
    "capitals": ("::: Yschema app", ["Markdown:3:1", "as text"]),
    "another directive": ("::: yschema-list", ["Markdown:3:1", "as text"]),
    "two colons": (":: yschema app", ["Markdown:3:1", "as text"]),
    "a misspelt directive": ("::: yshema app", ["Markdown:3:1", "as text", "`::: yschema NAME`"]),
    "a misspelt index": ("::: yschema_index all", ["Markdown:3:1", "`::: yschema-index FLEET`"]),
    "a schema alone": ("::: app", ["Markdown:3:1", "as text", "`::: yschema app`"]),
    "options at the margin": (
        "::: yschema app\npath: size",
        ["Markdown:4:1", "path: size", "indent the option"],
    ),
    "in a heading": ("## ::: yschema app", ["Markdown:3:4", "as text"]),
    "in a table": ("| a |\n|---|\n| ::: yschema app |", ["Markdown:5:3", "as text"]),
    "in HTML": ("<div>\n<p>Text\n ::: yschema app</p></div>", ["Markdown:5:2", "attribute `markdown`"]),
    "bad yaml": ("::: yschema app\n    path: [x", ["Markdown:3", "not valid YAML"]),
    "a list": ("::: yschema app\n    - path", ["Markdown:4", "expected", "`OPTION: VALUE`"]),
    "nested": ("::: yschema app\n    path: {a: b}", ["Markdown:4", "`OPTION: VALUE`"]),
    "in a tab": ('=== "One"\n\n    ::: yschema apq', ["Markdown:5", "unknown schema"]),
    "invalid schema": ("::: yschema wrong", ["wrong.yaml:3", "null", "expected"]),
}

SETTINGS = {
    "no map": ([], ["schemas", "a map of names to schemas"]),
    "no files": ({"app": {"title": "App"}}, ["schemas.app", "files"]),
    "files no list": ({"app": {"files": "app.yaml"}}, ["schemas.app", "files"]),
    "unknown key": ({"app": {"files": ["app.yaml"], "titel": "A"}}, ["titel", "did you mean `title`?"]),
    "no such file": ({"app": {"files": ["*.yml"]}}, ["no file matches `*.yml`", "at least one file"]),
}


@pytest.mark.parametrize("text", with_pymdownx(PLACES, "tabs", "tab in an admonition"))
def test_works_in_every_place(convert: Any, text: str) -> None:
    html, md = convert(text)
    assert [i for i in Parsed(html).ids if i.startswith("app.")] == ALL
    assert ":::" not in html
    assert "app.service" in str(md.toc_tokens)
    assert "wzxhzdk" not in html, "a key to the stash was left"


@pytest.mark.parametrize("text", with_pymdownx(ELSEWHERE, "fence in a list"))
def test_is_text_elsewhere(convert: Any, text: str) -> None:
    html, _ = convert(text)
    assert "ys-field" not in html
    assert ":::" in html


@pytest.mark.parametrize(("options", "ids", "tag"), OPTIONS.values(), ids=OPTIONS)
def test_options(convert: Any, options: str, ids: list[str], tag: str) -> None:
    html, _ = convert(f"::: yschema app\n{options}\n\nText")
    page = Parsed(html)
    assert page.ids == ids
    assert next(t for t, attributes in page.elements if "id" in attributes) == tag
    assert "<p>Text</p>" in html


@pytest.mark.parametrize(("text", "words"), with_pymdownx(WRONG, "in a tab"))
def test_errors_say_what_where_and_what_else(convert: Any, text: str, words: list[str]) -> None:
    with pytest.raises(EngineError) as raised:
        convert(f"# Title\n\n{text}\n")
    told = as_text(raised.value.findings)
    assert not [word for word in words if word not in told], told


@pytest.mark.parametrize(("schemas", "words"), SETTINGS.values(), ids=SETTINGS)
def test_wrong_settings(convert: Any, schemas: Any, words: list[str]) -> None:
    with pytest.raises(EngineError) as raised:
        convert("::: yschema app", schemas=schemas)
    told = as_text(raised.value.findings)
    assert not [word for word in words if word not in told], told


def test_ids_are_unique_however_often_a_field_is_shown(convert: Any) -> None:
    html, md = convert(
        "::: yschema app\n    path: service\n\n::: yschema app\n\n::: yschema app\n    path: routes"
    )
    ids = [i for i in Parsed(html).ids if i.startswith("app")]
    assert sorted(ids) == sorted(ALL)
    assert html.count("<p>The kind of service.</p>") == 2
    assert md.convert("::: yschema app").count('id="app.replicas"') == 1, "the next page has its own"


def test_each_has_a_switch_of_its_own(convert: Any) -> None:
    """Only one of several elements with the same name could be selected."""
    html, _ = convert("::: yschema app\n\n::: yschema app\n    layout: table\n\n::: yschema app")
    radios = [attributes for _, attributes in Parsed(html).elements if attributes.get("type") == "radio"]
    assert len(radios) == 9
    assert len({radio["name"] for radio in radios if "checked" in radio}) == 3


def test_headings_of_the_page_keep_their_ids(convert: Any) -> None:
    html, md = convert("# App\n\n## Replicas\n\n::: yschema app\n\n## Replicas")
    ids = Parsed(html).ids
    assert len(ids) == len(set(ids))
    assert {"app", "replicas", "replicas_1"} <= set(ids)
    tops = [token["id"] for token in md.toc_tokens[0]["children"]]
    assert tops == ["replicas", "app.service", "app.routes", "replicas_1"]


def test_many_fields_leave_only_maps_in_the_contents(convert: Any, tmp_path: Path) -> None:
    maps = "".join(f"m{i}:\n" + "".join(f"  f{j}: {j}\n" for j in range(9)) for i in range(10))
    (tmp_path / "app.yaml").write_text(f"#@data/values-schema\n---\n{maps}")
    html, md = convert("::: yschema app")
    assert [token["id"] for token in md.toc_tokens] == [f"app.m{i}" for i in range(10)]
    assert not any(token["children"] for token in md.toc_tokens)
    assert len(Parsed(html).ids) == 100


def test_the_contents_are_as_deep_as_they_are_short(convert: Any, tmp_path: Path) -> None:
    maps = "".join(f"m{i}:\n  own:\n" + "".join(f"    o{j}: {{p: 1}}\n" for j in range(9)) for i in range(10))
    (tmp_path / "app.yaml").write_text(f"#@data/values-schema\n---\n{maps}")
    _, md = convert("::: yschema app")
    assert [token["id"] for token in md.toc_tokens] == [f"app.m{i}" for i in range(10)]
    assert [token["id"] for top in md.toc_tokens for token in top["children"]] == [
        f"app.m{i}.own" for i in range(10)
    ]
    assert not any(token["children"] for top in md.toc_tokens for token in top["children"])


def test_without_a_site_long_pages_have_no_switch(convert: Any, tmp_path: Path) -> None:
    """There is no file that could contain the YAML view."""
    for number, switches in ((300, 3), (301, 0)):
        fields = "".join(f"f{i}: {i}\n" for i in range(number))
        (tmp_path / "app.yaml").write_text(f"#@data/values-schema\n---\n{fields}")
        html, _ = convert("::: yschema app")
        assert html.count('type="radio"') == switches
        assert "data-lines" not in html


def test_a_theme_may_be_chosen(convert: Any) -> None:
    assert "ys-field" in convert("::: yschema app", theme="material")[0]
