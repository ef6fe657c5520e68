"""Schemas of custom resource definitions and of packages, and the facts at the top of their pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.compiled.documents import get_item, get_text, get_texts, get_value, get_values
from yschema_engine.read.inputs import File
from yschema_engine.read.kubernetes.resources import Definition, Version, read_definition, resources, span_of
from yschema_engine.read.kubernetes.structural import StructuralOrigin, check_keywords, with_standard_fields
from yschema_engine.read.kubernetes.words import chosen, read_structural
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.fields import Field
from yschema_engine.schema.metadata import YES, InputFact, Property, Table, facts, listed
from yschema_engine.schema.schema import ResourceKind, Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Map, MapItem
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase

_VERSION_COLUMNS = (
    ("name", phrase("Version")),
    ("served", phrase("Served")),
    ("storage", phrase("Stored")),
    ("deprecated", phrase("Deprecated")),
)
_COLUMNS = (
    ("name", phrase("Name")),
    ("type", phrase("Type")),
    ("description", phrase("Description")),
    ("jsonPath", phrase("Value")),
    ("priority", phrase("Shown")),
)
_WIDE = phrase("with `-o wide`")


def resource_facts(definition: Definition, version: Version) -> Iterator[InputFact]:
    """Yield the facts about a version, and about its resource."""
    served: Param = "" if version.is_served else phrase("no: the API server refuses this version")
    webhook = phrase("a webhook converts between versions")
    resource = definition.resource
    replicas = version.get("subresources", "scale", "specReplicasPath")
    paths = (get_text(each, "jsonPath") for each in get_values(version.value, "selectableFields"))
    has_webhook = get_text(resource, "spec", "conversion", "strategy") == "Webhook"
    yield from facts(
        ("group", phrase("Group"), Verbatim(definition.group)),
        ("version", phrase("Version"), Verbatim(version.name)),
        ("served", phrase("Served"), served),
        ("kind", phrase("Kind"), Verbatim(definition.kind)),
        ("scope", phrase("Scope"), Verbatim(get_text(resource, "spec", "scope"))),
        ("plural", phrase("Plural"), Verbatim(get_text(resource, "spec", "names", "plural"))),
        ("shortNames", phrase("Short names"), _codes(get_texts(resource, "spec", "names", "shortNames"))),
        ("categories", phrase("Categories"), _codes(get_texts(resource, "spec", "names", "categories"))),
        ("scale", phrase("Set by `kubectl scale`"), Verbatim(get_text(replicas))),
        ("selectableFields", phrase("Field selectors"), _codes(paths)),
        ("conversion", phrase("Conversion"), webhook if has_webhook else ""),
    )
    rows = tuple(map(_row, definition.versions))
    yield Table("versions", phrase("Versions"), _VERSION_COLUMNS, rows).without_empty_columns
    if rows := tuple(_column_rows(version)):
        label = phrase("Columns of `kubectl get`")
        yield Table("printerColumns", label, _COLUMNS, rows).without_empty_columns


def _codes(names: Iterable[str]) -> Param:
    return listed([Verbatim(each) for each in names if each])


def _row(version: Version) -> tuple[Param, ...]:
    deprecated: Param = "" if version.deprecated is None else version.deprecated or YES
    served: Param = YES if version.is_served else ""
    return (Verbatim(version.name), served, YES if version.is_stored else "", deprecated)


def _column_rows(version: Version) -> Iterator[tuple[Param, ...]]:
    for column in get_values(version.get("additionalPrinterColumns")):
        texts = {key: get_value(column, key) for key, _ in _COLUMNS}
        path = texts["jsonPath"] or get_value(column, "JSONPath")
        is_wide = isinstance(texts["priority"], int) and texts["priority"] > 0
        if isinstance(texts["name"], str):
            yield (
                texts["name"],
                str(texts["type"] or ""),
                str(texts["description"] or ""),
                Verbatim(str(path)) if path else "",
                _WIDE if is_wide else "",
            )


KIND = "CustomResourceDefinition"


def load_definitions(files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
    """Return the schemas of the versions, or those of the one version that the options name.

    Raises:
        EngineError: a file is not YAML, a definition lacks what it needs, or a schema is not valid.
        UsageError: no definition has the version.
    """
    found = resources(files, KIND)
    definitions = [read_definition(resource) for resource in found]
    versions = [
        ((definition, version), (_kind(definition, version).name, version.name))
        for definition in definitions
        for version in definition.versions
    ]
    names = frozenset(span_of(resource).file for resource in found)
    found_versions = chosen(versions, options.version, is_short=len(definitions) == 1)
    defined = tuple(_kind(*each) for each, _ in versions)
    return [replace(_schema(*each, options), files=names, defined=defined) for each in found_versions]


def _schema(definition: Definition, version: Version, options: LoadOptions) -> Schema:
    resource = _kind(definition, version)
    if version.schema is not None:
        check_keywords(version.schema, version.span)
    has_namespace = get_text(definition.resource, "spec", "scope") != "Cluster"
    node = with_standard_fields(version.schema, version.span, resource, has_namespace=has_namespace)
    is_closed = version.schema is not None and not definition.preserves_unknown_fields
    origin = StructuralOrigin(node, options.limits, is_closed, is_resource=True)
    structural = read_structural(origin, version.span)
    root = structural.root
    fields = tuple(_field(field, version) for field in root.type.fields)
    return replace(
        structural,
        # The title of a schema is the same for all versions; readers know the resource by its kind.
        root=replace(root, title="", type=replace(root.type, fields=fields)),
        yaml="1.1",
        name=resource.name,
        title=f"{definition.kind} {version.name}",
        metadata=tuple(resource_facts(definition, version)),
        deprecated=version.deprecated,
        is_served=version.is_served,
        current_versions=tuple(f"{definition.group}/{name}" for name in definition.current_versions),
        resource=resource,
        is_preferred=version.is_stored,
    )


def _kind(definition: Definition, version: Version) -> ResourceKind:
    return ResourceKind(f"{definition.group}/{version.name}", definition.kind)


def _never_required(field: Field) -> Field:
    """Return a field that users do not set, with those below it."""
    return replace(field, type=field.type.converted(_never_required), required=False)


def _field(field: Field, version: Version) -> Field:
    if field.key == "status" and version.has_status:
        return replace(_never_required(field), access="read-only")
    if field.key == "metadata":  # a name that the API server completes takes the place of a name
        fields = (replace(each, required=each.required or each.key == "name") for each in field.type.fields)
        return replace(field, type=replace(field.type, fields=tuple(fields)))
    return field


_LABELS: tuple[tuple[str, Phrase], ...] = (
    ("releasedAt", phrase("Released")),
    ("releaseNotes", phrase("Release notes")),
    ("capacityRequirementsDescription", phrase("Required capacity")),
)


def package_facts(package: Map, about: Map | None) -> Iterator[InputFact]:
    """Yield the facts about a package.

    Args:
        package: the package.
        about: its metadata, which all its versions share; None if there is none.
    """
    maintainers = [get_text(each, "name") for each in get_values(about, "spec", "maintainers")]
    yield Property("refName", phrase("Package"), Verbatim(get_text(package, "spec", "refName")))
    yield Property("version", phrase("Version"), Verbatim(get_text(package, "spec", "version")))
    yield from facts(
        *((key, label, get_text(package, "spec", key).strip()) for key, label in _LABELS),
        ("licenses", phrase("Licenses"), listed(get_texts(package, "spec", "licenses"))),
        ("providerName", phrase("Provider"), get_text(about, "spec", "providerName")),
        ("categories", phrase("Categories"), listed(get_texts(about, "spec", "categories"))),
        ("maintainers", phrase("Maintainers"), listed([name for name in maintainers if name])),
        ("supportDescription", phrase("Support"), get_text(about, "spec", "supportDescription").strip()),
    )


_GROUP = "data.packaging.carvel.dev/"
_PACKAGE, _METADATA = "Package", "PackageMetadata"


def load_packages(files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
    """Return the schemas of packages, or those of the one version that the options name.

    Raises:
        EngineError: a file is not YAML, or a schema is not valid.
        UsageError: no package has the version.
    """
    about = {get_text(each, "metadata", "name"): each for each in _of_carvel(resources(files, _METADATA))}
    packages = list(_of_carvel(resources(files, _PACKAGE)))
    versions = [(each, (get_text(each, "spec", "version"),)) for each in packages]
    names = frozenset(span_of(each).file for each in (*packages, *about.values()))
    schemas = (
        _package_schema(each, about.get(get_text(each, "spec", "refName")), options)
        for each in chosen(versions, options.version)
    )
    return [replace(schema, files=names) for schema in schemas]


def _of_carvel(found: Iterable[Map]) -> Iterable[Map]:
    return (resource for resource in found if get_text(resource, "apiVersion").startswith(_GROUP))


def _package_schema(package: Map, about: Map | None, options: LoadOptions) -> Schema:
    item = get_item(package, "spec", "valuesSchema", "openAPIv3")
    span = item.span if item is not None else span_of(package)
    any_map = Map([MapItem("type", "object", span)], span)
    schema = any_map if item is None or item.value is None else item.value
    check_keywords(schema, span)
    structural = read_structural(StructuralOrigin(schema, options.limits), span, has_all_maps=True)
    version, name = get_text(package, "spec", "version"), get_text(package, "spec", "refName")
    title = get_text(about, "spec", "displayName") or name
    return replace(
        structural,
        root=_with_description(structural.root, about),
        name=f"{name}-{version}" if name else "package",
        title=f"{title} {version}".strip(),
        metadata=tuple(package_facts(package, about)),
    )


def _with_description(root: Field, about: Map | None) -> Field:
    """Return the field of the document with the description of its package, which has a name of its own."""
    text = get_text(about, "spec", "longDescription") or get_text(about, "spec", "shortDescription")
    title = "" if get_text(about, "spec", "displayName") else root.title
    return replace(root, title=title, description=text.strip() or root.description)
