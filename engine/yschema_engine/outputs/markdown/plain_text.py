"""Descriptions without markup that only a browser reads, for comments."""

from __future__ import annotations

import re
from html import unescape
from types import MappingProxyType

from yschema_engine.deferred_patterns import lazy_pattern

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


def plain_text(description: str) -> str:
    """Return a description without HTML tags; code, and text that only looks like a tag, stays."""
    if "<" not in description:
        return description.strip()
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
    return "".join(parts).strip()
