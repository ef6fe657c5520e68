"""The page about annotations has every one that the engine knows, with every argument."""

from __future__ import annotations

import re

import pytest

from walkthrough import ROOT
from yschema_engine.frontends.ytt.annotations import shipped as annotations
from yschema_engine.frontends.ytt.files import document_markers as marks
from yschema_engine.frontends.ytt.overlay.annotations import ARGUMENTS
from yschema_engine.rules import parse

TEXT = (ROOT / "docs/reference/annotations.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^### `@(\S+)` \{ #\1 \}\n(.*?)(?=^##|\Z)", TEXT, re.DOTALL | re.MULTILINE))
KNOWN = {
    *(marks.SCHEMA, marks.VALUES),
    *annotations._KNOWN,
    *ARGUMENTS,
    *("yaml/text-templated-strings", "yaml/map-key-override"),
}
TAKEN = {
    **ARGUMENTS,
    "schema/type": ("any", "one_of", "or_inferred"),
    "schema/key": ("allowed", "expects", "missing_ok"),
    "schema/validation": parse._KEYWORDS,
    "schema/validate": tuple(set(parse._DESIGNS) - set(parse._NAMED)),
}


def test_every_annotation_has_an_entry() -> None:
    assert ENTRIES.keys() == KNOWN
    for mark in set(marks._SCHEMAS) - {marks.SCHEMA}:
        assert f"`@{mark}" in TEXT


def test_the_overview_leads_to_all_but_overlays() -> None:
    overview = set(re.findall(r"\]\(#([a-z]+/[a-z-]+)\)", TEXT))
    assert overview == {name for name in KNOWN if not name.startswith("overlay/")}


@pytest.mark.parametrize("name", TAKEN)
def test_every_argument_is_told(name: str) -> None:
    assert set(re.findall(r"`([a-z_]+)=", ENTRIES[name])) >= set(TAKEN[name])


@pytest.mark.parametrize("name", ENTRIES)
def test_entries_say_where_an_annotation_stands(name: str) -> None:
    assert re.search(r"[Ss]tands? on|As `@", ENTRIES[name])
