"""Marks of blocks leave no trace in pages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from markdown import Markdown

from yschema_engine.docs.fences import parse_header
from yschema_engine.show.findings import as_text
from yschema_engine.text.findings import EngineError

from .sites import SCHEMA

SUPERFENCES = ["pymdownx.superfences"]
HIGHLIGHT = {"pymdownx.highlight": {"anchor_linenums": True, "linenums_style": "table", "auto_title": True}}
HOSTS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "superfences": (SUPERFENCES, {}),
    "superfences and highlight": ([*SUPERFENCES, "pymdownx.highlight", "attr_list"], HIGHLIGHT),
    "no pygments": (
        [*SUPERFENCES, "pymdownx.highlight"],
        {"pymdownx.highlight": {"use_pygments": False}},
    ),
    "superfences, tabs kept": (SUPERFENCES, {"pymdownx.superfences": {"preserve_tabs": True}}),
    "superfences, relaxed": (SUPERFENCES, {"pymdownx.superfences": {"relaxed_headers": True}}),
    "superfences and snippets": ([*SUPERFENCES, "pymdownx.snippets", "pymdownx.critic"], {}),
    "fenced_code": (["fenced_code"], {}),
    "fenced_code and codehilite": (["fenced_code", "codehilite", "attr_list"], {}),
}
MARKDOWN_ALONE = ("fenced_code", "fenced_code and codehilite")
hosts = pytest.mark.parametrize(
    "host",
    [host if host in MARKDOWN_ALONE else pytest.param(host, marks=pytest.mark.other_tools) for host in HOSTS],
)
OTHERS = ["admonition", "def_list", "footnotes", "md_in_html", "toc", "meta"]
PYMDOWNX = ["pymdownx.details", "pymdownx.tabbed"]
# The options of a block, without and with marks.
HEADERS = {
    "language": ("yaml", "yaml yschema=app"),
    "quoted": ("yaml", 'yaml yschema="app"'),
    "dotted": ("yaml", "yaml yschema=app yschema.fragment=service"),
    "all": ("yaml", "yaml yschema='app' yschema.invalid=\"a 'b' c\" yschema.complete"),
    "title": ('yaml title="a b.yaml"', 'yaml yschema=app title="a b.yaml"'),
    "title first": ('yaml title="a b.yaml"', 'yaml title="a b.yaml" yschema=app'),
    "lines": ('yaml hl_lines="1 2-3" linenums="5"', 'yaml hl_lines="1 2-3" yschema=app linenums="5"'),
    "quotes in a title": ("yaml title='say \"x\"'", "yaml title='say \"x\"' yschema=app"),
    "braces": ("{.yaml title='x'}", "{.yaml yschema=app title='x'}"),
    "braces, first": ("{.yaml title='x'}", "{yschema=app .yaml title='x'}"),
    "braces, last": (
        "{ .yaml #an-id .a-class hl_lines='1' }",
        "{ .yaml #an-id .a-class hl_lines='1' yschema=app }",
    ),
    "braces behind": ("yaml {title='x'}", "yaml {title='x' yschema=app}"),
    "braces alone": ("yaml", "yaml yschema=app yschema.complete=true yschema.fragment='service'"),
    "shell": ("console", "console yschema=off"),
    "dot": (".yaml", ".yaml yschema=app"),
}
BODY = "service:\n\n  type: x # <&>\nreplicas: 3\n"
PLACES = {
    "top": "# Title\n\n{}\n\ntext",
    "between text": "text\n{}\ntext",
    "list": "- a\n\n    {4}\n\n- b",
    "nested list": "1. a\n    - b\n\n        {8}\n\n2. c",
    "admonition": "!!! note\n    {4}\n",
    "tabs": '=== "One"\n\n    {4}\n\n=== "Two"\n\n    {4}\n',
    "details": "???+ note\n\n    {4}\n",
    "quote": "> {>}\n",
    "definition": "Term\n:   text\n\n    {4}\n",
    "footnote": "Text[^1]\n\n[^1]:\n    {4}\n",
    "html": '<div markdown="1">\n\n{}\n\n</div>\n',
    "comment": "<!--\n{}\n-->\n\n{}\n",
    "twice": "{}\n\n{}\n",
}
# These blocks show marks, which have to remain.
SHOWN = {
    "longer fence": "````md\n{}\n````",
    "tildes": "~~~~\n{}\n~~~~",
    "indented": "text\n\n    {4}\n\n    more\n",
    "indented in a list": "- a\n\n        {8}\n\n- b\n",
    "indented in a quote": "> text\n>\n>     {>4}\n",
    "indented, then a block of a list": "text\n\n    {4}\n\n- a\n\n        {8}\n",
    "code span": "`` {1} ``",
}


@pytest.fixture
def convert(tmp_path: Path) -> Any:
    """Convert Markdown in a host, with or without this extension. The schema is `app`."""
    (tmp_path / "app.yaml").write_text(SCHEMA)

    settings = {"base": str(tmp_path), "schemas": {"app": {"files": ["app.yaml"]}}}

    @cache
    def converter(host: str, own: bool) -> Markdown:
        extensions, configs = HOSTS[host]
        extensions = extensions if host in MARKDOWN_ALONE else [*PYMDOWNX, *extensions]
        ours = {"yschema": settings} if own else {}
        return Markdown(
            extensions=[*OTHERS, *extensions, *(["yschema"] if own else [])],
            extension_configs={**configs, **ours},
        )

    def run(text: str, host: str, *, own: bool = True) -> str:
        return converter(host, own).reset().convert(text)

    return run


def page(place: str, header: str, fence: str = "```", body: str = BODY) -> str:
    """Return a page with a block in a place."""
    block = f"{fence}{header}\n{body}{fence}"
    for mark, start in (("{4}", "    "), ("{8}", "        "), ("{>}", "> "), ("{>4}", ">     ")):
        text = indent(block, start, lambda line: True).removeprefix(start)
        place = place.replace(mark, text.replace("> \n", ">\n"))
    return place.replace("{1}", f"{fence}{header}").replace("{}", block)


@hosts
@pytest.mark.parametrize(("plain", "marked"), HEADERS.values(), ids=HEADERS)
def test_a_page_is_as_without_marks(convert: Any, host: str, plain: str, marked: str) -> None:
    fence = "~~~~" if " " in host else "```"
    marked = marked.replace("yschema=app", "yschema=off").replace("'app'", "'off'").replace('"app"', '"off"')
    for name, place in PLACES.items():
        if host.startswith("fenced_code") and "{}" not in place:
            continue  # does not support blocks in lists
        expected = convert(page(place, plain, fence), host, own=False)
        assert convert(page(place, marked, fence), host) == expected, name


@hosts
@pytest.mark.parametrize("marked", [marked for _, marked in HEADERS.values()], ids=HEADERS)
def test_marks_that_are_shown_stay(convert: Any, host: str, marked: str) -> None:
    body = "service: wrong\n"
    for name, place in SHOWN.items():
        if host.startswith("fenced_code") and name.startswith("tildes"):
            continue
        text = page(place, marked, "```", body)
        assert convert(text, host) == convert(text, host, own=False), name


@hosts
def test_a_page_without_blocks_is_the_same(convert: Any, host: str) -> None:
    text = "a  \nb\n\n    code  \n\n~~~\nx  \n~~~\n\n```yaml\nx:   \n```\n- a\n\n        x: 1   \n"
    assert convert(text, host) == convert(text, host, own=False)


@hosts
def test_errors_are_raised_without_mkdocs(convert: Any, host: str) -> None:
    with pytest.raises(EngineError) as raised:
        convert("# Page\r\n\r\n```yaml yschema title='x'\r\nreplicas: many\r\nservice: 5\r\n```\r\n", host)
    told = as_text(raised.value.findings)
    assert "Markdown:4:11: error: replicas: the value has the wrong type" in told
    assert "Markdown:5:10: error: service: the value has the wrong type" in told


def test_a_page_can_be_converted_again_and_again(convert: Any, tmp_path: Path) -> None:
    schemas = {"app": {"files": ["app.yaml"]}}
    md = Markdown(
        extensions=["fenced_code", "yschema"],
        extension_configs={"yschema": {"base": str(tmp_path), "schemas": schemas}},
    )
    for _ in range(2):
        with pytest.raises(EngineError, match="Markdown:2"):
            md.convert("```yaml yschema=app\nreplicas: many\n```")
        md.reset()
        assert "replicas" in md.convert("```yaml yschema=app\nreplicas: 2\n```")
        md.reset()


def test_front_matter_without_mkdocs(convert: Any) -> None:
    text = "yschema: {}\n\n```yaml\nreplicas: many\n```\n"
    with pytest.raises(EngineError, match="Markdown:4"):
        convert(text.format("app"), "fenced_code")
    with pytest.raises(EngineError, match=r"Markdown:1:10: error: unknown schema `ap`"):
        convert(text.format("ap"), "fenced_code")
    assert "many" in convert(text.format("off"), "fenced_code")


LANGUAGES = {
    "yaml": "yaml",
    "yaml title='.json'": "yaml",
    "{.yaml .json}": "yaml",
    "{ #id .yaml }": "yaml",
    "{#id}": "",
    "": "",
    "{title='.json'}": "",
    "shell-session": "shell-session",
    "c++ yschema=x": "c++",
    "yschema": "yschema",
}


@pytest.mark.parametrize("header", LANGUAGES)
def test_languages_of_headers(header: str) -> None:
    assert parse_header(header).language == LANGUAGES[header]
