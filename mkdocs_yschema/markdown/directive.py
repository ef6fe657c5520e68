"""The directive, `::: yschema NAME`.

For the table of contents, copies of its headings are in the tree until the `toc` extension has read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from mkdocs_yschema.markdown.block_directive import BlockDirective, Directive
from mkdocs_yschema.markdown.directive_options import parse_directive
from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.docs.places import unknown_path
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Heading

# With more fields on a page, its table of contents has maps only, and then only the upper ones: nobody reads
# so long a list, and browsers take many seconds to lay out one with thousands of entries.
_MAX_LISTED = 60


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow directives."""
    # Above other processors of `::: name`, whose patterns match ours; below that of code, 80.
    md.parser.blockprocessors.register(_Reference(md.parser, page), "yschema", 77)
    md.treeprocessors.register(_DropCopies(page), "yschema_copies", 4)  # toc reads at 5


class _Reference(BlockDirective):
    name = "yschema"

    def html(self, directive: Directive, place: Element) -> str:
        """Return the HTML of a reference, or of a part of one."""
        page, host = self._page, self._page.host
        page.directives += 1
        options = parse_directive(directive.argument, directive.options, host.display)
        schema = host.schema(options.name)
        shown = _part(schema, options.path)
        view = host.view(options, shown, page.directives)
        rendered = host.renderer.reference(schema, shown, options.heading_level, page.ids, view)
        page.ids |= {field.anchor for field in rendered.fields}
        html = host.add_rendered(options, view, rendered)
        self._copy_headings(place, rendered.headings)
        return html

    def _copy_headings(self, place: Element, headings: Sequence[Heading]) -> None:
        listed = headings if len(self._page.ids) <= _MAX_LISTED else _maps(headings)
        for heading in listed:
            SubElement(place, f"h{heading.level}", id=heading.anchor).text = AtomicString(heading.name)
        self._page.copies.append(place)


def _maps(headings: Sequence[Heading]) -> list[Heading]:
    """Return the headings of maps, as many levels as are not too many, and at least the top one."""
    maps = [heading for heading in headings if heading.is_group]
    levels = sorted({heading.level for heading in maps})
    for level in reversed(levels[1:]):
        if len(maps) <= _MAX_LISTED:
            break
        maps = [heading for heading in maps if heading.level < level]
    return maps


def _part(schema: Schema, path: str) -> Field:
    if (field := schema.find(path)) is None:
        raise unknown_path(schema.name, path, [str(field.path) for field in schema.root.walk()])
    return field


class _DropCopies(Treeprocessor):
    """Removes the copies of headings; the headings themselves are in the stash."""

    def __init__(self, page: ConvertedPage) -> None:
        super().__init__()
        self._page = page

    def run(self, root: Element) -> None:
        """Empty the place of each directive except for its text, the key to the stash."""
        for place in self._page.copies:
            for copy in list(place):
                place.remove(copy)
