"""Phrases as Markdown."""

from __future__ import annotations

from yschema_engine.model.phrases import FieldLink, Phrase, Verbatim, Words


class MarkdownWords(Words):
    """Phrases as Markdown, values as code; an author's own text is Markdown already."""

    def __init__(self, words: Words) -> None:
        """Words.

        Args:
            words: the language.
        """
        self._words = words

    def verbatim(self, part: Verbatim) -> str:
        """Return a value, a key or source code as code."""
        text = part.text
        marks = "``" if "`" in text else "`"
        space = " " if text.startswith("`") or text.endswith("`") else ""
        return f"{marks}{space}{text}{space}{marks}" if text else '`""`'

    def field_link(self, link: FieldLink) -> str:
        """Return the name of a field as code."""
        return self.verbatim(Verbatim(link.text))

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase in the language."""
        return self._words.template(phrase)
