"""Checks of data values inside Kubernetes manifests, as maps or as strings that contain YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from yschema_engine.compiled.documents import get_text
from yschema_engine.docs.excerpts import ExcerptCheck
from yschema_engine.read.inputs import File
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Finding, UsageError, finding, usage_code
from yschema_engine.text.nodes import Array, Document, Holder, Map, Scalar, type_name
from yschema_engine.text.phrases import Listing, Verbatim, phrase
from yschema_engine.text.source import Source, Span

NO_VALUES_IN_MANIFEST = usage_code("no-values-in-manifest", "the block has no data values at this place")

PLACES: Mapping[str, tuple[str, ...]] = {
    "HelmRelease": ("spec.values",),
    "Application": tuple(
        f"spec.{source}.helm.{values}"
        for source in ("source", "sources[]")
        for values in ("valuesObject", "values")
    ),
    "HelmChart": ("spec.valuesContent",),
    "HelmChartConfig": ("spec.valuesContent",),
    "Secret": ("stringData[*.yml]", "stringData[*.yaml]"),
    "ConfigMap": ("data[*.yml]", "data[*.yaml]"),
}
"""The places of values by the `kind` of a manifest."""
_EXPECTED = phrase("a map or text")
_STEP = r"""(?x)(?:\A|\.)(?P<key>[^.\[\]]+)
      | \[(?P<quote>["'])(?P<quoted>.+?)(?P=quote)\]
      | \[\*(?P<ending>\.[A-Za-z]+)\]
      | (?P<items>\[\])
      | \[(?P<index>[0-9]+)\]"""
_LITERAL = r".*[:\-][ \t]+(?:[&!][^ \t]+[ \t]+)*\|[-+0-9]*[ \t]*(?:#.*)?\Z"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the path to values.

    Attributes:
        key: the key of a map, or the index of an item; None for all items, or for keys with an ending.
        ending: the end of the keys that count.
    """

    key: str | int | None = None
    ending: str = ""

    def below(self, holder: Holder) -> Iterator[Holder]:
        """Yield the nodes that the step leads to."""
        value = holder.value
        if isinstance(value, Map):
            yield from (item for item in value.items if self._is_key(item.key))
        elif isinstance(value, Array) and not self.ending:
            yield from (item for index, item in enumerate(value.items) if self.key in (None, index))

    def _is_key(self, key: Scalar) -> bool:
        return key == self.key or bool(self.ending and isinstance(key, str) and key.endswith(self.ending))


def parse_place(text: str) -> tuple[Step, ...] | None:
    """Return the steps of a path such as `stringData["values.yml"]`; None if it is none."""
    steps: list[Step] = []
    end = 0
    for match in re.finditer(_STEP, text):
        if match.start() != end:
            return None
        end = match.end()
        key = match["key"] or match["quoted"] if match["index"] is None else int(match["index"])
        steps.append(Step(key, match["ending"] or ""))
    return tuple(steps) if steps and end == len(text) else None


@dataclass(frozen=True, slots=True)
class EmbeddedValues:
    """Data values in a manifest.

    Attributes:
        node: the node that holds them: a map, or text in YAML.
        file: the text; None for a map.
        keeps_lines: whether the lines of the text are lines of the manifest, at the same numbers.
    """

    node: Holder
    file: File | None = None
    keeps_lines: bool = False


def find_values(file: File, documents: Sequence[Document], place: str) -> list[EmbeddedValues]:
    """Return the data values in manifests.

    Args:
        file: the manifests.
        documents: its documents.
        place: the path of the values; empty for the places that the kinds of the manifests imply.

    Raises:
        UsageError: there are none, or they are neither a map nor text.
    """
    paths = [
        (document, path)
        for document in documents
        for path in ((place,) if place else PLACES.get(get_text(document.value, "kind"), ()))
    ]
    nodes = [node for document, path in paths for node in _at(document, path) if node.value is not None]
    if not nodes:
        raise UsageError([_none(documents, sorted({path for _, path in paths}))])
    for node in nodes:
        if not isinstance(node.value, Map | str):
            found = phrase("a value of the type {type}", type=type_name(node.value))
            raise UsageError.of(NO_VALUES_IN_MANIFEST, node.span, found=found, expected=_EXPECTED)
    return [_embedded(node, file) for node in nodes]


def _at(document: Document, place: str) -> list[Holder]:
    nodes: list[Holder] = [document]
    for step in parse_place(place) or ():
        nodes = [below for node in nodes for below in step.below(node)]
    return nodes


def _none(documents: Sequence[Document], places: Sequence[str]) -> Finding:
    if places:
        expected = phrase("a map or text at {places}", places=Listing(tuple(map(Verbatim, places)), "or"))
        return finding(NO_VALUES_IN_MANIFEST, expected=expected)
    found = tuple(Verbatim(kind) for each in documents if (kind := get_text(each.value, "kind")))
    kinds = Listing(tuple(map(Verbatim, PLACES)), "or")
    option = Verbatim("yschema.at=spec.values")
    return finding(
        NO_VALUES_IN_MANIFEST,
        found=Listing(found) if found else None,
        expected=phrase("a manifest of the kind {kinds}", kinds=kinds),
        hint=phrase("for another kind, name the place: `{option}`", option=option),
    )


def _embedded(node: Holder, manifest: File) -> EmbeddedValues:
    if not isinstance(node.value, str):
        return EmbeddedValues(node)
    keeps_lines = _keeps_lines(node.value, node.span)
    text = "\n" * (node.span.line if keeps_lines else 0) + node.value
    return EmbeddedValues(node, File("values.yaml", manifest.name, text.encode()), keeps_lines)


def _keeps_lines(text: str, key: Span) -> bool:
    """Return whether the lines below a key are those of a text, with more indentation."""
    lines = [line.strip(" ") for line in text.rstrip("\n").split("\n")]
    below = [key.source.line(key.line + number).strip(" ") for number in range(1, len(lines) + 1)]
    return re.match(_LITERAL, key.text) is not None and lines == below


def check_embedded(
    check: ExcerptCheck, manifest: File, embedded: Iterable[EmbeddedValues]
) -> Iterator[Finding]:
    """Yield the findings about data values in a manifest, at its lines."""
    for values in embedded:
        if values.file is None:
            yield from check.of_plain(Document(values.node.value, values.node.value_span))
            continue
        for each in check.of_file(values.file):
            related = tuple((words, _moved(span, values, manifest.source)) for words, span in each.related)
            span = _moved(each.span, values, manifest.source) if each.span else values.node.span
            yield replace(each, span=span, related=related)


def _moved(span: Span, values: EmbeddedValues, manifest: Source) -> Span:
    """Return a span of text in a manifest as a span of the manifest."""
    if values.file is None or span.source != values.file.source:
        return span
    if values.keeps_lines and span.line > values.node.span.line:
        return span.moved_to(Span(manifest, span.line))
    return values.node.span
