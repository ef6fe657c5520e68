"""The tree processors that make links of cross-references."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement

from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString, code_escape

from mkdocs_yschema.markdown.page import ConvertedPage
from mkdocs_yschema.markdown.xref.locations import Locations
from mkdocs_yschema.markdown.xref.patterns import Marks

CLASS = "ys-ref"
_HEADING = re.compile(r"h[1-6]")


class Resolve(Treeprocessor):
    """Makes links of marked elements."""

    def __init__(self, page: ConvertedPage, locations: Locations, marks: Marks) -> None:
        super().__init__()
        self._page = page
        self._locations = locations
        self._marks = marks
        self.mentions: Marks = {}

    def run(self, root: Element) -> None:
        """Resolve all cross-references of a page, in their order."""
        self.mentions = {}
        inside = {below for link in root.iter("a") for below in link.iter() if below is not link}
        for element in list(root.iter()):
            if mention := self._marks.get(element):
                mention = replace(mention, locate=self._locations.next(mention.text))
                href, field = self._page.host.resolve(mention, self._page.ids)
                shown = str(field.path) if field and "~" in mention.path else mention.path
                _link(element, shown, "" if element in inside else href)
                self.mentions[element] = replace(mention, field=field)
        self._marks.clear()


def _link(element: Element, path: str, href: str) -> None:
    """Make an element a link, unless it is in the text of another link: HTML has no links in links.

    Args:
        element: the text of a link, or code; it keeps its place in the tree.
        path: the path that code shows.
        href: the address; empty for no link.
    """
    is_code = element.tag == "code"
    if is_code:
        element.text = AtomicString(code_escape(path))
    if not href:
        element.tag = "code" if is_code else "span"
        return
    element.tag = "a"
    element.set("class", f"{CLASS} {element.get('class', '')}".strip())
    element.set("href", href)
    if is_code:
        text, element.text = element.text, None
        SubElement(element, "code").text = text


class AddSections(Treeprocessor):
    """Reports all cross-references to the host, with the headings above them."""

    def __init__(self, page: ConvertedPage, resolved: Resolve) -> None:
        super().__init__()
        self._page = page
        self._resolved = resolved

    def run(self, root: Element) -> None:
        """Go through a page in its order."""
        section = ""
        for element in root.iter():
            if isinstance(element.tag, str) and _HEADING.fullmatch(element.tag):
                section = element.get("id", "")
            if mention := self._resolved.mentions.get(element):
                self._page.host.add_mention(replace(mention, section=section))
