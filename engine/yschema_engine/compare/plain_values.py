"""Plain values, merged."""

from __future__ import annotations

from typing import Any, TypeAlias

Plain: TypeAlias = Any
"""A value of dicts, lists and scalars."""


def merged(one: Plain, other: Plain) -> Plain:
    """Return two documents together, of which the second one takes precedence."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return other
    return {**one, **{key: merged(one[key], value) if key in one else value for key, value in other.items()}}
