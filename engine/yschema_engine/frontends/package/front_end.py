"""Packages as a front end: the schema is that of their values."""

from __future__ import annotations

from yschema_engine.frontends.kubernetes.front_end import Load, ResourceFrontEnd
from yschema_engine.text.phrases import phrase


def _import_load() -> Load:
    from yschema_engine.frontends.package.load import load_packages  # noqa: PLC0415  takes time to import

    return load_packages


FRONT_END = ResourceFrontEnd(
    name="package",
    kind="Package",
    looks_for=phrase("a resource of the kind `Package`"),
    import_load=_import_load,
)
