"""The message catalogues that are shipped."""

from __future__ import annotations

import re
import subprocess
import sys

import polib
import pytest

from walkthrough import ROOT
from yschema_engine.outputs.phrases.catalogues import SHIPPED

CATALOGUES = {
    path.parent.parent.name: polib.pofile(str(path)) for path in SHIPPED.glob("*/LC_MESSAGES/yschema.po")
}
NAME = re.compile(r"\{\w+\}")


def test_they_are_up_to_date() -> None:
    command = [sys.executable, "tools/messages.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_languages_are_those_that_the_guide_names() -> None:
    assert sorted(CATALOGUES) == ["de", "ja", "zh"]


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_message_has_a_translation(language: str) -> None:
    entries = CATALOGUES[language]
    missing = [entry.msgid for entry in entries if not all(forms(entry)) or entry.fuzzy]
    assert not missing, f"locale/{language}/LC_MESSAGES/yschema.po lacks translations"


@pytest.mark.parametrize("language", CATALOGUES)
def test_translations_have_the_names_of_the_message(language: str) -> None:
    wrong = [
        (entry.msgid, form)
        for entry in CATALOGUES[language]
        for form in forms(entry)
        if names(form) not in (names(entry.msgid), names(entry.msgid_plural or entry.msgid))
    ]
    assert not wrong


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def names(text: str) -> set[str]:
    return set(NAME.findall(text))
