"""The display options of references: the one definition for the plugin, for directives and for the docs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from yschema_engine.show.html.view import COLUMNS, LAYOUTS, Column, Layout
from yschema_engine.site.codes import INVALID_OPTION
from yschema_engine.text.deferred_classes import dataclass, field, fields
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase

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


OptionType = Flag | Depth | OneOf | ListOf


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


def option_type(name: str) -> OptionType:
    """Return the type of a display option."""
    (type_,) = (field_.metadata["type"] for field_ in fields(DisplayOptions) if field_.name == name)
    result: OptionType = type_
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
