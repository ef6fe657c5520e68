"""Base64, JSON, and the digests of `@ytt:md5` and `@ytt:sha256`."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from types import MappingProxyType
from typing import Any, NoReturn

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.evaluate.starlark.marshal import decode as from_starlark
from yschema_engine.evaluate.starlark.marshal import encode as to_prelude
from yschema_engine.text.node_values import written

_STANDARD = re.compile(r"[A-Za-z0-9+/]*")
_URL = re.compile(r"[A-Za-z0-9_-]*")


def encode_base64(text: str, url: bool, raw: bool) -> str:  # noqa: FBT001  Starlark passes arguments by position
    """Return the text's UTF-8 bytes in base64."""
    data = text.encode()
    encoded = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    return encoded.rstrip("=") if raw else encoded


def decode_base64(text: str, url: bool, raw: bool, strict: bool) -> str:  # noqa: FBT001  as above
    """Return the text that is encoded in base64; line ends are ignored.

    Raises:
        BridgeError: the text is not base64, or holds bytes that are no text.
    """
    try:
        return _bytes(text, url=url, raw=raw, strict=strict).decode()
    except UnicodeDecodeError as e:
        raise BridgeError(f"base64.decode: the bytes are not UTF-8 text (byte {e.start})") from None


def decodable_base64(text: str) -> bool:
    """Return whether the text is base64, in the standard alphabet and with padding."""
    try:
        _bytes(text, url=False, raw=False, strict=False)
    except BridgeError:
        return False
    return True


def _bytes(text: str, *, url: bool, raw: bool, strict: bool) -> bytes:
    joined = text.replace("\r", "").replace("\n", "")
    letters = (_URL if url else _STANDARD).match(joined)
    assert letters is not None
    at, tail = letters.end(), len(letters[0]) % 4
    padding = "" if raw or tail == 0 else "=" * (4 - tail)
    if tail == 1 or joined[at:] != padding:
        raise BridgeError(f"base64.decode: the text is not base64 from byte {at} on")
    data = base64.b64decode(letters[0] + "=" * (-at % 4), altchars=b"-_" if url else None)
    if strict and base64.b64encode(data, b"-_" if url else b"+/").decode().rstrip("=") != letters[0]:
        raise BridgeError("base64.decode: bits are left over at the end")
    return data


BASE64_FUNCTIONS: Functions = MappingProxyType(
    {"base64_encode": encode_base64, "base64_decode": decode_base64, "base64_decodable": decodable_base64}
)


def md5(text: str) -> str:
    """Return the MD5 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def sha256(text: str) -> str:
    """Return the SHA-256 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


DIGEST_FUNCTIONS: Functions = MappingProxyType({"digest_md5": md5, "digest_sha256": sha256})


_MAX_INDENT = 8
_HTML = str.maketrans({c: f"\\u{ord(c):04x}" for c in "<>&"})
_LINES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "\u2028\u2029"})
_SURROGATE = "[\ud800-\udfff]"


def encode_json(encoded: Any, indent: int, escape_html: bool) -> str:  # noqa: FBT001  Starlark passes by position
    """Return the value as JSON.

    Raises:
        BridgeError: it has none, or the indentation is out of bounds.
    """
    if not 0 <= indent <= _MAX_INDENT:
        raise BridgeError(f"json.encode: expected an indent between 0 and {_MAX_INDENT}, found {indent}")
    value = from_starlark(encoded)
    return _text(value, "\n" if indent else "", " " * indent, escape_html=escape_html)


def decode_json(text: str) -> Any:
    """Return the values in JSON text, keys sorted.

    Raises:
        BridgeError: the text is not JSON.
    """
    return to_prelude(_sorted(_parse(text)))


def decodable_json(text: str) -> bool:
    """Return whether the text is JSON."""
    try:
        _parse(text)
    except BridgeError:
        return False
    return True


def _parse(text: str) -> Any:
    try:
        return json.loads(text, parse_int=float, parse_constant=_no_constant)
    except json.JSONDecodeError as e:
        raise BridgeError(f"json.decode: line {e.lineno}, column {e.colno}: {e.msg}") from None
    except RecursionError:
        raise BridgeError("json.decode: the values are nested too deep") from None


def _no_constant(name: str) -> NoReturn:
    raise BridgeError(f"json.decode: {name} is not JSON")


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {_whole(k): _sorted(v) for k, v in sorted(value.items())}
    if isinstance(value, list):
        return [_sorted(e) for e in value]
    return _whole(value) if isinstance(value, str) else value


def _whole(text: str) -> str:
    """Return the text, halves of surrogate pairs replaced: they are no characters."""
    return re.sub(_SURROGATE, "\ufffd", text)


def _text(value: Any, line: str, indent: str, *, escape_html: bool) -> str:
    inner = line + indent
    if isinstance(value, dict):
        if any(type(k) is not str for k in value):
            odd = next(k for k in value if type(k) is not str)
            raise BridgeError(f"json.encode: found {written(odd)} as a key; JSON has strings only")
        colon = ": " if indent else ":"
        pairs = [
            _string(k, escape_html=escape_html) + colon + _text(v, inner, indent, escape_html=escape_html)
            for k, v in sorted(value.items())
        ]
        return _brackets("{}", pairs, line, inner)
    if isinstance(value, list | tuple):
        parts = [_text(e, inner, indent, escape_html=escape_html) for e in value]
        return _brackets("[]", parts, line, inner)
    if isinstance(value, str):
        return _string(value, escape_html=escape_html)
    if isinstance(value, float):
        return _float(value)
    return json.dumps(value)


def _brackets(pair: str, parts: list[str], line: str, inner: str) -> str:
    return pair[0] + inner + f",{inner}".join(parts) + line + pair[1] if parts else pair


def _string(text: str, *, escape_html: bool) -> str:
    quoted = json.dumps(text, ensure_ascii=False).translate(_LINES)
    return quoted.translate(_HTML) if escape_html else quoted


def _float(value: float) -> str:
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - the one that differs from itself
        raise BridgeError("json.encode: JSON has no infinite numbers, and none that is not a number")
    digits, _, power = f"{value!r}".partition("e")
    if value and not 1e-6 <= abs(value) < 1e21:
        return f"{digits.removesuffix('.0')}e{int(power):+d}"
    if power:
        return f"{value:.{max(0, -int(power) + len(digits.partition('.')[2]))}f}"
    return digits.removesuffix(".0")


JSON_FUNCTIONS: Functions = MappingProxyType(
    {"json_encode": encode_json, "json_decode": decode_json, "json_decodable": decodable_json}
)
