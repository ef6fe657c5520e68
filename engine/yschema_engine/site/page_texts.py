"""The Markdown of pages that are generated."""

from __future__ import annotations

import html

from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import Words, phrase

_SPECIAL = lazy_pattern(r"([\\`*_{}\[\]()#+\-.!|])")
# Themes print titles of pages as they are, and Material also restores what is escaped in them.
_LOOK_ALIKES = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)
_OPENING_QUOTE = lazy_pattern(r'(?<![^\s(\[{<])"')


def page_text(title: str, name: str, path: str = "") -> str:
    """Return the Markdown of a page: a title and the directive for a schema, or for a part of one."""
    heading = escaped_heading(title)
    options = f'    path: "{path}"\n' if path else ""
    return f"# {heading}\n\n::: yschema {name}\n{options}"


def index_text(fleet: str, words: Words) -> str:
    """Return the Markdown of the index page of a fleet, in the language of the words."""
    return f"# {escaped_heading(words.text(phrase('Schemas')))}\n\n::: yschema-index {fleet}\n"


def escaped_heading(title: str) -> str:
    """Return a title as Markdown without markup."""
    return _SPECIAL.sub(r"\\\1", html.escape(inert(" ".join(title.split())), quote=False))


def inert(title: str) -> str:
    """Return a title that is text wherever a theme prints it: with typographic quotes and brackets."""
    quoted = _OPENING_QUOTE.sub("\N{LEFT DOUBLE QUOTATION MARK}", title)
    return quoted.replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}").translate(_LOOK_ALIKES)
