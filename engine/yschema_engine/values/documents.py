"""The data values documents of the input files, and repeated keys in plain ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from yschema_engine.read.inputs import File, SourceFiles
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.markers import VALUES, marked_documents
from yschema_engine.read.ytt.template import EvaluateOptions, Evaluator
from yschema_engine.text.findings import EngineError, Finding, finding
from yschema_engine.text.nodes import Array, Document, Map, MapItem, Value, key_id
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import phrase
from yschema_engine.values.findings import REPEATED_KEY

if TYPE_CHECKING:
    pass


_MARKER = rf"@{re.escape(VALUES)}(?![\w-])"


def holds_values(file: File) -> bool:
    """Return whether a file may have documents marked `@data/values`.

    Raises:
        UsageError: the file is not UTF-8.
    """
    return file.is_template and re.search(_MARKER, file.source.text) is not None


def values_documents(
    files: Sequence[File],
    options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
) -> list[Document]:
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
    return documents


def drop_repeated_keys(document: Document) -> Iterator[Finding]:
    """Drop all but the last item of each key, and yield a warning about each item that replaces another."""
    yield from _drop(document.value, ROOT)


def _drop(value: Value, path: Path) -> Iterator[Finding]:
    if isinstance(value, Map):
        kept: dict[object, MapItem] = {}
        for item in value.items:
            earlier = kept.get(key_id(item.key))
            if earlier is not None:
                related = ((phrase("the first one"), earlier.span),)
                yield finding(REPEATED_KEY, item.span, path=path.key(item.key), related=related)
            kept[key_id(item.key)] = item
        if len(kept) < len(value.items):
            value.items = list(kept.values())
        for item in value.items:
            yield from _drop(item.value, path.key(item.key))
    elif isinstance(value, Array):
        for index, element in enumerate(value.items):
            yield from _drop(element.value, path.item(index))
