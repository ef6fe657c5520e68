"""Conversion of rendered HTML to Markdown that every host reads alike.

Authors' texts are Markdown or HTML. As they are they could open a heading, a table or a block of code that
swallows the rest of a document. So they go to safe HTML first, and from its tree to Markdown again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from html.parser import HTMLParser
from itertools import count, repeat
from textwrap import indent
from xml.etree.ElementTree import XML, Element, ParseError, TreeBuilder

from yschema_engine.show.markdown_text import GFM, SPACE, Flavor, Md, cell, code, escape, fence, opening

_UNFIT_FOR_URL = r"[^A-Za-z0-9\-._~:/?#@!$&+,;=%]"
_ENTITY = r"&(?=#?\w+;)"
_SENTENCE = r"[.!?](?<!e\.g\.)(?<!i\.e\.)(?=\s+[^\W\d_a-z])"
_LONG = 100

VOID = frozenset({"area", "br", "col", "hr", "img", "wbr"})
"""The elements without content."""
_CODES = frozenset({"code", "kbd", "samp", "tt", "var"})
_STRESS: Mapping[str, str] = {"em": "*", "i": "*", "cite": "*", "dfn": "*", "strong": "**", "b": "**"}
_BLOCKS = frozenset(
    {"article", "aside", "blockquote", "center", "dd", "details", "div", "dl", "dt", "figcaption", "figure"}
    | {"footer", "header", "hgroup", "hr", "li", "map", "nav", "ol", "p", "pre", "summary", "table", "ul"}
)
REST = "ys-rest"
"""The class of the element with the parts of a listing that are shown if a reader asks for them."""


def blocks(html: str, flavor: Flavor = GFM, anchors: Collection[str] = ()) -> Md:
    """Return well-formed HTML as Markdown blocks.

    Args:
        html: the source.
        flavor: the flavor to write.
        anchors: the ids in the document; links to others become text.
    """
    return Md("\n\n".join(_Writer(flavor, anchors).blocks(_tree(html))))


def inline(html: str, flavor: Flavor = GFM, anchors: Collection[str] = ()) -> Md:
    """Return well-formed HTML as Markdown on one line, without block structure."""
    return Md(_Writer(flavor, anchors).inside(_tree(html)).strip())


def short(html: str, flavor: Flavor = GFM, anchors: Collection[str] = ()) -> Md:
    """Return the first paragraph of well-formed HTML on one line; of a long one its first sentence."""
    return Md(_Writer(flavor, anchors).short(_tree(html)))


def _tree(html: str) -> Element:
    # Most descriptions are valid XML, which is parsed ten times as fast. Inside the element, a document type,
    # which could declare entities, is a syntax error.
    with suppress(ParseError, ValueError):
        return XML(f"<div>{html}</div>")
    builder = TreeBuilder()
    builder.start("div", {})
    _Reader(builder, str(html))
    builder.end("div")
    return builder.close()


class _Reader(HTMLParser):
    def __init__(self, builder: TreeBuilder, html: str) -> None:
        super().__init__()
        self._builder = builder
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self._builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        self._builder.end(tag)

    def handle_data(self, data: str) -> None:
        self._builder.data(data)


class _Writer:
    def __init__(self, flavor: Flavor, anchors: Collection[str]) -> None:
        self._flavor = flavor
        self._anchors = anchors

    def short(self, root: Element) -> str:
        """Return the first paragraph; of a long one its first sentence."""
        first = next((e for e in root if e.tag in _BLOCKS), root)
        whole = self.inside(first).strip()
        return whole if len(whole) <= _LONG else self._first_sentence(first)

    def _first_sentence(self, element: Element) -> str:
        line = ""
        for piece, is_text in self._pieces(element):
            end = re.search(_SENTENCE, piece) if is_text else None
            if end:
                return (line + escape(piece[: end.end()])).strip()
            line += escape(piece) if is_text else piece
        return line.strip()

    def _pieces(self, element: Element) -> Iterator[tuple[str, bool]]:
        """Yield the text in an element, marked by True, and Markdown."""
        yield element.text or "", True
        for child in element:
            if not (_is_rest(element) and child.tag == "summary"):
                yield self._inline(child), False
            yield child.tail or "", True

    def inside(self, element: Element) -> Md:
        """Return the content of an element on one line."""
        pieces = self._pieces(element)
        return Md(SPACE.sub(" ", "".join(escape(p) if is_text else p for p, is_text in pieces)))

    def _inline(self, element: Element) -> Md:
        text = self.inside(element)
        match element.tag:
            case "br":
                return Md(self._flavor.line_break)
            case "img":
                return Md(f"!{_link(escape(element.get('alt', '')), _url(element.get('src', '')))}")
            case "a" if element.get("href"):
                return self._anchor(element, text)
            case tag if tag in _CODES:
                return code("".join(element.itertext()), self._flavor)
            case tag if tag in _STRESS and text.strip():
                mark, core = _STRESS[tag], text.strip()
                return Md(text.replace(core, f"{mark}{core}{mark}", 1))
            case tag if tag in _BLOCKS:
                return Md(f" {text} ")
        return text

    def _anchor(self, element: Element, text: Md) -> Md:
        url = _url(element.attrib["href"])
        if url.startswith("#") and url.removeprefix("#") not in self._anchors:
            return text
        is_bare = self._flavor.has_autolinks and "".join(element.itertext()) == url and ":" in url
        return Md(f"<{url}>") if is_bare else _link(text, url)

    def blocks(self, element: Element, *, nested: bool = False) -> Iterator[str]:
        """Yield the blocks in an element.

        Args:
            element: the element.
            nested: whether they are within a list or a quotation.
        """
        run: str = escape(element.text or "")
        for child in element:
            if child.tag in _BLOCKS and not _is_rest(child):
                yield from self._paragraph(run)
                yield from self._block(child, nested=nested)
                run = ""
            else:
                run += self._inline(child)
            run += escape(child.tail or "")
        yield from self._paragraph(run)

    def _paragraph(self, text: str) -> Iterator[str]:
        text = SPACE.sub(" ", text).strip()
        if text:
            yield opening(Md(text), self._flavor)

    def _block(self, element: Element, *, nested: bool) -> Iterator[str]:
        match element.tag:
            case "pre":
                yield self._code_block(element, nested=nested)
            case "blockquote":
                lines = "\n\n".join(self.blocks(element, nested=True)).split("\n")
                yield "\n".join(f"> {line}".rstrip() for line in lines)
            case "table":
                yield from self._table(element)
            case "ul" | "ol":
                marks = repeat("-") if element.tag == "ul" else map("{}.".format, count(1))
                items = filter(None, map(self._item, element))
                yield "\n".join(f"{mark} {item}" for mark, item in zip(marks, items, strict=False))
            case _:
                yield from self.blocks(element, nested=nested)

    def _code_block(self, element: Element, *, nested: bool) -> str:
        text = "".join(element.itertext()).strip("\n")
        # Python-Markdown finds fences at the beginning of lines only.
        if nested and not self._flavor.has_nested_fences:
            return indent(text, "    ")
        inner = element.find("code") if self._flavor.has_languages else None
        language = "" if inner is None else inner.get("class", "").removeprefix("language-")
        return fence(text, language, self._flavor)

    def _item(self, element: Element) -> str:
        return indent("\n\n".join(self.blocks(element, nested=True)), "    ").strip()

    def _table(self, element: Element) -> Iterator[str]:
        for caption in element.findall("caption"):
            yield from self.blocks(caption)
        rows: list[list[str]]
        rows = [[cell(Md(self.inside(c).strip()), self._flavor) for c in row] for row in element.iter("tr")]
        width = max(map(len, rows), default=0)
        lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
        if width:
            yield "\n".join([lines[0], f"|{'---|' * width}", *lines[1:]])


def _is_rest(element: Element) -> bool:
    return REST in element.get("class", "").split()


def _link(text: Md, url: Md) -> Md:
    return Md(f"[{text}]({url})")


def _url(url: str) -> Md:
    encoded = re.sub(_UNFIT_FOR_URL, lambda m: "".join(f"%{byte:02X}" for byte in m[0].encode()), url)
    return Md(re.sub(_ENTITY, "&amp;", encoded))  # in which a script could hide
