"""The library that an option can name in front of a key or a path, as in `@app:replicas=1`."""

from __future__ import annotations

from yschema_engine.read.ytt.markers import MALFORMED_REFERENCE, parse_reference
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Verbatim
from yschema_engine.values.codes import EMPTY_LIBRARY, SECOND_LIBRARY

_START, _END = "@", ":"


def split_library(argument: str) -> tuple[str, str]:
    """Return the library that an argument names, and the rest; `""` if it names none.

    Raises:
        UsageError: the name of the library is empty, or malformed.
    """
    library, end, rest = argument.partition(_END)
    if not end or not library.startswith(_START):
        return "", argument
    if library == _START:
        raise UsageError([finding(EMPTY_LIBRARY, argument=Verbatim(argument))])
    if parse_reference(library) is None:
        raise UsageError([finding(MALFORMED_REFERENCE, reference=Verbatim(library))])
    return library, rest


def split_key(argument: str) -> tuple[str, str]:
    """Return the library and the key, or the prefix of variables, that an argument names.

    Raises:
        UsageError: the name of the library is empty, or the key has a colon.
    """
    library, key = split_library(argument)
    if _END in key:
        raise UsageError([finding(SECOND_LIBRARY, argument=Verbatim(argument))])
    return library, key
