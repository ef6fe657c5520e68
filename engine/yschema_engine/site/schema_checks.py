"""The checks of all schemas of a site, and their documentation coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from yschema_engine.docs.accepted_findings import Suppression, SuppressionComments, Suppressions
from yschema_engine.docs.coverage import coverage
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.view import Documented
from yschema_engine.site.cache import ById
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.text.findings import EngineError, Finding


def check_schema(
    library: SchemaLibrary,
    name: str,
    accept: Callable[[SuppressionComments], object],
    add: Callable[[Sequence[Finding]], object],
) -> bool:
    """Report what is wrong with a schema, and return whether it can be used.

    Args:
        library: the schemas.
        name: the name of the schema.
        accept: takes what comments in its files accept, before the findings there.
        add: takes findings.
    """
    try:
        findings = library.findings(name)
        for comments in library.comments(name):
            accept(comments)
        add(findings)
    except EngineError as e:
        add(e.findings)
        return False
    return True


def version_findings(
    versions: SchemaVersions, names: Iterable[str]
) -> Iterable[tuple[str, Sequence[Finding]]]:
    """Yield why versions cannot be read or compared, by the names of schemas."""
    for name in names:
        try:
            versions.steps(name)
        except EngineError as e:
            yield name, e.findings


class SchemaCoverage:
    """The coverage of the schemas of a site, worked out when it is asked for."""

    def __init__(self, library: SchemaLibrary, caches: SiteCaches) -> None:
        """Start without results.

        Args:
            library: the schemas.
            caches: what builds share.
        """
        self._library = library
        self._caches = caches

    def of(self, name: str) -> Documented:
        """Return how much of a schema is documented."""
        loaded = self._library.loaded(name)
        accepted = tuple(
            suppression for comments in self._library.comments(name) for suppression in comments.suppressions
        )
        key = (ById(loaded), accepted)
        return self._caches.coverage.get(key, lambda: _coverage(loaded.shown, accepted))


def _coverage(schema: Schema, accepted: Iterable[Suppression]) -> Documented:
    suppressions = Suppressions()
    suppressions.add(accepted)
    covered = coverage(schema, suppressions)
    total = covered.total
    missing = tuple((str(field.path), schema.anchor(field)) for field in covered.missing)
    return Documented(total.fields, total.documented, total.percent, total.accepted, missing)
