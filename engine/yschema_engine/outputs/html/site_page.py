"""Finished pages of a site, which link to each other, and to style sheets and scripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yschema_engine.outputs.html.headings import Heading
from yschema_engine.outputs.html.renderer import Renderer
from yschema_engine.outputs.html.standalone import language_attributes
from yschema_engine.outputs.html.theme import ASSETS, INDEX_SCRIPT, LAZY, STANDALONE, find_theme
from yschema_engine.outputs.html.view import Link
from yschema_engine.text.deferred_classes import dataclass


@dataclass(frozen=True, slots=True)
class SitePageParts:
    """The content of a page.

    Attributes:
        title: the title, as text.
        sections: the sections, each a heading, which may be empty, and HTML.
        headings: the fields of the page, for its contents.
        about: the name of the schema, if the page does not show it otherwise; may be empty.
        is_index: whether the page is a table of schemas.
        home: the page with the table of schemas; None on that page.
    """

    title: str
    sections: tuple[tuple[str, str], ...]
    headings: Sequence[Heading] = ()
    about: str = ""
    is_index: bool = False
    home: Link | None = None


def site_page(renderer: Renderer, language: str, parts: SitePageParts, address: Callable[[str], str]) -> str:
    """Return a page.

    Args:
        renderer: the renderer for the theme `standalone`.
        language: of the words around descriptions.
        parts: the content.
        address: returns the address of a file of the site from the page, by its path.

    Raises:
        ThemeError: a template of the theme is wrong.
    """
    names = list(find_theme(STANDALONE).assets)
    scripts = [name for name in names if name.endswith(".js") and not name.endswith(LAZY)]
    if parts.is_index:
        scripts = [INDEX_SCRIPT]
    return renderer.page(
        "site-page.html",
        page=parts,
        contents=_contents(parts.headings),
        styles=[address(f"{ASSETS}/{name}") for name in names if name.endswith(".css")],
        scripts=[address(f"{ASSETS}/{name}") for name in scripts],
        **language_attributes(language),
    )


def _contents(headings: Sequence[Heading]) -> list[tuple[Heading, list[Heading]]]:
    """Return the uppermost headings, each with those right below it that have headings of their own."""
    top = min((heading.level for heading in headings), default=0)
    contents: list[tuple[Heading, list[Heading]]] = []
    for heading in headings:
        if heading.level == top:
            contents.append((heading, []))
        elif heading.level == top + 1 and heading.is_group:
            contents[-1][1].append(heading)
    return contents
