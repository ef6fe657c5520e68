"""Schemas of packages, and the facts at the top of their pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.compiled.documents import get_item, get_value
from yschema_engine.read.inputs import File
from yschema_engine.read.json_schema.combined import items_of
from yschema_engine.read.kubernetes.resources import Resource, resources, texts
from yschema_engine.read.kubernetes.structural import StructuralOrigin, check_keywords
from yschema_engine.read.kubernetes.words import chosen, read_structural
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.fields import Field
from yschema_engine.schema.metadata import InputFact, Property, facts, listed
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Map, MapItem
from yschema_engine.text.phrases import Phrase, Verbatim, phrase

_LABELS: tuple[tuple[str, Phrase], ...] = (
    ("releasedAt", phrase("Released")),
    ("releaseNotes", phrase("Release notes")),
    ("capacityRequirementsDescription", phrase("Required capacity")),
)


def metadata(package: Resource, about: Resource | None) -> Iterator[InputFact]:
    """Yield the facts about a package.

    Args:
        package: the package.
        about: its metadata, which all its versions share.
    """
    yield Property("refName", phrase("Package"), Verbatim(package.text("spec", "refName")))
    yield Property("version", phrase("Version"), Verbatim(package.text("spec", "version")))
    yield from facts(
        *((key, label, package.text("spec", key).strip()) for key, label in _LABELS),
        ("licenses", phrase("Licenses"), listed(texts(package.get("spec", "licenses")))),
    )
    if about is not None:
        people = items_of(about.get("spec"), "maintainers")
        names = [get_value(item.value, "name") for item in people]
        yield from facts(
            ("providerName", phrase("Provider"), about.text("spec", "providerName")),
            ("categories", phrase("Categories"), listed(texts(about.get("spec", "categories")))),
            ("maintainers", phrase("Maintainers"), listed([str(name) for name in names if name])),
            ("supportDescription", phrase("Support"), about.text("spec", "supportDescription").strip()),
        )


_GROUP = "data.packaging.carvel.dev/"
_PACKAGE, _METADATA = "Package", "PackageMetadata"


def load_packages(files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
    """Return the schemas of packages, or those of the one version that the options name.

    Raises:
        EngineError: a file is not YAML, or a schema is not valid.
        UsageError: no package has the version.
    """
    about = {each.text("metadata", "name"): each for each in _of_carvel(resources(files, _METADATA))}
    packages = list(_of_carvel(resources(files, _PACKAGE)))
    versions = [(each, (each.text("spec", "version"),)) for each in packages]
    names = frozenset(each.span.file for each in (*packages, *about.values()))
    schemas = (
        _schema(each, about.get(each.text("spec", "refName")), options)
        for each in chosen(versions, options.version)
    )
    return [replace(schema, files=names) for schema in schemas]


def _of_carvel(found: Iterable[Resource]) -> Iterable[Resource]:
    return (resource for resource in found if resource.api_version.startswith(_GROUP))


def _schema(package: Resource, about: Resource | None, options: LoadOptions) -> Schema:
    item = get_item(package.get("spec", "valuesSchema"), "openAPIv3")
    span = item.span if item is not None else package.span
    schema = item.value if item is not None else None
    if schema is None:
        schema = Map([MapItem("type", "object", span)], span)
    check_keywords(schema, span)
    structural = read_structural(StructuralOrigin(schema, options.limits), span, has_all_maps=True)
    version, name = package.text("spec", "version"), package.text("spec", "refName")
    title = (about.text("spec", "displayName") if about is not None else "") or name
    return replace(
        structural,
        root=_described(structural.root, about),
        name=f"{name}-{version}" if name else "package",
        title=f"{title} {version}".strip(),
        metadata=tuple(metadata(package, about)),
    )


def _described(root: Field, about: Resource | None) -> Field:
    """Return the field of the document with the description of its package, which has a name of its own."""
    if about is None:
        return root
    text = about.text("spec", "longDescription") or about.text("spec", "shortDescription")
    title = "" if about.text("spec", "displayName") else root.title
    return replace(root, title=title, description=text.strip() or root.description)
