"""The choice of one of several versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from yschema_engine.text.findings import Code, UsageError, finding
from yschema_engine.text.phrases import Listing, Verbatim, phrase

UNKNOWN_VERSION = Code(
    "crd-unknown-version",
    "usage",
    phrase("the inputs do not define the version {version}"),
    expected=phrase("{versions}"),
)
T = TypeVar("T")


def chosen(versions: Sequence[tuple[T, Iterable[str]]], name: str) -> list[T]:
    """Return all versions, or those of one name.

    Args:
        versions: each with its names, the first of which is for readers.
        name: of a version; may be empty.

    Raises:
        UsageError: there are versions, and none has the name.
    """
    found = [version for version, names in versions if not name or name in names]
    if versions and not found:
        known = dict.fromkeys(next(iter(names)) for _, names in versions)
        listed = Listing(tuple(map(Verbatim, known)), "or")
        raise UsageError([finding(UNKNOWN_VERSION, version=Verbatim(name), versions=listed)])
    return found
