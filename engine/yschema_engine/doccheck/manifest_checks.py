"""Checks of the data values inside manifests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.doccheck.excerpts import check_excerpt, check_plain_document
from yschema_engine.doccheck.manifests import EmbeddedValues
from yschema_engine.doccheck.paths import Part
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding, revise
from yschema_engine.text.nodes import Document
from yschema_engine.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class ManifestCheck:
    """The check of data values in a manifest.

    Attributes:
        schema: of the values.
        part: the place of the values in the schema.
        complete: whether all required values have to be set.
        options: how to read and evaluate.
    """

    schema: Schema
    part: Part
    complete: bool
    options: LoadOptions

    def findings(self, manifest: File, values: Sequence[EmbeddedValues]) -> Iterator[Finding]:
        """Yield what is wrong with the values, at the lines of the manifest."""
        for each in values:
            for finding in self._check(each):
                yield _in_manifest(finding, each, manifest.source)

    def _check(self, values: EmbeddedValues) -> Sequence[Finding]:
        if values.file is not None:
            return check_excerpt(
                self.schema, values.file, self.part, complete=self.complete, options=self.options
            )
        document = Document(values.node.value, values.node.value_span)
        return check_plain_document(self.schema, document, self.part, complete=self.complete)


def _in_manifest(finding: Finding, values: EmbeddedValues, manifest: Source) -> Finding:
    """Return a finding about text in a manifest with spans of the manifest."""
    if values.file is None:
        return finding
    text = values.file.source

    def moved(span: Span) -> Span:
        if span.source is not text:
            return span
        if values.keeps_lines and span.line > values.node.span.line:
            return span.moved_to(Span(manifest, span.line))
        return values.node.span

    related = tuple((words, moved(span)) for words, span in finding.related)
    return revise(finding, span=moved(finding.span) if finding.span else values.node.span, related=related)
