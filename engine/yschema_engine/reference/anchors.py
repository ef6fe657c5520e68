"""Element ids of fields: stable, readable, one way of escaping."""

from __future__ import annotations

import re

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


def escape(segment: str) -> str:
    """One key as it stands in an anchor.

    ASCII letters, digits, `_` and `-` stand for themselves; every other character is written as
    `~` and two hexadecimal digits for each byte of its UTF-8 form, so that the dots of an anchor
    only ever separate keys: `tls.crt` is `tls~2Ecrt`. An empty key is a lone `~`.
    """
    return _UNSAFE.sub(lambda m: "".join(f"~{byte:02X}" for byte in m[0].encode()), segment) or "~"


def anchor(name: str, keys: tuple[str, ...]) -> str:
    """The id of the field at `keys` in the schema `name`; items of arrays are not among the keys."""
    return ".".join(escape(part) for part in (name, *keys))
