"""The permissions that a schema gives data values documents, as `@overlay/…` annotations."""

from __future__ import annotations

from typing import Any

from yschema_engine.frontends.ytt.overlay.annotations import CHILD_DEFAULTS, MATCH, REMOVE, REPLACE, action_of
from yschema_engine.model.fields import ValueType
from yschema_engine.model.keys import assign
from yschema_engine.nodes import Annotation, Array, Holder, Map, MapItem, Value, key_id

_COUNTS = frozenset(("expects", "missing_ok", "when"))


def admit(left: Value, right: Value, type_: ValueType) -> None:
    """Annotate the items of an overlay for what the schema lets them do, in place.

    Keys that may be absent are let in, and those that the schema lacks too: the schema then says that it
    lacks them, and what it has. Where several types are allowed, a value of one takes the place of another's.

    Args:
        left: the values that the overlay is for.
        right: the overlay's.
        type_: what the schema allows there.
    """
    _admit(left, right, type_, counted=False)


def _admit(left: Value, right: Value, type_: ValueType, *, counted: bool) -> None:
    if isinstance(right, Map) and "map" in type_.kinds:
        by_key = {key_id(item.key): item.value for item in left.items} if isinstance(left, Map) else {}
        for item, declared in assign(right.items, type_):
            known = key_id(item.key) in by_key
            steered = counted or _counts(item, MATCH)
            if not known and not steered and (declared is None or declared.absent):
                _let_in(item)
            if declared is None:
                continue
            old = by_key.get(key_id(item.key))
            if declared.type.is_mixed and old is not None and _of_other_kind(old, item.value):
                if not any(name in item.annotations for name in (REPLACE, REMOVE)):
                    _annotate(item, REPLACE)
            else:
                below = counted or _counts(item, CHILD_DEFAULTS)
                _admit(old, item.value, declared.type, counted=below)
    elif isinstance(right, Array) and type_.item is not None:
        for element in right.items:
            _admit(None, element.value, type_.item.type, counted=counted)


def _counts(holder: Holder, name: str) -> bool:
    """Return whether an annotation of the node expects a number of matches other than none or one."""
    annotation = holder.annotations.get(name)
    if annotation is None:
        return False
    return "by" in annotation.kwargs or bool(_COUNTS & annotation.kwargs.keys() - {"missing_ok"})


def _of_other_kind(old: Value, new: Value) -> bool:
    return isinstance(new, Map | Array) and not isinstance(old, type(new))


def _let_in(item: MapItem) -> None:
    if action_of(item) == REPLACE:
        arguments = item.annotations[REPLACE].kwargs
        if arguments.get("or_add") is False:
            return
        _annotate(item, REPLACE, **{**arguments, "or_add": True})
    _annotate(item, MATCH, missing_ok=True)


def _annotate(item: MapItem, name: str, **kwargs: Any) -> None:
    item.annotations = {**item.annotations, name: Annotation(name, (), kwargs, item.span)}
