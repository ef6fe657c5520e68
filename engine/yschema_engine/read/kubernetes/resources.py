"""Resources in YAML files, and the facts of those that define custom resources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from yschema_engine.compiled.documents import get_item, get_text, get_value
from yschema_engine.read.inputs import File
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, schema_code
from yschema_engine.text.nodes import Array, Map, Value, from_plain
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import YAML_1_2, read

_SUFFIXES = (".yaml", ".yml", ".json")
# Actions of Go templates: those alone on their lines, and those within a line.
_ACTION_LINE = r"(?m)^[ \t]*(?:\{\{.*?\}\}[ \t]*)+$"
_ACTION = r"\{\{.*?\}\}"
_VERSION = r"v(\d+)(?:(alpha|beta)(\d+))?"


def mentions(file: File, kind: str) -> bool:
    """Return whether a file may hold a resource of a kind."""
    name = kind.encode()
    if not file.path.endswith(_SUFFIXES) or name not in file.data:
        return False
    in_yaml = rb"""^\s*-?\s*['"]?kind['"]?\s*:\s*['"]?%s['"]?\s*,?\s*(?:#.*)?\r?$""" % name
    pattern = rb'%s|"kind"\s*:\s*"%s"' % (in_yaml, name)
    return re.search(pattern, file.data, re.MULTILINE) is not None


def resources(files: Sequence[File], kind: str) -> list[Map]:
    """Return the resources of a kind.

    Raises:
        EngineError: a file that may hold one is not YAML.
    """
    return [
        resource
        for file in files
        if mentions(file, kind)
        for document in read(_without_actions(file.source), YAML_1_2).documents
        for resource in _in_value(document.value)
        if get_value(resource, "kind") == kind
    ]


def _in_value(value: Value) -> Iterator[Map]:
    kind, version = get_value(value, "kind"), get_value(value, "apiVersion")
    if not isinstance(value, Map) or not isinstance(kind, str) or not isinstance(version, str):
        return
    items = get_value(value, "items")
    if kind.endswith("List") and isinstance(items, Array):
        for item in items.items:
            yield from _in_value(item.value)
        return
    yield value


def span_of(resource: Map) -> Span:
    """Return the place of a resource."""
    return resource.items[0].span


def _without_actions(source: Source) -> Source:
    """Return a source in which actions of templates are blank, or letters within a line.

    Charts wrap resources in conditions. Lines and columns stay the same.
    """
    if "{{" not in source.text:
        return source
    try:
        read(source, YAML_1_2)
    except EngineError:
        text = re.sub(_ACTION_LINE, "", source.text)
        return Source(source.name, re.sub(_ACTION, lambda match: "x" * len(match[0]), text), source.path)
    return source


INCOMPLETE = schema_code(
    "crd-incomplete",
    "this definition of a custom resource is not complete",
    found="no {missing}",
    expected="`spec.group`, `spec.names.kind` and a version with a name",
)


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a custom resource.

    Attributes:
        name: `v1`, `v1beta1`.
        value: what the definition says about the version alone.
        spec: what it says about all versions.
        span: its place.
    """

    name: str
    value: Value
    spec: Value
    span: Span

    def get(self, *keys: str) -> Value:
        """Return the value below some keys; in v1beta1, all versions can share columns and subresources."""
        return get_value(self.value, *keys) or get_value(self.spec, *keys)

    @property
    def schema(self) -> Value:
        """The schema, of OpenAPI 3.0; null if there is none. In v1beta1, all versions can share it."""
        own = get_value(self.value, "schema", "openAPIV3Schema")
        return own or get_value(self.spec, "validation", "openAPIV3Schema")

    @property
    def is_served(self) -> bool:
        """Whether the API server offers the version."""
        return get_value(self.value, "served") is not False

    @property
    def is_stored(self) -> bool:
        """Whether resources are stored in the version."""
        return get_value(self.value, "storage") is True

    @property
    def deprecated(self) -> str | None:
        """The warning, which may be empty; None if the version is not deprecated."""
        is_deprecated = get_value(self.value, "deprecated") is True
        return get_text(self.value, "deprecationWarning") if is_deprecated else None

    @property
    def has_status(self) -> bool:
        """Whether `status` is a subresource, which users do not set."""
        return any(get_item(each, "subresources", "status") for each in (self.value, self.spec))


@dataclass(frozen=True, slots=True)
class Definition:
    """A custom resource definition.

    Attributes:
        resource: the definition as it is written.
        group: the API group.
        kind: the kind of the resources.
        versions: in the order of clients: the most stable first, then the newest
            (https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority).
    """

    resource: Map
    group: str
    kind: str
    versions: tuple[Version, ...]

    @property
    def preserves_unknown_fields(self) -> bool:
        """Whether resources keep keys that no schema declares, as those of v1beta1 do by default."""
        is_set = get_value(self.resource, "spec", "preserveUnknownFields")
        is_default = get_text(self.resource, "apiVersion").endswith("/v1beta1")
        return is_set is True or (is_set is None and is_default)

    @property
    def current_versions(self) -> tuple[str, ...]:
        """The names of the versions that the API server serves and that are not deprecated."""
        return tuple(each.name for each in self.versions if each.is_served and each.deprecated is None)


def read_definition(resource: Map) -> Definition:
    """Return the facts of a definition.

    Raises:
        EngineError: it lacks what it needs.
    """
    group, kind = get_text(resource, "spec", "group"), get_text(resource, "spec", "names", "kind")
    versions = tuple(sorted(_versions(resource), key=_priority))
    missing = {"spec.group": group, "spec.names.kind": kind, "spec.versions": versions}
    for name, value in missing.items():
        if not value:
            raise EngineError.of(INCOMPLETE, span_of(resource), missing=Verbatim(name))
    return Definition(resource, group, kind, versions)


def _priority(version: Version) -> tuple[Any, ...]:
    parts = re.fullmatch(_VERSION, version.name)
    if parts is None:
        return True, version.name
    return False, ("", "beta", "alpha").index(parts[2] or ""), -int(parts[1]), -int(parts[3] or 0)


def _versions(resource: Map) -> Iterator[Version]:
    listed = get_value(resource, "spec", "versions")
    if not isinstance(listed, Array):
        only = get_text(resource, "spec", "version")
        listed = from_plain([{"name": only, "storage": True}] if only else [], span_of(resource))
    for item in listed.items if isinstance(listed, Array) else ():
        name = get_item(item.value, "name")
        if name is not None and isinstance(name.value, str):
            yield Version(name.value, item.value, get_value(resource, "spec"), name.span)
