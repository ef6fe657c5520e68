"""YAML inside of comments, as nodes at their places in the file."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.helm.comments import Line
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import YAML_1_2, ReadOptions, read


def read_snippet(lines: Sequence[tuple[Line, str]], source: Source, options: ReadOptions = YAML_1_2) -> Value:
    """Return the YAML in lines of a comment.

    Args:
        lines: each with its text without the mark of a comment.
        source: the file.
        options: how to read the YAML.

    Raises:
        EngineError: the text is not valid YAML; the finding is at its line in the file.
    """
    if not lines:
        return None
    mapping = _Mapping(source, [line.number for line, _ in lines], [line.column for line, _ in lines])
    try:
        documents = read(Source(source.name, "\n".join(text for _, text in lines)), options).documents
    except EngineError as e:
        moved = [
            replace(each, span=mapping.span(each.span) if each.span else None, related=())
            for each in e.findings
        ]
        raise EngineError(moved) from None
    value = documents[0].value if documents else None
    mapping.move(value)
    return value


class _Mapping:
    """The places of a snippet in its file."""

    def __init__(self, source: Source, numbers: Sequence[int], columns: Sequence[int]) -> None:
        self._source = source
        self._numbers = numbers
        self._columns = columns

    def span(self, span: Span) -> Span:
        """Return the place in the file."""
        at = min(max(span.line, 1), len(self._numbers)) - 1
        shift = self._columns[at] + 1  # behind `# `
        column = span.column + shift if span.column else 0
        return Span(self._source, self._numbers[at], column, span.end + shift if span.end else 0)

    def move(self, value: Value) -> None:
        """Give a value and all nodes in it their places in the file."""
        if not isinstance(value, Map | Array):
            return
        value.span = self.span(value.span)
        for item in value.items:
            is_same = item.value_span is item.span
            item.span = self.span(item.span)
            item.value_span = item.span if is_same else self.span(item.value_span)
            self.move(item.value)
