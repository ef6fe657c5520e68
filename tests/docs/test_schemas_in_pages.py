"""Schemas in pages without a command are valid.

These are YAML blocks with schema annotations and without a title. A block without a mark is tried with the
mark of the shipped language, then with that of the proposed dialect. The page about that dialect has its own
tests.
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
    arguments = ("-f", "schema.yaml", "--severity", "portability=off")
    said = [yschema(*arguments, files={"schema.yaml": text}) for text in tried]
    assert any((result.status, result.err) == (0, "") for result in said), said[0].err
