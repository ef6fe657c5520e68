"""Descriptions are rendered as their authors mean them, and cannot do any harm."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from render.html_text import Parsed
from yschema_engine.docs.coverage import has_bounded_markup
from yschema_engine.show.html.descriptions import Describer
from yschema_engine.show.markdown_from_html import blocks

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
    "bare address before a line break": (
        "https://example.com/a  \nNOTE: b",
        ">https://example.com/a</a><br>",
    ),
    "bare address in brackets": ("(https://example.com/a)", ">https://example.com/a</a>)"),
    "list": ("One of\n\n- a\n- b", "<li>a</li>"),
    "list below text": (
        "Names are:\n* `a`\n* `b`",
        "<ul>\n<li><code>a</code></li>\n<li><code>b</code></li>\n</ul>",
    ),
    "long items below text": ("One of\n- a\n  or b\n- c", "<li>a\n  or b</li>\n<li>c</li>"),
    "numbers below text": ("Do\n1. a\n2. b", "<p>Do</p>\n<ol>\n<li>a</li>"),
    "a number that begins a line": ("The year is\n2. or 3.", "<p>The year is\n2. or 3.</p>"),
    "a dash that begins a row": ("a | b\n--|--\n- 1 | 2", "<td>- 1</td>"),
    "a dash that begins a line of code": ("```\na\n- b\n```", "<pre><code>a\n- b\n</code></pre>"),
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
    '<q cite="javascript:alert(1)">x</q>',
    '<blockquote cite="javascript:alert(1)">x</blockquote>',
    '<del cite="javascript:alert(1)">x</del><ins cite="JavaScript:alert(1)">y</ins>',
    '<img src="javascript:alert(1)">',
]

UNSAFE_ATTRIBUTES = {"id", "class", "style", "cite"}
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
        assert not [name for name in attributes if name.startswith("on") or name in UNSAFE_ATTRIBUTES]
        assert str(attributes.get("href", "https:")).startswith("https:")
    assert not page.unbalanced


def test_one_description_leaves_nothing_to_the_next(describe: Describer) -> None:
    describe("See [a][b].\n\n[b]: https://example.com/b")
    assert "href" not in describe("Now [a][b].")


LINK = '<a href="https://h/x.png" rel="noopener noreferrer">{}</a>'
IMAGES = {
    "an image of the site": ("![a](img/x.png)", '<img alt="a" src="img/x.png">', True),
    "markdown": ("![a](https://h/x.png)", LINK.format("a"), False),
    "html": ('<img src="https://h/x.png" alt="a">', LINK.format("a"), False),
    "without a text": ('<img src="https://h/x.png">', LINK.format("https://h/x.png"), False),
    "no scheme": ("![a](//h/x.png)", '<a href="//h/x.png"', False),
    "backslashes": (r'<img src="/\h/x.png" alt="a">', r'<a href="/\h/x.png"', False),
    "a tab in the address": ('<img src="/&#9;/h/x.png" alt="a">', '<a href="//h/x.png"', False),
    "a space before the address": ('<img src=" https://h/x.png" alt="a">', ">a</a>", False),
    "in a link": ("[![a](https://h/x.png)](https://h/)", ">a</a>", False),
    "a text with markup": (
        '<img src="https://h/x.png" alt="&lt;b&gt;&quot;">',
        LINK.format("&lt;b&gt;&#34;"),
        False,
    ),
}


@pytest.mark.parametrize(("text", "html", "has_image"), IMAGES.values(), ids=IMAGES)
def test_images_from_other_hosts_become_links(
    describe: Describer, text: str, html: str, has_image: bool
) -> None:
    assert html in describe(text)
    assert ("<img" in describe(text)) is has_image
    assert describe(text).count("<a") <= 1
    assert "<img" in Describer(external_images=True)(text)


# Each takes seconds or minutes to convert, or is nested too deeply for it.
COMPLEX = {
    "brackets": "[" * 16_000,
    "brackets of images": "![" * 8_000,
    "links that do not end": "[a](" * 4_000,
    "elements that do not end": "<b " * 4_000,
    "sections that do not end": "<![CDATA[" * 2_000,
    "lists in lists": "1. " * 500,
    "quotes in quotes": ">" * 500,
    "lists in indented lists": "\n".join(f"{'    ' * depth}- a" for depth in range(150)),
    "underlines": "=\n" * 10_000,
    "a long text": "*word* " * 100_000,
}


@pytest.mark.parametrize("text", COMPLEX.values(), ids=COMPLEX)
def test_complex_markup_is_shown_as_text(describe: Describer, text: str) -> None:
    assert not has_bounded_markup(text)
    assert describe(text) == Markup("<pre>{}</pre>").format(text.strip())


NESTED = {"elements": "<b>" * 500, "quotes": "\n".join("> " * depth + "a" for depth in range(60))}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_deep_elements_are_shown_as_text(describe: Describer, text: str) -> None:
    assert describe(text) == Markup("<pre>{}</pre>").format(text.strip())
    assert blocks(describe(text))


ORDINARY = {
    "links": "[a](https://example.com) " * 200,
    "a long list": "- item\n" * 1_000,
    "nested lists": "- a\n    - b\n        - c\n            - d",
    "a large table": "a | b\n--|--\n" + "1 | 2\n" * 1_000,
}


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_markup_is_converted(describe: Describer, text: str) -> None:
    assert has_bounded_markup(text)
    assert "<pre>" not in describe(text)
