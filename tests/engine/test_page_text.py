"""Changes to Markdown that leave code alone."""

from __future__ import annotations

import pytest

from yschema_engine.site.page_text import (
    DirectiveLines,
    replace_directives,
    replace_links,
    shift_headings,
)

LINKS = {
    "inline": ("[a](b.md) ![c](d.png)", "[a](<b.md>) ![c](<d.png>)"),
    "with a title": ('[a](b.md#c "t")', '[a](<b.md#c> "t")'),
    "in angle brackets": ("[a](<b c.md>)", "[a](<<b c.md>>)"),
    "a definition": ("[a]: b.md 'title'", "[a]: <b.md> 'title'"),
    "code": ("`[a](b.md)` ``[a](b.md) ` ``", None),
    "a comment": ("<!-- [a](b.md) -->", None),
    "a fence": ("~~~\n[a](b.md)\n~~~", None),
    "after a fence": ("```\nx\n```\n[a](b.md)", "```\nx\n```\n[a](<b.md>)"),
    "a field": ("[the *a*][x.y[].z]", "[the *a*](field:x.y[].z)"),
    "a field by itself": ("[x.y][]", "[x.y](field:x.y)"),
    "a field in code": ("[`x.y`][]", "[`x.y`](field:x.y)"),
    "a field without a text": ("[][x.y]", "[`x.y`](field:x.y)"),
    "another name": ("[a][b] and [x.y] text", None),
    "escaped": ("\\[a][x.y]", None),
}
HEADINGS = {
    "deeper": ("# a\n## b\ntext # c", 2, "### a\n#### b\ntext # c"),
    "to the deepest": ("##### a\n###### b", 3, "###### a\n###### b"),
    "higher": ("### a\n## b", -1, "## a\n# b"),
    "code": ("```yaml\n## a\n```\n#b", 1, "```yaml\n## a\n```\n#b"),
    "as it is": ("## a", 0, "## a"),
}
DIRECTIVES = {
    "alone": ("::: yschema a", "A\n\nB"),
    "with options": ("x\n\n::: yschema a\n    path: b\n\ny", "x\n\nA\n\nB\n\ny"),
    "in a list": ("- x\n\n    ::: yschema a\n        path: b\n- y", "- x\n\n    A\n\n    B\n- y"),
    "as an item": ("1. ::: yschema a\n", "1. A\n\n   B\n"),
    "in a quote": ("> ::: yschema a\n>     path: b\n> y", "> A\n>\n> B\n> y"),
    "in code": ("```\n::: yschema a\n```", None),
    "other directives": ("::: yschema b\n::: other", None),
    "within a line": ("see ::: yschema a", None),
}


@pytest.mark.parametrize("case", LINKS)
def test_links(case: str) -> None:
    text, expected = LINKS[case]
    changed = replace_links(text, "<{}>".format, lambda name: f"field:{name}" if "." in name else "")
    assert changed == (text if expected is None else expected)


@pytest.mark.parametrize("case", HEADINGS)
def test_headings(case: str) -> None:
    text, by, expected = HEADINGS[case]
    assert shift_headings(text, by) == expected


@pytest.mark.parametrize("case", DIRECTIVES)
def test_directives(case: str) -> None:
    text, expected = DIRECTIVES[case]

    def replacement(directive: DirectiveLines) -> str | None:
        assert directive.options in ("", "\n    path: b")
        return "A\n\nB\n" if directive.argument == "a" else None

    assert replace_directives(text, replacement) == (text if expected is None else expected)
