"""The conditions of rules in words, as pages show them."""

from __future__ import annotations

import pytest

from support import CASES, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.text.phrases import ENGLISH

WORDS: dict[str, str | None] = load_yaml((CASES / "conditions.yaml").read_text("utf-8"))


@pytest.mark.parametrize("source", WORDS)
def test_conditions_read_as_words(source: str) -> None:
    text = f"#@data/values-schema\n---\n#@schema/validation min=1, when=lambda value, ctx: {source}\na: 1\n"
    schema = load_schema([File("schema.yaml", "schema.yaml", text.encode())])
    condition = schema.root.type.fields[0].rules[0].condition
    assert condition is not None
    assert (ENGLISH.text(condition.words) or None) == WORDS[source]
