"""The meanings of the comments of a templated file: code, values, annotations, or none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, Literal

from yschema_engine.evaluate.starlark.literals import NotLiteral, parse_arguments
from yschema_engine.evaluate.starlark.scanner import parse_expression, translate
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import Code, EngineError, Finding, finding, template_code
from yschema_engine.text.nodes import (
    Array,
    Comment,
    Document,
    DocumentSet,
    Holder,
    Map,
    MapItem,
    key_id,
    walk,
)
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span

PLAIN_COMMENT = template_code(
    "plain-comment",
    "ordinary comments are not allowed in a templated file",
    found="{comment}",
    expected="#! for a comment, #@ for code and annotations",
    hint="write {correct}",
)
ATTACHED_ARGUMENTS = template_code(
    "attached-arguments",
    "the name of an annotation ends at the first space",
    found="{comment}",
    expected="the arguments after a space, without parentheses",
    hint="write {correct}",
)
TEXT_NOT_QUOTED = template_code(
    "text-not-quoted", "{annotation} needs a string in quotes", hint="write `{correct}`"
)
ARGUMENT_WITHOUT_VALUE = template_code(
    "argument-without-value",
    "the argument `{argument}=` has no value",
    expected="a value after `{argument}=`",
)
UNFINISHED_TEXT = template_code(
    "unfinished-text",
    "the string of {annotation} does not end on this line",
    expected="a string in quotes on one line",
    hint="write `\\n` in the string for a line break",
)
ANNOTATION_AFTER_SPACE = template_code(
    "annotation-after-space",
    "this annotation is read as code because of the space after `#@`",
    hint="write `{correct}`",
)


ANNOTATION = "yaml/text-templated-strings"
OPEN, CLOSE = "(@", "@)"


def is_template(text: object) -> bool:
    """Return whether a value is a string with code in it."""
    return isinstance(text, str) and (OPEN in text or CLOSE in text)


Arguments = tuple[tuple[Any, ...], dict[str, Any]]

CODE = frozenset(("", "template/code", "template/value"))
"""The names of annotations that are code."""


@dataclass(slots=True, eq=False)  # not frozen: a file has thousands
class Meta:
    """A comment that has a meaning.

    Attributes:
        kind: `code` above a node, `value` on the line of a node, or `annotation`.
        name: of an annotation.
        text: the code, or the source of the arguments.
        span: the comment.
        literal: the arguments of an annotation, if they are literals.
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
        by_node: those of each node that has comments, in order.
        repeating: the nodes whose map has a key twice.
        trailing: the meanings of the comments below the last node.
        computes: whether Starlark has to evaluate something.
        computing: the nodes whose values are computed, or contain such nodes.
        templated_keys: the map items whose keys are text templates.
        templated_values: the nodes whose values are text templates.
    """

    by_node: dict[Holder, list[Meta]] = field(default_factory=dict)
    repeating: list[Holder] = field(default_factory=list)
    trailing: list[Meta] = field(default_factory=list)
    computes: bool = False
    computing: set[Holder] = field(default_factory=set)
    templated_keys: set[Holder] = field(default_factory=set)
    templated_values: set[Holder] = field(default_factory=set)

    def of(self, holder: Holder) -> Sequence[Meta]:
        """Return those of a node, in order."""
        return self.by_node.get(holder, ())

    def is_plain(self, holder: Holder) -> bool:
        """Return whether nothing of a node is computed, nor anything in it, and no code surrounds it."""
        is_computed = holder in self.computing or holder in self.templated_keys
        return not is_computed and all(meta.literal is not None for meta in self.of(holder))

    def find_computing(self, holder: Holder, *, templates: bool = False) -> bool:
        """Find the nodes whose values are computed, from a node down, and return whether there are any.

        Args:
            holder: the node.
            templates: whether strings in it can be text templates.
        """
        below = has_code = sets_value = False
        for meta in self.of(holder):
            templates = templates or meta.name == ANNOTATION
            if meta.literal is None:
                has_code = True
                sets_value = sets_value or meta.kind == "value"
        value = holder.value
        if type(value) is Map or type(value) is Array:
            for item in value.items:
                below = self.find_computing(item, templates=templates) or below
        elif templates and is_template(value):
            self.templated_values.add(holder)
            below = True
        # The program adds the keys of such a map one by one, if it adds the node at all.
        below = below or holder in self.repeating
        if below or sets_value:
            self.computing.add(holder)
        if templates and isinstance(holder, MapItem) and is_template(holder.key):
            self.templated_keys.add(holder)
            return True
        return below or has_code


def read_comments(source: Source, documents: DocumentSet, *, ignore_unknown: bool) -> Metas:
    """Return the meanings of the comments of a file.

    Args:
        source: the file.
        documents: its documents.
        ignore_unknown: allow ordinary comments.

    Raises:
        EngineError: there are ordinary comments, or arguments attached to a name; with all of them.
    """
    metas = Metas()
    reader = _Reader(source, ignore_unknown=ignore_unknown)
    for document in documents.documents:
        for holder in walk(document):
            if isinstance(holder.value, Map) and _has_repeated_key(holder.value):
                metas.repeating.append(holder)
            if holder.comments:
                known = not isinstance(holder, Document) or holder.marked
                metas.by_node[holder] = reader.read(holder.comments, holder.span.line if known else None)
    metas.trailing = reader.read(documents.trailing, None)
    if reader.problems:
        raise EngineError(reader.problems)
    all_metas = chain(*metas.by_node.values(), metas.trailing)
    metas.computes = any(meta.literal is None or meta.name == ANNOTATION for meta in all_metas)
    if metas.computes:
        for document in documents.documents:
            metas.find_computing(document)
    return metas


def _has_repeated_key(value: Map) -> bool:
    keys = {item.key if type(item.key) is str else key_id(item.key) for item in value.items}
    return len(keys) < len(value.items)


class _Reader:
    def __init__(self, source: Source, *, ignore_unknown: bool) -> None:
        self.problems: list[Finding] = []
        self._source = source
        self._ignore_unknown = ignore_unknown

    def read(self, comments: Sequence[Comment], node_line: int | None) -> list[Meta]:
        return [meta for comment in comments if (meta := self._meta(comment, node_line)) is not None]

    def _meta(self, comment: Comment, node_line: int | None) -> Meta | None:
        text = comment.text
        if not text.startswith("@"):
            if not text.startswith("!") and not self._ignore_unknown:
                self._report(PLAIN_COMMENT, comment, f"#!{comment.text}")
            return None
        name, _, rest = text[1:].partition(" ")
        span = comment.span(self._source)
        if name in CODE:
            is_value = comment.line == node_line if not name else name == "template/value"
            if not is_value and not name:
                self.problems += check_code(rest, span)
            return Meta("value" if is_value else "code", "", rest, span)
        if name == "comment":
            return None
        if '"' in name or "\\" in name:
            name, _, arguments = text[1:].partition("(")
            correct = f"#@{name} {arguments.rstrip().removesuffix(')')}".rstrip()
            self._report(ATTACHED_ARGUMENTS, comment, correct)
            return None
        literal = None
        with suppress(NotLiteral):
            literal = parse_arguments(rest)
        if literal is None:
            self.problems += check_text(name, rest, span)
        return Meta("annotation", name, rest, span, literal)

    def _report(self, code: Code, comment: Comment, correct: str) -> None:
        span, written = comment.span(self._source), Verbatim(f"#{comment.text}")
        self.problems.append(finding(code, span, comment=written, correct=Verbatim(correct)))


_TEXTS = frozenset(f"schema/{name}" for name in ("title", "desc", "doc", "deprecated", "removed"))
_ANNOTATION = r"\s*(?:schema|overlay|data)/[a-z][a-z-]*(?:\s|\Z)"
_CALL = r"\w[\w.]*[(\[]|\(|\w+\s*=(?!=)"
"""The start of code that computes a text."""


def check_text(name: str, arguments: str, span: Span) -> Iterator[Finding]:
    """Yield the finding about the text of an annotation that cannot be parsed.

    Args:
        name: of the annotation.
        arguments: the source of its arguments.
        span: of the comment.
    """
    text, annotation = arguments.strip(), Verbatim(f"@{name}")
    if argument := re.search(r"(\w+) *=\Z", text):
        yield finding(ARGUMENT_WITHOUT_VALUE, span, argument=Verbatim(argument[1]))
    elif name not in _TEXTS or not text or _is_code(text):
        return
    elif text[0] in "\"'" and text.count(text[0]) == 1:
        yield finding(UNFINISHED_TEXT, span, annotation=annotation)
    else:
        correct = f"@{name} {json.dumps(_without_quotes(text), ensure_ascii=False)}"
        yield finding(TEXT_NOT_QUOTED, span, annotation=annotation, correct=Verbatim(correct))


def check_code(code: str, span: Span) -> Iterator[Finding]:
    """Yield the finding about a line of code that was meant as an annotation.

    Args:
        code: the text after `#@` and a space.
        span: of the comment.
    """
    if re.match(_ANNOTATION, code):
        yield finding(ANNOTATION_AFTER_SPACE, span, correct=Verbatim(f"#@{code.strip()}"))


def _is_code(text: str) -> bool:
    return bool(re.match(_CALL, text)) or parse_expression(translate(f"f({text})")) is not None


def _without_quotes(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text.strip("\"'")
