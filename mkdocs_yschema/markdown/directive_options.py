"""The options of directives, and the codes of findings about pages."""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from yschema_engine.docs.places import unknown_name
from yschema_engine.site.option_types import types_of
from yschema_engine.site.options import DirectiveOptions, DisplayOptions, display_option
from yschema_engine.text.findings import (
    usage_code,
    usage_error,
)
from yschema_engine.text.phrases import Listing, Verbatim, phrase

DIRECTIVE_WITHOUT_SCHEMA = usage_code(
    "directive-without-schema",
    phrase("the directive names no schema"),
    found=phrase("::: yschema"),
    expected=phrase("::: yschema NAME"),
)
DIRECTIVE_AS_TEXT = usage_code(
    "directive-as-text",
    phrase("the page shows the directive as text"),
    found=phrase("{text}"),
    expected=phrase("{example}, on a line of its own"),
)
DIRECTIVE_IN_HTML = usage_code(
    "directive-in-html",
    phrase("Markdown does not read the directive, which is in an HTML element"),
    found=phrase("{text}"),
    hint=phrase("add the attribute `markdown` to the element, and `md_in_html` to `markdown_extensions`"),
)
UNKNOWN_OPTION = usage_code("unknown-directive-option", phrase("unknown option `{name}`"))
INVALID_HEADING_LEVEL = usage_code(
    "invalid-heading-level",
    phrase("option heading_level is not a level of headings"),
    expected=phrase("a number from 1 to 6"),
)
OPTIONS_NOT_YAML = usage_code(
    "directive-options-not-yaml",
    phrase("the options are not valid YAML"),
    expected=phrase("lines such as `{example}`"),
)
OPTIONS_NOT_A_MAP = usage_code(
    "directive-options-not-a-map",
    phrase("the options are not a map of names to plain values"),
    expected=phrase("lines `OPTION: VALUE`, with an OPTION of {options}"),
)
BLOCK_NOT_SHOWN = usage_code(
    "block-not-shown",
    phrase("the page does not show this block as code"),
    found=phrase("{header}"),
    expected=phrase("an extension that reads the options of the block"),
    hint=phrase("add `{extension}` to `markdown_extensions`"),
)


_LEVELS = tuple([str(level) for level in range(1, 7)])
_OPTIONS = tuple(types_of(DirectiveOptions))
_MAX_BRACKETS = 100  # deeper YAML takes long to read


def parse_directive(
    name: str,
    text: str,
    defaults: DisplayOptions = DisplayOptions(),  # noqa: B008  frozen
) -> DirectiveOptions:
    """Return the options of `::: yschema NAME`.

    Args:
        name: the name of the schema.
        text: the indented lines below it.
        defaults: the display options of the site.

    Raises:
        UsageError: the name is missing, or the lines are not valid YAML, or an option is not known.
    """
    if not name:
        raise usage_error(DIRECTIVE_WITHOUT_SCHEMA)
    values = _mapping(dedent(text).strip("\n"))
    for option in values:
        if option not in _OPTIONS:
            raise unknown_name(UNKNOWN_OPTION, option, _OPTIONS)
    level = values.get("heading_level", "2")
    if level not in _LEVELS:
        raise usage_error(INVALID_HEADING_LEVEL, found=Verbatim(f"heading_level: {level}"))
    chosen = {
        option: display_option(option, values[option])
        for option in types_of(DisplayOptions)
        if option in values
    }
    return DirectiveOptions(name, str(values.get("path", "")), int(level), replace(defaults, **chosen))


def refuse_options(text: str) -> None:
    """Check that a directive that takes no options has none.

    Raises:
        UsageError: there are indented lines below it.
    """
    if option := text.strip().partition(":")[0]:
        raise unknown_name(UNKNOWN_OPTION, option, (), expected=phrase("no options"))


def _mapping(text: str) -> dict[str, Any]:
    if not text:
        return {}
    example = Verbatim("path: some.field")
    if len(re.findall(r"[\[{]", text)) > _MAX_BRACKETS:
        raise usage_error(OPTIONS_NOT_YAML, found="too many brackets", example=example)
    try:
        values = YAML(typ="base", pure=True).load(text)  # all scalars as they are written
    except (YAMLError, AssertionError, KeyError, RecursionError) as e:
        # AssertionError and KeyError are about unknown versions in the directive %YAML.
        problem = getattr(e, "problem", None) or getattr(e, "reason", None) or str(e)
        raise usage_error(OPTIONS_NOT_YAML, found=str(problem), example=example) from e
    values = {} if values in (None, "") else values
    if not isinstance(values, dict) or not all(_is_plain(part) for part in (*values, *values.values())):
        options = Listing(tuple(map(Verbatim, _OPTIONS)))
        raise usage_error(OPTIONS_NOT_A_MAP, found=Verbatim(text), options=options)
    return values


def _is_plain(part: object) -> bool:
    return isinstance(part, str) or (isinstance(part, list) and all(isinstance(one, str) for one in part))
