"""Descriptions are rendered as their authors mean them, and cannot do any harm."""

from __future__ import annotations

import pytest

from render.html_text import Parsed
from yschema_engine.outputs.html.description_html import Describer

READS = {
    "plain": ("How many pods.", "<p>How many pods.</p>"),
    "quotes": ("Options are 'info' and \"debug\".", "<p>Options are &#39;info&#39; and &#34;debug&#34;.</p>"),
    "names with underscores": (
        "Set load_balancer_ip here: or not",
        "<p>Set load_balancer_ip here: or not</p>",
    ),
    "emphasis": ("A *strong* word", "<em>strong</em>"),
    "emphasis with underscores": ("A _strong_ word", "<em>strong</em>"),
    "code": ("Like `a < b`", "<code>a &lt; b</code>"),
    "link": ("See [there](https://example.com/a)", 'href="https://example.com/a"'),
    "bare address": ("See https://example.com/a_b_c.", ">https://example.com/a_b_c</a>."),
    "bare address in brackets": ("(https://example.com/a)", ">https://example.com/a</a>)"),
    "list": ("One of\n\n- a\n- b", "<li>a</li>"),
    "one item": ("- a", "<li>a</li>"),
    "numbers": ("1. a", "<li>a</li>"),
    "two paragraphs": ("One.\n\nTwo.", "<p>Two.</p>"),
    "table": ("a | b\n--|--\n1 | 2", "<td>1</td>"),
    "fence": ("```yaml\na: <b>\n```", "a: &lt;b&gt;"),
    "html": ("A <b>bold</b> <br> word", "<b>bold</b> <br> word"),
    "html block": ("<p>One</p><ul><li>two</li></ul>", "<ul><li>two</li></ul>"),
    "what only looks like html": ("One of <none> or <name>", "One of &lt;none&gt; or &lt;name&gt;"),
    "comparison": ("When a < b && b > c", "When a &lt; b &amp;&amp; b &gt; c"),
    "arrow": ("Options => aws, azure", "Options =&gt; aws, azure"),
    "heading": ("# Big\n\ntext", "<p>Big</p>"),
    "html heading": ("<h2>Big</h2>", "<p>Big</p>"),
    "empty": ("  ", ""),
    "unicode": ("Größe, 大小", "<p>Größe, 大小</p>"),
}

HARM = [
    "<script>alert(1)</script>",
    "a <script>alert(1)</script> b",
    "<SCRIPT SRC=//x></SCRIPT>",
    '<img src="x" onerror="alert(1)">',
    '<b onclick="alert(1)">b</b>',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "<iframe src='//x'></iframe>",
    "<style>* { display: none }</style>",
    "<form action='//x'><input></form>",
    "<svg onload=alert(1)>",
    "<p id='contour.envoy' class='md-header' style='position:fixed'>x</p>",
    "</div></section><h2 id='x'>out</h2>",
    "<!-- --><script>alert(1)</script>",
    "<math><mi xlink:href='javascript:alert(1)'>x",
    "```\n</code></pre><script>alert(1)</script>\n```",
    '<p title="<h2 onclick=alert(1)>">x</p>',
]

FORBIDDEN_TAGS = {"script", "style", "iframe", "form", "input", "svg", "math", "h1", "h2", "h3", "section"}


@pytest.fixture(scope="module")
def describe() -> Describer:
    return Describer()


@pytest.mark.parametrize(("text", "html"), READS.values(), ids=READS)
def test_reads_as_meant(describe: Describer, text: str, html: str) -> None:
    assert html in describe(text)


@pytest.mark.parametrize("text", HARM)
def test_does_no_harm(describe: Describer, text: str) -> None:
    page = Parsed(describe(text))
    assert {tag for tag, _ in page.elements}.isdisjoint(FORBIDDEN_TAGS)
    for _, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on") or name in {"id", "class", "style"}]
        assert str(attributes.get("href", "https:")).startswith("https:")
    assert not page.unbalanced


def test_one_description_leaves_nothing_to_the_next(describe: Describer) -> None:
    describe("See [a][b].\n\n[b]: https://example.com/b")
    assert "href" not in describe("Now [a][b].")
