"""The options of a directive, and those of the extension where no plugin checks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from textwrap import dedent
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

from yschema_engine.doccheck.library import Entry, unknown
from yschema_engine.model.findings import UsageError, legacy_usage_error
from yschema_engine.outputs.html.view import COLUMNS, LAYOUTS, Column, Layout

_LEVELS = [str(level) for level in range(1, 7)]
_FLAGS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The display options of references. The options of a directive override those of the plugin.

    Attributes:
        layout: `sections`, `table` or `yaml`.
        columns: the columns of tables, in addition to the name.
        yaml_view: whether readers can switch to a YAML view and back.
        fold: the number of nested levels that are expanded at first; 0 expands all.
        filter: whether there is a filter.
        summary: whether to start with the required fields.
        downloads: whether to offer downloads.
        samples: whether to show samples.
    """

    layout: Layout = "sections"
    columns: tuple[Column, ...] = COLUMNS
    yaml_view: bool = True
    fold: int = 3
    filter: bool = True
    summary: bool = True
    downloads: bool = True
    samples: bool = True


_LOOKS = tuple(field.name for field in fields(DisplayOptions))
_OPTIONS = ("path", "heading_level", *_LOOKS)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a directive.

    Attributes:
        name: the name of the schema.
        path: the field to show, with the fields below it. By default, the whole reference is shown. Keys
            are joined with dots. Array items can have brackets: `gateways.buckets.grants` is the same as
            `gateways[].buckets[].grants`. Keys can be escaped as in anchors: `tls~2Ecrt` is the key
            `tls.crt`.
        heading_level: the level of the top headings, from 1 to 6. Nested headings are deeper, down to 6.
        looks: the display options.
    """

    name: str
    path: str = ""
    heading_level: int = 2
    looks: DisplayOptions = DisplayOptions()


def parse_options(name: str, text: str, defaults: DisplayOptions = DisplayOptions()) -> Options:
    """The options of `::: yschema NAME` from the indented lines below it.

    Args:
        name: of the schema.
        text: the lines.
        defaults: the looks of the site.

    Raises:
        UsageError: the name is missing, or the lines are no YAML or hold what no option is.
    """
    if not name:
        raise legacy_usage_error("which schema?", found="::: yschema", expected="::: yschema NAME")
    given = _mapping(dedent(text).strip("\n"))
    for option in given:
        if option not in _OPTIONS:
            raise unknown("option", option, _OPTIONS)
    level = given.get("heading_level", "2")
    if level not in _LEVELS:
        raise legacy_usage_error(
            "option heading_level is not a level of headings",
            found=f"heading_level: {level}",
            expected="a number from 1 to 6",
        )
    chosen = {option: _look(option, given[option]) for option in _LOOKS if option in given}
    return Options(name, str(given.get("path", "")), int(level), replace(defaults, **chosen))


def _look(option: str, text: Any) -> Any:
    """The value of an option for looks.

    Raises:
        UsageError: it is none.
    """
    if option == "layout" and text in LAYOUTS:
        return text
    if option == "columns":
        names = [text] if isinstance(text, str) else text
        if names and all(name in COLUMNS for name in names):
            return tuple(names)
    elif option == "fold" and isinstance(text, str) and text.isascii() and text.isdigit():
        return int(text)
    elif option not in ("layout", "fold") and text in _FLAGS:
        return _FLAGS[text]
    expected = {
        "layout": f"one of {', '.join(LAYOUTS)}",
        "columns": f"a list of {', '.join(COLUMNS)}",
        "fold": "a number of levels; 0 folds nothing",
    }
    raise legacy_usage_error(
        f"option {option} has a value that it does not take",
        found=f"{option}: {text}",
        expected=expected.get(option, "true or false"),
    )


def _mapping(text: str) -> dict[str, Any]:
    try:
        given = YAML(typ="base", pure=True).load(text)  # all scalars as they are written
    except MarkedYAMLError as e:
        raise legacy_usage_error(
            "the options are not valid YAML",
            found=str(e.problem or e),
            expected="lines such as `path: some.field`",
        ) from e
    given = {} if given in (None, "") else given
    if not isinstance(given, dict) or not all(_is_plain(part) for part in (*given, *given.values())):
        raise legacy_usage_error(
            "the options are not a map of names to plain values",
            found=text,
            expected=f"lines `OPTION: VALUE`, with an OPTION of {', '.join(_OPTIONS)}",
        )
    return given


def _is_plain(part: object) -> bool:
    return isinstance(part, str) or (isinstance(part, list) and all(isinstance(one, str) for one in part))


def parse_schemas(settings: object) -> Iterator[Entry]:
    """The schemas that the extension's own options declare.

    Raises:
        UsageError: they are not declared as `NAME: {files: [GLOB, …], title: TITLE, url: URL}`.
    """
    if not isinstance(settings, Mapping):
        raise _malformed("schemas", settings)
    for name, schema in settings.items():
        if (
            not isinstance(schema, Mapping)
            or not isinstance(schema.get("files"), list)
            or not schema["files"]
        ):
            raise _malformed(f"schemas.{name}", schema)
        for key in schema:
            if key not in ("files", "title", "url"):
                raise unknown(f"key in schemas.{name}:", str(key), ("files", "title", "url"))
        title, url = (None if schema.get(key) is None else str(schema[key]) for key in ("title", "url"))
        yield Entry(str(name), tuple(map(str, schema["files"])), title, url)


def _malformed(where: str, found: object) -> UsageError:
    return legacy_usage_error(
        f"cannot use the option {where}", found=repr(found), expected="NAME: {files: [GLOB, …], title: TITLE}"
    )
