"""Base64 with its alphabets and paddings."""

from __future__ import annotations

import base64
from types import MappingProxyType

from yschema_engine.frontends.ytt.starlark.host import BridgeError, Functions
from yschema_engine.text.deferred_patterns import lazy_pattern

_STANDARD = lazy_pattern(r"[A-Za-z0-9+/]*")
_URL = lazy_pattern(r"[A-Za-z0-9_-]*")


def encode(text: str, url: bool, raw: bool) -> str:  # noqa: FBT001  Starlark passes arguments by position
    """Return the text's UTF-8 bytes in base64."""
    data = text.encode()
    encoded = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    return encoded.rstrip("=") if raw else encoded


def decode(text: str, url: bool, raw: bool, strict: bool) -> str:  # noqa: FBT001  as above
    """Return the text that is encoded in base64; line ends are ignored.

    Raises:
        BridgeError: the text is not base64, or holds bytes that are no text.
    """
    try:
        return _bytes(text, url=url, raw=raw, strict=strict).decode()
    except UnicodeDecodeError as e:
        raise BridgeError(f"base64.decode: the bytes are not UTF-8 text (byte {e.start})") from None


def decodable(text: str) -> bool:
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


FUNCTIONS: Functions = MappingProxyType(
    {"base64_encode": encode, "base64_decode": decode, "base64_decodable": decodable}
)
