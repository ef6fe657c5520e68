"""The options of a directive, and those of the extension where no plugin checks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import dedent

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

from mkdocs_yschema.library import Entry, unknown
from yschema_engine.diagnostics import UsageError

_OPTIONS = ("path", "heading_level")
_LEVELS = [str(level) for level in range(1, 7)]


@dataclass(frozen=True, slots=True)
class Options:
    """What a directive asks for.

    Attributes:
        name: of the schema.
        path: the only part to show; empty for all.
        heading_level: of the uppermost fields.
    """

    name: str
    path: str = ""
    heading_level: int = 2


def parse_options(name: str, text: str) -> Options:
    """The options of `::: yschema NAME` from the indented lines below it.

    Raises:
        UsageError: the name is missing, or the lines are no YAML or hold what no option is.
    """
    if not name:
        raise UsageError("which schema?", found="::: yschema", expected="::: yschema NAME")
    given = _mapping(dedent(text).strip("\n"))
    for option in given:
        if option not in _OPTIONS:
            raise unknown("option", option, _OPTIONS)
    level = given.get("heading_level", "2")
    if level not in _LEVELS:
        raise UsageError(
            "option heading_level is not a level of headings",
            found=f"heading_level: {level}",
            expected="a number from 1 to 6",
        )
    return Options(name, given.get("path", ""), int(level))


def _mapping(text: str) -> dict[str, str]:
    try:
        given = YAML(typ="base", pure=True).load(text)  # all scalars as they are written
    except MarkedYAMLError as e:
        raise UsageError(
            "the options are not valid YAML",
            found=str(e.problem or e),
            expected="lines such as `path: some.field`",
        ) from e
    given = {} if given in (None, "") else given
    if not isinstance(given, dict) or not all(isinstance(part, str) for part in (*given, *given.values())):
        raise UsageError(
            "the options are not a map of names to plain values",
            found=text,
            expected=f"lines `OPTION: VALUE`, with an OPTION of {', '.join(_OPTIONS)}",
        )
    return given


def parse_schemas(settings: object) -> Iterator[Entry]:
    """The schemas that the extension's own options declare.

    Raises:
        UsageError: they are not declared as `NAME: {files: [GLOB, …], title: TITLE}`.
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
            if key not in ("files", "title"):
                raise unknown(f"key in schemas.{name}:", str(key), ("files", "title"))
        title = schema.get("title")
        yield Entry(str(name), tuple(map(str, schema["files"])), None if title is None else str(title))


def _malformed(where: str, found: object) -> UsageError:
    return UsageError(
        f"cannot use the option {where}", found=repr(found), expected="NAME: {files: [GLOB, …], title: TITLE}"
    )
