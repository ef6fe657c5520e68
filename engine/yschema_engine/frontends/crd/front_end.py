"""Custom resource definitions as a front end: each version of each definition is a schema."""

from __future__ import annotations

from yschema_engine.frontends.kubernetes.front_end import Load, ResourceFrontEnd
from yschema_engine.text.phrases import phrase


def _import_load() -> Load:
    from yschema_engine.frontends.crd.load import load_definitions  # noqa: PLC0415  takes time to import

    return load_definitions


FRONT_END = ResourceFrontEnd(
    name="crd",
    kind="CustomResourceDefinition",
    looks_for=phrase("a resource of the kind `CustomResourceDefinition`"),
    import_load=_import_load,
)
