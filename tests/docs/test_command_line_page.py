"""The page about the command line lists all options and output formats, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from support import Command
from walkthrough import blocks

ROOT = Path(__file__).parents[2]
SITE = ROOT / "sample_site"
PAGE = ROOT / "docs/reference/command-line.md"
TEXT = PAGE.read_text(encoding="utf-8")
SCHEMAS = {
    path.relative_to(SITE).as_posix(): path.read_bytes()
    for path in (SITE / "schemas").rglob("*")
    if path.is_file()
}


def test_every_option_is_on_the_page(yschema: Command) -> None:
    commands = ("", "assets", "coverage", "draft", "explain", "inject", "schema", "compare", "site")
    helps = "".join(yschema(*command.split(), "--help").out for command in commands)
    flags = set(re.findall(r"(?<![\w-])--[a-z-]+", helps))
    assert flags - set(re.findall(r"`(--[a-z-]+)", TEXT)) == {"--help", "--version"}
    for page in ROOT.rglob("docs/**/*.md"):
        text = page.read_text(encoding="utf-8")
        documented = set(re.findall(r"yschema [^\n`]*?(?<![\w-])(--[a-z-]+)", text))
        assert not documented - flags, page


def test_every_output_format_is_on_the_page(yschema: Command) -> None:
    usage = re.search(r"--output ([a-z0-9|-]+)", yschema("--help").out)
    assert usage is not None
    for form in usage[1].split("|"):
        assert f"`{form}`" in TEXT


def test_values_files_can_contain_the_line_for_editors(yschema: Command) -> None:
    (lines,) = (block.text for block in blocks(TEXT) if "yaml-language-server" in block.text)
    files = {
        **SCHEMAS,
        "values.yaml": lines,
        "marked.yaml": lines.replace("\n", "\n#@data/values\n---\n", 1),
    }
    schema = ("-f", "schemas/message-queue")
    assert yschema(*schema, "--data-values-file", "values.yaml", files=files).err == ""
    assert yschema(*schema, "-f", "marked.yaml", "--ignore-unknown-comments").err == ""
    assert yschema(*schema, "-f", "marked.yaml").status == 1
