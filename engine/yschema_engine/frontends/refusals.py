"""Errors about inputs that are not in the language that is expected."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.codes import INPUT_OF_OTHER_KIND
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import InputKind
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim

_SHOWN = 5  # names of files in a finding


def names_of(files: Sequence[File]) -> Param:
    """Return the names of the first files, for a finding."""
    shown = tuple(Verbatim(file.name) for file in files[:_SHOWN])
    return Listing((*shown, "…") if len(files) > _SHOWN else shown)


def not_of_kind(kind: InputKind, files: Sequence[File], expected: Phrase) -> UsageError:
    """Return the error for files that are not in the language that a user names.

    Args:
        kind: the language.
        files: the inputs.
        expected: the content that files of the language have.
    """
    return UsageError(
        [finding(INPUT_OF_OTHER_KIND, kind=Verbatim(kind), found=names_of(files), expected=expected)]
    )
