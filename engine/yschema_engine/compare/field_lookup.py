"""A lookup of the fields of a schema, by the steps that lead to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from yschema_engine.schema.fields import Field, ValueType
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import key_id
from yschema_engine.text.paths import ANY_ITEM, OpenKey, Step
from yschema_engine.yaml.plain_values import key_of


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields of one map.

    Attributes:
        single: those of single keys, by their keys.
        open: those of open keys, by the last steps of their paths.
    """

    single: Mapping[object, Field]
    open: Mapping[Step, Field]


class FieldLookup:
    """Finds fields in a schema; each map is indexed once, since maps may have thousands of keys."""

    def __init__(self, root: Field) -> None:
        """Start without any index.

        Args:
            root: the document that the schema declares.
        """
        self.root = root
        self._fields: dict[ValueType, _Fields] = {}

    def below(self, field: Field | None, step: Step) -> Field | None:
        """Return the field that a step leads to from another one; None if there is none."""
        if field is None:
            return None
        if isinstance(step, int) or step is ANY_ITEM:
            return field.type.item
        fields = self._of(field.type)
        if isinstance(step, OpenKey):
            return fields.open.get(step)
        return fields.single.get(key_id(key_of(step))) or next(iter(fields.open.values()), None)

    def has_rules_above(self, path: Iterable[Step]) -> bool:
        """Return whether a map or an array around the field at a path has rules, or takes open keys."""
        field: Field | None = self.root
        for step in path:
            if field is None:
                return False
            if field.rules or self._of(field.type).open:
                return True
            field = self.below(field, step)
        return False

    def _of(self, type_: ValueType) -> _Fields:
        if type_ not in self._fields:
            single: dict[object, Field] = {}
            takers: dict[Step, Field] = {}
            for each in type_.fields:
                if each.is_open:
                    takers.setdefault(each.path[-1], each)
                else:
                    single.setdefault(key_id(each.key), each)
            self._fields[type_] = _Fields(single, takers)
        return self._fields[type_]
