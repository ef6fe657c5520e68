"""Text of authors that would become markup, comments or commands unescaped does not pass the type check."""

from __future__ import annotations

import pytest
from mypy import api

from walkthrough import ROOT

HEAD = """\
from pathlib import Path
from yschema_engine.show.markdown_text import GFM, cell, code, md, opening, plain
from yschema_engine.show.values_file import Line
from yschema_engine.site.output_folder import write_report
from yschema_engine.text.printable import filled, joined, printable, yaml_comment
text: str = input()
"""
REFUSED = {
    "md('- {}', text)": "Md",
    "cell(text)": "Md",
    "opening(text)": "Md",
    "GFM.headline(text, 'a', 1)": "Md",
    "GFM.in_row(text, 'a')": "Md",
    "Line(text)": "YamlText",
    "filled('{}: {}', printable(text), text)": "Printable",
    "joined([text])": "Printable",
    "write_report(Path('report'), text)": "Printable",
}
"""Lines, and the type that each expects where it has a text of an author."""
ACCEPTED = (
    "md('- {}: {}', plain(text), code(text))",
    "cell(plain(text))",
    "GFM.in_row(code(text), 'a')",
    "Line(yaml_comment(text))",
    "joined([filled('{}: {}', printable(text), printable(text))])",
)


@pytest.fixture(scope="module")
def errors() -> str:
    lines = "\n".join((*REFUSED, *ACCEPTED))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYPATH", f"{ROOT / 'engine'}")
        return api.run(["--config-file=", "--strict", "--follow-imports=silent", "-c", f"{HEAD}{lines}\n"])[0]


@pytest.mark.parametrize("line", REFUSED)
def test_text_is_refused(errors: str, line: str) -> None:
    number = HEAD.count("\n") + 1 + list(REFUSED).index(line)
    [error] = [each for each in errors.splitlines() if each.startswith(f"<string>:{number}: ")]
    assert f'has incompatible type "str"; expected "{REFUSED[line]}"' in error


def test_escaped_text_is_accepted(errors: str) -> None:
    assert errors.count("error:") == len(REFUSED)
