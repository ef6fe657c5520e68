"""The lines of documents that set each data value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.text.findings import Finding, revise
from yschema_engine.text.nodes import Array, Document, Holder, Item, Map, MapItem
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import phrase
from yschema_engine.text.source import Span


class Lines:
    """The lines of documents, by path; of several that say something the last one's."""

    def __init__(self, documents: Iterable[Document], start: Span | None = None) -> None:
        """The lines of these documents; `start` stands for their beginning where there are none."""
        self._lines = {} if start is None else {ROOT: start}
        self._lines |= {path: holder.span for path, holder in holders(documents)}
        self._sources = {at.source for at in self._lines.values()}

    @classmethod
    def of_inputs(cls, documents: Iterable[Document]) -> Lines:
        """Return the lines of files and flags; those of files take precedence."""
        given = list(documents)
        in_files = [document for document in given if not document.span.source.flag]
        lines = cls([*(document for document in given if document.span.source.flag), *in_files])
        if not in_files:
            lines._lines.pop(ROOT, None)
        return lines

    def nearest(self, finding: Finding) -> Finding:
        """Return a violation by a default, placed at the nearest line of the documents around the value."""
        is_given = finding.span is not None and finding.span.source in self._sources
        if finding.stage != "validation" or not self._lines or is_given or finding.path is None:
            return finding
        path = finding.path
        while path and path not in self._lines:
            path = path.parent
        if path not in self._lines:
            return finding
        is_set = self._lines[path] != finding.span and path == finding.path
        hint = "" if is_set else phrase("the default breaks the rule: set the value")
        return revise(finding, span=self._lines[path], hint=finding.fact("hint") or hint)


def holders(documents: Iterable[Document]) -> Iterator[tuple[Path, Holder]]:
    """Return the nodes of documents by their paths."""
    for document in documents:
        yield ROOT, document
        yield from _below(document, ROOT)


def _below(holder: Holder, path: Path) -> Iterator[tuple[Path, Holder]]:
    items: Sequence[Item] = holder.value.items if isinstance(holder.value, Map | Array) else ()
    for index, item in enumerate(items):
        inner = path.key(item.key) if isinstance(item, MapItem) else path.item(index)
        yield inner, item
        yield from _below(item, inner)
