"""The documentation coverage of a schema, by top-level field."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from yschema_engine.lint.documentation import is_documented, present, review
from yschema_engine.lint.suppressions import Suppressions
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.source import Span


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the fields of a schema, and how many of them have what readers look for.

    Attributes:
        name: of the top-level field that they are in; empty for all of them.
        fields: how many there are, without those accepted.
        documented: how many have a description.
        titles: how many have a title of their own.
        examples: how many have an example.
        accepted: how many are accepted as they are, without a description.
    """

    name: str
    fields: int
    documented: int
    titles: int
    examples: int
    accepted: int

    @property
    def percent(self) -> float:
        """The percentage of documented fields with one decimal, rounded down.

        It is 100 only if nothing is missing, such as in a schema without fields.
        """
        return 1000 * self.documented // self.fields / 10 if self.fields else 100.0

    def reaches(self, percent: float) -> bool:
        """Return whether the percentage, before rounding, is at least this one."""
        return not self.fields or 100 * self.documented >= percent * self.fields


@dataclass(frozen=True, slots=True)
class Coverage:
    """The documentation coverage of a schema.

    Attributes:
        parts: by top-level field, in the order of the schema.
        total: of all fields.
        missing: the fields without a description, in that order.
    """

    parts: tuple[Part, ...]
    total: Part
    missing: tuple[Field, ...]


def coverage(schema: Schema, accepted: Suppressions | None = None) -> Coverage:
    """Return the documentation coverage of a schema.

    A field is documented if it has a description, and an array also if its items have one. Maps count as
    fields. Removed fields, and the fields in them, do not count.

    Args:
        schema: the schema.
        accepted: what its author accepts: fields whose missing description is accepted count neither as
            documented nor as missing.
    """
    places = _accepted_places(schema, accepted) if accepted else ()
    tops = [field for field in schema.root.children if field.removed is None]
    parts = tuple(_part(top.name, [top, *present(top)], places) for top in tops)
    fields = list(present(schema.root))
    missing = (f for f in fields if not is_documented(f) and f.span not in places)
    return Coverage(parts, _part("", fields, places), tuple(missing))


def _accepted_places(schema: Schema, accepted: Suppressions) -> Collection[Span]:
    lacking = [finding for finding in review(schema) if finding.kind == "undocumented"]
    left = {finding.span for finding in accepted.filter(lacking)}
    return {finding.span for finding in lacking if finding.span is not None} - left


def _part(name: str, fields: Sequence[Field], accepted: Collection[Span]) -> Part:
    counting = [f for f in fields if is_documented(f) or f.span not in accepted]
    return Part(
        name,
        fields=len(counting),
        documented=sum(map(is_documented, counting)),
        titles=sum(bool(field.title) for field in counting),
        examples=sum(any(level.examples for level in field.levels) for field in counting),
        accepted=len(fields) - len(counting),
    )
