"""The rules of `@assert/validate` annotations in data values.

As in ytt, merging decides which annotations count: those of nodes that are new, or replace others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.read.ytt.rule_forms import VALIDATION
from yschema_engine.read.ytt.rules import parse_rules
from yschema_engine.schema.rule_check import violations_of
from yschema_engine.schema.rules import Context, Rule
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.nodes import Document, Holder, type_name, walk
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.source import Source
from yschema_engine.values.codes import DROPPED_ASSERTION
from yschema_engine.values.value_lines import holders

ASSERT = "assert/validate"

Report = Callable[[Finding], None]


def violated_assertions(document: Document, modules: Mapping[Source, Module]) -> Iterator[Finding]:
    """Yield the violations of the annotations in merged data values, and what is wrong with them.

    Args:
        document: the merged data values.
        modules: of the files with code; they hold the functions of annotations.

    Raises:
        EngineError: the condition of a rule failed.
    """
    parents: dict[Path, Holder] = {}
    for path, holder in holders([document]):
        parents[path] = holder
        if ASSERT in holder.annotations:
            parent = None if path == ROOT else parents[path.parent].value
            findings: list[Finding] = []
            rules = _rules(holder, path, modules, findings.append)
            yield from findings
            context = Context(path, holder.value_span, parent, document.value)
            yield from violations_of(rules, holder.value, context, type_name(holder.value))


def _rules(holder: Holder, path: Path, modules: Mapping[Source, Module], report: Report) -> tuple[Rule, ...]:
    annotation = holder.annotations[ASSERT]
    return parse_rules(VALIDATION, annotation, modules.get(annotation.span.source), path, report)


def _asserted(document: Document) -> Iterator[Holder]:
    """Yield the nodes with the annotation, in the order of the document."""
    return (holder for holder in walk(document) if ASSERT in holder.annotations)


def dropped_assertions(document: Document, merged: Document) -> Iterator[Finding]:
    """Yield warnings about annotations of a document that merging has dropped.

    Args:
        document: a data values document.
        merged: the data values after it has been merged.
    """
    asserted = list(_asserted(document))
    if not asserted:
        return
    kept = {id(holder.annotations[ASSERT]) for holder in _asserted(merged)}
    for holder in asserted:
        annotation = holder.annotations[ASSERT]
        if id(annotation) not in kept:
            yield finding(DROPPED_ASSERTION, annotation.span)
