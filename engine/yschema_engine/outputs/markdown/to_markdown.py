"""HTML that a `Describer` or a filter made, as Markdown that reads the same wherever it stands.

Authors' texts are Markdown or HTML. As they are they could open a heading, a table or a block of code that
swallows the rest of a document. So they go to safe HTML first, and from its tree to Markdown again, for
GitHub and for Python-Markdown with its extensions `tables` and `fenced_code`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import count, repeat
from textwrap import indent
from types import MappingProxyType
from xml.etree.ElementTree import Element, TreeBuilder

from yschema_engine.deferred_patterns import lazy_pattern

# What inline Markdown looks at; where a dialect has no backslash for it, it stands as an entity.
_MARKS = lazy_pattern(r"[\\`*\[\]{<~$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_ENTITIES = MappingProxyType({"&": "&amp;", "<": "&lt;", "~": "&#126;", "$": "&#36;"})
# What makes a block of a line that begins with it, in some dialect: `# a`, `1. a`, `!!! a`, `: a`.
_OPENS = lazy_pattern(r"(?P<number>\d+)(?=[.)])|(?P<mark>[-+>#])|[=:?]|!(?!\[)")
_SPACE = lazy_pattern(r"[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")
_UNFIT_FOR_URL = lazy_pattern(r"[^A-Za-z0-9\-._:/?#@!$&'+,;=%]")
_CODE_SPAN = lazy_pattern(r"\\.|`([^`]+)`")
_SENTENCE = lazy_pattern(r"[.!?](?<!e\.g\.)(?<!i\.e\.)(?=\s+[^\W\d_a-z])")
_LONG = 100

_VOID = frozenset({"area", "br", "col", "hr", "img", "wbr"})
_CODES = frozenset({"code", "kbd", "samp", "tt", "var"})
_STRESS = MappingProxyType({"em": "*", "i": "*", "cite": "*", "dfn": "*", "strong": "**", "b": "**"})
_BLOCKS = frozenset(
    {"article", "aside", "blockquote", "center", "dd", "details", "div", "dl", "dt", "figcaption", "figure"}
    | {"footer", "header", "hgroup", "hr", "li", "map", "nav", "ol", "p", "pre", "summary", "table", "ul"}
)


def escape(text: str) -> str:
    """Return text on one line in which Markdown finds nothing but text; not for the beginning of a block."""
    return _MARKS.sub(lambda m: _ENTITIES.get(m[0], f"\\{m[0]}"), _SPACE.sub(" ", text))


def plain(text: str) -> str:
    """Return a text as a block or a heading, in which nothing is markup."""
    line = escape(text).strip()
    return f"{line[:-1]}\\#" if line.endswith("#") else line


def code(text: str) -> str:
    """Return a text as code on one line; as an HTML element if backticks are not enough."""
    text = _SPACE.sub(" ", text)
    return f"`{text}`" if text.strip(" ") == text and "`" not in text and text else _code_element(text)


def _code_element(text: str) -> str:
    entities = re.sub(r"[^\w\s.,:;/-]|_", lambda m: f"&#{ord(m[0])};", text)
    return f"<code>{entities}</code>"


def fence(text: str, language: str = "") -> str:
    """Return text as a block of code, between fences that are longer than any in it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{text}\n{ticks}"


def cell(markdown: str) -> str:
    """Return a line of Markdown for a cell of a table.

    A pipe in a code span has no escape that all dialects know: such code becomes an HTML element.
    """

    def mended(match: re.Match[str]) -> str:
        return _code_element(match[1]) if match[1] and "|" in match[1] else match[0]

    return _CODE_SPAN.sub(mended, markdown).replace("|", "\\|")


def blocks(html: str) -> str:
    """Return well-formed HTML as Markdown blocks."""
    return "\n\n".join(_blocks(_tree(html)))


def inline(html: str) -> str:
    """Return well-formed HTML as Markdown on one line, without block structure."""
    return _inside(_tree(html)).strip()


def short(html: str) -> str:
    """Return the first paragraph of well-formed HTML on one line; of a long one its first sentence."""
    root = _tree(html)
    first = next((e for e in root if e.tag in _BLOCKS), root)
    whole = _inside(first).strip()
    return whole if len(whole) <= _LONG else _first_sentence(first)


def _first_sentence(element: Element) -> str:
    line = ""
    for piece, is_text in _pieces(element):
        end = _SENTENCE.search(piece) if is_text else None
        if end:
            return (line + escape(piece[: end.end()])).strip()
        line += escape(piece) if is_text else piece
    return line.strip()


def _tree(html: str) -> Element:
    builder = TreeBuilder()
    builder.start("div", {})
    _Reader(builder, html)
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
        if tag in _VOID:
            self._builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        self._builder.end(tag)

    def handle_data(self, data: str) -> None:
        self._builder.data(data)


def _pieces(element: Element) -> Iterator[tuple[str, bool]]:
    """Yield the text in an element, marked by True, and Markdown."""
    yield element.text or "", True
    for child in element:
        yield _inline(child), False
        yield child.tail or "", True


def _inside(element: Element) -> str:
    return _SPACE.sub(" ", "".join(escape(p) if is_text else p for p, is_text in _pieces(element)))


def _inline(element: Element) -> str:
    text = _inside(element)
    match element.tag:
        case "br":
            return "<br>"
        case "img":
            return f"!{_link(escape(element.get('alt', '')), element.get('src', ''))}"
        case "a" if element.get("href"):
            shown, url = "".join(element.itertext()), _url(element.attrib["href"])
            return f"<{url}>" if shown == url and ":" in url else _link(text, url)
        case tag if tag in _CODES:
            return code("".join(element.itertext()))
        case tag if tag in _STRESS and text.strip():
            mark, core = _STRESS[tag], text.strip()
            return text.replace(core, f"{mark}{core}{mark}", 1)
        case tag if tag in _BLOCKS:
            return f" {text} "
    return text


def _link(text: str, url: str) -> str:
    return f"[{text}]({_url(url)})"


def _url(url: str) -> str:
    return _UNFIT_FOR_URL.sub(lambda m: "".join(f"%{byte:02X}" for byte in m[0].encode()), url)


def _blocks(element: Element, *, nested: bool = False) -> Iterator[str]:
    run = escape(element.text or "")
    for child in element:
        if child.tag in _BLOCKS:
            yield from _paragraph(run)
            yield from _block(child, nested=nested)
            run = ""
        else:
            run += _inline(child)
        run += escape(child.tail or "")
    yield from _paragraph(run)


def _paragraph(text: str) -> Iterator[str]:
    text = _SPACE.sub(" ", text).strip()
    if text:
        yield _OPENS.sub(_opened, text, count=1) if _OPENS.match(text) else text


def _opened(match: re.Match[str]) -> str:
    if match["number"]:
        return f"{match[0]}\\"
    return f"\\{match[0]}" if match["mark"] else f"&#{ord(match[0])};"


def _block(element: Element, *, nested: bool) -> Iterator[str]:
    match element.tag:
        case "pre":
            text = "".join(element.itertext()).strip("\n")
            # Python-Markdown finds fences at the beginning of lines only.
            yield indent(text, "    ") if nested else fence(text)
        case "blockquote":
            lines = "\n\n".join(_blocks(element, nested=True)).split("\n")
            yield "\n".join(f"> {line}".rstrip() for line in lines)
        case "table":
            yield from _table(element)
        case "ul" | "ol":
            marks = repeat("-") if element.tag == "ul" else map("{}.".format, count(1))
            items = filter(None, map(_item, element))
            yield "\n".join(f"{mark} {item}" for mark, item in zip(marks, items, strict=False))
        case _:
            yield from _blocks(element, nested=nested)


def _item(element: Element) -> str:
    return indent("\n\n".join(_blocks(element, nested=True)), "    ").strip()


def _table(element: Element) -> Iterator[str]:
    for caption in element.findall("caption"):
        yield from _blocks(caption)
    rows = [[cell(_inside(c).strip()) for c in row] for row in element.iter("tr")]
    width = max(map(len, rows), default=0)
    lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
    if width:
        yield "\n".join([lines[0], f"|{'---|' * width}", *lines[1:]])
