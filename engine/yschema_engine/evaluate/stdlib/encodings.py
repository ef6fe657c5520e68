"""Base64, and the digests of `@ytt:md5` and `@ytt:sha256`."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import partial
from types import MappingProxyType

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions, accepted_by

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
    {
        "base64_encode": encode_base64,
        "base64_decode": decode_base64,
        "base64_decodable": accepted_by(partial(_bytes, url=False, raw=False, strict=False)),
    }
)


def md5(text: str) -> str:
    """Return the MD5 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def sha256(text: str) -> str:
    """Return the SHA-256 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


DIGEST_FUNCTIONS: Functions = MappingProxyType({"digest_md5": md5, "digest_sha256": sha256})
