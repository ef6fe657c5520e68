"""Functions for the tests of outputs."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml, marks
from yschema_engine import File, Schema, load_schema


def named_cases(place: str) -> list[Any]:
    """Return the cases in a file or a folder of files, which are maps by name, as pytest parameters."""
    root = CASES / place
    return [
        pytest.param(case, id=f"{path.stem}-{name}".replace(" ", "-"), marks=marks(case))
        for path in (sorted(root.glob("*.yaml")) if root.is_dir() else [root])
        for name, case in load_yaml(path.read_text(encoding="utf-8")).items()
    ]


def load(text: str) -> Schema:
    return load_schema([File("schema.yml", "schema.yml", text.encode())])


def at(schema: Any, path: str) -> Any:
    """Return the part of an exported schema at a path: `a.b`, `a[]` for an item, `a.*` for any other key."""
    for step in path.replace("[]", ".[]").split(".") if path else ():
        if step == "*":
            schema = schema["additionalProperties"]
        else:
            schema = schema["items"] if step == "[]" else schema["properties"][step]
    return schema
