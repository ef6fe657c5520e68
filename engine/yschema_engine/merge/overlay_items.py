"""The items of a map or an array while an overlay is applied to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from yschema_engine.merge.overlay_annotations import MERGE, Functions, action_of
from yschema_engine.schema.fields import KeyLookup, ValueType
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Array, Holder, Map, MapItem, Scalar, Value, key_id, type_name
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.source import Span

T = TypeVar("T", bound=Holder)


class Items(Generic[T]):
    """A list of nodes that is copied before its first change.

    Attributes:
        changed: the nodes, if they have changed.
    """

    def __init__(self, holders: Sequence[T]) -> None:
        self.changed: list[T] | None = None
        self._holders = holders
        self._by_key: dict[object, list[int]] | None = None

    def __len__(self) -> int:
        return len(self._holders)

    def __iter__(self) -> Iterator[T]:
        return iter(self._holders)

    def __getitem__(self, index: int) -> T:
        return self._holders[index]

    def __setitem__(self, index: int, holder: T) -> None:
        old = self._holders[index]
        self._writable()[index] = holder
        if isinstance(old, MapItem) and isinstance(holder, MapItem) and key_id(old.key) != key_id(holder.key):
            self._by_key = None

    def with_key(self, key: Scalar) -> Sequence[int]:
        """Return the indexes of the map items with a key: one, unless an overlay has inserted another."""
        if self._by_key is None:
            self._by_key = {}
            for index, item in enumerate(self._holders):
                assert isinstance(item, MapItem)
                self._by_key.setdefault(key_id(item.key), []).append(index)
        return self._by_key.get(key_id(key), ())

    def repeated_keys(self) -> Iterator[tuple[MapItem, MapItem]]:
        """Yield the map items whose key an earlier item has, each with the earlier one."""
        first: dict[object, MapItem] = {}
        for item in self._holders:
            if isinstance(item, MapItem) and first.setdefault(key_id(item.key), item) is not item:
                yield item, first[key_id(item.key)]

    def append(self, holder: T) -> None:
        """Add a node at the end."""
        items = self._writable()
        items.append(holder)
        if self._by_key is not None and isinstance(holder, MapItem):
            self._by_key.setdefault(key_id(holder.key), []).append(len(items) - 1)

    def remove(self, indexes: Collection[int]) -> None:
        """Remove nodes."""
        if indexes:
            self._assign([h for i, h in enumerate(self._holders) if i not in indexes])

    def surround(self, before: dict[int, T], after: dict[int, T]) -> None:
        """Insert nodes before and after those at some indexes."""
        result = []
        for index, holder in enumerate(self._holders):
            result += [h for h in (before.get(index), holder, after.get(index)) if h is not None]
        self._assign(result)

    def _assign(self, holders: list[T]) -> None:
        self._holders = self.changed = holders
        self._by_key = None

    def _writable(self) -> list[T]:
        if self.changed is None:
            self._holders = self.changed = list(self._holders)
        return self.changed


@dataclass(frozen=True)
class Permissions:
    """The changes that an overlay may make to a value without an annotation.

    Attributes:
        type: of the value in the schema; None if there is none: then nothing is allowed, as in ytt.
    """

    type: ValueType | None = None

    def adds(self, item: MapItem) -> bool:
        """Return whether an overlay may add an item to a map.

        It may add keys that are absent by default. It may also add keys that the schema does not declare: the
        check of the result then reports them, and says what the schema declares.
        """
        if self.type is None or "map" not in self.type.kinds:
            return False
        field = self._keys.field(item.key)
        return field.absent if field else action_of(item) == MERGE

    def replaces(self, item: Holder, old: Value) -> bool:
        """Return whether the value of an overlay may take the place of one of another type.

        It may if both types are allowed, or if the type of the new value is not: the check of the result then
        reports it.
        """
        inner = self.below(item).type
        if inner is None or not isinstance(item.value, Map | Array) or isinstance(old, type(item.value)):
            return False
        return inner.is_mixed or not inner.takes(type_name(item.value))

    def below(self, item: Holder) -> Permissions:
        """Return the permissions of the value of an item."""
        if self.type is None:
            return self
        if isinstance(item, MapItem):
            field = self._keys.field(item.key)
            return Permissions(field.type if field else None)
        return Permissions(self.type.item.type if self.type.item is not None else None)

    @cached_property
    def _keys(self) -> KeyLookup:
        assert self.type is not None
        return KeyLookup(self.type)


@dataclass(frozen=True, slots=True)
class Place:
    """A map, an array, or the document alone, which nodes of an overlay are applied to.

    Attributes:
        items: its items, or the document.
        span: of the value.
        path: of the value.
        functions: calls the functions of annotations.
        permissions: of the value.
        parent: the place around it; None for the document.
        is_stream: whether the place holds documents that matchers choose from.
    """

    items: Items[Any]
    span: Span
    functions: Functions
    permissions: Permissions
    path: Path = ROOT
    parent: Place | None = None
    is_stream: bool = False

    def map_items(self) -> Iterator[MapItem]:
        """Return the items if the place is a map."""
        return (item for item in self.items if isinstance(item, MapItem))

    def path_of(self, index: int) -> Path:
        """Return the path of an item."""
        item = self.items[index]
        if isinstance(item, MapItem):
            return self.path.key(item.key)
        return self.path if self.parent is None else self.path.item(index)
