"""The directive `::: yschema-index FLEET`, the table of the schemas of a fleet or of a site."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from markdown import Markdown

from mkdocs_yschema.markdown.block_directive import BlockDirective, Directive
from mkdocs_yschema.markdown.directive_options import refuse_options
from mkdocs_yschema.markdown.page import ConvertedPage


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow the directive."""
    md.parser.blockprocessors.register(_Index(md.parser, page), "yschema_index", 78)


class _Index(BlockDirective):
    name = "yschema-index"

    def html(self, directive: Directive, place: Element) -> str:
        """Return the HTML of the table."""
        refuse_options(directive.options)
        return self._page.host.index(directive.argument)
