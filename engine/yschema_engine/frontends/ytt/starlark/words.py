"""Words and escapes that starlark-rust reads in another way than the language of templates.

`assert` is a name there and reserved here; `\\u` stands for itself there and begins a character here; bytes
beyond ASCII written as `\\x` make up characters there and are one each here.
"""

from __future__ import annotations

import re

ASSERT = "__yassert"
"""What `assert` is called in programs."""

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    | (?P<string>[rR]?(?:
        \"{3}(?:[^\\]|\\.)*?\"{3} | '{3}(?:[^\\]|\\.)*?'{3} | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'
      ))
    | (?P<name>(?<![\w.])assert(?!\w))""",
    re.VERBOSE | re.DOTALL,
)
_DIFFERENT = re.compile(r"assert|\\[uUxX]")
_ESCAPE = re.compile(r"(?P<bytes>(?:\\x[89a-fA-F][0-9a-fA-F])+)|\\(?P<plain>[uU])|\\.", re.DOTALL)


def translate(text: str) -> str:
    """The program with such words and escapes written for starlark-rust; lines stay where they are."""
    return _TOKEN.sub(_token, text) if _DIFFERENT.search(text) else text


def _token(match: re.Match[str]) -> str:
    if match["name"]:
        return ASSERT
    if match["string"] and match["string"][0] not in "rR":
        return _ESCAPE.sub(_escape, match["string"])
    return match[0]


def _escape(match: re.Match[str]) -> str:
    if match["plain"]:
        return f"\\\\{match['plain']}"
    if match["bytes"]:
        try:
            return bytes.fromhex(match["bytes"].replace("\\x", "")).decode()
        except UnicodeDecodeError:
            pass  # no text; one character for each byte is the nearest there is
    return match[0]
