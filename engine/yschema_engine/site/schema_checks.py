"""The checks of all schemas of a site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from yschema_engine.doccheck.library import SchemaLibrary
from yschema_engine.docs.accepted_findings import SuppressionComments
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
