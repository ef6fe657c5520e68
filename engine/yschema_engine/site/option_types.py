"""The types of the options of a site, and the display options of references."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, TypeAlias

from yschema_engine.docs.places import unknown_name
from yschema_engine.docs.sample_files import line_of
from yschema_engine.show.html.view import COLUMNS, LAYOUTS, Column, Layout
from yschema_engine.site.findings import INVALID_EXTENSION_OPTION, INVALID_OPTION, UNKNOWN_SITE_OPTION
from yschema_engine.text.deferred_classes import dataclass, field, fields
from yschema_engine.text.findings import FindingParam, UsageError, finding, revise
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Source

USABLE = phrase("a string without the character 0 and without halves of characters, such as \\ud800")
_UNUSABLE = "[\x00\ud800-\udfff]"
_ESCAPE = r"\\(?:0|x00|u0000|U0{8}|u[dD][89abAB]|U0000[dD][89abAB])"

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
        if re.search(_UNUSABLE, options):
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
    escape = re.search(_ESCAPE, config)
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


_DEPTH = re.compile(r"[0-9]{1,9}\Z")
_BOOLEANS = MappingProxyType({"true": True, "false": False})


@dataclass(frozen=True, slots=True)
class Flag:
    """The type of an option that is `true` or `false`."""

    @property
    def expected(self) -> Phrase:
        """The valid values of the option, in words."""
        return phrase("true or false")

    def parse(self, text: object) -> bool | None:
        """Return the value of a text, or None."""
        return _BOOLEANS.get(text) if isinstance(text, str) else None


@dataclass(frozen=True, slots=True)
class Depth:
    """The type of an option that is a number of levels."""

    @property
    def expected(self) -> Phrase:
        """The valid values of the option, in words."""
        return phrase("a number of levels; 0 expands all fields")

    def parse(self, text: object) -> int | None:
        """Return the value of a text, or None."""
        return int(text) if isinstance(text, str) and _DEPTH.match(text) else None


@dataclass(frozen=True, slots=True)
class OneOf:
    """The type of an option that is one of several names."""

    names: Sequence[str]

    @property
    def expected(self) -> Phrase:
        """The valid values of the option, in words."""
        return phrase("one of {names}", names=_listing(self.names))

    def parse(self, text: object) -> str | None:
        """Return the value of a text, or None."""
        return text if isinstance(text, str) and text in self.names else None


@dataclass(frozen=True, slots=True)
class ListOf:
    """The type of an option that is a list of names."""

    names: Sequence[str]

    @property
    def expected(self) -> Phrase:
        """The valid values of the option, in words."""
        return phrase("a list of {names}", names=_listing(self.names))

    def parse(self, text: object) -> tuple[str, ...] | None:
        """Return the value of a text or of a list of texts, or None."""
        names = [text] if isinstance(text, str) else text
        if not isinstance(names, list) or not names or not all(name in self.names for name in names):
            return None
        return tuple(names)


DisplayOptionType = Flag | Depth | OneOf | ListOf


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The display options of references. The options of a directive override those of the plugin."""

    layout: Layout = field(default="sections", metadata={"type": OneOf(LAYOUTS)})
    """The layout of references. `sections` shows all details of each field. `table` shows one line for each
    field, which opens; readers can switch between these two. `yaml` shows the values file with comments, in
    which each key is a link."""

    columns: tuple[Column, ...] = field(default=COLUMNS, metadata={"type": ListOf(COLUMNS)})
    """What the layout `table` shows of each field, in addition to the name. The order makes no difference."""

    yaml_view: bool = field(default=True, metadata={"type": Flag()})
    """Whether readers see the values file: beside the fields on a wide screen, and as a second view
    elsewhere. On pages with more than 300 fields, a script loads it; such pages do not show it without
    JavaScript."""

    collapse_depth: int = field(default=3, metadata={"type": Depth()})
    """The number of nested levels that are expanded at first. Deeper fields are collapsed until a reader
    expands them, follows a link to one of them, or finds one with the search of the browser. `0` expands
    all fields."""

    filter: bool = field(default=True, metadata={"type": Flag()})
    """Whether references have a filter, which hides fields that do not match while readers type, and a
    palette, which finds fields in all references of the site. The key `v` opens the palette."""

    my_values: bool = field(default=True, metadata={"type": Flag()})
    """Whether readers can [check values of their own](../how-to/consumer/my-values.md) in the page. The
    script loads with the first click, and nothing that readers write leaves the page."""

    show_required: bool = field(default=True, metadata={"type": Flag()})
    """Whether references start with the required fields: the smallest valid set of values, computed and
    checked by the build."""

    downloads: bool = field(default=True, metadata={"type": Flag()})
    """Whether references offer downloads from the same build: `values.yaml` with comments, the minimal
    values file, a JSON Schema, and an OpenAPI document. With `site_url`, they also show the line that
    connects a values file with the JSON Schema in an editor."""

    show_samples: bool = field(default=True, metadata={"type": Flag()})
    """Whether references show the [samples](../how-to/author/samples.md) of their schema."""


@dataclass(frozen=True, slots=True)
class DirectiveOptions:
    """The options of a directive.

    Attributes:
        name: the name of the schema.
        path: the field to show, with the fields below it. By default, the whole reference is shown. Keys
            are joined with dots. Array items can have brackets: `gateways.buckets.grants` is the same as
            `gateways[].buckets[].grants`. Keys can be escaped as in anchors: `tls~2Ecrt` is the key
            `tls.crt`.
        heading_level: the level of the top headings, from 1 to 6. Nested headings are deeper, down to 6.
        display: the display options.
    """

    name: str
    path: str = ""
    heading_level: int = 2
    display: DisplayOptions = DisplayOptions()


def option_type(name: str) -> DisplayOptionType:
    """Return the type of a display option."""
    (type_,) = (field_.metadata["type"] for field_ in fields(DisplayOptions) if field_.name == name)
    result: DisplayOptionType = type_
    return result


NAMES: Sequence[str] = tuple(field_.name for field_ in fields(DisplayOptions))
"""The names of the display options."""


def parse_display(options: Mapping[str, Any]) -> DisplayOptions:
    """Return the display options among others, which YAML has parsed.

    Raises:
        UsageError: an option does not take its value.
    """
    chosen = {name: display_option(name, _as_text(options[name])) for name in NAMES if name in options}
    return DisplayOptions(**chosen)


def _as_text(value: object) -> object:
    """Return a value as directives have it, with all scalars as text."""
    if isinstance(value, list):
        return [_as_text(item) for item in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def display_option(option: str, text: object) -> Any:
    """Return the value of a display option.

    Raises:
        UsageError: the option does not take it.
    """
    type_ = option_type(option)
    value = type_.parse(text)
    if value is None:
        found = Verbatim(f"{option}: {text}")
        problem = finding(INVALID_OPTION, option=Verbatim(option), found=found, expected=type_.expected)
        raise UsageError([problem])
    return value


def _listing(names: Sequence[str]) -> Listing:
    return Listing(tuple(map(Verbatim, names)))
