"""The HTML that search plugins index: the texts of the page, with few tags."""

from __future__ import annotations

import re
from typing import Any

import pytest
from mkdocs.contrib.search.search_index import ContentParser

from yschema_engine.show.html.page_data import search_html

CASES = {
    "headings": '<div class="a"><h2 class="k" id="x.a"><a href="#x.a">a</a></h2><p class="t">Text.</p></div>',
    "words": '<h2 id="x">x</h2><span>one</span><span>two</span> <b>three</b>,<wbr>four',
    "lists": "<h2 id='x'>x</h2><ul class='l'><li>one</li>\n<li><code>two</code></li></ul>",
    "attributes with tags": '<h2 id="x">x</h2><a title="a > b <i>">one</a>two',
    "lines of code": '<h2 id="x">x</h2><pre class="c"><b>a</b>:\n  <b>b</b>: 1</pre>',
    "escaped text": '<h2 id="x">x</h2><span>1 &lt; 2 &amp;&amp; "3"</span>',
    "excluded elements": '<h2 id="x">x</h2><div data-search-exclude><b>no</b></div>',
}


def _sections(html: str) -> list[tuple[Any, str]]:
    parser: Any = ContentParser()
    parser.feed(html)
    parser.close()
    return [(section.id, re.sub(r"\s+", " ", " ".join(section.text)).strip()) for section in parser.data]


@pytest.mark.parametrize("html", CASES.values(), ids=CASES)
def test_search_finds_the_same_texts(html: str) -> None:
    assert _sections(search_html(html)) == _sections(html)


def test_tags_that_search_ignores_are_left_out() -> None:
    assert search_html(CASES["headings"]) == '<h2 id="x.a">a</h2><p>Text.</p>'
    assert search_html(CASES["words"]) == '<h2 id="x">x</h2>one<!---->two three<!---->,<!---->four'
    assert search_html(CASES["excluded elements"]) == CASES["excluded elements"]
