"""Colours of YAML: marks for its keys, strings and other scalars."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from yschema_engine.text.deferred_patterns import lazy_pattern

_LINE = lazy_pattern(
    r"""(?P<start>[ ]*(?:-[ ]+)*)
    (?P<key>(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#\[\]{},&*!|>%@`:-][^#:]*|-[^\s:#][^#:]*)(?=:(?:\s|$)))?
    (?P<colon>:(?=\s|$)[ ]*)?
    (?P<value>.*)""",
    re.VERBOSE,
)
_PLAIN = lazy_pattern(
    r"[-+]?(?:[0-9][0-9_]*(?:[.][0-9]*)?|[.][0-9]+)(?:e[-+]?[0-9]+)?|0[xob][0-9a-f]+"
    r"|true|false|null|~|[-+]?[.]inf|[.]nan",
    re.IGNORECASE,
)
_PUNCTUATION = lazy_pattern(r"(?:[|>][-+0-9]*|[\[\]{}\s]*|[&*!]\S*)(?:\s+#.*)?")


def coloured(text: str) -> Markup:
    """Return YAML with keys in `b` and scalars in `i`, those that are not strings of the class `n`."""
    return Markup("\n").join(map(_line, text.split("\n")))


def _line(text: str) -> Markup:
    match = _LINE.fullmatch(text)
    if match is None:
        return escape(text)
    key = Markup("<b>{}</b>").format(match["key"]) if match["key"] else Markup()
    return escape(match["start"]) + key + (match["colon"] or "") + _value(match["value"])


def _value(text: str) -> Markup:
    if not text or _PUNCTUATION.fullmatch(text):
        return escape(text)
    value = text.rstrip()
    marked = Markup('<i class="n">{}</i>') if _PLAIN.fullmatch(value) else Markup("<i>{}</i>")
    return marked.format(value) + text[len(value) :]
