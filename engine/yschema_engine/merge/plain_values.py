"""Plain documents as overlays, and the changes that a schema permits without an annotation."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from yschema_engine.merge.overlay_annotations import MERGE, action_of
from yschema_engine.merge.overlay_items import Permissions
from yschema_engine.schema.fields import Field, KeyLookup, ValueType
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Annotation, Array, Holder, Map, MapItem, Value, type_name

T = TypeVar("T", bound=Holder)
_MATCH, _REPLACE = "overlay/match", "overlay/replace"


def as_overlay(holder: T) -> T:
    """Make a plain document an overlay: new keys are allowed, arrays and scalars replace others."""
    allow_new(holder, replace=not isinstance(holder.value, Map))
    for item in holder.value.items if isinstance(holder.value, Map) else ():
        as_overlay(item)
    return holder


def allow_new(holder: Holder, *, replace: bool = False) -> None:
    """Annotate a node of an overlay so that it can be new; with `replace`, it takes the place of another."""
    annotations = {_MATCH: Annotation(_MATCH, (), {"missing_ok": True}, holder.span)}
    if replace:
        annotations[_REPLACE] = Annotation(_REPLACE, (), {"or_add": True}, holder.span)
    holder.annotations = annotations


@dataclass(frozen=True)
class SchemaPermissions(Permissions):
    """The permissions of a value in the data values, by its type in the schema.

    Attributes:
        type: of the value; None if the schema does not declare it.
    """

    type: ValueType | None

    def adds(self, item: MapItem) -> bool:
        """Return whether an overlay may add an item to a map.

        It may add keys that are absent by default. It may also add keys that the schema does not declare: the
        check of the result then reports them, and says what the schema declares.
        """
        if self.type is None or "map" not in self.type.kinds:
            return False
        field = self._field(item)
        return field.absent if field else action_of(item) == MERGE

    def replaces(self, item: Holder, old: Value) -> bool:
        """Return whether the value of an overlay may take the place of one of another type.

        It may if both types are allowed, or if the type of the new value is not: the check of the result then
        reports it.
        """
        inner = self.below(item).type
        if inner is None or not isinstance(item.value, Map | Array) or isinstance(old, type(item.value)):
            return False
        return inner.is_mixed or not {type_name(item.value), "any"} & set(inner.kinds)

    def below(self, item: Holder) -> SchemaPermissions:
        """Return the permissions of the value of an item."""
        if self.type is None:
            return self
        if isinstance(item, MapItem):
            field = self._field(item)
            return SchemaPermissions(field.type if field else None)
        if self.type.item is not None:
            return SchemaPermissions(self.type.item.type)
        return SchemaPermissions(None)

    def _field(self, item: MapItem) -> Field | None:
        assert self._keys is not None
        return self._keys.field(item)

    @cached_property
    def _keys(self) -> KeyLookup | None:
        return None if self.type is None else KeyLookup(self.type)
