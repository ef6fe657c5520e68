"""Descriptions in Markdown documents keep their meaning, and do not change the text around them."""

from __future__ import annotations

import pytest

from yschema_engine.arguments import check
from yschema_engine.show import markdown_from_html, markdown_text
from yschema_engine.show.html.descriptions import Describer
from yschema_engine.show.markdown_text import FLAVORS

BLOCKS = {
    "plain": ("How many pods.", "How many pods."),
    "emphasis": ("A *strong* and a __bold__ word", "A *strong* and a **bold** word"),
    "html emphasis": ("A <b> bold </b>word", "A **bold** word"),
    "code": ("Like `a < b`", "Like `a < b`"),
    "code with a backtick": ("``a ` b``", "<code>a &#96; b</code>"),
    "link": ("See [there](https://example.com/a_b)", "See [there](https://example.com/a_b)"),
    "link to a place with brackets": (
        "[a](<https://example.com/(b) c>)",
        "[a](https://example.com/%28b%29%20c)",
    ),
    "bare address": ("See https://example.com/a_b.", "See <https://example.com/a_b>."),
    "picture": ("![it](img/a.png)", "![it](img/a.png)"),
    "picture of another host": ("![it](https://example.com/a.png)", "[it](https://example.com/a.png)"),
    "picture within a line": ("A !![it](a.png)", "A !![it](a.png)"),
    "two paragraphs": ("One\nline.\n\nTwo.", "One line.\n\nTwo."),
    "line break": ("One<br>two", "One<br>two"),
    "list": ("Any of\n\n- a\n- b\n    - c", "Any of\n\n- a\n- b\n\n    - c"),
    "numbers": ("1. a\n2. b", "1. a\n2. b"),
    "fence": ("```\n# a\n\n- b\n```", "```\n# a\n\n- b\n```"),
    "fence with a language": ("```yaml\n# a\n\n- b\n```", "```yaml\n# a\n\n- b\n```"),
    "fence around a fence": ("````\n```\n````", "````\n```\n````"),
    "code in a list": ("- a\n\n        # b", "- a\n\n        # b"),
    "quote": ("> a\n>\n> b", "> a\n>\n> b"),
    "table": ("a | b\n--|--\n`1|2` | 3", "| a | b |\n|---|---|\n| <code>1&#124;2</code> | 3 |"),
    "html": ("<p>One</p><ul><li>two</li></ul>", "One\n\n- two"),
    "heading": ("# Big\n\ntext", "Big\n\ntext"),
    "names": ("load_balancer_ip and _x", "load_balancer_ip and \\_x"),
    "names with two underscores": ("\\_\\_init\\_\\_ and a__b", "\\_\\_init\\_\\_ and a\\_\\_b"),
    "script": ("<script>x()</script>", ""),
    "link to a script": ("[x](javascript:alert(1))", "x"),
    "link to a script in entities": (
        '<a href="java&amp;#115;cript:alert(1)">x</a>',
        "[x](java&amp;#115;cript:alert%281%29)",
    ),
    "link with quotes": ("<a href=\"https://example.com/a'b'\">x</a>", "[x](https://example.com/a%27b%27)"),
    "link with several arguments": ("[x](https://example.com/?a=1&b=2)", "[x](https://example.com/?a=1&b=2)"),
    "what only looks like html": ("One of <none>", "One of &lt;none>"),
    "address with marks": ("www.example.com/&#42;a&#42; b", "www&#46;example.com/\\*a\\* b"),
    "address in code": ("`` https://example.com/` ``", "<code>https&#58;//example.com/&#96;</code>"),
    "named entity": ("a&nbsp;b &mdash; c", "a\xa0b — c"),
    "a control character": ("a \x07 *b*", "a \x07 *b*"),
    "line breaks in code": ("a `b`<br>\n```\nc &amp;\n```", "a `b`<br>\n\n```\nc &amp;\n```"),
    "entity": ("&lt;b&gt; &amp;amp;", "&lt;b> &amp;amp;"),
    "dollars": ("$a and $b", "&#36;a and &#36;b"),
    "looks like a list": ("\\- a", "\\- a"),
    "looks like a number": ("1\\. a", "1\\. a"),
    "looks like a note": ("!!! note", "&#33;!! note"),
    "looks like a definition": ("<br>: a", "<br>: a"),
}
SHORT = {
    "one sentence": ("How many.", "How many."),
    "two short ones": ("How many. Or not.", "How many. Or not."),
    "a long paragraph": (f"How *many*. Or {'not ' * 40}.", "How *many*."),
    "no end in markup": (f"How `ma. Ny`, e.g. AWS. Or {'not ' * 40}.", "How `ma. Ny`, e.g. AWS."),
    "one long sentence": ("How " + "many " * 40, ("How " + "many " * 40).strip()),
    "two paragraphs": ("One.\n\nTwo.", "One."),
    "a list first": ("- one\n- two", "one two"),
    "nothing": ("", ""),
}
CELLS = {
    "text": ("a | b", "a \\| b"),
    "code": ("`a|b` `c` | d", "<code>a&#124;b</code> `c` \\| d"),
    "an escaped backtick": ("\\`a|b\\`", "\\`a\\|b\\`"),
}
FENCES = {
    "text": ("a: 1", "```yaml\na: 1\n```"),
    "a fence": ("````\na", "`````yaml\n````\na\n`````"),
}

FLAVORED = {
    "gfm": {
        "link to a field": ("[b](#app.b)", "[b](#app.b)"),
        "link to another document": ("[b](#other.b) `c`", "b `c`"),
    },
    "myst": {
        "role": ("{b}`c`", "\\{b}`c`"),
        "substitution": ("{{ b }}", "\\{\\{ b }}"),
        "comment": ("% b", "&#37; b"),
        "target": ("(b)=", "&#40;b)="),
        "parentheses": ("(b)", "(b)"),
        "language": ("```json\n{…}\n```", "```\n{…}\n```"),
        "directive": ("<pre>{note}</pre>", "```\n{note}\n```"),
        "code in a list": ("- a\n\n        # b", "- a\n\n    ```\n    # b\n    ```"),
    },
    "mdx": {
        "expression": ("{b} and `{c}`", "\\{b} and `{c}`"),
        "element": ("<none> &lt;b>", "&lt;none> &lt;b>"),
        "line break": ("a<br>b", "a<br />b"),
        "import": ("import it\n\nexported\n\nexport", "&#105;mport it\n\nexported\n\n&#101;xport"),
        "address": ("https://example.com/a_b", "[https://example.com/a_b](https://example.com/a_b)"),
        "backtick": ("``a ` {b``", "<code>a &#96; &#123;b</code>"),
        "id of a heading in code": ("`{#b}` `{b}`", "<code>&#123;&#35;b&#125;</code> `{b}`"),
        "code in a list": ("- a\n\n        # b", "- a\n\n    ```\n    # b\n    ```"),
    },
    "hugo": {
        "shortcode": ("{{% b %}} {{< c >}}", "\\{\\{% b %}} \\{\\{&lt; c >}}"),
        "shortcode in code": ("`{{% b %}}`", "`{{%/* b */%}}`"),
        "shortcodes in a fence": (
            "```\n{{< b >}}\n{{ c }} {{% d {{% e >}} {{</* f */>}}\n```",
            "```\n{{</* b */>}}\n{{ c }} {\u2060{% d {\u2060{% e >}} {\u2060{</* f */>}}\n```",
        ),
        "line break": ("a<br>b", "a b"),
        "backtick": ("``a ` b``", "`` a ` b ``"),
        "pipe in a table": ("a | b\n--|--\n`1|2` | 3", "| a | b |\n|---|---|\n| `1\\|2` | 3 |"),
    },
}


@pytest.fixture(scope="module")
def describe() -> Describer:
    return Describer()


@pytest.mark.parametrize(("text", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_descriptions_as_blocks(describe: Describer, text: str, expected: str) -> None:
    assert markdown_from_html.blocks(describe(text)) == expected


@pytest.mark.parametrize(("text", "expected"), SHORT.values(), ids=SHORT)
def test_descriptions_in_short(describe: Describer, text: str, expected: str) -> None:
    assert markdown_from_html.short(describe(text)) == expected


@pytest.mark.parametrize(("text", "expected"), CELLS.values(), ids=CELLS)
def test_cells_of_tables(text: str, expected: str) -> None:
    assert markdown_text.cell(text) == expected


@pytest.mark.parametrize(("text", "expected"), FENCES.values(), ids=FENCES)
def test_fences(text: str, expected: str) -> None:
    assert markdown_text.fence(text, "yaml") == expected


@pytest.mark.parametrize(
    ("flavor", "text", "expected"),
    [
        pytest.param(flavor, *case, id=f"{flavor}-{name}")
        for flavor, cases in FLAVORED.items()
        for name, case in cases.items()
    ],
)
def test_descriptions_in_a_flavor(describe: Describer, flavor: str, text: str, expected: str) -> None:
    assert markdown_from_html.blocks(describe(text), FLAVORS[flavor], {"app.b"}) == expected


def test_flavors_have_a_name_on_the_command_line() -> None:
    assert tuple(FLAVORS) == check.FLAVORS
