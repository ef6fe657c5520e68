"""Phrases in the language of a reader, from catalogues of several folders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polib
import pytest

from yschema_engine.show.findings import english
from yschema_engine.show.language import CatalogueError, Language, find_language
from yschema_engine.text.findings import EngineError
from yschema_engine.text.phrases import Listing, Param, Verbatim, counted, phrase

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n{plural}\\n"\n\n'
# Polish has a form for one, one for two to four, and one for more.
POLISH = (
    "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
)
ENTRIES = """\
msgid "a {name}"
msgstr "pan {name}"

msgid "{count} item"
msgid_plural "{count} items"
msgstr[0] "{count} element"
msgstr[1] "{count} elementy"
msgstr[2] "{count} elementów"

msgid "{parts} or {part}"
msgstr "{parts} lub {part}"

#, fuzzy
msgid "unsure"
msgstr "niepewne"
"""


def write(folder: Path, tag: str, entries: str, *, compiled: bool = False) -> Path:
    path = folder / tag / "LC_MESSAGES" / "yschema.po"
    path.parent.mkdir(parents=True)
    path.write_text(HEADER.replace("{plural}", POLISH) + entries, encoding="utf-8")
    if compiled:
        polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
        path.unlink()
    return folder


@pytest.mark.parametrize("compiled", [False, True])
def test_phrases_are_in_the_language(tmp_path: Path, compiled: bool) -> None:
    words = find_language("pl", [write(tmp_path, "pl", ENTRIES, compiled=compiled)])
    many = Listing((counted("{count} item", "{count} items", 5), Verbatim("{part}"), "x"), "or")
    shown: Sequence[tuple[Param, str]] = [
        (phrase("a {name}", name=phrase("a {name}", name="{name}")), "pan pan {name}"),
        (counted("{count} item", "{count} items", 1), "1 element"),
        (counted("{count} item", "{count} items", 22.0), "22 elementy"),
        (counted("{count} item", "{count} items", 1.5), "1.5 elementy"),
        (many, "5 elementów, {part} lub x"),
        (phrase("unsure"), "unsure"),
        (phrase("nobody's"), "nobody's"),
        (phrase(""), ""),
    ]
    assert [words.text(param) for param, _ in shown] == [text for _, text in shown]


def test_the_first_folder_takes_precedence(tmp_path: Path) -> None:
    first = write(tmp_path / "a", "pl", 'msgid "x"\nmsgstr "of a"\n')
    second = write(tmp_path / "b", "pl", 'msgid "x"\nmsgstr "of b"\n\nmsgid "y"\nmsgstr "of b"\n')
    write(tmp_path / "b2", "pl_PL", 'msgid "x"\nmsgstr "of b2"\n')
    folders = [first, second, tmp_path / "b2", tmp_path / "none"]
    assert find_language("pl", folders).text(phrase("x")) == "of a"
    assert find_language("pl", folders).text(phrase("y")) == "of b"
    assert find_language("pl-pl", folders[1:]).text(phrase("x")) == "of b"
    assert find_language("pl-pl", folders[2:]).text(phrase("x")) == "of b2"
    assert find_language("cs", folders).text(phrase("x")) == "x"


def test_languages_with_the_same_catalogues_are_equal(tmp_path: Path) -> None:
    folder = write(tmp_path, "pl", ENTRIES)
    one, other = find_language("pl", [folder]), find_language("pl_PL", [folder])
    assert one == other
    assert hash(one) == hash(other)
    assert one != find_language("xx")
    assert find_language("xx") == Language()


@pytest.mark.parametrize(("suffix", "data"), [("mo", b"\0"), ("po", b"nonsense\n"), ("po", b"\xff")])
def test_a_damaged_catalogue_is_reported(tmp_path: Path, suffix: str, data: bytes) -> None:
    path = tmp_path / "pl" / "LC_MESSAGES" / f"yschema.{suffix}"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    with pytest.raises(CatalogueError) as caught:
        find_language("pl", [tmp_path])
    assert isinstance(caught.value, EngineError)
    assert str(path) in english(caught.value.findings[0], "message")
