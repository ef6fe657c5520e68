"""The types of options, and the reading of a map of options by the class that declares them.

A class of options is a data class: its annotations name the types below, its defaults are those of the
options, and the docstrings of its attributes are their documentation.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, TypeAlias, TypeVar, get_type_hints

from yschema_engine.docs.places import unknown_name
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import UsageError, revise, usage_code
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.text.suggestions import did_you_mean

INVALID_EXTENSION_OPTION = usage_code("invalid-extension-option", "cannot use the option `{option}`")
UNKNOWN_SITE_OPTION = usage_code("unknown-site-option", "unknown option `{name}`")

_USABLE = "a string without the character 0 and without halves of characters, such as \\ud800"
UNUSABLE = "[\x00\ud800-\udfff]"
"""The characters that neither files nor their names can contain."""
_ESCAPE = r"\\(?:0|x00|u0000|U0{8}|u[dD][89abAB]|U0000[dD][89abAB])"
_PLUGIN = r"""\s*(?:-\s+)?["']?yschema["']?\s*:"""
_KEY = r"""(?P<indent>\s*(?:-\s+)?)["']?(?P<name>[^\s#"'][^#"':]*)["']?\s*:(?:\s|$)"""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OptionPlace:
    """The place of an option.

    Attributes:
        path: the names of the option and of those around it, joined with dots; empty for all options.
        folder: the folder that paths in options start from.
        config: the file, for reports.
    """

    path: str = ""
    folder: Path = Path()
    config: Source | None = None

    def below(self, name: str) -> OptionPlace:
        """Return the place of an option in this one."""
        return replace(self, path=f"{self.path}.{name}" if self.path else name)

    def invalid(self, found: str, expected: str = "", hint: Phrase | None = None) -> UsageError:
        """Return the error for an option that cannot be used; authors read it, in English."""
        texts = {"option": self.path, "found": found, **({"expected": expected} if expected else {})}
        shown = {name: Verbatim(text) for name, text in texts.items()}
        return UsageError.of(INVALID_EXTENSION_OPTION, self.span, hint=hint, **shown)

    @property
    def span(self) -> Span | None:
        """The line of the option in the configuration, or of the nearest option around it that has one."""
        lines = self.config.lines if self.config else []
        first = next((number for number, line in enumerate(lines, 1) if re.match(_PLUGIN, line)), 0)
        rest, indent, at = self.path, -1, None
        for number, line in enumerate(lines[first:], first + 1):
            if not (key := re.match(_KEY, line)):
                continue
            if key.end("indent") <= indent:
                break
            if rest == key["name"] or rest.startswith(f"{key['name']}."):
                at = Span(self.config, number).narrowed_to(key["name"]) if self.config else None
                rest, indent = rest[len(key["name"]) + 1 :], key.end("indent")
                if not rest:
                    break
        name = self.path.rpartition(".")[2]
        return at.narrowed_to(name) if at and f"{name}:" in at.text else at


class Refused(ValueError):
    """The value of an option is not one of its type."""


@dataclass(frozen=True, eq=False)
class OptionType:
    """The type of an option with a plain value.

    Attributes:
        words: the type, in the documentation.
        expected: the type, in findings.
        convert: takes the value in YAML, and the folder that paths start from; returns the value to use, or
            raises `Refused`.
        missing: the expectation of an option that has to be set.
        near: the values, for hints.
        options: the class of the options in a map.
    """

    words: str
    expected: str
    convert: Callable[[Any, Path], Any]
    missing: str = ""
    near: Sequence[str] = ()
    options: type | None = None

    def read(self, value: object, place: OptionPlace) -> Any:
        """Return the value to use.

        Raises:
            UsageError: the value is not of this type.
        """
        try:
            return self.convert(value, place.folder)
        except Refused:
            hint = did_you_mean(value, self.near) if isinstance(value, str) else None
            if self.convert is _text and not isinstance(value, list | Mapping):
                hint = phrase("put the value in quotes to make it a string")
            raise place.invalid(written_value(value), self.expected, hint) from None


class Inline(OptionType):
    """The type of an attribute that stands for the options of another class, in the same map."""

    def __init__(self, options: type) -> None:
        super().__init__("", "", unchanged, options=options)


class MapOf(OptionType):
    """The type of an option that is a map of options."""

    def __init__(self, options: type) -> None:
        super().__init__("a map", "a map of options", unchanged, options=options)

    def read(self, value: object, place: OptionPlace) -> Any:
        """Return an object of the class."""
        return read_options(self.options or object, value, place)


class ListOf(OptionType):
    """The type of an option that is a list of values of a type."""

    def __init__(self, words: str, item: OptionType) -> None:
        super().__init__(words, "a list", _list, options=item.options)
        self._item = item

    def read(self, value: object, place: OptionPlace) -> tuple[Any, ...]:
        """Return the values."""
        return tuple(self._item.read(each, place) for each in super().read(value, place))


def read_options(options: type[T], values: object, place: OptionPlace) -> T:
    """Return the options in a map; an option without a value has its default.

    Args:
        options: the class that declares the options.
        values: the map, as YAML has it.
        place: the place of the map.

    Raises:
        UsageError: options are not known, are missing, or have values that are not valid.
    """
    declaring: type = options
    types = types_of(declaring)
    if not isinstance(values, Mapping):
        name = place.path.rpartition(".")[2]
        hint = phrase("`{name}` is an option: indent it below a name", name=Verbatim(name))
        expected = f"a map of options, such as `{next(iter(types))}`"
        raise place.invalid(written_value(values), expected, hint if name in types else None)
    wrong = [error for key in values if key not in types for error in _unknown(key, types, place).findings]
    result: dict[str, Any] = {}
    for attribute, type_ in types_by_attribute(declaring).items():
        name = attribute.rstrip("_")
        try:
            if isinstance(type_, Inline) and type_.options:
                inner = {key: values[key] for key in types_of(type_.options) if key in values}
                result[attribute] = read_options(type_.options, inner, place)
            elif type_.missing and not values.get(name):
                raise place.invalid(f"no {name}", type_.missing)
            elif values.get(name) is not None:
                result[attribute] = type_.read(values[name], place.below(name))
        except UsageError as error:
            wrong += error.findings
    if wrong:
        raise UsageError(wrong)
    return options(**result)


def _unknown(key: object, types: Mapping[str, OptionType], place: OptionPlace) -> UsageError:
    at = place.below(str(key))
    changes: dict[str, Any] = {"span": at.span, "option": Verbatim(at.path)}
    inner = {name: types_of(each.options) for name, each in types.items() if each.options}
    if around := next((name for name, options in inner.items() if key in options), ""):
        words = {"name": Verbatim(str(key)), "around": Verbatim(around)}
        changes["hint"] = phrase("`{name}` is an option within `{around}`: move it there", **words)
    error = unknown_name(UNKNOWN_SITE_OPTION, str(key), types)
    return UsageError([revise(each, **changes) for each in error.findings])


@cache
def types_of(options: type) -> Mapping[str, OptionType]:
    """Return the types of the options that a class declares, by the names of the options."""
    types: dict[str, OptionType] = {}
    for attribute, type_ in types_by_attribute(options).items():
        inner = type_.options if isinstance(type_, Inline) else None
        types |= types_of(inner) if inner else {attribute.rstrip("_"): type_}
    return types


@cache
def types_by_attribute(options: type) -> Mapping[str, OptionType]:
    """Return the types of the attributes of a class of options; attributes of other kinds are left out."""
    hints = get_type_hints(options, include_extras=True)
    metadata = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {name: each for name, all_ in metadata.items() for each in all_ if isinstance(each, OptionType)}


def check_texts(options: object, place: OptionPlace) -> None:
    """Check that options have no character that neither files nor their names can contain.

    Raises:
        UsageError: there is one, in an option or in a key.
    """
    for name, text in _unusable_texts(options):
        wrong = OptionPlace(name).invalid(repr(text), _USABLE).findings
        raise UsageError([revise(each, span=_escape_span(place.config)) for each in wrong])


def _unusable_texts(options: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names and the texts; parts of a list have the name of the list."""
    if isinstance(options, str):
        if re.search(UNUSABLE, options):
            yield name, options
    elif isinstance(options, Mapping):
        for key, value in options.items():
            yield from _unusable_texts(key, name)
            yield from _unusable_texts(value, f"{name}.{key}" if name else str(key))
    elif isinstance(options, list):
        for each in options:
            yield from _unusable_texts(each, name)


def _escape_span(config: Source | None) -> Span | None:
    """Return the line of the first escape in a configuration that stands for such a character."""
    escape = re.search(_ESCAPE, config.text) if config else None
    return Span(config, config.text.count("\n", 0, escape.start()) + 1) if config and escape else None


def written_value(value: object) -> str:
    """Return a value as YAML writes it on a line, as far as that is possible."""
    return json.dumps(value, ensure_ascii=False, default=str, skipkeys=True)


def unchanged(value: Any, _: Path) -> Any:
    """Return a value that is read by its type itself."""
    return value


def _of(*types: type, accepts: Callable[[Any], bool] = lambda _: True) -> Callable[[Any, Path], Any]:
    """Return the conversion of values of some types, if they are accepted; `true` is not a number."""

    def convert(value: object, _: Path) -> Any:
        is_flag = isinstance(value, bool) and bool not in types
        if is_flag or not isinstance(value, types) or not accepts(value):
            raise Refused
        return value

    return convert


_text, _list = _of(str), _of(list)


def _path(value: object, folder: Path) -> Path:
    return Path(folder, _text(value, folder))


def _path_or_false(value: object, folder: Path) -> Path | None:
    return None if value is False else _path(value, folder)


def _existing_folder(value: object, folder: Path) -> Path:
    path = _path(value, folder)
    if not path.is_dir():
        raise Refused
    return path


def _texts(value: object, folder: Path) -> tuple[str, ...]:
    return tuple(_text(each, folder) for each in _list(value, folder))


def _paths(value: object, folder: Path) -> tuple[Path, ...]:
    return tuple(folder / each for each in _texts(value, folder))


_positive = _of(int, float, accepts=lambda number: 0 < number <= sys.float_info.max)
_from_0, _from_1 = _of(int, accepts=lambda number: number >= 0), _of(int, accepts=lambda number: number >= 1)


def _bound(value: object, folder: Path) -> float:
    return float(_positive(value, folder))


def _is_page(path: str) -> bool:
    return path.endswith(".md") and not path.startswith("/") and ".." not in PurePosixPath(path).parts


def _reason(value: object, folder: Path) -> str | None:
    """Return a part of a message: empty for `true`, None for `false`. YAML parses some strings as numbers."""
    if isinstance(value, bool):
        return "" if value else None
    return str(_of(str, int, float)(value, folder))


def one_of(names: Sequence[str], *, words: str = "", expected: str = "") -> OptionType:
    """Return the type of an option that is one of several names; YAML parses `off` as false.

    Args:
        names: the names.
        words: the type, in the documentation; by default the names.
        expected: the type, in findings; by default the names.
    """

    def convert(value: object, _: Path) -> str:
        name = "off" if value is False else value
        if not isinstance(name, str) or name not in names:
            raise Refused
        return name

    one = f"one of {_quoted(names)}" if len(names) > 1 else _quoted(names)
    among = f"one of {', '.join(names)}" if len(names) > 1 else names[0]
    return OptionType(words or one, expected or among, convert, near=names)


def list_of(names: Sequence[str]) -> OptionType:
    """Return the type of an option that is a list of some names."""

    def convert(value: object, folder: Path) -> tuple[str, ...]:
        chosen = _texts(value, folder)
        if not chosen or not set(chosen) <= set(names):
            raise Refused
        return chosen

    return OptionType(f"a list of {_quoted(names)}", f"a list of {', '.join(names)}", convert)


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


PAGE = OptionType(
    "the path of a Markdown file below `docs_dir`",
    "a Markdown file in docs_dir, such as reference/name.md",
    _of(str, accepts=_is_page),
)
TEXT = OptionType("a string", "a string", _text)
_TEXTS = OptionType("a list of strings", "a list of strings", _texts)
_FLAG = OptionType("`true` or `false`", "true or false", _of(bool))

Flag: TypeAlias = Annotated[bool, _FLAG]
Text: TypeAlias = Annotated[str, TEXT]
OptionalText: TypeAlias = Annotated[str | None, TEXT]
Texts: TypeAlias = Annotated[tuple[str, ...], _TEXTS]
Globs: TypeAlias = Annotated[tuple[str, ...], replace(_TEXTS, missing="at least one glob in `files`")]
VersionName: TypeAlias = Annotated[str, replace(TEXT, missing="the name of a version, such as `1.4.2`")]
Page: TypeAlias = Annotated[str | None, PAGE]
Reason: TypeAlias = Annotated[
    str | None, OptionType("a string, or `true`", "words of what is wrong, or true", _reason)
]
Bound: TypeAlias = Annotated[float, OptionType("a number greater than 0", "a number greater than 0", _bound)]
Depth: TypeAlias = Annotated[
    int, OptionType("a number of levels", "a number of levels; 0 expands all fields", _from_0)
]
HeadingLevel: TypeAlias = Annotated[int, OptionType("a level of headings", "a number from 1 to 6", _from_1)]
Jobs: TypeAlias = Annotated[
    int | None,
    OptionType("a number of processes", "a number of processes of at least 1", _from_1),
]
OptionalPath: TypeAlias = Annotated[Path | None, replace(TEXT, convert=_path)]
Paths: TypeAlias = Annotated[tuple[Path, ...], replace(_TEXTS, convert=_paths)]
ExistingFolder: TypeAlias = Annotated[
    Path | None,
    OptionType("the path of a folder", "the path of a folder that exists", _existing_folder),
]
CacheFolder: TypeAlias = Annotated[
    Path | None,
    OptionType("the path of a folder, or `false`", "the path of a folder, or false", _path_or_false),
]
