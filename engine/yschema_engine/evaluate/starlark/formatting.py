"""Formatting as in ytt's templates: strings count bytes, floats print with six digits.

starlark-rust counts characters, prints floats in full and knows fewer ways to format. The prelude comes
here where that makes a difference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from yschema_engine.evaluate.starlark.errors import BridgeError, by_name
from yschema_engine.text.lazy_import import decimal

_VERBS = frozenset("srdioxXefgEFGc%")
_PERCENT = r"(?s)%(?:(?P<sign>%)|(?:\((?P<name>[^)]*)(?P<closing>\)?))?(?P<verb>.?))"
_BRACES = r"\{\{|\}\}|\}|\{(?P<field>[^}]*)(?P<closing>\}?)"
_ESCAPES: Mapping[str, str] = {
    **{'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"},
    **{"\a": "\\a", "\b": "\\b", "\f": "\\f", "\v": "\\v"},
}


_Field: TypeAlias = tuple[str, str | int | None, str]
"""Text, and the value that follows it: its name or number, how it is converted."""


def float_text(value: float) -> str:
    """Return a finite float as `str` prints it: six digits."""
    return f"{value:.6g}"


def float_format(verb: str, value: float) -> str:
    """Return a finite float by one of the verbs `e f g E F G`."""
    if verb not in "gG":
        return f"{value:{verb}}"
    _, digits, exponent = decimal.Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    power = len(digits) + exponent - 1
    if value == 0 or -4 <= power < 6:
        return f"{decimal.Decimal(repr(value)):f}".removesuffix(".0")
    return f"{value:.{len(digits) - 1}{'e' if verb == 'g' else 'E'}}"


def quoted(text: str) -> str:
    """Return a string as `repr` prints it, with characters beyond ASCII as they are."""
    escaped = (_ESCAPES.get(c) or (c if c.isprintable() else f"\\x{ord(c):02x}") for c in text)
    return '"' + "".join(escaped) + '"'


@lru_cache(maxsize=512)
def percent_fields(text: str) -> list[_Field]:
    """Return the text before each value of a `%` format with its conversion, and then the text at the end.

    Raises:
        BridgeError: the format is incomplete, or has an unknown conversion.
    """
    fields: list[_Field] = []
    literal, at = "", 0
    for found in re.finditer(_PERCENT, text):
        literal, at = literal + text[at : found.start()], found.end()
        if found["sign"]:
            literal += "%"
            continue
        if found["closing"] == "":
            raise BridgeError("the format ends in the middle of a key: expected `)`")
        if not found["verb"]:
            raise BridgeError("the format ends after `%`")
        if found["verb"] not in _VERBS:
            raise BridgeError(f"unknown conversion %{found['verb']} (width and precision are not supported)")
        fields.append((literal, found["name"], found["verb"]))
        literal = ""
    return [*fields, (literal + text[at:], None, "")]


@lru_cache(maxsize=512)
def format_fields(text: str) -> list[_Field]:
    """Return the same for the format of `format()`; a numbered field has its number as its name.

    Raises:
        BridgeError: braces do not match, or a field asks for what is not supported.
    """
    fields: list[_Field] = []
    literal, at = "", 0
    numbered: set[bool] = set()
    for found in re.finditer(_BRACES, text):
        literal, at = literal + text[at : found.start()], found.end()
        if found[0] in ("{{", "}}"):
            literal += found[0][0]
            continue
        if found[0] == "}":
            raise BridgeError("single '}' in the format: write '}}' for a brace")
        if not found["closing"]:
            raise BridgeError("unmatched '{' in the format: write '{{' for a brace")
        index: str | int
        index, conversion = _replacement(found["field"])
        if index == "" or index.isdigit():
            numbered.add(index != "")
            index = int(index) if index else sum(type(f[1]) is int for f in fields)
        fields.append((literal, index, conversion))
        literal = ""
    if len(numbered) > 1:
        raise BridgeError("numbered fields ({0}) and fields without number ({}) cannot stand in one format")
    return [*fields, (literal + text[at:], None, "")]


def _replacement(field: str) -> tuple[str, str]:
    name, bang, conversion = field.partition("!")
    name, _, spec = (name, "", "") if bang else name.partition(":")
    if bang:
        conversion, _, spec = conversion.partition(":")
    if spec:
        raise BridgeError(f"format specifications such as `:{spec}` are not supported")
    if bang and conversion not in ("s", "r"):
        raise BridgeError(f"unknown conversion `!{conversion}`: expected !s or !r")
    if any(sign in name for sign in ".[{"):
        raise BridgeError(f"found `{name}` as a field: expected a name or a number")
    return name, conversion or "s"


def bytes_len(text: str) -> int:
    """Return `len(text)`."""
    return len(text.encode())


def bytes_at(text: str, index: int) -> str:
    """Return `text[index]`.

    Raises:
        BridgeError: there is no such byte, or it is a part of a character only.
    """
    data = text.encode()
    if not -len(data) <= index < len(data):
        raise BridgeError(f"index {index} is out of the range of a string of {len(data)} bytes")
    return _characters(data[index : index + 1 or None], text)


def bytes_slice(text: str, start: int | None, stop: int | None, step: int | None) -> str:
    """Return `text[start:stop:step]`.

    Raises:
        BridgeError: the bytes are no whole characters.
    """
    return _characters(text.encode()[start:stop:step], text)


def bytes_find(text: str, method: str, part: str, start: int | None, stop: int | None) -> int:
    """Return `text.find(part)`, or the result of `rfind`, `index` or `rindex`.

    Raises:
        BridgeError: `index` and `rindex` find nothing.
    """
    data, wanted = text.encode(), part.encode()
    at = (data.rfind if method[0] == "r" else data.find)(wanted, start, stop)
    if at < 0 and "index" in method:
        raise BridgeError(f"{method}: {quoted(part)} is not in the string")
    return at


def bytes_list(text: str) -> list[int]:
    """Return `text.elem_ords()`."""
    return list(text.encode())


def upper_case(text: str) -> str:
    """Return `text.upper()`: as in ytt, one character for each."""
    return "".join(next((c for c in (char.upper(), char.title()) if len(c) == 1), char) for char in text)


def lower_case(text: str) -> str:
    """Return `text.lower()`: as in ytt, one character for each, whatever is next to it."""
    return "".join(char.lower()[0] for char in text)


def title_case(text: str) -> str:
    """Return `text.title()`: in title case behind what is no letter, else in lower case."""
    before = " "
    result = []
    for char in text:
        result.append(lower_case(char) if before.isalpha() else _title(char))
        before = result[-1]
    return "".join(result)


def capital_case(text: str) -> str:
    """Return `text.capitalize()`."""
    return _title(text[0]) + lower_case(text[1:])


def is_upper_case(text: str) -> bool:
    """Return `text.isupper()`: whether there are letters that have cases, and `upper()` changes none."""
    return text == upper_case(text) and any(char.upper() != char or char.lower() != char for char in text)


def _title(char: str) -> str:
    return char.title() if len(char.title()) == 1 else char


def text_hash(text: str) -> int:
    """Return `hash(text)`: that of Java, over code points, as a signed integer of 32 bits."""
    result = 0
    for char in text:
        result = (31 * result + ord(char)) % 2**32
    return result - 2**32 if result >= 2**31 else result


def _characters(data: bytes, text: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BridgeError(
            f"this cuts a character of {quoted(text)} in two: strings are indexed by the bytes of UTF-8"
        ) from None


FUNCTIONS = by_name(
    *(float_text, float_format, quoted, percent_fields, format_fields, upper_case, lower_case),
    *(title_case, capital_case, is_upper_case, text_hash),
    *(bytes_len, bytes_at, bytes_slice, bytes_find, bytes_list),
)
"""What the prelude calls."""
