"""Types in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol


class Typed(Protocol):
    """What has a type: a field, or the items of an array."""

    @property
    def kinds(self) -> Sequence[str]:
        """The names of its types, but for null."""

    @property
    def nullable(self) -> bool:
        """Whether null is one as well."""

    @property
    def items(self) -> Typed | None:
        """What the items of an array are, where that is known."""


def type_in_words(of: Typed, label: Callable[[str], str] = str) -> str:
    """The type as pages name it: `array of string`, `integer or string`, `string, or null`.

    Args:
        of: what has the type.
        label: gives words in the language of a page: the names of types, and `array of {items}`,
            `{types} or {type}` with `, ` between several, `{type}, or null`, in an array `{type} or null`.
    """
    return _in_words(of, label, "{type}, or null")


def _in_words(of: Typed, label: Callable[[str], str], or_null: str) -> str:
    names = [_name(kind, of.items, label) for kind in of.kinds]
    if not names:
        return label("null")
    *others, last = names
    words = last
    if others:
        phrase = label("{types} or {type}")
        words = phrase.replace("{type}", last).replace("{types}", label(", ").join(others))
    return label(or_null).replace("{type}", words) if of.nullable else words


def _name(kind: str, items: Typed | None, label: Callable[[str], str]) -> str:
    if kind != "array" or items is None:
        return label(kind)
    return label("array of {items}").replace("{items}", _in_words(items, label, "{type} or null"))
