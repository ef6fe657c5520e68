"""Comments of charts on pages: prose reads as prose, and YAML stays as it is."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme

REMARKS = load_yaml((CASES / "remarks.yaml").read_text("utf-8"))

CHART = {"Chart.yaml": "apiVersion: v2\nname: lantern\nversion: 1.0.0\n"}


@pytest.mark.parametrize("case", REMARKS.values(), ids=REMARKS)
def test_remarks(case: dict[str, Any]) -> None:
    comment = "".join(f"## {line}\n" for line in case["comment"].splitlines())
    values = f"## @param lantern A map\n{comment}lantern: {{}}\n"
    files = [File(name, name, text.encode()) for name, text in {"values.yaml": values, **CHART}.items()]
    html = Renderer(find_theme("mkdocs")).reference(load_schema(files).named("lantern")).html
    shown = html.partition("A map")[2].partition("</section>")[0]
    assert [part for part in case["html"] if part not in shown] == []
    assert [part for part in case.get("absent", ()) if part in shown] == []
