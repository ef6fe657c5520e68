"""The filter of a page finds other forms of a word, as `retries` for *retry*."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any

import pytest

from support import CASES, load_yaml
from walkthrough import ROOT

NODE = shutil.which("node")
WORDS: dict[str, dict[str, str]] = load_yaml((CASES / "word-forms.yaml").read_text(encoding="utf-8"))
SCRIPT = ROOT / "themes/yschema_themes/base/js/src/text.js"
PROGRAM = """
const { hasWords } = await import(process.argv[1]);
const words = JSON.parse(process.argv[2]);
console.log(JSON.stringify(words.map(([word, text]) => hasWords(text, [word]))));
"""

pytestmark = pytest.mark.skipif(NODE is None and not os.environ.get("CI"), reason="Node.js runs the script")


@pytest.mark.parametrize("kind", WORDS)
def test_forms_of_words(kind: str) -> None:
    pairs: list[Any] = list(WORDS[kind].items())
    arguments = ["--input-type=module", "-e", PROGRAM, SCRIPT.as_uri(), json.dumps(pairs)]
    result = subprocess.run([NODE or "node", *arguments], capture_output=True, text=True, check=True)
    found = dict(zip(WORDS[kind], json.loads(result.stdout), strict=True))
    assert found == dict.fromkeys(WORDS[kind], kind == "found")
