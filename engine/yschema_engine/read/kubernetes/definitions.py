"""The facts of a custom resource definition: names, scope, and its versions."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compiled.documents import get_item, get_value
from yschema_engine.read.json_schema.combined import items_of
from yschema_engine.read.kubernetes.resources import Resource
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, finding, schema_code
from yschema_engine.text.nodes import Array, Map, Value, from_plain
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span

INCOMPLETE = schema_code(
    "crd-incomplete",
    phrase("this definition of a custom resource is not complete"),
    found=phrase("no {missing}"),
    expected=phrase("`spec.group`, `spec.names.kind` and a version with a name"),
)


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a custom resource.

    Attributes:
        name: `v1`, `v1beta1`.
        is_served: whether the API server offers it.
        is_stored: whether resources are stored in it.
        deprecated: the warning, which may be empty; None if it is not deprecated.
        schema: of OpenAPI 3.0; null if there is none.
        columns: of `kubectl get`.
        has_status: whether `status` is a subresource, which users do not set.
        replicas_path: of the field that `kubectl scale` sets; empty if there is none.
        selectable_paths: of fields that field selectors can name.
        span: its place.
    """

    name: str
    is_served: bool
    is_stored: bool
    deprecated: str | None
    schema: Value
    columns: Value
    has_status: bool
    replicas_path: str
    selectable_paths: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Definition:
    """A custom resource definition.

    Attributes:
        resource: the definition as it is written.
        group: the API group.
        kind: the kind of the resources.
        versions: in the order of the definition.
    """

    resource: Resource
    group: str
    kind: str
    versions: tuple[Version, ...]

    @property
    def preserves_unknown_fields(self) -> bool:
        """Whether resources keep keys that no schema declares, as those of v1beta1 do by default."""
        is_set = self.resource.get("spec", "preserveUnknownFields")
        return is_set is True or (is_set is None and self.resource.api_version.endswith("/v1beta1"))

    @property
    def current_versions(self) -> tuple[str, ...]:
        """The names of the versions that the API server serves and that are not deprecated."""
        return tuple(each.name for each in self.versions if each.is_served and each.deprecated is None)


def read_definition(resource: Resource) -> Definition:
    """Return the facts of a definition.

    Raises:
        EngineError: it lacks what it needs.
    """
    group, kind = resource.text("spec", "group"), resource.text("spec", "names", "kind")
    versions = tuple(_versions(resource))
    missing = {"spec.group": group, "spec.names.kind": kind, "spec.versions": versions}
    for name, value in missing.items():
        if not value:
            raise EngineError([finding(INCOMPLETE, resource.span, missing=Verbatim(name))])
    return Definition(resource, group, kind, versions)


def _versions(resource: Resource) -> Iterator[Version]:
    listed = resource.get("spec", "versions")
    if not isinstance(listed, Array):
        only = resource.text("spec", "version")
        listed = from_plain([{"name": only, "storage": True}] if only else [], resource.span)
    for item in listed.items if isinstance(listed, Array) else ():
        if isinstance(item.value, Map) and isinstance(get_value(item.value, "name"), str):
            yield _version(item.value, resource.get("spec"), item.span)


def _version(value: Map, spec: Value, span: Span) -> Version:
    warning = get_value(value, "deprecationWarning")
    is_deprecated = get_value(value, "deprecated") is True
    # In v1beta1, all versions can share a schema, columns and subresources.
    schema = get_value(value, "schema", "openAPIV3Schema") or get_value(spec, "validation", "openAPIV3Schema")
    columns = "additionalPrinterColumns"
    selectable = [get_value(item.value, "jsonPath") for item in items_of(value, "selectableFields")]
    name_item = get_item(value, "name")
    return Version(
        str(get_value(value, "name")),
        is_served=get_value(value, "served") is not False,
        is_stored=get_value(value, "storage") is True,
        deprecated=(str(warning) if isinstance(warning, str) else "") if is_deprecated else None,
        schema=schema,
        columns=get_value(value, columns) or get_value(spec, columns),
        has_status=_has_status(value) or _has_status(spec),
        replicas_path=_replicas_path(value) or _replicas_path(spec),
        selectable_paths=tuple(path for path in selectable if isinstance(path, str)),
        span=name_item.span if name_item is not None else span,
    )


def _has_status(value: Value) -> bool:
    return get_item(get_value(value, "subresources"), "status") is not None


def _replicas_path(value: Value) -> str:
    path = get_value(value, "subresources", "scale", "specReplicasPath")
    return path if isinstance(path, str) else ""
