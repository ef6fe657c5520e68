"""Findings about data values: their codes, files that probably should hold some, and lines that set them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.read.inputs import File
from yschema_engine.schema.fields import assign
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import (
    EngineError,
    Finding,
    finding,
    revise,
    usage_code,
    values_code,
    values_warning,
)
from yschema_engine.text.nodes import Document, Holder, Map
from yschema_engine.text.paths import ROOT, Path, descendants
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.read import read

DEPRECATED_FIELD_SET = values_warning("deprecated-field-set", "this field is deprecated")
NO_SUCH_RESOURCE = values_code(
    "resource-of-other-kind", "no document is a resource of the kind in the schema"
)
UNKNOWN_KIND = values_code("resource-kind-unknown", "the inputs do not define this kind of resource")
UNKNOWN_RESOURCE_VERSION = values_code(
    "resource-version-unknown", "the inputs do not define this version of the resource"
)
DEPRECATED_VERSION = values_warning(
    "resource-version-deprecated", "this version of the resource is deprecated"
)
UNSERVED_VERSION = values_code(
    "resource-version-not-served", "the API server does not serve this version of the resource"
)
UNUSED_FILE = values_warning(
    "unused-values-file",
    "{file} is not used: it has no `#@data/values`",
    hint="for a plain values file, use --data-values-file {file}",
)
CODE_IN_PLAIN_FILE = usage_code(
    "code-in-plain-values",
    "a plain data values file has no annotations and no code",
    expected="plain YAML",
    hint="name the file with -f, or remove the comment",
)
FLAG_WITHOUT_VALUE = usage_code(
    "flag-without-value",
    "`{flag}` has no value",
    expected="key=value",
    hint="write `key=value`, with dots between keys",
)
FLAG_NOT_YAML = usage_code("flag-not-yaml", "{source} is not valid YAML", expected="YAML")
FLAG_TAKES_ONE_FILE = usage_code(
    "flag-takes-one-file", "--data-value-file takes one file", expected="the path of a file"
)
DROPPED_ASSERTION = values_warning(
    "dropped-assertion",
    "@assert/validate has no effect here",
    found="a value that is merged into an earlier one, which keeps its annotations",
    expected="a new key, a new array item, or a value with @overlay/replace",
    hint="write the rule in the schema with @schema/validation, or add @overlay/replace",
)
EMPTY_LIBRARY = usage_code(
    "empty-library-name",
    "`{argument}` has an empty library name",
    expected="a name between `@` and `:`, such as `@app:replicas=1`",
)
SECOND_LIBRARY = usage_code(
    "colon-in-key",
    "the key `{argument}` has a colon",
    expected="a colon only after a library, such as `@app:replicas=1`",
    hint="set the key in a values file instead",
)


def unused_files(schema: Schema, files: Sequence[File]) -> Iterator[Finding]:
    """Yield the findings about plain YAML files among the inputs that set fields of a schema.

    A file that an argument names is an error if it sets any field, and a warning otherwise. A file in a
    folder is a warning if it sets nothing else than fields; others may be manifests.
    """
    if not schema.has_documents:
        return
    for file in files:
        is_part = file.name in schema.files or schema.root.span.file == file.name
        if file.is_template and not is_part and _is_plain(file, files):
            yield from _unused(schema, file)


def _is_plain(file: File, files: Sequence[File]) -> bool:
    """Return whether a file has neither annotations nor code, and no code reads it by its name."""
    name = file.path.rsplit("/", 1)[-1].encode()
    return b"#@" not in file.data and not any(name in other.data for other in files if other is not file)


def _unused(schema: Schema, file: File) -> Iterator[Finding]:
    try:
        documents = read(file.source).documents
    except EngineError:
        return  # a file that is not used need not be YAML
    maps = [document.value for document in documents if isinstance(document.value, Map)]
    known = [field is not None for value in maps for _, field in assign(value.items, schema.root.type)]
    if not known or (file.implied and not all(known)):
        return
    yield finding(UNUSED_FILE, Span(file.source, 1), file=Verbatim(file.name))


class Lines:
    """The lines of documents, by path; of several that say something the last one's."""

    def __init__(self, documents: Iterable[Document], start: Span | None = None) -> None:
        """The lines of these documents; `start` stands for their beginning where there are none."""
        self._lines = {} if start is None else {ROOT: start}
        self._lines |= {path: holder.span for path, holder in holders(documents)}
        self._sources = {at.source for at in self._lines.values()}

    @classmethod
    def of_inputs(cls, documents: Iterable[Document], start: Span | None) -> Lines:
        """Return the lines of files and flags; those of files take precedence.

        Args:
            documents: those of files and flags.
            start: the beginning of the last file, which may be empty; None without files.
        """
        flags_first = sorted(documents, key=lambda document: not document.span.source.flag)
        lines = cls(flags_first)
        if not flags_first or flags_first[-1].span.source.flag:
            lines._lines.pop(ROOT, None)
            lines._lines |= {} if start is None else {ROOT: start}
        return lines

    def nearest(self, finding: Finding) -> Finding:
        """Return a finding about a default or a missing key at the nearest line of the documents."""
        is_given = finding.span is not None and finding.span.source in self._sources
        is_missing = finding.stage == "values" and finding.span is None
        is_default = finding.stage == "validation" and not is_given
        if not (is_missing or is_default) or finding.path is None:
            return finding
        path = finding.path
        while path and path not in self._lines:
            path = path.parent
        if path not in self._lines:
            return finding
        is_set = is_missing or (self._lines[path] != finding.span and path == finding.path)
        hint = "" if is_set else phrase("the default breaks the rule: set the value")
        return revise(finding, span=self._lines[path], hint=finding.fact("hint") or hint)


def holders(documents: Iterable[Document]) -> Iterator[tuple[Path, Holder]]:
    """Return the nodes of documents by their paths."""
    for document in documents:
        yield ROOT, document
        yield from descendants(document.value)
