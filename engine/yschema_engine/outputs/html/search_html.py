"""The HTML that search indexes read.

The parsers of search plugins run in Python, and most of their time goes into tags that they ignore. A text is
divided where any tag was: a comment is there instead, if no space is.
"""

from __future__ import annotations

import re

from yschema_engine.text.deferred_patterns import lazy_pattern

_TAG = lazy_pattern(r"""<(/?)([a-zA-Z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>""")
_ID = lazy_pattern(r"""\sid=(?:"[^"]*"|'[^']*'|[^\s>]+)""")
_HEADING = lazy_pattern("h[1-6]")
_BREAK = "<!---->"
_BREAKS = lazy_pattern(f"(?:\n|{_BREAK}){{2,}}")
_NEEDLESS_BREAK = lazy_pattern(rf"(?<=[\s>]){_BREAK}|{_BREAK}(?=[\s<])")
# What the search of Material shows in its results, and where it looks for the heading that a text belongs to.
_KEPT = frozenset({"p", "pre", "code", "li", "ol", "ul", "sub", "sup", "section"})
# Elements with this attribute, or whose text is none, are for the parsers of search plugins to leave out.
_LEFT_OUT = ("data-search-exclude", "<script", "<style", "<object")


def search_html(html: str) -> str:
    """Return HTML with the text of other HTML, its headings, and the elements that search plugins know.

    Args:
        html: the HTML of a reference.
    """
    if any(mark in html for mark in _LEFT_OUT):
        return html
    divided = _BREAKS.sub(lambda match: "\n" if "\n" in match[0] else _BREAK, _TAG.sub(_tag, html))
    return _NEEDLESS_BREAK.sub("", divided)


def _tag(match: re.Match[str]) -> str:
    end, name, attributes = match.groups()
    if name in _KEPT:
        return f"<{end}{name}>"
    if _HEADING.fullmatch(name):
        id_ = _ID.search(attributes)
        return f"<{end}{name}{id_[0] if id_ else ''}>"
    return _BREAK
