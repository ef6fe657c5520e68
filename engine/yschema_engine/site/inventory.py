"""`objects.inv`, by which other sites link to fields: a Sphinx inventory of version 2.

Four lines of text, then, compressed, a line for each name: `NAME DOMAIN:ROLE PRIORITY URI TITLE`. A URI that
ends in the name has `$` in its place; a title that is the name is `-`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from yschema_engine.site.output_folder import read_regular, write_whole
from yschema_engine.text.findings import Finding, finding, usage_warning
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.size_limits import ARCHIVE_SIZE

NOT_AN_INVENTORY = usage_warning(
    "not-an-inventory",
    "cannot add fields to {file}",
    found="a file that {reason}",
    expected="a Sphinx inventory, version 2, or no file of this name",
    hint="remove the file from docs_dir, or set `inventory: false` in the options of yschema",
)

NAME = "objects.inv"
# Labels are what Sphinx's `ref` role looks for, and every domain of another name needs an extension there.
_KIND = "std:label"
_HEAD = re.compile(rb"# Sphinx inventory version 2\n(#.*\n){3}")
_LINE = re.compile(r"(?P<name>.+?)\s+(?P<kind>\S+:\S+)\s+-?\d+\s")


def line_of_field(name: str, page: str, title: str) -> str:
    """Return the line of a field that other sites may link to.

    Args:
        name: the name in the inventory: the anchor of the field.
        page: the address of its page, from the root of the site.
        title: the text of links that have no text of their own.
    """
    title = " ".join(title.split())
    return f"{name} {_KIND} -1 {page}#$ {title if title not in ('', name) else '-'}"


def inventory(project: str, lines: Iterable[str], existing: bytes = b"", *, newer: bool = True) -> bytes:
    """Return the file.

    Args:
        project: the name of the site.
        lines: the lines of fields.
        existing: the file as other plugins have written it; its other names stay.
        newer: whether lines go before those in the file of the same name and kind.

    Raises:
        ValueError: the existing file is not an inventory of this version.
    """
    head, known = _read(existing) if existing else (_head(project), [])
    if known:
        first, last = (known, lines) if newer else (lines, known)
        lines = {_key(line): line for line in chain(first, last)}.values()
    # The best level takes seven times as long, for one twentieth less; served sites wait for it at each save.
    return head + zlib.compress("".join(f"{line}\n" for line in lines).encode())


def update_site(folder: Path, project: str, lines: Iterable[str], *, newer: bool) -> Sequence[Finding]:
    """Write lines into the inventory in the folder of a site, and return what is wrong with it.

    Arguments are as for `inventory`. Without lines, nothing is written.
    """
    path, own = folder / NAME, list(lines)
    try:
        if own:
            write_whole(path, inventory(project, own, read_regular(path) or b"", newer=newer))
    except ValueError as e:
        return [finding(NOT_AN_INVENTORY, file=Verbatim(NAME), reason=str(e))]
    return ()


def _read(data: bytes) -> tuple[bytes, list[str]]:
    head = _HEAD.match(data)
    if head is None:
        raise ValueError("does not begin as one of version 2 does")
    try:
        unpacker = zlib.decompressobj()
        lines = unpacker.decompress(data[head.end() :], ARCHIVE_SIZE).decode().splitlines()
        if not unpacker.eof:
            raise ValueError("is too large, or not complete")
        return head[0], lines
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError("ends in what cannot be read") from error


def _head(project: str) -> bytes:
    return (
        "# Sphinx inventory version 2\n"
        f"# Project: {' '.join(project.split())}\n"
        "# Version: \n"
        "# The remainder of this file is compressed using zlib.\n"
    ).encode()


def _key(line: str) -> tuple[str, str]:
    """Return the name and the kind of a line; a line without them is its own name."""
    match = _LINE.match(line)
    return (match["name"], match["kind"]) if match else (line, "")
