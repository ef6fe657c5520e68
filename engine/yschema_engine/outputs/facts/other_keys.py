"""Whether maps take keys that no field stands for, of the maps that readers would take for others."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.schema.fields import Field
from yschema_engine.text.phrases import Phrase, phrase

_SAME_AS, _NAMES = "same_as", "propertyNames"
_REFUSED, _ANY = phrase("no other keys"), phrase("other keys are allowed, of any type")
_ANY_OF_ALL = phrase("any keys are allowed, of any type")


def surprising_maps(root: Field) -> Iterator[tuple[Field, bool]]:
    """Yield the maps that differ from the map around them, each with whether it takes other keys.

    A document that refuses other keys is one of them.
    """
    stack: list[tuple[Field, bool]] = [(root, True)]
    while stack:
        field, is_around_open = stack.pop()
        is_open = _is_open(field)
        if is_open is not None and is_open != is_around_open:
            yield field, is_open
        around = is_around_open if is_open is None else is_open
        below = (*field.type.fields, field.type.item)
        stack += [(each, around) for each in below if each is not None]


def other_keys_phrase(field: Field, *, is_open: bool) -> Phrase | None:
    """Return whether a map takes other keys, in words; None if its fields or its rules say so."""
    if not is_open:
        return _REFUSED
    takes_any = field.type.takes_other_keys and all(rule.keyword != _NAMES for rule in field.rules)
    if not takes_any:
        return None
    return _ANY if field.type.fields else _ANY_OF_ALL


def _is_open(field: Field) -> bool | None:
    """Return whether a map takes keys that it does not name; None for values that are no maps."""
    is_map = "map" in field.type.kinds or bool(field.type.fields)
    if not is_map or any(detail.name == _SAME_AS for detail in field.details):
        return None
    names = (each.keys.allowed for each in field.type.fields if each.keys is not None)
    return field.type.takes_other_keys or any(each is not None and not each.pattern for each in names)
