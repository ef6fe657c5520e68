"""The record of a named rule, and the readers of arguments that several rules share."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Any, Literal, TypeAlias

from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, Map, Scalar, Value, to_plain, type_name
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, Verbatim, phrase
from yschema_engine.yaml.printing import to_yaml

Keywords: TypeAlias = dict[str, Any]
"""Keywords of JSON Schema or OpenAPI, with plain values."""
Family: TypeAlias = Literal[
    "lower bound", "upper bound", "least length", "most length", "values", "pattern", "format", "other"
]
"""Rules whose changes a comparison of two versions reports alike."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The value that a phrase is about.

    Attributes:
        kind: the name of its type, which says what is counted.
        links: what stands in the phrase for the keys of a map that have fields of their own.
    """

    kind: str
    links: Mapping[Scalar, Param] = field(default_factory=dict)

    def key(self, key: Scalar) -> Param:
        """Return the representation of a key of the map."""
        return self.links.get(key, Verbatim(to_yaml(key).strip() if not isinstance(key, str) else key))


@dataclass(frozen=True, slots=True)
class Target:
    """A place where a value may be set, as far as the keywords of rules depend on it.

    Attributes:
        kinds: the names of the types that the value may have.
        base: the keys that a map has there in any case, with their values.
        names: the other keys that the schema names.
        is_open: whether a map may have keys that the schema does not name.
        merges_items: whether the items of an array are maps, or hold some, which are completed.
    """

    kinds: Sequence[str]
    base: Mapping[Scalar, Value]
    names: Sequence[Scalar]
    is_open: bool
    merges_items: bool

    @property
    def takes_other_keys(self) -> bool:
        """Whether a map may have keys besides those that it has in any case."""
        return self.is_open or any(name not in self.base for name in self.names)


@dataclass(frozen=True, slots=True)
class Partner:
    """Another rule that one phrase covers together with this one: `between 3 and 5`.

    Attributes:
        name: of the other rule.
        phrase: of the arguments of both, this one's first, and the value.
    """

    name: str
    phrase: Callable[[Any, Any, Subject], Phrase]


class Misuse(Exception):
    """An argument is wrong.

    Attributes:
        found: the argument.
        expected: what may be there instead.
        hint: the one action that fixes it; may be empty.
    """

    def __init__(self, found: Param, expected: Param, hint: Param = "") -> None:
        super().__init__(ENGLISH.text(found))
        self.found = found
        self.expected = expected
        self.hint = hint


FLAG = phrase("True or False")
NUMBER = phrase("a number")
STRING = phrase("a string that is not empty")


def refusal(keyword: str, value: Any, expected: Phrase, hint: Phrase | str = "") -> Misuse:
    """Return the exception for an argument that is not as expected."""
    found = phrase("{value} for {keyword}", value=Verbatim(written(value)), keyword=Verbatim(f"{keyword}="))
    return Misuse(found, expected, hint)


def reader(
    expected: Phrase, is_valid: Callable[[Any], bool], convert: Callable[[Any], Any] = lambda plain: plain
) -> Callable[[str, Any], Any]:
    """Return a reader of arguments, which raises `Misuse` for one that is not valid, or holds a function.

    Args:
        expected: what the argument is.
        is_valid: whether it is that, of the plain value.
        convert: returns the argument to keep, of the plain value.
    """

    def read(keyword: str, value: Any) -> Any:
        plain = to_plain(value) if isinstance(value, Map | Array) else value
        if not (_is_data(plain) and is_valid(plain)):
            raise refusal(keyword, value, expected)
        return convert(plain)

    return read


def _is_data(plain: Any) -> bool:
    if isinstance(plain, list | tuple):
        return all(map(_is_data, plain))
    if isinstance(plain, dict):
        return all(map(_is_data, plain)) and all(map(_is_data, plain.values()))
    return plain is None or isinstance(plain, str | int | float)


def is_finite(number: float) -> bool:
    """Return whether a number is finite; an integer can be larger than any float."""
    return isinstance(number, int) or isfinite(number)


read_flag = reader(FLAG, lambda value: isinstance(value, bool))
read_length = reader(NUMBER, lambda value: type_name(value) in ("integer", "float") and is_finite(value), int)
"""Reads a length; a fraction is dropped, as ytt does."""
read_string = reader(STRING, lambda value: isinstance(value, str) and bool(value))


def one_argument(arguments: Sequence[Any]) -> Any:
    """Return the only argument of a function in `assert`.

    Raises:
        Misuse: there are more or less.
    """
    if len(arguments) != 1:
        raise Misuse(phrase("{count} arguments", count=len(arguments)), phrase("one argument"))
    return arguments[0]


def no_argument(arguments: Sequence[Any]) -> bool:
    """Return True for a function in `assert` without arguments.

    Raises:
        Misuse: there is an argument.
    """
    if arguments:
        raise Misuse(phrase("{count} arguments", count=len(arguments)), phrase("no argument"))
    return True


def nothing(*_: Any) -> tuple[()]:
    """Return nothing, for a part that a rule has no use for."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRule:
    """The facts about a named rule.

    Attributes:
        name: of the rule, its keyword and its function in the standard module `assert`.
        aliases: other names for the same.
        expected: what its argument is.
        takes_list: whether its argument is a list, which authors write in brackets.
        is_flag: whether the argument only says if the rule holds.
        read: returns the argument to keep, of the keyword and the value; raises `Misuse`.
        assertion: returns the value for `read`, of the arguments of the function in `assert`.
        check: of the argument and a value: None if it satisfies the rule, else what was found.
        phrase: what a valid value is, of the argument and the value.
        partner: a rule that one phrase covers together with this one.
        values: the valid values, of the argument, if they are a list.
        examples: a few valid values, of the argument, as plain values.
        kinds: of the argument and the target: the types of values that may satisfy the rule.
        json_schema: of the rule and the target: keywords that refuse nothing that satisfies the rule.
        is_expressed: of the argument, whether those keywords refuse all other values.
        openapi: of the rule and the target, which has one kind: the keywords of OpenAPI 3.0.
        ytt_keyword: the keyword of `@schema/validation`; empty if ytt has none.
        ytt_function: without a keyword, what to check in a function of `v` instead; `{}` is the argument.
        family: how a comparison reports its changes.
    """

    name: str
    aliases: tuple[str, ...] = ()
    expected: Phrase
    takes_list: bool = False
    is_flag: bool = False
    read: Callable[[str, Any], Any]
    assertion: Callable[[Sequence[Any]], Any] = one_argument
    check: Callable[[Any, Value], Param | None]
    phrase: Callable[[Any, Subject], Phrase]
    partner: Partner | None = None
    values: Callable[[Any], Iterable[Any]] = nothing
    examples: Callable[[Any], Iterable[Any]] = nothing
    kinds: Callable[[Any, Target], Collection[str]]
    json_schema: Callable[[Rule, Target], Iterable[Keywords]] = nothing
    is_expressed: Callable[[Any], bool] = lambda _: True
    openapi: Callable[[Rule, Target], Iterable[Keywords]] = nothing
    ytt_keyword: str = ""
    ytt_function: str = ""
    family: Family = "other"


def in_yaml(value: Any) -> str:
    """Return a value as a reader would write it in YAML: strings bare if they can be, lists on one line."""
    if isinstance(value, str):
        return written(value) if "\n" in value else to_yaml(value).rstrip()
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    plain = to_plain(value) if isinstance(value, Map) else value
    if isinstance(plain, list | dict):
        with suppress(TypeError, ValueError):  # functions and infinite numbers
            return json.dumps(plain, ensure_ascii=False, allow_nan=False)
    return written(plain)
