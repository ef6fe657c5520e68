"""The items of a map or an array while an overlay is applied to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Generic, TypeVar

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Holder, MapItem, Scalar, Value, key_id
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.source import Span

T = TypeVar("T", bound=Holder)


class Items(Generic[T]):
    """A list of nodes that is copied before its first change."""

    def __init__(self, holders: Sequence[T]) -> None:
        self._holders = holders
        self._copy: list[T] | None = None
        self._by_key: dict[object, list[int]] | None = None

    @property
    def changed(self) -> list[T] | None:
        """The nodes, if they have changed."""
        return self._copy

    def __len__(self) -> int:
        return len(self._holders)

    def __iter__(self) -> Iterator[T]:
        return iter(self._holders)

    def __getitem__(self, index: int) -> T:
        return self._holders[index]

    def __setitem__(self, index: int, holder: T) -> None:
        old = self._holders[index]
        if holder is old:
            return
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
        self._holders = self._copy = holders
        self._by_key = None

    def _writable(self) -> list[T]:
        if self._copy is None:
            self._holders = self._copy = list(self._holders)
        return self._copy


class Permissions:
    """The changes that an overlay may make to a value without an annotation: none, as in ytt."""

    def adds(self, _item: MapItem) -> bool:
        """Return whether the overlay may add an item to the map."""
        return False

    def replaces(self, _item: Holder, _old: Value) -> bool:
        """Return whether the value of an item may take the place of one of another type."""
        return False

    def below(self, _item: Holder) -> Permissions:
        """Return the permissions of the value of an item."""
        return self


@dataclass(frozen=True, slots=True)
class Place:
    """A map, an array, or the document alone, which nodes of an overlay are applied to.

    Attributes:
        items: its items, or the document.
        span: of the value.
        path: of the value.
        permissions: of the value.
        parent: the place around it; None for the document.
        is_stream: whether the place holds documents that matchers choose from.
    """

    items: Items[Any]
    span: Span
    permissions: Permissions
    path: Path = ROOT
    parent: Place | None = None
    is_stream: bool = False

    def map_items(self) -> Iterator[MapItem]:
        """Return the items if the place is a map."""
        return (item for item in self.items if isinstance(item, MapItem))

    def has(self, key: Scalar) -> bool:
        """Return whether the place is a map with that key."""
        return any(key_id(item.key) == key_id(key) for item in self.map_items())

    def path_of(self, index: int) -> Path:
        """Return the path of an item."""
        item = self.items[index]
        if isinstance(item, MapItem):
            return self.path.key(item.key)
        return self.path if self.parent is None else self.path.item(index)
