"""The schemas of a chart, as trees that are followed along with the values."""

from __future__ import annotations

from yschema_engine.schema.fields import Field, Origin
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.nodes import Scalar, key_id
from yschema_engine.text.paths import Path


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a schema declares at one place.

    Attributes:
        field: the field of the schema.
        origin: whether a file or comments have the schema.
        untyped: the paths of fields about whose type the schema says nothing.
        adds_keys: whether keys that the schema declares have fields although the values do not have them.
    """

    field: Field
    origin: Origin
    untyped: frozenset[Path] = frozenset()
    adds_keys: bool = True

    @property
    def has_type(self) -> bool:
        """Whether the schema says which types the value may have."""
        return self.field.path not in self.untyped and "any" not in self.field.type.kinds

    @property
    def is_closed(self) -> bool:
        """Whether the schema refuses keys that it does not declare, by their name or a pattern."""
        return "map" in self.field.type.kinds and not self.field.type.takes_other_keys

    def below(self, key: Scalar) -> Candidate | None:
        """Return what the schema declares for a key; None for nothing."""
        fields = self.field.type.fields
        inner = next((each for each in fields if not each.is_open and key_id(each.key) == key_id(key)), None)
        return None if inner is None else replace(self, field=inner)

    @property
    def open_fields(self) -> tuple[Candidate, ...]:
        """What the schema declares for keys that it does not name."""
        fields = self.field.type.fields
        return tuple(replace(self, field=each) for each in fields if each.is_open)

    @property
    def item(self) -> Candidate | None:
        """What the schema declares for items; None for nothing."""
        inner = self.field.type.item
        return None if inner is None else replace(self, field=inner)


def moved_field(field: Field, old: Path, new: Path) -> Field:
    """Return a field and all fields below it with another path.

    Args:
        field: the field.
        old: the beginning of its path.
        new: the path in place of that.
    """
    if old == new:
        return field
    type_ = field.type
    fields = tuple(moved_field(each, old, new) for each in type_.fields)
    item = moved_field(type_.item, old, new) if type_.item is not None else None
    path = Path((*new, *field.path[len(old) :]))
    return replace(field, path=path, type=replace(type_, fields=fields, item=item))
