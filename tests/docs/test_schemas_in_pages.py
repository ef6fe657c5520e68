"""Schemas that pages show without running anything are sound.

A block of YAML with annotations of schemas and without a title is one; where it has no mark, it gets that of
the language as it shipped, or that of the designs' dialect if it needs it. The page about that dialect has
tests of its own.
"""

from __future__ import annotations

import pytest

from support import Command
from walkthrough import ROOT, blocks

MARKS = ("#@data/values-schema\n---\n", "#@schema/definition data_values=True\n---\n")
DOCS = ROOT / "docs"
SCHEMAS = [
    pytest.param(block.text, id=f"{path.relative_to(DOCS).as_posix()}:{n}")
    for path in sorted(DOCS.rglob("*.md"))
    if path.name != "proposed-dialect.md"
    for n, block in enumerate(blocks(path.read_text(encoding="utf-8")), 1)
    if block.language == "yaml" and "title" not in block.options and "#@" in block.text
]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_schemas_are_sound(yschema: Command, schema: str) -> None:
    tried = [schema] if "\n---\n" in schema else [mark + schema for mark in MARKS]
    said = [yschema("-f", "schema.yaml", files={"schema.yaml": text}) for text in tried]
    assert any((result.status, result.err) == (0, "") for result in said), said[0].err
