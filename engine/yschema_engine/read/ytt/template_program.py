"""Conversion of a file or a text template to one program: the author's code, and a step for each node.

A function that has pieces of text in it collects them in a list of its own, and returns them as one string;
see `starlark.blocks`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from yschema_engine.evaluate.starlark.blocks import TEXT_NAME, Line, LineKind, check_expression
from yschema_engine.evaluate.starlark.programs import Loader, Module, run
from yschema_engine.evaluate.starlark.session import Session
from yschema_engine.read.ytt.template_comments import CLOSE, OPEN, Meta, Metas
from yschema_engine.read.ytt.template_nodes import Builder, Plan
from yschema_engine.text.findings import EngineError, template_code
from yschema_engine.text.nodes import Array, ArrayItem, DocumentSet, Holder, Map, MapItem
from yschema_engine.text.source import Source, Span

CODE_AFTER_NODE_BLOCK = template_code(
    "code-after-node-block", "code follows a block for one node (`…/end`)", expected="the node"
)
VALUE_AND_CODE = template_code(
    "value-and-code", "this node has both a value and code that computes one", expected="one of the two"
)
UNOPENED_CODE = template_code("unopened-code", "unmatched `@)`", expected="code between `(@` and `@)`")
UNCLOSED_CODE = template_code("unclosed-code", "unclosed `(@`", expected="code between `(@` and `@)`")


_CONTROL = r"\\\\|\\u00(?P<code>[0-9a-f]{2})"
TEXT = f'"".join({TEXT_NAME})'
"""The expression for the text that the lines have built."""


def text_lines(text: str, span: Span) -> Iterator[Line]:
    """Yield the lines that build a text.

    Args:
        text: a text template.
        span: its first line.

    Raises:
        EngineError: code is not closed, or is closed without being opened.
    """
    yield Line(f"{TEXT_NAME} = []", span, LineKind.TEXT_START)
    at, code = 0, ""
    while True:
        start, stray = text.find(OPEN, at), text.find(CLOSE, at)
        if stray != -1 and (start == -1 or stray < start):
            raise EngineError.of(UNOPENED_CODE, _at(text, stray, span))
        # White space around `(@-` and `-@)` is trimmed.
        piece = text[at : start if start != -1 else None]
        piece = piece.lstrip() if code.endswith("-") else piece
        piece = piece.rstrip() if start != -1 and text.startswith("-", start + 2) else piece
        yield Line(f"{TEXT_NAME}.append({_quoted(piece)})", _at(text, at, span), LineKind.TEXT)
        if start == -1:
            return
        end, nested = text.find(CLOSE, start + 2), text.find(OPEN, start + 2)
        if end == -1 or -1 < nested < end:
            raise EngineError.of(UNCLOSED_CODE, _at(text, start, span))
        at, code = end + 2, text[start + 2 : end]
        yield from _code_lines(code.removeprefix("-").removesuffix("-"), _at(text, start, span))


def _code_lines(code: str, span: Span) -> Iterator[Line]:
    if code.startswith("="):
        yield Line(f"{TEXT_NAME}.append(__ystring({code[1:].strip()}))", span, LineKind.TEXT)
        return
    for number, line in enumerate(code.strip().split("\n")):
        yield Line(line.strip(), Span(span.source, span.line + number) if number else span)


def _quoted(text: str) -> str:
    """Return a text as a string of ytt's language, which has no escape `\\u`."""
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub(_CONTROL, lambda match: f"\\x{match['code']}" if match["code"] else match[0], quoted)


def _at(text: str, offset: int, span: Span) -> Span:
    """Return the span of the text from an offset to the end of its line; of the line if it has escapes."""
    number = span.line + text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    content = text[offset:].partition("\n")[0]
    line = span.source.line(number)
    column = line.find(text[start:offset] + content) + 1
    if not content or not column:
        return Span(span.source, number)
    column += offset - start
    return Span(span.source, number, column, column + len(content))


# A block that begins so holds the next node alone and needs no line `end`.
_NODE_BLOCKS = ("if/end", "elif/end", "else/end", "for/end", "def/end")


class _Compiler:
    """Adds the lines of a program, with blocks that `end` closes, and the nodes that its steps name."""

    def __init__(self, metas: Metas) -> None:
        self.lines: list[Line] = []
        self.plans: list[Plan] = []
        self._metas = metas

    def emit(self, holder: Holder, parent: int | None) -> None:
        """Add the lines of a node: its code, its annotations, the node itself, what is in it."""
        metas = self._metas.of(holder)
        index = len(self.plans)
        static = holder not in self._metas.computing
        self.plans.append(Plan(holder, parent, static))
        ends = self._codes(metas)
        self._annotations(index, metas)
        if isinstance(holder, MapItem) and holder in self._metas.templated_keys:
            self._step(f"__ykey({index}, {self._text(holder.key, holder.span)})", holder.span)
        self._nodes(index, holder.span)
        for meta in metas:
            if meta.kind == "value":
                self._value(index, meta, holder)
        if holder in self._metas.templated_values:
            self._step(f"__yset({index}, {self._text(holder.value, holder.span)})", holder.span)
        if not static and isinstance(holder.value, Map | Array):
            self._items(holder.value.items, index)
        self.lines += [Line("end", holder.span)] * ends

    def _items(self, items: Sequence[MapItem] | Sequence[ArrayItem], parent: int) -> None:
        """Add the lines of items: one step for all in a row that have no code."""
        for is_plain, row in groupby(items, self._metas.is_plain):
            if is_plain:
                first = len(self.plans)
                self.plans += [Plan(item, parent, static=True) for item in row]
                self._nodes(first, self.plans[first].holder.span, len(self.plans) - first)
            else:
                for item in row:
                    self.emit(item, parent)

    def code(self, meta: Meta) -> int:
        """Add a line of code, and return how many lines `end` its node has to add."""
        text = meta.text.lstrip()
        is_block = text.startswith(_NODE_BLOCKS)
        self.lines.append(Line(text.replace("/end", "", 1) if is_block else meta.text, meta.span))
        return int(is_block)

    def _codes(self, metas: Sequence[Meta]) -> int:
        ends = 0
        for meta in metas:
            if meta.kind != "code":
                continue
            if ends:
                raise EngineError.of(CODE_AFTER_NODE_BLOCK, meta.span)
            ends += self.code(meta)
        return ends

    def _annotations(self, index: int, metas: Sequence[Meta]) -> None:
        # If an annotation is repeated, the last one counts; the others are evaluated nevertheless.
        last = {meta.name: meta for meta in metas if meta.kind == "annotation"}
        for meta in metas:
            if meta.kind != "annotation" or meta.literal is not None:
                continue
            if last[meta.name] is not meta:
                self.evaluate(meta)
                continue
            check_expression(meta.text, meta.span)
            arguments = f"__yout(__yarguments({meta.text}), __yfunctions, __yown)"
            place = [meta.span.line, meta.span.column, meta.span.end]
            step = f"__yannotate({index}, {json.dumps(meta.name)}, {place}, {arguments})"
            self._step(step, meta.span)

    def evaluate(self, meta: Meta) -> None:
        """Evaluate the arguments of an annotation that has no effect."""
        check_expression(meta.text, meta.span)
        self._step(f"__yarguments({meta.text})", meta.span)

    def _value(self, index: int, meta: Meta, holder: Holder) -> None:
        if holder.value is not None:
            raise EngineError.of(VALUE_AND_CODE, meta.span)
        check_expression(meta.text, meta.span)
        self._step(f"__yset({index}, __yout(({meta.text}), __yfunctions, __yown))", meta.span)

    def _nodes(self, first: int, span: Span, count: int = 1) -> None:
        self._step(f"__ynodes({first}, {count})", span, LineKind.NODE)

    def _text(self, text: Any, span: Span) -> str:
        """Add the lines that build a string, and return the expression for it."""
        self.lines += text_lines(text, span)
        return TEXT

    def _step(self, text: str, span: Span, kind: LineKind = LineKind.STEP) -> None:
        self.lines.append(Line(text, span, kind))


def run_code(
    source: Source, documents: DocumentSet, metas: Metas, loader: Loader, session: Session
) -> tuple[Module, DocumentSet]:
    """Return the module of a file, and its documents with computed values.

    Args:
        source: the file.
        documents: its documents, with the annotations whose arguments are literals.
        metas: the meanings of its comments.
        loader: finds the modules that it loads.
        session: the run.

    Raises:
        EngineError: the code is wrong, or fails.
    """
    compiler = _Compiler(metas)
    for document in documents.documents:
        compiler.emit(document, None)
    for meta in metas.trailing:
        if meta.kind == "code":
            compiler.code(meta)
        elif meta.kind == "annotation" and meta.literal is None:
            compiler.evaluate(meta)
    module = Module(session, source.name)
    builder = Builder(compiler.plans, module)
    return run(module, compiler.lines, loader, builder.callables), builder.documents()
