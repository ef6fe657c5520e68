"""References as self-contained documents, and finished pages of a site."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from yschema_engine.compare.changes import Change
from yschema_engine.schema.schema import Schema
from yschema_engine.show.downloads import JSON_SCHEMA, MINIMAL, NAMES, PURPOSES, VALUES, texts
from yschema_engine.show.html.filters import number_below
from yschema_engine.show.html.page_data import required_summary
from yschema_engine.show.html.renderer import Heading, Renderer
from yschema_engine.show.html.theme import (
    ASSETS,
    INDEX_SCRIPT,
    LAZY,
    MY_VALUES,
    SITE_STYLES,
    STANDALONE,
    UNUSABLE,
    Theme,
    ThemeError,
    find_theme,
    installed_themes,
)
from yschema_engine.show.html.view import Download, Link, MyValues, MyValuesInPage, View
from yschema_engine.show.markdown_text import GFM, Flavor
from yschema_engine.show.my_values import is_checkable, values_model
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import UsageError
from yschema_engine.text.phrases import Listing, Verbatim, phrase

_FOLD = 3  # as in a site whose author does not say otherwise
# Files are in a page, in characters of their links, as long as they do not make the most of it.
_LARGEST = 64 * 1024
_LARGEST_PER_FIELD = 512
# Writing a JSON Schema of more fields takes longer than writing their page.
_MOST_FIELDS = 4096
_RIGHT_TO_LEFT = ("ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi")
_TYPES: Mapping[str, str] = {".yaml": "application/yaml", ".json": "application/json"}

# Controls and what is no character: YAML can write them, HTML and UTF-8 may not hold all of them.
_NO_TEXT = "[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]"
# What would end the element that a script stands in, or change how it is read.
_SCRIPT = "(?i)<(?=!--|/?script)"


def html_table(schema: Schema, language: str = "en") -> str:
    """Return HTML: a title and a table with a row for each field (proposal, "Schema Documentation").

    Args:
        schema: what to show.
        language: of the words around descriptions; English where there are no others.

    Raises:
        UsageError: the theme is not installed.
        ThemeError: a template of the theme is wrong.
    """
    return _text(_renderer(language).document("table.html", schema))


def html_page(
    schema: Schema, language: str = "en", arguments: Sequence[str] = (), others: Sequence[Schema] = ()
) -> str:
    """Return an HTML page in one file, which needs nothing from elsewhere, and for its content no JavaScript.

    Args:
        schema: what to show.
        language: of the page, and of its words around descriptions, English where there are no others.
        arguments: those of the command line that read the schema.
        others: schemas to show after the first one.

    Raises:
        UsageError: the theme is not installed.
        ThemeError: a template, a style sheet or a script of the theme is wrong.
        LimitError: the schema's code took more time or memory than it may.
    """
    theme, renderer = _theme(), _renderer(language)
    view = View(collapse_depth=_FOLD, filter=True, switch=not others)
    if not others:
        view = _opened(view, schema, renderer)
    checker = _scripts(theme).get(MY_VALUES, "")
    models: dict[str, str] = {}
    parts = []
    for number, each in enumerate((schema, *others), 1):
        view = replace(view, number=number, my_values=None)
        if checker and is_checkable(each):
            id_, least = f"ys-mine-model-{number}", view.required.yaml if view.required else ""
            model = values_model(each, renderer.words.of(each), least, arguments)
            models[id_] = model.replace("<", r"\u003c")
            view = replace(view, my_values=MyValues("", f"#{id_}"))
        if others:
            parts.append((each, renderer.reference(each, heading_level=3, view=view).html))
    context = {
        **language_attributes(language),
        "css": _css(theme),
        "script": "\n".join(text for name, text in _scripts(theme).items() if not name.endswith(LAZY)),
        "my_values": MyValuesInPage(checker if models else "", models),
        "view": view,
        "parts": parts,
    }
    return _text(renderer.document("page.html", schema, **context))


def markdown(schema: Schema, language: str = "en", flavor: Flavor = GFM, *, is_first: bool = True) -> str:
    """Return a Markdown document: a table of all fields, then their details.

    Args:
        schema: what to show.
        language: of the words around descriptions; English where there are no others.
        flavor: the flavor of Markdown.
        is_first: whether it begins a file, and does not follow another document there.

    Raises:
        UsageError: the theme is not installed.
        ThemeError: a template of the theme is wrong.
    """
    renderer = _renderer(language)
    return _text(renderer.document("document.md", schema, flavor=flavor, is_first=is_first))


def changes_page(changes: Sequence[Change], schema: Schema, title: str, language: str = "en") -> str:
    """Return an HTML page with the changes between two versions, which needs nothing from elsewhere.

    Args:
        changes: in order.
        schema: the new version.
        title: of the page.
        language: of its words.

    Raises:
        UsageError: the theme is not installed.
        ThemeError: a template or a style sheet of the theme is wrong.
    """
    more = {"schema": schema, "title": title, "css": _css(_theme()), **language_attributes(language)}
    return _text(_renderer(language).changes(changes, "changes-page.html", **more))


def _renderer(language: str) -> Renderer:
    return Renderer(_theme(), language=language)


def _theme() -> Theme:
    installed = installed_themes()
    if STANDALONE not in installed:
        names = Listing(tuple(map(Verbatim, sorted(installed))))
        found = phrase("the themes {names}", names=names) if installed else phrase("no themes")
        problem = phrase("the templates of this output format are not installed")
        expected = phrase("the theme {theme}", theme=Verbatim(STANDALONE))
        hint = phrase("install the package mkdocs-yschema, which contains them")
        raise UsageError.of(UNUSABLE, problem=problem, found=found, expected=expected, hint=hint)
    return find_theme(STANDALONE)


def language_attributes(language: str) -> dict[str, Any]:
    """Return the attributes of a page in a language: its tag, and the direction of its text."""
    tag = language.replace("_", "-")
    return {"language": tag, "direction": "rtl" if tag.lower().split("-")[0] in _RIGHT_TO_LEFT else "ltr"}


def _opened(view: View, schema: Schema, renderer: Renderer) -> View:
    """Return the view with the required fields and files."""
    least = required_summary(schema)
    number = number_below(schema.root)
    names = NAMES if number <= _MOST_FIELDS else (VALUES, MINIMAL)
    files = texts(renderer.facts(schema), least.yaml, renderer.words.of(schema), names)
    downloads = []
    for name in (each for each in NAMES if each in files and (least.yaml or each != MINIMAL)):
        data = base64.b64encode(files[name].encode()).decode()
        downloads.append(
            Download(name, f"data:{_TYPES[FilePath(name).suffix]};base64,{data}", name, PURPOSES[name])
        )
    largest = max(_LARGEST, _LARGEST_PER_FIELD * number)
    kept = tuple(file for file in downloads if len(file.href) <= largest)
    editable = any(file.name == JSON_SCHEMA for file in kept)
    modeline = f"# yaml-language-server: $schema={JSON_SCHEMA}" if editable else ""
    return replace(view, required=least, downloads=kept, modeline=modeline)


def _css(theme: Theme) -> str:
    # Nothing in a style sheet needs to end the element that it stands in.
    texts = (text for name, text in _assets(theme, ".css").items() if name != SITE_STYLES)
    return "\n".join(texts).replace("</", "<\\/")


def _scripts(theme: Theme) -> dict[str, str]:
    # Cleaned here, so that nothing changes them once their hashes are in the page. These letters are in
    # strings or comments, if anywhere, where `\x3C` is the same.
    scripts = _assets(theme, ".js")
    return {
        name: re.sub(_SCRIPT, r"\\x3C", re.sub(_NO_TEXT, "\ufffd", text)) for name, text in scripts.items()
    }


def _assets(theme: Theme, suffix: str) -> dict[str, str]:
    try:
        return {name: path.read_text("utf-8") for name, path in theme.assets.items() if path.suffix == suffix}
    except (OSError, UnicodeDecodeError) as e:
        raise ThemeError(f"cannot read an asset of the theme: {e}") from e


def _text(document: str) -> str:
    return re.sub(_NO_TEXT, "\ufffd", document).rstrip("\n") + "\n"


@dataclass(frozen=True, slots=True)
class SitePageParts:
    """The content of a page.

    Attributes:
        title: the title, as text.
        sections: the sections, each a heading, which may be empty, and HTML.
        headings: the fields of the page, for its contents.
        about: the name of the schema, if the page does not show it otherwise; may be empty.
        is_reference: whether the page is neither a table of schemas nor about an upgrade.
        home: the page with the table of schemas; None on that page.
    """

    title: str
    sections: tuple[tuple[str, str], ...]
    headings: Sequence[Heading] = ()
    about: str = ""
    is_reference: bool = True
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
    if not parts.is_reference:
        scripts = [INDEX_SCRIPT]
    return renderer.render(
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
