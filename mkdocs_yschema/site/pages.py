"""Pages that the plugin generates, and files for readers."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Mapping

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from mkdocs_yschema.site.generated_files import GeneratedPages

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|])")
# Themes print titles of pages as they are, and Material also restores what is escaped in them.
_LOOK_ALIKES = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)
_OPENING_QUOTE = re.compile(r'(?<![^\s(\[{<])"')


def add_pages(
    files: Files,
    generated: GeneratedPages,
    pages: Mapping[str, str],
    titles: Mapping[str, str],
    members: Collection[str] = (),
) -> None:
    """Add the pages of schemas that `docs_dir` does not have.

    Args:
        files: all files of the site.
        generated: creates pages.
        pages: paths in `docs_dir` by schema.
        titles: titles by schema.
        members: the schemas of fleets, whose pages a `nav` need not name.
    """
    for name, uri in pages.items():
        if files.get_file_from_path(uri) is None:
            file = generated.page(uri, page_text(titles[name], name))
            if generated.config.nav is not None and name in members:
                file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)


def page_text(title: str, name: str, path: str = "") -> str:
    """Return the Markdown of a page: a title and the directive for a schema, or for a part of one."""
    heading = escaped_heading(title)
    options = f'    path: "{path}"\n' if path else ""
    return f"# {heading}\n\n::: yschema {name}\n{options}"


def escaped_heading(title: str) -> str:
    """Return a title as Markdown without markup."""
    return _SPECIAL.sub(r"\\\1", html.escape(inert(" ".join(title.split())), quote=False))


def inert(title: str) -> str:
    """Return a title that is text wherever a theme prints it: with typographic quotes and brackets."""
    quoted = _OPENING_QUOTE.sub("\N{LEFT DOUBLE QUOTATION MARK}", title)
    return quoted.replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}").translate(_LOOK_ALIKES)


def add_downloads(files: Files, config: MkDocsConfig, texts: Mapping[str, str]) -> list[File]:
    """Add files for readers, by their paths in the site, and return those that are new."""
    new = [
        File.generated(config, uri, content=text, inclusion=InclusionLevel.INCLUDED)
        for uri, text in texts.items()
        if files.get_file_from_path(uri) is None
    ]
    for file in new:
        files.append(file)
    return new
