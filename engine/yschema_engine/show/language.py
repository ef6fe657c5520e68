"""Phrases in the language of a reader, from gettext catalogues, and in the words of those who use an input.

A folder of catalogues has the layout of gettext, `LANGUAGE/LC_MESSAGES/yschema.mo`. A `yschema.po` without
a `yschema.mo` beside it is compiled in memory.
"""

from __future__ import annotations

import gettext
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import UsageError, finding, usage_code
from yschema_engine.text.phrases import Phrase, Verbatim, Words, counted, phrase

DOMAIN = "yschema"
SHIPPED = Path(__file__).parent / "locale"

_UNREADABLE = usage_code("catalogue-unreadable", "the catalogue {file} cannot be read: {problem}")


class CatalogueError(UsageError):
    """A message catalogue cannot be read."""

    def __init__(self, path: Path, problem: Exception) -> None:
        super().__init__([finding(_UNREADABLE, file=Verbatim(str(path)), problem=str(problem))])


def read_catalogues(tag: str, folders: Sequence[Path] = ()) -> list[bytes]:
    """Return the catalogues of a language, compiled, the first of which takes precedence.

    Args:
        tag: the language, as `de-AT` or `de_AT`. Catalogues of `de` come after those of `de_AT`.
        folders: folders of catalogues that go before those shipped, the first before the others.

    Raises:
        CatalogueError: a file is not a catalogue.
    """
    return [_compiled(path) for folder in (*folders, SHIPPED) for path in _files(folder, tag)]


def languages(folders: Sequence[Path] = ()) -> list[str]:
    """Return the languages with a catalogue, and English, in alphabetical order.

    Args:
        folders: folders of catalogues in addition to those shipped.
    """
    found = (path for folder in (*folders, SHIPPED) if folder.is_dir() for path in folder.iterdir())
    return sorted({"en", *(path.name for path in found if _catalogue(path / "LC_MESSAGES"))})


def has_language(tag: str, folders: Sequence[Path] = ()) -> bool:
    """Return whether there is a catalogue for a language, whatever the region in its tag."""
    return _normal(tag).split("_")[0] in {_normal(name).split("_")[0] for name in languages(folders)}


def _files(folder: Path, tag: str) -> Iterator[Path]:
    """Yield the files for a language in a folder, those for the exact tag first."""
    if not folder.is_dir():
        return
    languages = {_normal(path.name): path for path in sorted(folder.iterdir())}
    parts = _normal(tag).split("_")
    for length in range(len(parts), 0, -1):
        language = languages.get("_".join(parts[:length]))
        path = _catalogue(language / "LC_MESSAGES") if language else None
        if path is not None:
            yield path


def _normal(tag: str) -> str:
    return tag.replace("-", "_").lower()


def _catalogue(folder: Path) -> Path | None:
    paths = (folder / f"{DOMAIN}.{suffix}" for suffix in ("mo", "po"))
    return next((path for path in paths if path.is_file()), None)


def _compiled(path: Path) -> bytes:
    try:
        if path.suffix == ".mo":
            data = path.read_bytes()
        else:
            import polib  # noqa: PLC0415  only sites with catalogues of their own need it

            catalogue = polib.pofile(path.read_text(encoding="utf-8"))
            catalogue.metadata.setdefault("Content-Type", "text/plain; charset=UTF-8")
            data = catalogue.to_binary()
        gettext.GNUTranslations(io.BytesIO(data))
    except Exception as e:  # gettext and polib raise many kinds for a damaged file
        raise CatalogueError(path, e) from e
    return data


_OF_JSON: Mapping[str, Phrase] = {
    "map": phrase("object"),
    "maps": phrase("objects"),
    "list": phrase("array"),
    "lists": phrase("arrays"),
    "list of {items}": phrase("array of {items}"),
    "list of {types}": phrase("array of {types}"),
    "lists of {items}": phrase("arrays of {items}"),
    "lists of {types}": phrase("arrays of {types}"),
    "a map": phrase("an object"),
    "a list": phrase("an array"),
    "rule of the map": phrase("rule of the object"),
    "names that the rule of the map allows": phrase("names that the rule of the object allows"),
    "the map has the wrong number of keys": phrase("the object has the wrong number of keys"),
    "the list is replaced as a whole": phrase("the array is replaced as a whole"),
    "the map is replaced as a whole": phrase("the object is replaced as a whole"),
    "the map accepts other keys": phrase("the object accepts other keys"),
    "the map no longer accepts other keys": phrase("the object no longer accepts other keys"),
    "the keys that the map accepts changed": phrase("the keys that the object accepts changed"),
    "the fields of the map are in another order": phrase("the fields of the object are in another order"),
    "the default changed to or from a map": phrase("the default changed to or from an object"),
    "write the value as an item of a list: - …": phrase("write the value as an item of an array: - …"),
    "Write the value as an item of a list: - …": phrase("Write the value as an item of an array: - …"),
    "Required settings": phrase("Required keys"),
    "No required settings.": phrase("No required keys."),
    "The required settings": phrase("The required keys"),
    "Couldn't determine the required settings": phrase("Couldn't determine the required keys"),
    "all settings with comments": phrase("all keys with comments"),
}
"""What people who write JSON Schemas say, by what those of charts and of ytt say."""
_OF_USERS: Sequence[tuple[str, Phrase, Phrase]] = (
    ("My values", phrase("My file"), phrase("My resource")),
    ("Values file", phrase("File"), phrase("Resource")),
    ("Sample values", phrase("Sample files"), phrase("Sample resources")),
    ("Paste your values", phrase("Paste your file"), phrase("Paste your resource")),
    (
        "Paste your values, or start from:",
        phrase("Paste your file, or start from:"),
        phrase("Paste your resource, or start from:"),
    ),
    ("Add to my values", phrase("Add to my file"), phrase("Add to my resource")),
    ("Check my values", phrase("Check my file"), phrase("Check my resources")),
    (
        "Couldn't load My values: retry",
        phrase("Couldn't load My file: retry"),
        phrase("Couldn't load My resource: retry"),
    ),
    ("Values as YAML", phrase("File as YAML"), phrase("Resource as YAML")),
    ("Your values stay valid.", phrase("Your file stays valid."), phrase("Your resources stay valid.")),
    (
        "Your values stay valid, as far as could be checked.",
        phrase("Your file stays valid, as far as could be checked."),
        phrase("Your resources stay valid, as far as could be checked."),
    ),
)
"""What people who write charts say, and those who write configuration files or resources."""
_OF_FILES: Mapping[str, Phrase] = {
    **_OF_JSON,
    **{values: file for values, file, _ in _OF_USERS},
    "Add this first line to your values file:": phrase("Add this first line to your file:"),
    "Save {file} next to your values file, and add this first line to that file:": phrase(
        "Save {file} next to your file, and add this first line to that file:"
    ),
}
_OF_RESOURCES: Mapping[str, Phrase] = {**_OF_FILES, **{values: one for values, _, one in _OF_USERS}}


class Language(Words):
    """Phrases as text in one language; phrases that no catalogue has stay English.

    Languages with the same catalogues are equal, so that they can be part of the key of a cache.

    Attributes:
        digest: tells the catalogues apart from any others.
    """

    def __init__(self, catalogues: Sequence[bytes] = ()) -> None:
        """Merge compiled catalogues, the first of which takes precedence."""
        self.digest = hashlib.sha256(b"\0".join(catalogues)).hexdigest()
        self._words: Mapping[str, Phrase] = {}
        self._translations = gettext.NullTranslations()
        for catalogue in catalogues:
            self._translations.add_fallback(gettext.GNUTranslations(io.BytesIO(catalogue)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Language) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def of(self, schema: Schema) -> Language:
        """Return the language with the words of those who write what a schema describes."""
        if schema.resource is not None or schema.kinds:
            return self.with_words("resources", _OF_RESOURCES)
        is_file = schema.own_check is not None and schema.own_merging is None
        return self.with_words("files", _OF_FILES) if is_file else self

    def with_words(self, name: str, words: Mapping[str, Phrase]) -> Language:
        """Return the language with other words; their name tells them apart from any others."""
        language = copy(self)
        language.digest, language._words = f"{self.digest} {name}", words
        return language

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase, in the plural form for its count."""
        phrase = self._words.get(phrase.template, phrase)
        if not phrase.template:
            return ""  # gettext has the header of the catalogue there
        if not phrase.plural:
            return self._translations.gettext(phrase.template)
        return self._translations.ngettext(phrase.template, phrase.plural, _whole(phrase.count or 0))


OF_JSON = Language().with_words("json", _OF_JSON)
"""English for findings about JSON Schemas."""


def find_language(tag: str, folders: Sequence[Path] = ()) -> Language:
    """Return a language.

    Args:
        tag: as `de`, `de-AT` or `zh_TW`.
        folders: folders of catalogues that go before those shipped, the first before the others.

    Raises:
        CatalogueError: a file is not a catalogue.
    """
    return Language(read_catalogues(tag, folders))


def _whole(count: float) -> int:
    """Return a count for plural rules, which know whole numbers alone: `1.5` counts as several."""
    return int(count) if count == int(count) else 2


def rules_heading(rules: Sequence[Any]) -> Phrase:
    """Return the heading of rules without a condition: `Allowed` before values, `Keys` before other keys."""
    if all(rule.values for rule in rules):
        return phrase("Allowed")
    if not any(rule.rules for rule in rules):
        return phrase("Keys")
    return counted("Rule", "Rules", len(rules))


def items_phrase(depth: int) -> Phrase:
    """Return the label of array items.

    Args:
        depth: 1 for the items of the array, 2 for the items of these, and so on.
    """
    if depth == 1:
        return phrase("Each item")
    return phrase("Each item at level {depth}", depth=depth)
