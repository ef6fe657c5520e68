"""Cross-references in the text of a page, without MkDocs."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from markdown import Markdown

from yschema_engine.show.findings import as_text
from yschema_engine.text.findings import EngineError

from .sites import with_pymdownx

SCHEMA = """\
#@data/values-schema
---
replicas: 2
service:
  type: ClusterIP
  load_balancer_ip: ""
  __init__: 1
tls.crt: x
a.b: {c: 1}
a: {b: {c: 2}}
名: {x/y: 7}
odd key: 1
routes:
- path: /
  weights: [[{of: 1}]]
"""
EXTENSIONS = [
    "yschema",
    "toc",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
]
PYMDOWNX = ["pymdownx.details", "pymdownx.inlinehilite", "pymdownx.superfences", "pymdownx.tabbed"]
LINK = re.compile(r'<a class="ys-ref" href="(.*?)">(.*?)</a>', re.DOTALL)


@pytest.fixture
def convert(tmp_path: Path, has_pymdownx: bool) -> Any:
    """Convert Markdown with some schemas, and return the HTML and the converter."""
    (tmp_path / "app.yaml").write_text(SCHEMA, encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text("#@data/values-schema\n---\nx: null\n")
    schemas = {
        "app": {"files": ["app.yaml"]},
        "app.two": {"files": ["app.yaml"], "url": "/two/"},
        "wrong": {"files": ["wrong.yaml"]},
    }

    def run(text: str) -> tuple[str, Markdown]:
        configs: dict[str, Any] = {"yschema": {"base": str(tmp_path), "schemas": schemas}}
        configs["pymdownx.tabbed"] = {"alternate_style": True}
        extensions = [*EXTENSIONS, *(PYMDOWNX if has_pymdownx else ["fenced_code"])]
        md = Markdown(extensions=extensions, extension_configs=configs)
        html = md.convert(dedent(text) + "\n\n::: yschema app\n")
        return html, md

    return run


TYPE = ("#app.service.type", "kind")
TYPE_CODE = ("#app.service.type", "<code>service.type</code>")
REPLICAS = ("#app.replicas", "<code>replicas</code>")
LINKS = {
    "brackets": ("The [kind][app.service.type].", [TYPE]),
    "a path alone": ("[app.service.type][]", [("#app.service.type", "app.service.type")]),
    "a path alone, as code": (
        "[`app.service.type`][]",
        [("#app.service.type", "<code>app.service.type</code>")],
    ),
    "code style": ("`app:service.type`", [TYPE_CODE]),
    "code style in brackets": ("[`app:service.type`][]", [TYPE_CODE]),
    "no text": ("[][app.service.type]", [TYPE_CODE]),
    "a colon in brackets": ("[kind][app:service.type]", [TYPE]),
    "code style as the second": ("[kind][`app:service.type`]", [TYPE]),
    "a map": ("`app:service`", [("#app.service", "<code>service</code>")]),
    "an array": ("[x][app.routes[]]", [("#app.routes", "x")]),
    "array items": ("`app:routes[].path`", [("#app.routes.path", "<code>routes[].path</code>")]),
    "array items without brackets": ("`app:routes.path`", [("#app.routes.path", "<code>routes.path</code>")]),
    "array items in brackets": ("[x][app.routes[].weights[][].of]", [("#app.routes.weights.of", "x")]),
    "array items in a path alone": ("[app.routes[].path][]", [("#app.routes.path", "app.routes[].path")]),
    "a key with a dot": ("[x][app.tls.crt]", [("#app.tls~2Ecrt", "x")]),
    "a key with a dot, as in anchors": ("`app:tls~2Ecrt`", [("#app.tls~2Ecrt", "<code>tls.crt</code>")]),
    "dots told apart": ("[x][app.a~2Eb.c] [y][app.a.b.c]", [("#app.a~2Eb.c", "x"), ("#app.a.b.c", "y")]),
    "a key that is not ASCII": ("`app:名.x/y`", [("#app.~E5~90~8D.x~2Fy", "<code>名.x/y</code>")]),
    "a key with a space": ("[x][app.odd key]", [("#app.odd~20key", "x")]),
    "a space as in anchors": ("`app:odd~20key`", [("#app.odd~20key", "<code>odd key</code>")]),
    "underscores": ("[app.service.__init__][]", [("#app.service.__init__", "app.service.__init__")]),
    "escaped underscores": (r"[x][app.service.load\_balancer\_ip]", [("#app.service.load_balancer_ip", "x")]),
    "formatted text": (
        "[*the* `kind` **of**][app.service.type]",
        [("#app.service.type", "<em>the</em> <code>kind</code> <strong>of</strong>")],
    ),
    "text with brackets": ("[kind [1]][app.service.type]", [("#app.service.type", "kind [1]")]),
    "a reference as text": (
        "[`app:replicas`][app.service.type]",
        [("#app.service.type", "<code>replicas</code>")],
    ),
    "a space between": ("[kind] [app.service.type]", [TYPE]),
    "a line end between": ("[kind]\n[app.service.type]", [TYPE]),
    "a line end in the text": ("[kind\nof][app.service.type]", [("#app.service.type", "kind\nof")]),
    "two in a line": ("[kind][app.service.type] and `app:replicas`", [TYPE, REPLICAS]),
    "in brackets": ("[see [kind][app.service.type]]", [TYPE]),
    "behind other brackets": ("[foo][kind][app.service.type]", [TYPE]),
    "the longest name of a schema": ("[x][app.two.replicas]", [("/two/#app~2Etwo.replicas", "x")]),
    "a name as in anchors": ("`app~2Etwo:replicas`", [("/two/#app~2Etwo.replicas", "<code>replicas</code>")]),
    "in a heading": ("## The [kind][app.service.type] `app:replicas`", [TYPE, REPLICAS]),
    "in a list": ("- [kind][app.service.type]\n    - `app:replicas`", [TYPE, REPLICAS]),
    "in a table": ("| a | b |\n|---|---|\n| [kind][app.service.type] | `app:replicas` |", [TYPE, REPLICAS]),
    "in an admonition": ('!!! note "`app:replicas`"\n    [kind][app.service.type]', [REPLICAS, TYPE]),
    "in a fold": ('??? note "`app:replicas`"\n    [kind][app.service.type]', [REPLICAS, TYPE]),
    "in a tab": ('=== "One"\n\n    [kind][app.service.type]', [TYPE]),
    "in a quote": ("> [kind][app.service.type]", [TYPE]),
    "in a footnote": ("Text[^1]\n\n[^1]: [kind][app.service.type]", [TYPE]),
    "in a definition": ("Term\n:   [kind][app.service.type]", [TYPE]),
    "in HTML": ('<div markdown="1">\n\n[kind][app.service.type]\n\n</div>', [TYPE]),
    "in bold": ("**[kind][app.service.type]**", [TYPE]),
}  # fmt: skip

OTHERS = {
    "two backticks": ("``app:nothing``", "<code>app:nothing</code>"),
    "a space": ("` app:nothing `", "<code>app:nothing</code>"),
    "in a longer span": ("`` `app:nothing` ``", "<code>`app:nothing`</code>"),
    "an escaped backtick": (r"\`app:nothing\`", "`app:nothing`"),
    "another name": ("`http:8080`", "<code>http:8080</code>"),
    "a name alone": ("`app:`", "<code>app:</code>"),
    "YAML": ("`app: nothing`", "<code>app: nothing</code>"),
    "a longer first word": ("`apples:nothing`", "<code>apples:nothing</code>"),
    "code of a language": ("`#!yaml app:nothing`", "app:nothing"),
    "a fence": ("```\n`app:nothing` [x][app.nothing]\n```", "`app:nothing` [x][app.nothing]"),
    "a fence in a list": ("- item\n\n    ```\n    [x][app.nothing]\n    ```", "[x][app.nothing]"),
    "indented code": ("Text\n\n    [x][app.nothing]", "<code>[x][app.nothing]"),
    "a code span": ("`[x][app.nothing]`", "<code>[x][app.nothing]</code>"),
    "an escaped bracket": (r"\[x][app.nothing]", "[x][app.nothing]"),
    "a defined reference": ("[x][app.nothing]\n\n[app.nothing]: http://x", '<a href="http://x">x</a>'),
    "other words": ("[x][apples.nothing]", "[x][apples.nothing]"),
    "a word alone": ("[x][app]", "[x][app]"),
    "a name alone in brackets": ("[app][]", "[app][]"),
    "no path": ("[x][app.]", "[x][app.]"),
    "one pair of brackets": ("[app.nothing]", "[app.nothing]"),
    "a link": ("[x](app.nothing)", '<a href="app.nothing">x</a>'),
    "an image": ("![x][app.nothing]", "![x][app.nothing]"),
    "an HTML comment": ("<!-- [x][app.nothing] -->", "<!-- [x][app.nothing] -->"),
    "raw HTML": ("<div>[x][app.nothing]</div>", "<div>[x][app.nothing]</div>"),
    "an HTML attribute": ('<b title="`app:nothing`">x</b>', "app:nothing"),
    "open brackets": ("[x][app.nothing", "[x][app.nothing"),
    "code in a link": ("[`app:replicas`](x.md)", '<a href="x.md"><code>replicas</code></a>'),
    "a reference in a link": (
        "[a [b][app.replicas] c](x.md)",
        '<a href="x.md">a <span>b</span> c</a>',
    ),
}

WRONG = {
    "a misspelt name": (
        "[x][app.service.tpye]",
        ["Markdown:3", "schema `app` has no field `service.tpye`", "[app.service.tpye]"],
        "did you mean `app.service.type`?",
    ),
    "code style": (
        "`app:service.tpye`",
        ["Markdown:3", "found:    `app:service.tpye`"],
        "did you mean `app:service.type`?\n",
    ),
    "code style, and no name that is near": (
        "`app:1.2`",
        ["Markdown:3", "for code that is not a cross-reference, write two backticks on each side"],
        None,
    ),
    "a path alone": ("[app.service.tpye][]", ["Markdown:3"], "did you mean `app.service.type`?"),
    "a path alone, as code": ("[`app.service.tpye`][]", ["Markdown:3"], "did you mean `app.service.type`?"),
    "code style in brackets": ("[`app:service.tpye`][]", ["Markdown:3"], "did you mean `app:service.type`?"),
    "no keys around it": ("`app:type`", ["Markdown:3", "`type`"], "did you mean `app:service.type`?"),
    "escaped": (r"[x][app.load\_balancer]", ["Markdown:3"], "did you mean `app.service.load_balancer_ip`?"),
    "a colon in brackets": ("[x][app:service.tpye]", ["Markdown:3"], "did you mean `app:service.type`?"),
    "capital letters": ("`app:Replicas`", ["Markdown:3"], "did you mean `app:replicas`?"),
    "an index": ("[x][app.routes[0].path]", ["Markdown:3"], "did you mean `app.routes[].path`?"),
    "a key of a value": ("`app:replicas.x`", ["Markdown:3"], "did you mean `app:replicas`?"),
    "nothing near": ("[x][app.qqqqqqqq]", ["Markdown:3", "`qqqqqqqq`"], None),
    "another schema": ("[x][app.two.tpye]", ["Markdown:3", "schema `app.two`"], None),
    "a list": ("Text\n\n- one\n- two `app:typo`", ["Markdown:6"], None),
    "a table": ("| a |\n|---|\n| `app:typo` |", ["Markdown:5"], None),
    "a tab": ('=== "One"\n\n    [x][app.typo]', ["Markdown:5"], None),
    "a heading": ("Text\n\n## [x][app.typo]", ["Markdown:5"], None),
    "the text of a link": ("[`app:typo`](x.md)", ["Markdown:3", "`typo`"], None),
    "below the same in a fence": ("```\n[x][app.typo]\n```\n\n[x][app.typo]", ["Markdown:7"], None),
    "below the same in a code span": ("`[x][app.typo]`\n\n[x][app.typo]", ["Markdown:5"], None),
    "below the same in two backticks": ("``app:typo``\n\n`app:typo`", ["Markdown:5"], None),
    "a line end between": ("[x]\n[app.typo]", ["Markdown:4"], None),
    "an invalid schema": ("`wrong:x`", ["wrong.yaml:3", "null"], None),
}  # fmt: skip


@pytest.mark.parametrize(("text", "links"), with_pymdownx(LINKS, "in a fold", "in a tab"))
def test_links(convert: Any, text: str, links: list[tuple[str, str]]) -> None:
    html, _ = convert(text)
    assert LINK.findall(html) == links


@pytest.mark.parametrize(("text", "kept"), with_pymdownx(OTHERS, "code of a language", "a fence in a list"))
def test_everything_else_is_left_alone(convert: Any, text: str, kept: str) -> None:
    html, _ = convert(text)
    assert kept in html
    assert "ys-ref" not in html


@pytest.mark.parametrize(("text", "words", "near"), with_pymdownx(WRONG, "a tab"))
def test_misses(convert: Any, text: str, words: list[str], near: str | None) -> None:
    with pytest.raises(EngineError) as raised:
        convert(f"# Title\n\n{text}\n")
    told = as_text(raised.value.findings)
    assert not [word for word in words if word not in told], told
    assert near is None or near in told, told
    assert near is not None or "did you mean" not in told or "type" in told


def test_the_table_of_contents_has_the_text_alone(convert: Any) -> None:
    _, md = convert("## The [kind *of*][app.service.type] `app:replicas`")
    heading = md.toc_tokens[0]
    assert (heading["name"], heading["id"]) == ("The kind of replicas", "the-kind-of-replicas")


def test_attributes_go_to_the_link(convert: Any) -> None:
    html, _ = convert("[kind][app.service.type]{ .button } `app:replicas`{ #here }")
    assert '<a class="ys-ref button" href="#app.service.type">kind</a>' in html
    assert '<a class="ys-ref" href="#app.replicas" id="here"><code>replicas</code></a>' in html


def test_a_data_value_of_another_page_needs_an_address(convert: Any, tmp_path: Path) -> None:
    config = {"base": str(tmp_path), "schemas": {"app": {"files": ["app.yaml"]}}}
    md = Markdown(extensions=["yschema"], extension_configs={"yschema": config})
    with pytest.raises(EngineError) as raised:
        md.convert("::: yschema app\n    path: service\n\n`app:service.type` `app:replicas`\n")
    told = as_text(raised.value.findings)
    assert "Markdown:4" in told and "`replicas`" in told and "`url`" in told
    config["schemas"]["app"]["url"] = "https://example.org/values/"  # type: ignore[index]
    md = Markdown(extensions=["yschema"], extension_configs={"yschema": config})
    html = md.convert("::: yschema app\n    path: service\n\n`app:service.type` `app:replicas`\n")
    assert [href for href, _ in LINK.findall(html)] == [
        "#app.service.type",
        "https://example.org/values/#app.replicas",
    ]
