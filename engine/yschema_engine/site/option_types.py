"""The types of the options of a site, for programs without MkDocs, which checks them in the plugin."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from yschema_engine.docs.places import unknown_name
from yschema_engine.docs.sample_files import line_of
from yschema_engine.site.codes import INVALID_EXTENSION_OPTION, UNKNOWN_SITE_OPTION
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import FindingParam, UsageError, finding, revise
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Source

USABLE = phrase("a string without the character 0 and without halves of characters, such as \\ud800")
_UNUSABLE = lazy_pattern("[\x00\ud800-\udfff]")
_ESCAPE = lazy_pattern(r"\\(?:0|x00|u0000|U0{8}|u[dD][89abAB]|U0000[dD][89abAB])")

OptionType: TypeAlias = Callable[[str, Any], Any]
"""Takes the name of an option and its value in YAML, and returns the value to use."""


def invalid(option: str, found: str | Phrase, expected: FindingParam | None = None) -> UsageError:
    """Return the error for an option that cannot be used."""
    problem = revise(
        finding(INVALID_EXTENSION_OPTION),
        option=Verbatim(option),
        found=Verbatim(found) if isinstance(found, str) else found,
    )
    return UsageError([revise(problem, expected=expected) if expected else problem])


def options_of(
    where: str, values: object, types: Mapping[str, OptionType], config: Source | None = None
) -> dict[str, Any]:
    """Return options with values of their types; an option without a value is left out.

    Args:
        where: the name of the map that has the options; empty for the options of the site.
        values: the map.
        types: the type of each option.
        config: the file, for reports.

    Raises:
        UsageError: an option is not known, or its value is not valid.
    """
    if not isinstance(values, Mapping):
        raise invalid(where, repr(values), phrase("a map of options"))
    for key in values:
        if key not in types:
            error = unknown_name(UNKNOWN_SITE_OPTION, str(key), types)
            span = line_of(config, f"{key}:")
            raise UsageError(revise(each, span=span) for each in error.findings)
    below = f"{where}." if where else ""
    return {key: types[key](f"{below}{key}", value) for key, value in values.items() if value is not None}


def unusable_texts(options: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the options, and the keys, with a character that neither files nor their names can contain.

    Args:
        options: the options as YAML contains them.
        name: the name of the option that holds them.

    Returns:
        The name and the text of each; parts of a list have the name of the list.
    """
    if isinstance(options, str):
        if _UNUSABLE.search(options):
            yield name, options
    elif isinstance(options, Mapping):
        for key, value in options.items():
            yield from unusable_texts(key, name)
            yield from unusable_texts(value, f"{name}.{key}" if name else str(key))
    elif isinstance(options, list):
        for each in options:
            yield from unusable_texts(each, name)


def unusable_line(config: str) -> int | None:
    """Return the line, from 1, of the first escape in a configuration that stands for such a character."""
    escape = _ESCAPE.search(config)
    return config.count("\n", 0, escape.start()) + 1 if escape else None


def text(option: str, value: object) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise invalid(option, written_value(value), phrase("a string"))
    return value


def text_or_false(option: str, value: object) -> str | None:
    """Return a string; None for `false`."""
    return None if value is False else text(option, value)


def flag(option: str, value: object) -> bool:
    """Return `true` or `false`."""
    if not isinstance(value, bool):
        raise invalid(option, written_value(value), phrase("true or false"))
    return value


def texts(option: str, value: object) -> tuple[str, ...]:
    """Return a list of strings."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise invalid(option, written_value(value), phrase("a list of strings"))
    return tuple(value)


def bound(option: str, value: object) -> float:
    """Return a number greater than 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= sys.float_info.max:
        raise invalid(option, written_value(value), phrase("a number greater than 0"))
    return float(value)


def page(option: str, value: object) -> str:
    """Return the path of a Markdown file in the folder of pages."""
    path = text(option, value)
    if not path.endswith(".md") or path.startswith("/") or ".." in PurePosixPath(path).parts:
        raise invalid(option, path, phrase("a Markdown file in docs_dir, such as reference/name.md"))
    return path


def words(option: str, value: object) -> str | None:
    """Return a part of an expected message: empty for `true`, None for `false`."""
    if isinstance(value, bool):
        return "" if value else None
    if not isinstance(value, str | int | float):
        raise invalid(option, written_value(value), phrase("words of what is wrong, or true"))
    return str(value)


def anything(option: str, value: object) -> object:
    """Return the value of an option that is read elsewhere, or by the plugin only."""
    return value


def one_of(names: Sequence[str]) -> OptionType:
    """Return the type of an option that is one of several names; YAML parses `off` as false."""

    def choose(option: str, value: object) -> str:
        name = "off" if value is False else value
        if not isinstance(name, str) or name not in names:
            raise invalid(
                option,
                written_value(value),
                phrase("one of {names}", names=Listing(tuple(map(Verbatim, names)))),
            )
        return name

    return choose


def each_of(type_: OptionType) -> OptionType:
    """Return the type of a list of values of a type."""

    def convert(option: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise invalid(option, written_value(value), phrase("a list"))
        return tuple(type_(option, each) for each in value)

    return convert


def written_value(value: object) -> str:
    """Return a value as YAML writes it on a line, as far as that is possible."""
    return written(value) if isinstance(value, str) else repr(value)
