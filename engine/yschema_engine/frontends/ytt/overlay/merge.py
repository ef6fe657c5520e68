"""Merging schema documents in order, each onto the result of those before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yschema_engine.frontends.ytt.overlay.apply import apply
from yschema_engine.frontends.ytt.overlay.reporting import Report
from yschema_engine.frontends.ytt.starlark import Module
from yschema_engine.nodes import Document
from yschema_engine.source import Source


def merge(documents: Sequence[Document], modules: Mapping[Source, Module], report: Report) -> Document:
    """The first document with the others applied onto it, as `apply` does.

    Where a key is there already, its first annotations stay in force.

    Args:
        documents: at least one.
        modules: those of the files with code, which hold the functions of annotations.
        report: is called with each problem.
    """
    result, *others = documents
    for other in others:
        result = apply(result, other, modules, report)
    return result
