"""What the comments of a templated file are: code, values, annotations, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from yschema_engine.frontends.ytt.starlark import NotLiteral, parse_arguments
from yschema_engine.frontends.ytt.template.text import ANNOTATION, is_template
from yschema_engine.model.findings import EngineError, Finding, legacy_finding
from yschema_engine.nodes import Array, Comment, Document, DocumentSet, Holder, Map, MapItem, key_id, walk
from yschema_engine.source import Source, Span

Arguments = tuple[tuple[Any, ...], dict[str, Any]]

_NOT_IN_NAMES = frozenset('"\\')


@dataclass(slots=True, eq=False)  # not frozen: a file has thousands
class Meta:
    """A comment that means something.

    Attributes:
        kind: `code` above a node, `value` on a node's own line, else `annotation`.
        name: the annotation's name.
        text: the code, or the arguments as they are written.
        span: the comment.
        literal: an annotation's arguments, where they are literals.
    """

    kind: Literal["code", "value", "annotation"]
    name: str
    text: str
    span: Span
    literal: Arguments | None = None


@dataclass(slots=True)
class Metas:
    """The meanings of all comments of a file.

    Attributes:
        annotated: the nodes that have any.
        repeating: the nodes whose map has a key twice.
        trailing: those below the last node.
        computes: whether there is anything that Starlark has to evaluate.
    """

    annotated: list[Holder] = field(default_factory=list)
    repeating: list[Holder] = field(default_factory=list)
    trailing: list[Meta] = field(default_factory=list)
    computes: bool = False
    _by_node: dict[int, list[Meta]] = field(default_factory=dict)
    _computing: set[int] = field(default_factory=set)
    _templated_keys: set[int] = field(default_factory=set)
    _templated_values: set[int] = field(default_factory=set)

    def of(self, holder: Holder) -> Sequence[Meta]:
        """Those of a node, in order."""
        return self._by_node.get(id(holder), ())

    def is_static(self, holder: Holder) -> bool:
        """Whether the node's value is as the file shows it, all the way down."""
        return id(holder) not in self._computing

    def has_templated_key(self, holder: MapItem) -> bool:
        """Whether a map item's key is a text template."""
        return id(holder) in self._templated_keys

    def has_templated_value(self, holder: Holder) -> bool:
        """Whether the node's value is a text template."""
        return id(holder) in self._templated_values

    def add(self, holder: Holder, metas: list[Meta]) -> None:
        """Note those of a node."""
        self._by_node[id(holder)] = metas
        self.annotated.append(holder)

    def find_computing(self, holder: Holder, *, templates: bool = False) -> bool:
        """Find the nodes whose value is computed, at the node and below it; tell whether anything is.

        Args:
            holder: the node.
            templates: whether strings in it may be text templates.
        """
        own = [meta for meta in self.of(holder) if meta.literal is None]
        templates = templates or any(meta.name == ANNOTATION for meta in self.of(holder))
        below = False
        if isinstance(holder.value, Map | Array):
            for item in holder.value.items:
                below = self.find_computing(item, templates=templates) or below
        elif templates and is_template(holder.value):
            self._templated_values.add(id(holder))
            below = True
        if below or any(meta.kind == "value" for meta in own):
            self._computing.add(id(holder))
        if templates and isinstance(holder, MapItem) and is_template(holder.key):
            self._templated_keys.add(id(holder))
            return True
        return below or bool(own)


def read_comments(source: Source, documents: DocumentSet, *, ignore_unknown: bool) -> Metas:
    """The meanings of the comments of a file.

    Args:
        source: the file.
        documents: what has been read from it.
        ignore_unknown: let ordinary comments pass.

    Raises:
        EngineError: ordinary comments, and arguments stuck to a name; all of them.
    """
    metas = Metas()
    reader = _Reader(source, ignore_unknown=ignore_unknown)
    for document in documents.documents:
        for holder in walk(document):
            if isinstance(holder.value, Map) and _has_repeated_key(holder.value):
                metas.repeating.append(holder)
            if holder.comments:
                known = not isinstance(holder, Document) or holder.marked
                metas.add(holder, reader.read(holder.comments, holder.span.line if known else None))
    metas.trailing = reader.read(documents.trailing, None)
    if reader.problems:
        raise EngineError(reader.problems)
    metas.computes = reader.computes
    if metas.computes:
        for document in documents.documents:
            metas.find_computing(document)
    return metas


def _has_repeated_key(value: Map) -> bool:
    return len({key_id(item.key) for item in value.items}) < len(value.items)


class _Reader:
    def __init__(self, source: Source, *, ignore_unknown: bool) -> None:
        self.problems: list[Finding] = []
        self.computes = False
        self._source = source
        self._ignore_unknown = ignore_unknown

    def read(self, comments: Sequence[Comment], node_line: int | None) -> list[Meta]:
        return [meta for comment in comments if (meta := self._meta(comment, node_line)) is not None]

    def _meta(self, comment: Comment, node_line: int | None) -> Meta | None:
        text = comment.text
        if not text.startswith("@"):
            if not text.startswith("!") and not self._ignore_unknown:
                self._plain(comment)
            return None
        name, _, rest = text[1:].partition(" ")
        if name in ("", "template/code", "template/value"):
            self.computes = True
            is_value = comment.line == node_line if not name else name == "template/value"
            return Meta("value" if is_value else "code", "", rest, comment.span(self._source))
        if name == "comment":
            return None
        if not _NOT_IN_NAMES.isdisjoint(name):
            self._stuck_arguments(comment)
            return None
        if name == ANNOTATION:
            self.computes = True
        return Meta("annotation", name, rest, comment.span(self._source), self._literal(rest))

    def _literal(self, arguments: str) -> Arguments | None:
        try:
            return parse_arguments(arguments)
        except NotLiteral:
            self.computes = True
            return None

    def _plain(self, comment: Comment) -> None:
        self.problems.append(
            legacy_finding(
                "ordinary comments are not allowed in a templated file",
                "template",
                comment.span(self._source),
                found=f"#{comment.text}",
                expected="#! for a comment, #@ for code and annotations",
                hint=f"write #!{comment.text}",
            )
        )

    def _stuck_arguments(self, comment: Comment) -> None:
        name, _, arguments = comment.text[1:].partition("(")
        self.problems.append(
            legacy_finding(
                "the name of an annotation ends at the first space",
                "template",
                comment.span(self._source),
                found=f"#{comment.text}",
                expected="the arguments behind a space, without parentheses",
                hint=f"write #@{name} {arguments.rstrip().removesuffix(')')}".rstrip(),
            )
        )
