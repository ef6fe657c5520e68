"""Annotation arguments that are literals: most of them are, and need no Starlark.

Whatever is not plainly a literal (unusual escapes and numbers as well) is left to Starlark, so that
there is one judge of the language.
"""

from __future__ import annotations

import re
from typing import Any

_SIMPLE_STRING = re.compile(r'\s*"([^"\\\n]*)"\s*\Z')
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<string>"(?:[^"\\\n]|\\[nrt\\"'])*"(?!") | '(?:[^'\\\n]|\\[nrt\\"'])*'(?!'))
    | (?P<float>-?(?:0|[1-9]\d*)\.\d+(?![\w.]))
    | (?P<int>-?(?:0|[1-9]\d*)(?![\w.]))
    | (?P<name>[A-Za-z_]\w*)
    | (?P<sign>[][(){},:=])
    | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS = {"True": True, "False": False, "None": None}


class NotLiteral(Exception):
    """The text is more than literals."""


def parse_arguments(text: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The positional and the keyword arguments written in `text`, lists, tuples and dicts as Python's own.

    Raises:
        NotLiteral: Starlark has to evaluate the text.
    """
    simple = _SIMPLE_STRING.match(text)
    if simple:
        return (simple[1],), {}
    try:
        return _Parser(text).arguments() if text.strip() else ((), {})
    except RecursionError:
        raise NotLiteral from None


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._advance()

    def arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        while self._kind != "end":
            if self._kind == "name" and self._word not in _CONSTANTS:
                name = self._take()
                self._expect("=")
                if name in kwargs:
                    raise NotLiteral
                kwargs[name] = self._value()
            elif kwargs:
                raise NotLiteral
            else:
                args.append(self._value())
            if self._kind != "end":
                self._expect(",")
        return tuple(args), kwargs

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            raise NotLiteral
        self._kind = str(match.lastgroup)
        self._word = match[self._kind]
        self._at = match.end()

    def _take(self) -> str:
        word = self._word
        self._advance()
        return word

    def _expect(self, sign: str) -> None:
        if self._word != sign or self._kind != "sign":
            raise NotLiteral
        self._advance()

    def _value(self) -> Any:
        kind, word = self._kind, self._word
        self._advance()
        if kind == "string":
            body = word[1:-1]
            return _ESCAPE.sub(lambda m: _ESCAPED.get(m[1], m[1]), body) if "\\" in body else body
        if kind == "int":
            return int(word)
        if kind == "float":
            return float(word)
        if kind == "name" and word in _CONSTANTS:
            return _CONSTANTS[word]
        if kind == "sign" and word in _COLLECTIONS:
            return _COLLECTIONS[word](self)
        raise NotLiteral

    def _elements(self, closing: str) -> tuple[list[Any], bool]:
        """The values up to the closing sign, and whether a comma stood behind the last."""
        values: list[Any] = []
        comma = False
        while self._word != closing or self._kind != "sign":
            if values and not comma:
                raise NotLiteral
            values.append(self._value())
            comma = self._word == "," and self._kind == "sign"
            if comma:
                self._advance()
        self._advance()
        return values, comma

    def _list(self) -> list[Any]:
        return self._elements("]")[0]

    def _tuple(self) -> Any:
        values, comma = self._elements(")")
        return values[0] if len(values) == 1 and not comma else tuple(values)

    def _dict(self) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        while self._word != "}" or self._kind != "sign":
            key = self._value()
            if not isinstance(key, str) or key in result:
                raise NotLiteral
            self._expect(":")
            result[key] = self._value()
            if self._word != "}" or self._kind != "sign":
                self._expect(",")
        self._advance()
        return result


_COLLECTIONS = {"[": _Parser._list, "(": _Parser._tuple, "{": _Parser._dict}
