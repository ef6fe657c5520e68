"""The data values documents of the input files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from yschema_engine.read.inputs import File, SourceFiles
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.markers import VALUES, marked_documents
from yschema_engine.read.ytt.template import EvaluateOptions, Evaluator
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.nodes import Document
from yschema_engine.text.source import Source

if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.programs import Module

_MARKER = lazy_pattern(rf"@{re.escape(VALUES)}(?![\w-])")


@dataclass(frozen=True, slots=True)
class ValuesDocuments:
    """The data values documents of the input files.

    Attributes:
        documents: evaluated, in order.
        modules: those of the files with code, which hold the functions of annotations.
    """

    documents: tuple[Document, ...] = ()
    modules: Mapping[Source, Module] | None = None


def holds_values(file: File) -> bool:
    """Return whether a file may have documents marked `@data/values`.

    Raises:
        UsageError: the file is not UTF-8.
    """
    return file.is_template and _MARKER.search(file.source.text) is not None


def values_documents(
    files: Sequence[File],
    options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
) -> ValuesDocuments:
    """Return the documents marked `@data/values` in the inputs, in order.

    Args:
        files: the inputs; those that hold none, and are none to load, are passed over.
        options: how to read and evaluate.

    Raises:
        EngineError: with every problem of every such file.
    """
    evaluator = Evaluator(
        SourceFiles(files),
        EvaluateOptions(options.ignore_unknown_comments, options.limits, options.strict),
    )
    documents: list[Document] = []
    problems: list[Finding] = []
    for file in files:
        if not holds_values(file):
            continue
        try:
            documents += marked_documents(file, options, evaluator)
        except EngineError as e:
            problems += e.findings
    if problems:
        raise EngineError(problems)
    return ValuesDocuments(tuple(documents), evaluator.modules)
