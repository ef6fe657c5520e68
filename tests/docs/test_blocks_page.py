"""The page about checked blocks lists every mark and every language."""

from __future__ import annotations

import re

from mkdocs_yschema.markdown.checked_blocks import _MARKS, SHELL, YAML
from walkthrough import ROOT

TEXT = (ROOT / "docs/reference/blocks.md").read_text(encoding="utf-8")


def test_marks() -> None:
    assert set(re.findall(r"^\| `(yschema[.a-z]*)", TEXT, re.MULTILINE)) == set(_MARKS)


def test_languages() -> None:
    (sentence,) = re.findall(r"^The languages are (.*?)\.", TEXT, re.MULTILINE | re.DOTALL)
    assert set(re.findall("`([a-z-]+)`", sentence)) == {*YAML, *SHELL}
