"""The samples on the page about data values are what the command line says."""

from __future__ import annotations

import re
from pathlib import Path

from support import Command

PAGE = Path(__file__).parents[2] / "docs/reference/data-values.md"
VALUES_THAT_BREAK_RULES = "replicas: 12\n"


def test_samples_on_the_page(yschema: Command) -> None:
    text = PAGE.read_text(encoding="utf-8")
    files = dict(re.findall(r'```yaml title="(.*?)"\n(.*?)```', text, re.DOTALL))
    first, second = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    command = ("-f", "schema.yml", "--data-values-file", "values.yml")
    assert yschema(*command, files=files).err == first
    assert yschema(*command, files={**files, "values.yml": VALUES_THAT_BREAK_RULES}).err == second
