"""The page about checked blocks lists every mark and every language."""

from __future__ import annotations

import re

from walkthrough import ROOT
from yschema_engine.docs.block_check import VALUES
from yschema_engine.docs.fences import OPTIONS
from yschema_engine.docs.page_blocks import SHELL

TEXT = (ROOT / "docs/reference/blocks.md").read_text(encoding="utf-8")


def test_marks() -> None:
    assert set(re.findall(r"^\| `(yschema[.a-z]*)", TEXT, re.MULTILINE)) == set(OPTIONS)


def test_languages() -> None:
    (sentence,) = re.findall(r"^The languages are (.*?)\.", TEXT, re.MULTILINE | re.DOTALL)
    assert set(re.findall("`([a-z-]+)`", sentence)) == {*VALUES, *SHELL}
