"""References as documents of their own, without a site around them."""

from __future__ import annotations

import re

from yschema_engine.diagnostics import UsageError
from yschema_engine.reference import Reference
from yschema_engine.render.renderer import Renderer
from yschema_engine.render.theme import Theme, ThemeError, find_theme, installed_themes

THEME = "plain"

# Controls and what is no character: YAML can write them, HTML and UTF-8 may not hold all of them.
_NO_TEXT = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")


def html_table(reference: Reference, language: str = "en") -> str:
    """An HTML fragment: a title and a table with a row for each field (proposal, "Schema Documentation").

    Args:
        reference: what to show.
        language: of the words around descriptions; English where there are no others.

    Raises:
        UsageError: the theme is not installed.
        ThemeError: a template of the theme is wrong.
    """
    return _text(_renderer(language).document("table.html", reference))


def html_page(reference: Reference, language: str = "en") -> str:
    """An HTML page in one file, which needs nothing from elsewhere and no JavaScript.

    Args:
        reference: what to show.
        language: of the page, and of its words around descriptions, English where there are no others.

    Raises:
        UsageError: the theme is not installed.
        ThemeError: a template or a style sheet of the theme is wrong.
    """
    tag = language.replace("_", "-")
    return _text(_renderer(language).document("page.html", reference, language=tag, css=_css(_theme())))


def markdown(reference: Reference, language: str = "en") -> str:
    """A Markdown document for a README or a wiki: a table of all fields, then what it does not say.

    Args:
        reference: what to show.
        language: of the words around descriptions; English where there are no others.

    Raises:
        UsageError: the theme is not installed.
        ThemeError: a template of the theme is wrong.
    """
    # Each host makes the anchors of its own, so that no links lead to them.
    return _text(_renderer(language).document("document.md", reference, ids=()))


def _renderer(language: str) -> Renderer:
    return Renderer(_theme(), language=language)


def _theme() -> Theme:
    installed = installed_themes()
    if THEME not in installed:
        raise UsageError(
            "the templates of this form are not installed",
            found=f"themes: {', '.join(sorted(installed)) or 'none'}",
            expected=f"the theme {THEME}",
            hint="install the distribution mkdocs-yschema, which has it",
        )
    return find_theme(THEME)


def _css(theme: Theme) -> str:
    try:
        sheets = [path.read_text("utf-8") for path in theme.assets.values() if path.suffix == ".css"]
    except (OSError, UnicodeDecodeError) as e:
        raise ThemeError(f"cannot read a style sheet of the theme: {e}") from e
    # Nothing in a style sheet needs to end the element that it stands in.
    return "\n".join(sheets).replace("</", "<\\/")


def _text(document: str) -> str:
    return _NO_TEXT.sub("\ufffd", document).rstrip("\n") + "\n"
