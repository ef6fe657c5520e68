"""Hashes of keys that readers do not see: a script can tell that a key exists, but not its name."""

from __future__ import annotations

_FNV_OFFSET, _FNV_PRIME = 0x811C9DC5, 0x01000193


def key_hash(text: str) -> int:
    """Return the 32-bit FNV-1a hash of a key."""
    value = _FNV_OFFSET
    for byte in text.encode():
        value = (value ^ byte) * _FNV_PRIME & 0xFFFFFFFF
    return value
