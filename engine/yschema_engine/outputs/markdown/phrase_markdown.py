"""Phrases as Markdown."""

from __future__ import annotations

from yschema_engine.outputs.markdown.flavors import GFM, Flavor
from yschema_engine.outputs.markdown.text import code, escape
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import FieldLink, Markdown, Phrase, Verbatim, Words

_CODE = lazy_pattern(r"(?<!`)`([^`]+)`(?!`)")


class MarkdownWords(Words):
    """Phrases as Markdown: values as code, and no markup in an author's own text but code in backticks."""

    def __init__(self, words: Words, flavor: Flavor = GFM) -> None:
        """Words.

        Args:
            words: the language.
            flavor: the flavor of Markdown.
        """
        self._words = words
        self._flavor = flavor

    def plain(self, text: str) -> str:
        """Return an author's own text, in which parts in backticks are code."""
        pieces = _CODE.split(text)
        return "".join(
            code(piece, self._flavor) if index % 2 else escape(piece) for index, piece in enumerate(pieces)
        )

    def verbatim(self, part: Verbatim) -> str:
        """Return a value, a key or source code as code."""
        return code(part.text or '""', self._flavor)

    def markdown(self, part: Markdown) -> str:
        """Return an author's Markdown."""
        return part.text

    def field_link(self, link: FieldLink) -> str:
        """Return the name of a field as code."""
        return self.verbatim(Verbatim(link.text))

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase in the language."""
        return self._words.template(phrase)
