"""How much of the schemas of a site is documented."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from yschema_engine.docs.accepted_findings import Suppression, Suppressions
from yschema_engine.docs.coverage import coverage
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.view import Documented
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.memo import Kind

_COVERAGE = Kind("coverage")


class SchemaCoverage:
    """The coverage of the schemas of a site, worked out when it is asked for."""

    def __init__(self, library: SchemaLibrary) -> None:
        """Start without results.

        Args:
            library: the schemas.
        """
        self._library = library

    def of(self, name: str) -> Documented:
        """Return how much of a schema is documented."""
        loaded = self._library.loaded(name)
        accepted = tuple(
            suppression for comments in self._library.comments(name) for suppression in comments.suppressions
        )
        make = partial(_coverage, loaded.shown, accepted)
        return self._library.memo.get(_COVERAGE, (loaded.identity, accepted), make)


def _coverage(schema: Schema, accepted: Iterable[Suppression]) -> Documented:
    suppressions = Suppressions()
    suppressions.add(accepted)
    covered = coverage(schema, suppressions)
    total = covered.total
    missing = tuple((str(field.path), schema.anchor(field)) for field in covered.missing)
    return Documented(total.fields, total.documented, total.percent, total.accepted, missing)
