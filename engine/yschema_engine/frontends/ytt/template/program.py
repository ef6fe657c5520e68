"""Conversion of a file with code to one program: the author's code in its place, and a step for each node."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from yschema_engine.evaluate.starlark.blocks import Line, LineKind, check_expression
from yschema_engine.frontends.ytt.template import codes
from yschema_engine.frontends.ytt.template.comments import Meta, Metas
from yschema_engine.frontends.ytt.template.node_builder import Plan
from yschema_engine.frontends.ytt.template.text_program import TEXT, text_lines
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, finding
from yschema_engine.text.nodes import Array, ArrayItem, DocumentSet, Holder, Map, MapItem
from yschema_engine.text.source import Span

# A block that begins so holds the next node alone and needs no line `end`.
_NODE_BLOCKS = ("if/end", "elif/end", "else/end", "for/end", "def/end")


@dataclass(frozen=True, slots=True)
class Program:
    """The lines of a program, with blocks that `end` closes, and the nodes that its steps name by index."""

    lines: Sequence[Line]
    plans: Sequence[Plan]


def compile_program(documents: DocumentSet, metas: Metas) -> Program:
    """Return the program of a file whose literal annotations are already in place.

    Raises:
        EngineError: comments exclude each other.
    """
    compiler = _Compiler(metas)
    for document in documents.documents:
        compiler.emit(document, None)
    for meta in metas.trailing:
        if meta.kind == "code":
            compiler.code(meta)
        elif meta.kind == "annotation" and meta.literal is None:
            compiler.evaluate(meta)
    return Program(compiler.lines, compiler.plans)


class _Compiler:
    def __init__(self, metas: Metas) -> None:
        self.lines: list[Line] = []
        self.plans: list[Plan] = []
        self._metas = metas

    def emit(self, holder: Holder, parent: int | None) -> None:
        """Add the lines of a node: its code, its annotations, the node itself, what is in it."""
        metas = self._metas.of(holder)
        index = len(self.plans)
        static = self._metas.is_static(holder)
        self.plans.append(Plan(holder, parent, static))
        ends = self._codes(metas)
        self._annotations(index, metas)
        if isinstance(holder, MapItem) and self._metas.has_templated_key(holder):
            self._step(f"__ykey({index}, {self._text(holder.key, holder.span)})", holder.span)
        self._nodes(index, holder.span)
        for meta in metas:
            if meta.kind == "value":
                self._value(index, meta, holder)
        if self._metas.has_templated_value(holder):
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
        block = next((keyword for keyword in _NODE_BLOCKS if text.startswith(keyword)), None)
        if block is not None:
            text = text.replace("/end", "", 1)
        self.lines.append(Line(text if block else meta.text, meta.span))
        return int(block is not None)

    def _codes(self, metas: Sequence[Meta]) -> int:
        ends = 0
        for meta in metas:
            if meta.kind != "code":
                continue
            if ends:
                raise EngineError([finding(codes.CODE_AFTER_NODE_BLOCK, meta.span)])
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
            raise EngineError([finding(codes.VALUE_AND_CODE, meta.span)])
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
