"""Text of authors that would become markup unescaped does not pass the type check."""

from __future__ import annotations

import pytest
from mypy import api

from walkthrough import ROOT

HEAD = """\
from yschema_engine.show.markdown_text import GFM, cell, code, md, opening, plain
text: str = input()
"""
REFUSED = (
    "md('- {}', text)",
    "cell(text)",
    "opening(text)",
    "GFM.headline(text, 'a', 1)",
    "GFM.in_row(text, 'a')",
)
ACCEPTED = ("md('- {}: {}', plain(text), code(text))", "cell(plain(text))", "GFM.in_row(code(text), 'a')")


@pytest.fixture(scope="module")
def errors() -> str:
    lines = "\n".join((*REFUSED, *ACCEPTED))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYPATH", f"{ROOT / 'engine'}")
        return api.run(["--config-file=", "--strict", "--follow-imports=silent", "-c", f"{HEAD}{lines}\n"])[0]


@pytest.mark.parametrize("line", REFUSED)
def test_text_is_refused(errors: str, line: str) -> None:
    assert f"<string>:{REFUSED.index(line) + 3}: error: Argument " in errors
    assert 'has incompatible type "str"; expected "Md"' in errors


def test_markdown_is_accepted(errors: str) -> None:
    assert errors.count("error:") == len(REFUSED)
