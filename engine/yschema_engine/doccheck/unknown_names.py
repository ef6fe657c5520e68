"""Names that are not known, and the known name that is most likely meant."""

from __future__ import annotations

from collections.abc import Iterable

from yschema_engine.doccheck.codes import UNKNOWN_FIELD_PATH, UNKNOWN_SCHEMA
from yschema_engine.text.findings import Code, UsageError, finding, revise
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import suggest

_SHOWN = 20  # names in a message


def unknown_name(code: Code, name: str, known: Iterable[str], **params: Param) -> UsageError:
    """Return the error for a name that is not known, with the nearest known one as a hint.

    Args:
        code: the finding; its phrases may use `name`.
        name: as written.
        known: all names that would do.
        params: further parameters of the code.
    """
    names = list(known)
    problem = finding(
        code,
        name=Verbatim(name),
        found=Verbatim(name),
        expected=_one_of(names),
        hint=did_you_mean(name, names),
    )
    return UsageError([revise(problem, **params)])


def unknown_schema(name: str, known: Iterable[str]) -> UsageError:
    """Return the error for a schema that is not declared."""
    return unknown_name(UNKNOWN_SCHEMA, name, known)


def unknown_path(schema: str, path: str, known: Iterable[str]) -> UsageError:
    """Return the error for a path that a schema does not have."""
    return unknown_name(UNKNOWN_FIELD_PATH, path, known, schema=Verbatim(schema))


def did_you_mean(name: str, known: Iterable[str]) -> Phrase | None:
    """Return a hint with the known name that was meant; None if none is nearly certain."""
    near = suggest(name, known)
    return phrase("did you mean `{name}`?", name=Verbatim(near)) if near else None


def _one_of(names: list[str]) -> Phrase | None:
    if not names:
        return None
    shown: list[Param] = [Verbatim(name) for name in names[:_SHOWN]]
    if len(names) > _SHOWN:
        shown.append("…")
    return phrase("one of {names}", names=Listing(tuple(shown)))
