"""Phrases as text in one language."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from yschema_engine.outputs.phrases.catalogues import read_catalogues, translations
from yschema_engine.text.phrases import Phrase, Words


class Language(Words):
    """Phrases as text in one language; phrases that no catalogue has stay English.

    Languages with the same catalogues are equal, so that they can be part of the key of a cache.

    Attributes:
        digest: tells the catalogues apart from any others.
    """

    def __init__(self, catalogues: Sequence[bytes] = ()) -> None:
        """A language.

        Args:
            catalogues: compiled, the first of which takes precedence.
        """
        self.digest = hashlib.sha256(b"\0".join(catalogues)).hexdigest()
        self._translations = translations(catalogues)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Language) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase, in the plural form for its count."""
        if not phrase.template:
            return ""  # gettext has the header of the catalogue there
        if not phrase.plural:
            return self._translations.gettext(phrase.template)
        return self._translations.ngettext(phrase.template, phrase.plural, _whole(phrase.count))


def find_language(tag: str, folders: Sequence[Path] = ()) -> Language:
    """Return a language.

    Args:
        tag: as `de`, `de-AT` or `zh_TW`.
        folders: folders of catalogues that go before those shipped, the first before the others.

    Raises:
        CatalogueError: a file is not a catalogue.
    """
    return Language(read_catalogues(tag, folders))


def _whole(count: float | None) -> int:
    """Return a count for plural rules, which know whole numbers alone: `1.5` counts as several."""
    if count is None:
        return 1
    return int(count) if count == int(count) else 2
