"""The options of a directive, and those of the extension if no plugin checks them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import dedent
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from mkdocs_yschema.codes import (
    DIRECTIVE_WITHOUT_SCHEMA,
    INVALID_HEADING_LEVEL,
    OPTIONS_NOT_A_MAP,
    OPTIONS_NOT_YAML,
    UNKNOWN_OPTION,
    UNKNOWN_SCHEMA_KEY,
)
from yschema_engine.docs.places import unknown_name
from yschema_engine.site.findings import INVALID_EXTENSION_OPTION
from yschema_engine.site.library import SchemaEntry
from yschema_engine.site.option_types import NAMES, DirectiveOptions, DisplayOptions, display_option
from yschema_engine.text.findings import Code, FindingParam, UsageError, finding, revise
from yschema_engine.text.phrases import Listing, Verbatim, phrase

_LEVELS = tuple([str(level) for level in range(1, 7)])
_OPTIONS = ("path", "heading_level", *NAMES)
_MAX_BRACKETS = 100  # deeper YAML takes long to read
_SCHEMA_KEYS = ("files", "title", "url")


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
        raise _error(DIRECTIVE_WITHOUT_SCHEMA)
    values = _mapping(dedent(text).strip("\n"))
    for option in values:
        if option not in _OPTIONS:
            raise unknown_name(UNKNOWN_OPTION, option, _OPTIONS)
    level = values.get("heading_level", "2")
    if level not in _LEVELS:
        raise _error(INVALID_HEADING_LEVEL, found=Verbatim(f"heading_level: {level}"))
    chosen = {option: display_option(option, values[option]) for option in NAMES if option in values}
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
        raise _error(OPTIONS_NOT_YAML, found="too many brackets", example=example)
    try:
        values = YAML(typ="base", pure=True).load(text)  # all scalars as they are written
    except (YAMLError, AssertionError, KeyError, RecursionError) as e:
        # AssertionError and KeyError are about unknown versions in the directive %YAML.
        problem = getattr(e, "problem", None) or getattr(e, "reason", None) or str(e)
        raise _error(OPTIONS_NOT_YAML, found=str(problem), example=example) from e
    values = {} if values in (None, "") else values
    if not isinstance(values, dict) or not all(_is_plain(part) for part in (*values, *values.values())):
        options = Listing(tuple(map(Verbatim, _OPTIONS)))
        raise _error(OPTIONS_NOT_A_MAP, found=Verbatim(text), options=options)
    return values


def _is_plain(part: object) -> bool:
    return isinstance(part, str) or (isinstance(part, list) and all(isinstance(one, str) for one in part))


def parse_schemas(settings: object) -> Iterator[SchemaEntry]:
    """Return the schemas that the extension's own options declare.

    Raises:
        UsageError: they are not declared as `NAME: {files: [GLOB, …], title: TITLE, url: URL}`.
    """
    if not isinstance(settings, Mapping):
        raise _malformed("schemas", settings)
    for name, schema in settings.items():
        where = f"schemas.{name}"
        files = schema.get("files") if isinstance(schema, Mapping) else None
        if not isinstance(files, list) or not files:
            raise _malformed(where, schema)
        for key in schema:
            if key not in _SCHEMA_KEYS:
                raise unknown_name(UNKNOWN_SCHEMA_KEY, str(key), _SCHEMA_KEYS, where=Verbatim(where))
        title, url = (None if schema.get(key) is None else str(schema[key]) for key in ("title", "url"))
        yield SchemaEntry(str(name), tuple(map(str, files)), title, url)


def _malformed(option: str, value: object) -> UsageError:
    example = Verbatim("NAME: {files: [GLOB, …], title: TITLE}")
    return _error(
        INVALID_EXTENSION_OPTION, option=Verbatim(option), found=Verbatim(repr(value)), expected=example
    )


def _error(code: Code, **params: FindingParam | None) -> UsageError:
    return UsageError([revise(finding(code), **params)])
