"""The formats of `-o`, as far as arguments depend on them; `cli.output` renders them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.text.deferred_classes import dataclass


@dataclass(frozen=True, slots=True)
class SchemaFormat:
    """A format in which a schema can be shown, but no data values.

    Attributes:
        name: what follows `-o`.
        remark: what `--help` shows in parentheses; may be empty.
        has_labels: whether it contains labels, which `--language` translates.
        has_anchors: whether it contains anchors, which begin with the name of the schema.
    """

    name: str
    remark: str = ""
    has_labels: bool = False
    has_anchors: bool = False


_ALL = (
    SchemaFormat("html", "a table", has_labels=True, has_anchors=True),
    SchemaFormat("html-page", "to read offline", has_labels=True, has_anchors=True),
    SchemaFormat("openapi-v3", "with yaml or json"),
    SchemaFormat("package", "the `valuesSchema` of a Carvel package"),
    SchemaFormat("crd", "the `schema` of a version of a custom resource definition"),
    SchemaFormat("json-schema"),
    SchemaFormat("markdown", has_labels=True, has_anchors=True),
    SchemaFormat("reference-json", "all of it, for programs", has_anchors=True),
)
SCHEMA_FORMATS: Mapping[str, SchemaFormat] = MappingProxyType({each.name: each for each in _ALL})
"""The formats by their names, in the order of `--help`."""
LABELLED = tuple(each.name for each in _ALL if each.has_labels)
"""The names of those with labels."""
ANCHORED = tuple(each.name for each in _ALL if each.has_anchors)
"""The names of those with anchors."""
OMISSIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"invalid-defaults": ("openapi-v3", "package"), "editor-keywords": ("json-schema",)}
)
"""The parts that can be left out, each with the formats that contain it."""
FLAVORS = ("gfm", "myst", "mdx", "hugo")
"""The flavors of `-o markdown`; the first is the default."""
OUTPUTS = ("yaml", "json", *SCHEMA_FORMATS)
"""All names that may follow `-o`."""


def output_help() -> str:
    """Return the help of `-o`."""
    *most, last = (f"{each.name} ({each.remark})" if each.remark else each.name for each in _ALL)
    return f"yaml (the default) or json; for a schema also {', '.join(most)} or {last}"
