"""The page about annotations documents every annotation and argument that the engine knows."""

from __future__ import annotations

import re

import pytest

from walkthrough import ROOT
from yschema_engine.merge.overlay_annotations import ARGUMENTS
from yschema_engine.read.ytt import annotations, markers
from yschema_engine.read.ytt.rules import VALIDATE, VALIDATION
from yschema_engine.values.check import ASSERT

TEXT = (ROOT / "docs/reference/annotations.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^### `@(\S+)` \{ #\1 \}\n(.*?)(?=^##|\Z)", TEXT, re.DOTALL | re.MULTILINE))
KNOWN = {
    *(markers.SCHEMA, markers.VALUES),
    *annotations._KNOWN,
    *ARGUMENTS,
    ASSERT,
    *("yaml/text-templated-strings", "yaml/map-key-override"),
}
ACCEPTED_ARGUMENTS = {
    **ARGUMENTS,
    "schema/type": ("any", "one_of", "or_inferred"),
    "schema/key": ("allowed", "expects", "missing_ok"),
    "schema/validation": VALIDATION.all_keywords,
    "schema/validate": tuple(VALIDATE.keywords.keys() - VALIDATION.keywords.keys()),
}


def test_every_annotation_has_an_entry() -> None:
    assert ENTRIES.keys() == KNOWN
    for mark in set(markers._SCHEMAS) - {markers.SCHEMA}:
        assert f"`@{mark}" in TEXT


def test_the_overview_links_to_all_entries_except_overlays() -> None:
    overview = set(re.findall(r"\]\(#([a-z]+/[a-z-]+)\)", TEXT))
    assert overview == {name for name in KNOWN if not name.startswith("overlay/")}


@pytest.mark.parametrize("name", ACCEPTED_ARGUMENTS)
def test_every_argument_is_documented(name: str) -> None:
    assert set(re.findall(r"`([a-z_]+)=", ENTRIES[name])) >= set(ACCEPTED_ARGUMENTS[name])


@pytest.mark.parametrize("name", ENTRIES)
def test_entries_say_where_an_annotation_is_allowed(name: str) -> None:
    assert re.search(r"Allowed on", ENTRIES[name])
