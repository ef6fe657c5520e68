"""The history of fields in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.compare.history import Event, Gone, Note
from yschema_engine.text.phrases import Phrase, Verbatim, phrase

_EVENTS: Mapping[Event, str] = MappingProxyType(
    {
        "new": phrase("new in {version}").template,
        "default": phrase("default changed in {version}").template,
        "required": phrase("required since {version}").template,
        "deprecated": phrase("deprecated since {version}").template,
        "type": phrase("type changed in {version}").template,
    }
)


def note_phrase(note: Note) -> Phrase:
    """Return an event in the history of a field in words."""
    return phrase(_EVENTS[note.event], version=note.version)


def gone_phrase(gone: Gone) -> Phrase:
    """Return what became of a field; the name of its successor follows."""
    if gone.successor is not None:
        return phrase("in {version} replaced by", version=gone.version)
    return phrase("removed in {version}", version=gone.version)


def upgrade_title(old: str, new: str) -> Phrase:
    """Return the title of the page about two consecutive versions."""
    return phrase("Upgrade from {old} to {new}", old=old, new=new)


def changes_title(schema: str) -> Phrase:
    """Return the title of the page about all versions."""
    return phrase("Changes of {schema}", schema=Verbatim(schema))
