"""Formats, which some schema languages do not enforce."""

from __future__ import annotations

from yschema_engine.compare import codes
from yschema_engine.compare.pairs import Difference, Versions
from yschema_engine.text.deferred_classes import replace

_OF_NEW = (codes.FORMAT_ADDED, codes.FORMAT_CHANGED)


def with_enforcement(each: Difference, versions: Versions) -> Difference:
    """Return a difference about a format as one of words if other values only cause a warning.

    This is so in JSON Schema: https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2.1
    """
    if each.change.code in _OF_NEW:
        schema = versions.new
    elif each.change.code is codes.FORMAT_REMOVED:
        schema = versions.old
    else:
        return each
    if schema.instance_check is None:
        return each
    return replace(each, change=replace(each.change, code=codes.FORMAT_NOTE_CHANGED))
