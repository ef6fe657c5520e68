"""Cross-references to fields in the text of pages.

    The [kind of service][contour.envoy.service.type] is `contour:envoy.service.type`.

The first word must be the name of a schema; all other text that looks alike is left to other extensions. When
Markdown finds a cross-reference, the ids of the page are not known yet, so patterns only mark elements, and a
tree processor makes links of them.
"""

from __future__ import annotations

from markdown import Markdown

from mkdocs_yschema.markdown.page import ConvertedPage
from mkdocs_yschema.markdown.xref.locations import Locations
from mkdocs_yschema.markdown.xref.patterns import BracketPattern, CodePattern, Marks
from mkdocs_yschema.markdown.xref.resolve import AddSections, Resolve

__all__ = ["register"]


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter know cross-references."""
    marks: Marks = {}
    # Just above code spans and their variants, which take what is not a cross-reference.
    md.inlinePatterns.register(CodePattern(page, marks), "yschema_short_reference", 195)
    # Below the links that a page defines, 170; above those that other plugins resolve, as autorefs with 168.
    md.inlinePatterns.register(BracketPattern(md, page, marks), "yschema_reference", 169)
    locations = Locations(md, page)
    md.preprocessors.register(locations, "yschema_places", 31.6)  # files are included at 32
    resolved = Resolve(page, locations, marks)
    md.treeprocessors.register(resolved, "yschema_references", 6)  # toc, at 5, keeps what headings hold
    md.treeprocessors.register(AddSections(page, resolved), "yschema_sections", 3)  # toc has made the ids
