"""Sanitized HTML of descriptions and phrases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from xml.etree.ElementTree import Element

import nh3
from markdown import Markdown
from markdown.inlinepatterns import HtmlInlineProcessor, InlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.util import AtomicString
from markupsafe import Markup, escape

from yschema_engine.docs.coverage import MAX_DEPTH, has_bounded_markup
from yschema_engine.show.markdown_from_html import REST, VOID
from yschema_engine.show.markdown_text import CODE
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.phrases import (
    FieldLink,
    Listing,
    Param,
    Phrase,
    Verbatim,
    Words,
    joined,
    phrase,
)
from yschema_engine.text.phrases import Markdown as MarkdownText

# Text in which Markdown and HTML have nothing to do: one line, no marks, nothing that opens a block.
_PLAIN = r"(?!\s|[-+=]|\d+[.)])(?:[^\n*_`\[\]<>&#\\|:]|(?<=\w)_(?=\w)|:(?!/))+\Z"
# Of what looks like HTML only elements are, so that "one of <none> or <name>" reads as it stands.
_ELEMENT = rf"(</?(?:{'|'.join(sorted(nh3.ALLOWED_TAGS | {'script', 'style'}))})(?=[\s/>])[^<>]*>|<!--.*?-->)"
# A control character marks what Markdown has converted already, such as the break of a line.
_URL = r"(?<![\w/])(https?://[^\s<>\"'`\x02]*[^\s<>\"'`\x02.,;:!?)\]}])"
# What interrupts a paragraph in CommonMark: an item with text, and of numbered lists the first.
_LIST_ITEM = r" {0,3}(?:[-*+]|1[.)]) +\S"
_TEXT = r" {0,3}[^\s>|][^|]*\Z"
_HEADING = r"<(/?)h[1-6]\b"
# A tag as the sanitizer writes it: values of attributes are in quotes, and contain no quotes.
_TAG = r'<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?P<attributes>(?:\s+[^\s="<>]+="[^"]*")*)\s*/?>'
_ATTRIBUTE = r'([^\s="]+)="([^"]*)"'
# Browsers remove line breaks and tabs from addresses, and read backslashes as slashes.
_ADDRESS_OF_HOST = r"(?i)[\x00-\x20]*(?:[a-z][a-z0-9+.-]*:|[/\\]{2})"
_IGNORED_IN_ADDRESS = r"[\t\n\r]"
_LANGUAGE = r"language-[a-z0-9+#-]+"
# The sanitizer checks the schemes of `href` and `src` alone, and browsers do not show `cite`.
_ATTRIBUTES: Mapping[str, set[str]] = {
    tag: names - {"cite"} for tag, names in nh3.ALLOWED_ATTRIBUTES.items()
} | {"code": {"class"}}


class Describer:
    """Turns descriptions into HTML; keeps one Markdown instance, for a new one costs more than most texts."""

    def __init__(self, *, external_images: bool = False) -> None:
        """A describer.

        Args:
            external_images: whether to show images from other hosts, instead of links to them.
        """
        self._external_images = external_images
        self._markdown = Markdown(extensions=["fenced_code", "sane_lists", "tables"])
        # After those that take fenced code and HTML out of the text.
        self._markdown.preprocessors.register(_ListsAfterText(self._markdown), "lists_after_text", 15)
        patterns = self._markdown.inlinePatterns
        patterns.register(HtmlInlineProcessor(_ELEMENT, self._markdown), "html", 90)
        patterns.register(_BareUrl(_URL, self._markdown), "bare_url", 85)
        self._done: dict[str, Markup] = {}  # schema fragments repeat their descriptions

    def __call__(self, text: str) -> Markup:
        """Return the description as HTML without scripts, event handlers, ids and headings.

        Its only classes are those of blocks of code in a language.
        """
        if text not in self._done:
            stripped = text.strip()
            is_plain = re.match(_PLAIN, stripped)
            html = Markup("<p>{}</p>").format(stripped) if is_plain else self._convert(stripped)
            self._done[text] = html
        return self._done[text]

    def _convert(self, text: str) -> Markup:
        try:
            html = self._clean(text) if has_bounded_markup(text) else None
        except RecursionError:
            html = None
        if html is None or _depth(html) > MAX_DEPTH:
            return Markup("<pre>{}</pre>").format(text)  # without markup, with its line breaks
        # A heading would enter the page's outline, and end the field's own section in search indexes.
        return Markup(re.sub(_HEADING, r"<\1p", html))  # noqa: S704  cleaned just above

    def _clean(self, text: str) -> str:
        converted = self._markdown.reset().convert(text)
        html = nh3.clean(converted, attributes={**_ATTRIBUTES}, attribute_filter=_attribute)
        return html if self._external_images else _without_external_images(html)


def _attribute(_: str, name: str, value: str) -> str | None:
    """Return the value of an attribute; None for a class that does not name a language."""
    return value if name != "class" or re.fullmatch(_LANGUAGE, value) else None


def _depth(html: str) -> int:
    """Return how deeply elements are nested, at least."""
    depth = deepest = 0
    for tag in re.finditer(_TAG, html):
        if tag["name"] not in VOID:
            depth += -1 if tag["end"] else 1
            deepest = max(deepest, depth)
    return deepest


def _without_external_images(html: str) -> str:
    """Replace the images from other hosts by links to them, and inside links by their texts."""
    parts: list[str] = []
    end = links = 0
    for tag in re.finditer(_TAG, html):
        if tag["name"] == "a":
            links += -1 if tag["end"] else 1
        elif tag["name"] == "img" and (link := _link_to_image(tag["attributes"], is_in_link=links > 0)):
            parts += (html[end : tag.start()], link)
            end = tag.end()
    return "".join((*parts, html[end:]))


def _link_to_image(attributes: str, *, is_in_link: bool) -> str:
    """Return what replaces an image with these attributes; empty if it is from the site itself."""
    values = {name: unescape(value) for name, value in re.findall(_ATTRIBUTE, attributes)}
    address = re.sub(_IGNORED_IN_ADDRESS, "", values.get("src", ""))
    if not re.match(_ADDRESS_OF_HOST, address):
        return ""
    text = values.get("alt", "").strip() or address
    if is_in_link:
        return escape(text)
    return Markup('<a href="{}" rel="noopener noreferrer">{}</a>').format(address, text)


class _ListsAfterText(Preprocessor):
    """Lets a list follow a line of text, as in CommonMark; descriptions of resources are written for that."""

    def run(self, lines: list[str]) -> list[str]:
        separated: list[str] = []
        may_begin = False  # whether there is a paragraph that a list may follow
        for line in lines:
            if not line.strip() or re.match(_LIST_ITEM, line):
                if may_begin and line.strip():
                    separated.append("")
                may_begin = False
            elif not separated or not separated[-1].strip():
                may_begin = re.match(_TEXT, line) is not None
            separated.append(line)
        return separated


class _BareUrl(InlineProcessor):
    """Makes links of addresses that stand in the text as they are."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element, int, int]:  # type: ignore[override]  # noqa: N802
        link = Element("a", href=m[1])
        link.text = AtomicString(m[1])
        return link, m.start(0), m.end(0)


_NAME = r"\{\w+\}"  # what fills it is code itself
_WORD = r"(\w+)"


@cache
def describer() -> Describer:
    """Return the describer for texts outside of sites."""
    return Describer()


_LONGEST_CODE, _BEGINNING = 100, 60


@dataclass(frozen=True)
class MarkupWords(Words):
    """Phrases as HTML: values as code, fields as links, everything else escaped.

    Attributes:
        words: the language.
        href: the address of a field; empty if there is none.
        folds: whether readers see the beginning of long code, such as a pattern, until they ask for it.
    """

    words: Words
    href: Callable[[FieldLink], str] = lambda _: ""
    folds: bool = False

    def markup(self, param: Param) -> Markup:
        """Return a phrase, or a part of one, as HTML."""
        return Markup(self.text(param))  # noqa: S704  each part is escaped below

    def text(self, param: Param) -> str:
        """Return the source of that HTML."""
        if isinstance(param, Listing) and param.is_long:
            return self._folded(param)
        return str(param) if isinstance(param, Markup) else super().text(param)

    def _folded(self, listing: Listing) -> str:
        """Return the first parts of a listing, and those that readers see if they ask for all."""
        first, rest = listing.parts[: listing.most], listing.parts[listing.most :]
        summary = phrase("Show all {count}", count=len(listing.parts))
        return self.text(Listing((*first, ""))) + self._opens(summary, self.text(Listing(rest, listing.join)))

    def _opens(self, summary: Phrase, html: str) -> str:
        summary_html = f"<summary>{self.text(summary)}</summary>"
        return f'<details class="ys-opens {REST}">{summary_html}{html}</details>'

    def plain(self, text: str) -> str:
        """Return an author's own text, in which parts in backticks are code."""
        pieces = enumerate(re.split(CODE, text))
        return "".join(_code(piece) if index % 2 else escape(piece) for index, piece in pieces)

    def verbatim(self, part: Verbatim) -> str:
        """Return a value, a key or source code as code."""
        if not self.folds or len(part.text) <= _LONGEST_CODE:
            return _code(part.text)
        summary = phrase("Show all {count} characters", count=len(part.text))
        return _code(f"{part.text[:_BEGINNING]}…") + self._opens(summary, _code(part.text))

    def markdown(self, part: MarkdownText) -> str:
        """Return an author's Markdown; that of one paragraph is on the line."""
        html = describer()(part.text).strip()
        return html.removeprefix("<p>").removesuffix("</p>") if html.count("<p>") == 1 else html

    def field_link(self, link: FieldLink) -> str:
        """Return the name of a field as code, linked if it has an address."""
        address = self.href(link)
        return f'<a href="{escape(address)}">{_code(link.text)}</a>' if address else _code(link.text)

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase, escaped; parts in backticks are code."""
        escaped = str(escape(self.words.template(phrase)))
        return re.sub(
            CODE, lambda part: part[1] if re.fullmatch(_NAME, part[1]) else _tagged(part[1]), escaped
        )


class TemplateFunctions:
    """The functions that templates translate with, named as message extraction expects them.

    What they return is text, which Jinja escapes, unless one of the values is HTML.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._label = cache(lambda message: words.text(Phrase(message)))
        self._markup = MarkupWords(words)

    def gettext(self, message: str, /, **params: Param) -> str:
        """Return a message, with values for the names in its braces; a name without a value stays."""
        return self._text(Phrase(message, params=tuple(params.items()))) if params else self._label(message)

    def ngettext(self, singular: str, plural: str, count: int, /, **params: Param) -> str:
        """Return a message in the form for a count, which `{count}` shows."""
        return self._text(Phrase(singular, plural, count, tuple(params.items())))

    def _text(self, phrase: Phrase) -> str:
        is_html = any(isinstance(param, Markup) for _, param in phrase.params)
        return self._markup.markup(phrase) if is_html else self._words.text(phrase)


def with_links(rule: Phrase | str, links: Sequence[FieldLink]) -> Param:
    """Return a rule with links to fields: where an author's own text names them first, else behind it.

    Args:
        rule: a phrase, or an author's own text.
        links: the fields that the rule is about.
    """
    if not links or (isinstance(rule, Phrase) and _has_links(rule)):
        return rule
    missing = {link.text: link for link in links}
    linked = rule if isinstance(rule, Phrase) else joined(list(_parts(rule, missing)))
    if not missing:
        return linked
    return phrase("{rule} ({fields})", rule=linked, fields=Listing(tuple(missing.values())))


def _has_links(rule: Phrase) -> bool:
    params = [param for _, param in rule.params]
    params += [part for param in params if isinstance(param, Listing) for part in param.parts]
    return any(
        isinstance(param, FieldLink) or (isinstance(param, Phrase) and _has_links(param)) for param in params
    )


def _parts(text: str, missing: dict[str, FieldLink]) -> Iterator[Param]:
    """Yield the parts of a text; a part that is a link is taken out of `missing`."""
    for index, piece in enumerate(re.split(CODE, text)):
        if index % 2:
            yield missing.pop(piece, Verbatim(piece))
            continue
        for word in re.split(_WORD, piece):
            yield missing.pop(word, word)


def _code(text: str) -> str:
    return _tagged(str(escape(text)))


def _tagged(html: str) -> str:
    return f"<code>{html}</code>"
