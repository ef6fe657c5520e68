"""Descriptions without markup that only a browser reads well, for comments."""

from __future__ import annotations

import re
from html import unescape
from types import MappingProxyType

from yschema_engine.outputs.markdown.plain_tables import with_columns
from yschema_engine.text.deferred_patterns import lazy_pattern

_BLOCKS = "p div ul ol dl dt dd pre blockquote table thead tbody tr details summary h[1-6] hr center article"
_WITHIN = (
    "a abbr acronym b bdi bdo caption cite code col colgroup del dfn em figcaption figure font i img ins kbd"
    " mark q rp rt ruby s samp small span strike strong sub sup td th tt u var wbr /li"
)
_BREAKS = MappingProxyType({"block": "\n\n", "item": "\n- ", "line": "\n"})
_END = r"(?=[\s/>])[^<>]*>"
_MARKUP = lazy_pattern(
    rf"""(?P<code>(?P<ticks>`++).*?(?<!`)(?P=ticks)(?!`))
    | <(?P<address>[a-z][\w+.-]*:[^\s<>]*|[^\s<>@/]+@[^\s<>]+)>
    | <(?P<hidden>script|style){_END}.*?(?:</(?P=hidden)\s*>|\Z) | <!--.*?(?:-->|\Z)
    | (?P<item><li{_END}\s*)
    | (?P<line><br{_END}\s*)
    | (?P<block></?(?:{"|".join(_BLOCKS.split())}){_END}\s*)
    | </?(?:{"|".join(_WITHIN.split())}){_END}
    | (?P<text>[^<`\s]+|\s+|`+|.)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_LINK = lazy_pattern(
    r"""(?P<code>(?P<ticks>`++).*?(?<!`)(?P=ticks)(?!`) | `++)
    | !?\[(?P<text>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]
      \(\s*(?P<address><[^<>]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)""",
    re.VERBOSE | re.DOTALL,
)
_IS_ABSOLUTE = lazy_pattern(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def plain_text(description: str) -> str:
    """Return a description without HTML tags, with addresses of links in parentheses, and tables in columns.

    Code, and text that only looks like a tag, stays.
    """
    text = _LINK.sub(_plain_link, description) if "](" in description else description
    return with_columns(_without_tags(text).strip())


def _plain_link(match: re.Match[str]) -> str:
    """Return the text of a link with its address, if that leads anywhere from a file."""
    if match["code"]:
        return match["code"]
    text, address = match["text"], match["address"].strip("<>")
    if text == address or not _IS_ABSOLUTE.match(address):
        return text
    return f"{text} ({address})" if text else address


def _without_tags(description: str) -> str:
    if "<" not in description:
        return description
    parts: list[str] = []
    for match in _MARKUP.finditer(description):
        kind = match.lastgroup or ""
        if kind in _BREAKS:
            while parts and parts[-1].isspace():
                parts.pop()
            if parts[-1:] != [_BREAKS["item"]]:
                parts.append(_BREAKS[kind])
        elif kept := unescape(match["text"] or "") or match["code"] or match["address"]:
            parts.append(kept)
    return "".join(parts)
