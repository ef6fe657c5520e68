"""Reading of a values file with its comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.merge.chart_values import merge_maps
from yschema_engine.read.helm.comment_facts import ValuesFile
from yschema_engine.read.helm.comments import read_comments
from yschema_engine.read.helm.findings import KEY_NOT_A_STRING, NOT_A_MAP, SEVERAL_DOCUMENTS
from yschema_engine.read.helm.syntaxes.helm_docs import read_helm_docs
from yschema_engine.read.helm.syntaxes.helm_schema import read_schema_blocks
from yschema_engine.read.helm.syntaxes.helm_tool import read_helm_tool
from yschema_engine.read.helm.syntaxes.helm_values_schema_json import read_schema_lines
from yschema_engine.read.helm.syntaxes.no_syntax import read_plain
from yschema_engine.read.helm.syntaxes.readme_generator import TagNames, read_parameters
from yschema_engine.text.findings import EngineError, Finding, finding, raise_errors
from yschema_engine.text.nodes import Document, Holder, Map, MapItem, type_name
from yschema_engine.text.paths import Path, descendants, key_text
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.plain_values import (
    REPEATED_KEY_OF_INPUT,
    as_helm_reads,
    drop_repeated_keys,
    on_marker,
)
from yschema_engine.yaml.read import YAML_1_2, read


def read_values(source: Source, names: TagNames | None = None) -> ValuesFile:
    """Return the values of a file and what its comments say.

    Args:
        source: the file; it may be empty.
        names: the words of readme-generator, if a configuration file changes them.

    Raises:
        EngineError: the text is not valid YAML, or no map.
    """
    documents = read(source, YAML_1_2)
    document = next(iter(documents.documents), None) or Document(None, Span(source, 1))
    if document.value is None:
        document.value = Map([], document.span)
    if not isinstance(document.value, Map):
        found = Verbatim(type_name(document.value))
        raise EngineError.of(NOT_A_MAP, document.span, found=found)
    raise_errors(on_marker(source))
    comments = read_comments(source, documents)
    findings = [
        each
        for other in documents.documents
        for each in drop_repeated_keys(other.value, REPEATED_KEY_OF_INPUT)
    ]
    raise_errors(each for other in documents.documents for each in as_helm_reads(other.value))
    findings += [
        *_add_documents(document.value, documents.documents[1:]),
        *_surprising_keys(document.value),
    ]
    holders = dict[Path, Holder](descendants(document.value))
    file = ValuesFile(source, document, comments, holders, names or TagNames(), findings=findings)
    for read_syntax in _SYNTAXES:
        read_syntax(file)
    return file


# In order of precedence.
_SYNTAXES = (
    read_schema_lines,
    read_parameters,
    read_helm_docs,
    read_schema_blocks,
    read_helm_tool,
    read_plain,
)


def _add_documents(value: Map, others: Sequence[Document]) -> Iterator[Finding]:
    """Merge the values of further documents into those of the first one, in place, as Helm 4 does."""
    for other in others:
        if isinstance(other.value, Map):
            yield finding(SEVERAL_DOCUMENTS, other.span)
            value.items = merge_maps(value, other.value).items


def _surprising_keys(value: Map) -> Iterator[Finding]:
    """Yield a finding about each key that YAML 1.1 takes for a boolean, such as `on`."""
    for path, holder in descendants(value):
        if isinstance(holder, MapItem) and isinstance(holder.key, bool):
            text = key_text(holder.key)
            if not holder.span.text[holder.span.column - 1 :].startswith(text):
                yield finding(KEY_NOT_A_STRING, holder.span, path=path, key=Verbatim(text))
