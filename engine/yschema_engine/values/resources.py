"""Documents that are resources of Kubernetes: each is checked by itself, against the schema of its kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.compiled.documents import get_item
from yschema_engine.schema.fields import Field, assign, parts_of
from yschema_engine.schema.schema import ResourceKind, Schema
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.nodes import Document, Map, Value
from yschema_engine.text.paths import ROOT
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, counted
from yschema_engine.text.suggestions import did_you_mean
from yschema_engine.values import findings as codes

_VERSION = "apiVersion"
_OF_KUSTOMIZE = r"(^|/)kustomization\.ya?ml$"  # which need not say its kind


def kind_of(document: Document) -> ResourceKind | None:
    """Return the kind of a resource; None if a document says none, and is not the file of Kustomize."""
    items = document.value.items if isinstance(document.value, Map) else ()
    texts = {item.key: item.value for item in items if item.key in ("apiVersion", "kind")}
    version, kind = texts.get("apiVersion"), texts.get("kind")
    if not texts and re.search(_OF_KUSTOMIZE, document.span.source.name):
        return ResourceKind("kustomize.config.k8s.io/v1beta1", "Kustomization")
    return ResourceKind(version, kind) if isinstance(version, str) and isinstance(kind, str) else None


def drop_nulls(value: Value, field: Field) -> None:
    """Drop the keys that are null and must not be, as the API server does before it sets defaults.

    See `PruneNonNullableNullsWithoutDefaults` of apiextensions-apiserver. Items of arrays stay as they are.
    """
    if isinstance(value, Map):
        value.items = [
            item
            for item, known in assign(value.items, field.type)
            if item.value is not None or known is None or "null" in known.type.kinds
        ]
    for part, declared in parts_of(value, field.type):
        drop_nulls(part.value, declared)


def by_resource(
    schemas: Sequence[Schema], documents: Iterable[Document]
) -> list[tuple[Schema, tuple[Document, ...]]]:
    """Return the documents of each resource, with the schema of its kind.

    The first document is the resource, and those without a kind, which change it, follow. Resources of other
    kinds are left out. Documents without a kind alone are values of the first schema.
    """
    pairs = [(document, kind_of(document)) for document in documents]
    changes = tuple(document for document, kind in pairs if kind is None)
    known = {schema.resource: schema for schema in schemas}
    resources = [(known[kind], (document, *changes)) for document, kind in pairs if kind in known]
    if not resources and all(kind is None for _, kind in pairs):
        return [(schemas[0], changes)]
    return resources


def unknown_resources(schemas: Sequence[Schema], documents: Iterable[Document]) -> Iterator[Finding]:
    """Yield the findings about resources of a known group whose kind or version the inputs do not define.

    Inputs with one kind are not all kinds of the group: there, only a misspelt kind is wrong.
    """
    defined = dict.fromkeys(kind for schema in schemas for kind in schema.defined)
    for document in documents:
        kind = kind_of(document)
        if kind is None or kind in defined or kind.group not in {each.group for each in defined}:
            continue
        of_group = [each for each in defined if each.group == kind.group]
        versions = [each.api_version for each in of_group if each.kind == kind.kind]
        kinds = list(dict.fromkeys(each.kind for each in of_group))
        code, key, found, known = codes.UNKNOWN_KIND, "kind", kind.kind, kinds
        if versions:
            code, key, found, known = codes.UNKNOWN_RESOURCE_VERSION, _VERSION, kind.api_version, versions
        hint, expected = did_you_mean(found, known), Listing(tuple(map(Verbatim, known)), "or")
        if versions or hint or len(kinds) > 1:
            item, path = get_item(document.value, key), ROOT.key(key)
            span = item.span if item is not None else document.span
            yield finding(code, span, path=path, found=Verbatim(found), expected=expected, hint=hint)


def unchecked_kinds(schemas: Sequence[Schema], documents: Iterable[Document]) -> list[ResourceKind]:
    """Return the kinds of the resources that no schema is for, in order, one for each resource."""
    known = {schema.resource for schema in schemas}
    return [kind for document in documents if (kind := kind_of(document)) is not None and kind not in known]


def unchecked_phrase(kinds: Sequence[ResourceKind]) -> Phrase:
    """Return how many resources were not checked, and of which kinds."""
    texts = Listing(tuple(map(_text, dict.fromkeys(kinds))))
    return counted(
        "{count} resource was not checked: {kinds}",
        "{count} resources were not checked: {kinds}",
        len(kinds),
        kinds=texts,
    )


def version_finding(schema: Schema, documents: Iterable[Document]) -> Finding | None:
    """Return the finding about a resource whose version is deprecated, or is not served; None for others."""
    item = next((get_item(each.value, _VERSION) for each in documents if kind_of(each)), None)
    if item is None or (schema.is_served and schema.deprecated is None):
        return None
    versions = tuple(map(Verbatim, schema.current_versions))
    code, hint = codes.UNSERVED_VERSION, None
    if schema.is_served:
        code, hint = codes.DEPRECATED_VERSION, schema.deprecated
    expected = Listing(versions, "or") if versions else None
    path, declared = ROOT.key(_VERSION), schema.root.span
    return finding(code, item.span, path=path, expected=expected, declared=declared, hint=hint)


def no_such_resource(schemas: Sequence[Schema], documents: Sequence[Document]) -> Finding:
    """Return the finding about documents none of which is a resource of a known kind."""
    kinds = dict.fromkeys(kind for document in documents if (kind := kind_of(document)))
    known = [schema.resource for schema in schemas if schema.resource is not None]
    found, expected = Listing(tuple(map(_text, kinds))), Listing(tuple(map(_text, known)), "or")
    return finding(codes.NO_SUCH_RESOURCE, documents[0].span, found=found, expected=expected)


def _text(kind: ResourceKind) -> Param:
    return Verbatim(f"{kind.kind} ({kind.api_version})")
