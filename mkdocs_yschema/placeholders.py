"""Placeholders in the HTML of pages, for what is known only once all pages are converted.

The HTML of a page passes through other extensions and MkDocs before that. An address is therefore one of a
scheme that MkDocs and other extensions take for another site's, and a list is an HTML comment, which the
templates write (`show.html.renderer.MENTIONED`). Other plugins see the address that is expected, with an
attribute for the final one: some keep a copy of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from urllib.parse import quote, unquote

from yschema_engine.show.html.renderer import MENTIONED
from yschema_engine.site.addresses import SitePage

_SCHEME = "yschema-ref:"
_HREF = re.compile(rf' href="{_SCHEME}([^"]*)"')
_TARGET = "data-yschema-ref"
_MENTIONED = "<!--mentioned "
_MARK = "<!--reference "
_REFERENCE = re.compile(rf"{_MARK}(\d+)-->")
_END = "<!--/reference-->"
_EXPECTED = re.compile(rf'(?: href="[^"]*")? {_TARGET}="([^"]*)"')


def address(name: str) -> str:
    """Return the address to write for a field, by its anchor, or for a name that no schema has."""
    return _SCHEME + quote(name, safe="")


def placeholder_link(anchor: str, page: SitePage) -> str:
    """Return the address to write for a field, from any page."""
    return address(anchor)


def fill(html: str, href: Callable[[str], str], mentions: Callable[[str], str]) -> str:
    """Return the HTML of a page with addresses and lists.

    Args:
        html: with placeholders.
        href: returns the address for a name; empty to leave the link out.
        mentions: returns the HTML of the list for an anchor.
    """

    def attribute(match: re.Match[str]) -> str:
        address = href(unquote(match[1]))
        return f' href="{escape(address)}"' if address else ""

    if _SCHEME in html:
        html = _HREF.sub(attribute, html)
    if _TARGET in html:
        html = _EXPECTED.sub(attribute, html)
    if _MENTIONED not in html:
        return html
    parts = MENTIONED.split(html)  # which is faster than `sub` for many fields
    parts[1::2] = map(mentions, parts[1::2])
    return "".join(parts)


def expect(html: str, href: Callable[[str], str]) -> str:
    """Return the HTML of a page with expected addresses, which can be filled in again.

    Args:
        html: with placeholders.
        href: returns the expected address for a name; empty if it is not known.
    """

    def attributes(match: re.Match[str]) -> str:
        address = href(unquote(match[1]))
        return (f' href="{escape(address)}"' if address else "") + f' {_TARGET}="{match[1]}"'

    return _HREF.sub(attributes, html) if _SCHEME in html else html


def marked(number: int, html: str) -> str:
    """Return the HTML of a reference with marks around it, by which it is found in its page.

    Args:
        number: of the reference in the site.
        html: the HTML.
    """
    return f"<!--reference {number}-->{html}{_END}"


def replace_references(html: str, other: Callable[[int], str]) -> str:
    """Return the HTML of a page with other HTML for each reference.

    Args:
        html: with marks.
        other: returns the other HTML for the number of a reference.
    """
    parts: list[str] = []
    end = 0
    for mark in _REFERENCE.finditer(html):
        after = html.find(_END, mark.end())
        if after < 0:
            break  # another plugin has taken the mark away
        parts += html[end : mark.start()], other(int(mark[1]))
        end = after + len(_END)
    return "".join(parts) + html[end:]


def without_marks(html: str) -> str:
    """Return the HTML of a page without the marks of references."""
    return (_REFERENCE.sub("", html) if _MARK in html else html).replace(_END, "")
