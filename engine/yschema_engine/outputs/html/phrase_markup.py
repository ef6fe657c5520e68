"""Phrases in templates: as HTML with code and links, and the functions `_` and `ngettext`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup, escape

from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import FieldLink, Listing, Param, Phrase, Verbatim, Words, joined, phrase

_CODE = lazy_pattern(r"(?<!`)`([^`]+)`(?!`)")
_NAME = lazy_pattern(r"\{\w+\}")  # what fills it is code itself
_WORD = lazy_pattern(r"(\w+)")


class MarkupWords(Words):
    """Phrases as HTML: values as code, fields as links, everything else escaped."""

    def __init__(self, words: Words, href: Callable[[FieldLink], str] = lambda _: "") -> None:
        """Words.

        Args:
            words: the language.
            href: the address of a field; empty if there is none.
        """
        self._words = words
        self._href = href

    def markup(self, param: Param) -> Markup:
        """Return a phrase, or a part of one, as HTML."""
        return Markup(self.text(param))  # noqa: S704  each part is escaped below

    def text(self, param: Param) -> str:
        """Return the source of that HTML."""
        return str(param) if isinstance(param, Markup) else super().text(param)

    def plain(self, text: str) -> str:
        """Return an author's own text, in which parts in backticks are code."""
        pieces = _CODE.split(text)
        return "".join(
            _code(piece) if index % 2 else str(escape(piece)) for index, piece in enumerate(pieces)
        )

    def verbatim(self, part: Verbatim) -> str:
        """Return a value, a key or source code as code."""
        return _code(part.text)

    def field_link(self, link: FieldLink) -> str:
        """Return the name of a field as code, linked if it has an address."""
        address = self._href(link)
        return f'<a href="{escape(address)}">{_code(link.text)}</a>' if address else _code(link.text)

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase, escaped; parts in backticks are code."""
        escaped = str(escape(self._words.template(phrase)))
        return _CODE.sub(lambda part: part[1] if _NAME.fullmatch(part[1]) else _tagged(part[1]), escaped)


class TemplateFunctions:
    """The functions that templates translate with, named as message extraction expects them.

    What they return is text, which Jinja escapes, unless one of the values is HTML.
    """

    def __init__(self, words: Words) -> None:
        """Functions.

        Args:
            words: the language.
        """
        self._words = words
        self._markup = MarkupWords(words)

    def gettext(self, message: str, /, **params: Param) -> str:
        """Return a message, with values for the names in its braces; a name without a value stays."""
        return self._text(Phrase(message, params=tuple(params.items())))

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
    for index, piece in enumerate(_CODE.split(text)):
        if index % 2:
            yield missing.pop(piece, Verbatim(piece))
            continue
        for word in _WORD.split(piece):
            yield missing.pop(word, word)


def _code(text: str) -> str:
    return _tagged(str(escape(text)))


def _tagged(html: str) -> str:
    return f"<code>{html}</code>"
