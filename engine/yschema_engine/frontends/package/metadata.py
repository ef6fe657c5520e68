"""What a page about a package opens with."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.frontends.kubernetes.resources import Resource, get, texts
from yschema_engine.schema.metadata import InputFact, Property
from yschema_engine.text.nodes import Array
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

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
    for key, label in _LABELS:
        if text := package.text("spec", key).strip():
            yield Property(key, label, text)
    yield from _listed("licenses", phrase("Licenses"), texts(package.get("spec", "licenses")))
    if about is not None:
        yield from _of_all_versions(about)


def _of_all_versions(about: Resource) -> Iterator[Property]:
    if provider := about.text("spec", "providerName"):
        yield Property("providerName", phrase("Provider"), provider)
    yield from _listed("categories", phrase("Categories"), texts(about.get("spec", "categories")))
    maintainers = about.get("spec", "maintainers")
    names = [get(item.value, "name") for item in maintainers.items] if isinstance(maintainers, Array) else []
    yield from _listed("maintainers", phrase("Maintainers"), [str(name) for name in names if name])
    if support := about.text("spec", "supportDescription").strip():
        yield Property("supportDescription", phrase("Support"), support)


def _listed(name: str, label: Phrase, values: list[str]) -> Iterator[Property]:
    parts: tuple[Param, ...] = tuple(values)
    if parts:
        yield Property(name, label, Listing(parts))
