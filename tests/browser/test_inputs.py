"""What a page shows of inputs that are not in the language of ytt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support import Command

FERRY = Path(__file__).parents[2] / "sample_site/schemas/ferry/crd.yaml"


def test_tables_about_a_resource_are_seen(chromium: Any, yschema: Command, tmp_path: Path) -> None:
    text = yschema("-f", str(FERRY), "--schema-version", "v1", "--schema-inspect", "-o", "html-page").out
    (tmp_path / "ferry.html").write_text(text, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "ferry.html").as_uri())
    page.locator(".ys-input > summary").press("Enter")
    captions = page.locator(".ys-input-table caption:visible").all_text_contents()
    assert captions == ["Versions", "Columns of kubectl get"]
    assert page.locator(".ys-input-table td:visible", has_text="v1beta1 Ferry is deprecated").count() == 1
    page.close()
