"""Reading of a values file with its comments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from yschema_engine.merge.charts import merge_maps
from yschema_engine.read.helm.comment_facts import Comments, Keys, ValuesFile
from yschema_engine.read.helm.comments import read_comments
from yschema_engine.read.helm.findings import KEY_NOT_A_STRING, NOT_A_MAP, SEVERAL_DOCUMENTS
from yschema_engine.read.helm.syntaxes.helm_docs import read_helm_docs, uses_helm_docs
from yschema_engine.read.helm.syntaxes.helm_schema import read_schema_blocks, uses_schema_blocks
from yschema_engine.read.helm.syntaxes.helm_tool import read_helm_tool, uses_helm_tool
from yschema_engine.read.helm.syntaxes.helm_values_schema_json import read_schema_lines
from yschema_engine.read.helm.syntaxes.no_syntax import read_plain
from yschema_engine.read.helm.syntaxes.readme_generator import Parameters, TagNames, read_parameters
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, Finding, finding
from yschema_engine.text.nodes import Array, Document, Holder, Map, MapItem, Value, type_name
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import YAML_1_2, read


@dataclass(slots=True)
class DescribedValues:
    """A values file with what its comments say.

    Attributes:
        file: the file.
        comments: what they say.
        parameters: the tags of readme-generator.
    """

    file: ValuesFile
    comments: Comments
    parameters: Parameters
    _added: dict[Keys, list[object]] | None = None

    def added_keys(self, keys: Keys) -> Sequence[object]:
        """Return the keys, and numbers of items, that only comments declare below a value."""
        if self._added is None:
            self._added = {}
            for each, facts in self.comments.by_keys.items():
                if facts.adds_key:
                    self._add(each)
        return self._added.get(keys, ())

    def _add(self, keys: Keys) -> None:
        assert self._added is not None
        for length in range(len(keys)):
            inner = keys[: length + 1]
            below = self._added.setdefault(keys[:length], [])
            if inner not in self.file.holders and keys[length] not in below:
                below.append(keys[length])


def read_values(source: Source, names: TagNames | None = None) -> DescribedValues:
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
        raise EngineError([finding(NOT_A_MAP, document.span, found=found)])
    file_comments = read_comments(source, documents)
    findings = [
        *_add_documents(document.value, documents.documents[1:]),
        *_surprising_keys(document.value, ROOT),
    ]
    file = ValuesFile(source, document, file_comments, dict(_holders(document.value, ())))
    described = DescribedValues(file, Comments(findings=findings), Parameters())
    described.parameters = _read_syntaxes(file, described.comments, names or TagNames())
    return described


def _add_documents(value: Map, others: Sequence[Document]) -> Iterator[Finding]:
    """Merge the values of further documents into those of the first one, in place, as Helm 4 does."""
    for other in others:
        if isinstance(other.value, Map):
            yield finding(SEVERAL_DOCUMENTS, other.span)
            value.items = merge_maps(value, other.value).items


def _surprising_keys(value: Value, path: Path) -> Iterator[Finding]:
    """Yield a finding about each key that YAML 1.1 takes for a boolean, such as `on`, or for null."""
    for index, item in enumerate(value.items) if isinstance(value, Map | Array) else ():
        inner = path.key(item.key) if isinstance(item, MapItem) else path.item(index)
        if isinstance(item, MapItem) and (item.key is None or isinstance(item.key, bool)):
            text = key_text(item.key)
            if not item.span.text[item.span.column - 1 :].startswith(text):
                yield finding(KEY_NOT_A_STRING, item.span, path=inner, key=Verbatim(text))
        yield from _surprising_keys(item.value, inner)


def _read_syntaxes(file: ValuesFile, comments: Comments, names: TagNames) -> Parameters:
    """Read the comments, in the order of precedence of the syntaxes."""
    read_schema_lines(file, comments)
    parameters = read_parameters(file, comments, names)
    tools: Iterable[tuple[Callable[[], bool], Callable[[], None]]] = (
        (lambda: uses_helm_docs(file), lambda: read_helm_docs(file, comments)),
        (lambda: uses_schema_blocks(file), lambda: read_schema_blocks(file, comments)),
        (lambda: uses_helm_tool(file), lambda: read_helm_tool(file, comments)),
    )
    for is_used, read_tool in tools:
        if is_used():
            read_tool()
    read_plain(file, comments)
    return parameters


def _holders(value: Value, keys: Keys) -> Iterator[tuple[Keys, Holder]]:
    """Yield the keys and items of a value, each before those below it; of a repeated key, the last counts."""
    if isinstance(value, Map):
        for item in value.items:
            inner = (*keys, item.key)
            yield inner, item
            yield from _holders(item.value, inner)
    elif isinstance(value, Array):
        for index, element in enumerate(value.items):
            inner = (*keys, index)
            yield inner, element
            yield from _holders(element.value, inner)
