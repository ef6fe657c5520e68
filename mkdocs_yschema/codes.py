"""The findings of the plugin and of the Markdown extension."""

from __future__ import annotations

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

DIRECTIVE_WITHOUT_SCHEMA = Code(
    "directive-without-schema",
    "usage",
    phrase("the directive names no schema"),
    found=phrase("::: yschema"),
    expected=phrase("::: yschema NAME"),
)
DIRECTIVE_AS_TEXT = Code(
    "directive-as-text",
    "usage",
    phrase("the page shows the directive as text"),
    found=phrase("{text}"),
    expected=phrase("{example}, on a line of its own"),
)
DIRECTIVE_IN_HTML = Code(
    "directive-in-html",
    "usage",
    phrase("Markdown does not read the directive, which is in an HTML element"),
    found=phrase("{text}"),
    hint=phrase("add the attribute `markdown` to the element, and `md_in_html` to `markdown_extensions`"),
)
UNKNOWN_OPTION = Code("unknown-directive-option", "usage", phrase("unknown option `{name}`"))
INVALID_HEADING_LEVEL = Code(
    "invalid-heading-level",
    "usage",
    phrase("option heading_level is not a level of headings"),
    expected=phrase("a number from 1 to 6"),
)
OPTIONS_NOT_YAML = Code(
    "directive-options-not-yaml",
    "usage",
    phrase("the options are not valid YAML"),
    expected=phrase("lines such as `{example}`"),
)
OPTIONS_NOT_A_MAP = Code(
    "directive-options-not-a-map",
    "usage",
    phrase("the options are not a map of names to plain values"),
    expected=phrase("lines `OPTION: VALUE`, with an OPTION of {options}"),
)
UNKNOWN_SCHEMA_KEY = Code("unknown-schema-key", "usage", phrase("unknown key in `{where}`: `{name}`"))

BLOCK_NOT_SHOWN = Code(
    "block-not-shown",
    "usage",
    phrase("the page does not show this block as code"),
    found=phrase("{header}"),
    expected=phrase("an extension that reads the options of the block"),
    hint=phrase("add `{extension}` to `markdown_extensions`"),
)
