"""Unpacking of archives with charts, which third parties make: bounded, and nothing leads out of them."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from yschema_engine.frontends.helm import codes
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import MIB
from yschema_engine.text.findings import Code, UsageError, finding
from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span

if TYPE_CHECKING:
    import tarfile
else:
    tarfile = lazy_module("tarfile")

ARCHIVES = (".tgz", ".tar.gz")
_GZIP = b"\x1f\x8b"
_LARGEST = 64 * MIB  # of all files of an archive together, and of the archives in it
_MOST_FILES = 5_000


def is_archive(file: File) -> bool:
    """Return whether a file is compressed, and has the name of a chart's archive."""
    return file.path.endswith(ARCHIVES) and file.data.startswith(_GZIP)


def unpack(archive: File) -> list[File]:
    """Return the files in an archive, by their paths below that of the archive.

    Raises:
        UsageError: the archive is not valid, too large, or contains paths or links that lead out of it.
    """
    try:
        return list(_files(archive))
    except (tarfile.TarError, EOFError, OSError, zlib.error) as e:
        raise _wrong(archive, codes.BAD_ARCHIVE, found=str(e)) from None


def _files(archive: File) -> Iterator[File]:
    left = _LARGEST
    with tarfile.open(fileobj=_Bounded(archive), mode="r:gz") as tar:
        for number, member in enumerate(tar):
            if number >= _MOST_FILES or member.size > left:
                raise _too_large(archive)
            _check_place(archive, member)
            if member.isfile():
                stream = tar.extractfile(member)
                data = stream.read(member.size) if stream is not None else b""
                left -= len(data)
                path = PurePosixPath(member.name).as_posix()
                yield File(f"{archive.path}/{path}", f"{archive.name}/{path}", data, implied=True)


class _Bounded(io.BytesIO):
    """The bytes of an archive, unless they would be unpacked to too many."""

    def __init__(self, archive: File) -> None:
        super().__init__(archive.data)
        unpacker = zlib.decompressobj(wbits=31)
        size = len(unpacker.decompress(archive.data, 2 * _LARGEST))
        if size >= 2 * _LARGEST or unpacker.unconsumed_tail:
            raise _too_large(archive)


def _check_place(archive: File, member: tarfile.TarInfo) -> None:
    path = PurePosixPath(member.name)
    leads_out = path.is_absolute() or ".." in path.parts or "\\" in member.name or "\0" in member.name
    if leads_out or not (member.isfile() or member.isdir()):
        raise _wrong(archive, codes.ARCHIVE_LEADS_OUT, found=Verbatim(member.name))


def _too_large(archive: File) -> UsageError:
    return _wrong(archive, codes.LARGE_ARCHIVE, size=_LARGEST // MIB, files=_MOST_FILES)


def _wrong(archive: File, code: Code, **params: object) -> UsageError:
    return UsageError([finding(code, Span(Source(archive.name, ""), 1), **params)])  # type: ignore[arg-type]
