"""The digests of `@ytt:md5` and `@ytt:sha256`."""

from __future__ import annotations

import hashlib
from types import MappingProxyType

from yschema_engine.frontends.ytt.starlark.host import Functions


def md5(text: str) -> str:
    """Return the MD5 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def sha256(text: str) -> str:
    """Return the SHA-256 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


FUNCTIONS: Functions = MappingProxyType({"digest_md5": md5, "digest_sha256": sha256})
