"""Values files on pages keep their text, and link each key to its field."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.show.html.values_view import AnnotatedLine, source_lines

DATA: dict[str, Any] = load_yaml((CASES / "written.yaml").read_text("utf-8"))


def short(number: int, line: AnnotatedLine) -> str:
    anchor = line.field.path.anchor("x").partition(".")[2] if line.field else ""
    return " ".join(filter(None, (str(number), anchor, line.comment)))


@pytest.mark.parametrize("name", DATA["cases"])
def test_lines_of_files(name: str) -> None:
    case = DATA["cases"][name]
    schema = load_schema([File("s.yaml", "s.yaml", DATA["schema"].encode())])
    lines = source_lines(case["text"], schema.named("x").root)
    shown = [line.before + line.key + line.rest + line.comment for line in lines]
    assert shown == (case["text"].splitlines() or [""])
    assert [short(n, line) for n, line in enumerate(lines, 1) if line.field or line.comment] == case["lines"]
    assert all(bool(line.key) == (line.field is not None) for line in lines)
