"""The sample on the page about compatibility is what the command line says."""

from __future__ import annotations

import re
from pathlib import Path

from support import Command

PAGE = Path(__file__).parents[2] / "docs/reference/compatibility.md"


def test_sample_on_the_page(yschema: Command) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (name, schema), *_ = re.findall(r'```yaml title="(.*?)"\n(.*?)```', text, re.DOTALL)
    (said,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert yschema("-f", name, files={name: schema}).err == ""
    assert yschema("-f", name, "--dialect", "ytt").err == said
