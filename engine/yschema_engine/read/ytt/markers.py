"""The annotations that mark documents as schemas or as data values, and the libraries that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.annotations import DIALECT
from yschema_engine.read.ytt.template import Evaluator
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, EngineError, Finding, finding
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation, Comment, Document, DocumentSet, Holder, walk
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Source
from yschema_engine.text.suggestions import suggest
from yschema_engine.yaml.read import ReadOptions, read

NESTED_SCHEMA = Code(
    "nested-schema",
    "template",
    phrase("the code of the schema creates maps and arrays that are nested too deeply"),
)
NO_SCHEMA = Code(
    "no-schema",
    "schema",
    phrase("the inputs contain no schema document"),
    expected=phrase(
        "a YAML document marked `#@data/values-schema`; or a chart, a JSON Schema, a"
        " `CustomResourceDefinition` or a Carvel `Package`"
    ),
    hint=phrase("write the lines `#@data/values-schema` and `---` above the first key"),
    severity="warning",
)
COMPOSITE = "CompositeResourceDefinition"
# Crossplane adds fields, without which the schema would refuse valid resources.
CREATED_BY_CROSSPLANE = phrase(
    "give the `CustomResourceDefinition` that Crossplane creates: `kubectl get crd NAME -o yaml`"
)
CHART = "Chart.yaml"
NO_VERSION_OF_CHART = phrase(
    "add `apiVersion: v2` to `Chart.yaml`: without it, the folder is not read as a chart"
)

WRONG_LIBRARY = Code(
    "wrong-library",
    "schema",
    phrase("@library/ref names no library"),
    expected=phrase('a string that starts with @, such as "@example.com/labels"'),
)

MALFORMED_REFERENCE = Code(
    "malformed-library-reference",
    "schema",
    phrase("`{reference}` cannot refer to a library"),
    expected=phrase("a path, an alias, or both: `@app`, `@~first` or `@app~first`"),
)
NOT_VALUES = Code(
    "not-data-values",
    "usage",
    phrase("this is a schema, not data values"),
    expected=phrase("data values for a schema"),
)
TWO_MARKERS = Code(
    "two-markers",
    "schema",
    phrase("a document can have only one marker"),
    hint=phrase("is a line `---` missing between two documents?"),
)
MISSPELT_MARKER = Code(
    "misspelt-marker",
    "schema",
    phrase("unknown document marker"),
    expected=phrase("a known marker"),
    hint=phrase("did you mean `{marker}`? Arguments follow after a space"),
)
REPEATED_ANNOTATION = Code(
    "repeated-annotation",
    "schema",
    phrase("{annotation} appears twice on this node: the first one has no effect"),
    hint=phrase("combine both in one annotation"),
    severity="warning",
)
MARKER_WITHOUT_DOCUMENT = Code(
    "marker-without-document",
    "schema",
    phrase("no document follows {marker}"),
    expected=phrase("a line `---` and the schema"),
)
MISPLACED_MARKER = Code(
    "misplaced-marker",
    "schema",
    phrase("{marker} is not above a document"),
    expected=phrase("a line `---` below the annotation"),
    hint=phrase("add the line `---` between the annotation and the first key"),
)
UNMARKED_DOCUMENT = Code(
    "unmarked-document",
    "schema",
    phrase("a file with a schema document also contains another kind of document"),
    found=phrase("a document that is not marked as a schema"),
    expected=phrase("only schema documents"),
    hint=phrase("move the document to a file of its own"),
)
WRONG_MARKER = Code(
    "wrong-marker",
    "schema",
    phrase("{marker} does not mark a schema of data values"),
    hint=phrase("schemas of other documents are not supported"),
)
MIXED_DOCUMENTS = Code(
    "data-values-mixed-documents",
    "template",
    phrase("a file with a data values document also contains another kind of document"),
    found=phrase("a document without @data/values"),
    expected=phrase("only data values documents"),
    hint=phrase("move the document to a file of its own"),
)
MISPLACED_VALUES = Code(
    "data-values-misplaced",
    "template",
    phrase("@data/values is not above a document"),
    expected=phrase("a line `---` below the annotation"),
    hint=phrase("add the line `---` between the annotation and the first key"),
)


_START, _ALIAS = "@", "~"


@dataclass(frozen=True, slots=True)
class LibraryStep:
    """A library, as a reference names it.

    Attributes:
        path: in the folder `_ytt_lib`; `""` for any.
        alias: that an instance of the library has; `""` for any.
    """

    path: str = ""
    alias: str = ""

    def matches(self, instance: LibraryStep) -> bool:
        """Return whether it names an instance of a library."""
        if self.alias and self.alias != instance.alias:
            return False
        return self.path == instance.path or (bool(self.alias) and not self.path)


def parse_reference(text: str) -> tuple[LibraryStep, ...] | None:
    """Return the libraries that a reference names, from the outermost one; None if it is not a reference."""
    if not text.startswith(_START):
        return None
    steps = []
    for part in text.split(_START)[1:]:
        path, sign, alias = part.partition(_ALIAS)
        if (sign and not alias) or _ALIAS in alias:
            return None
        steps.append(LibraryStep(path, alias))
    return tuple(steps)


SCHEMA = "data/values-schema"
VALUES = "data/values"
_DEFINITION, _MATCH = "schema/definition", "schema/match"
_SCHEMAS = (SCHEMA, _DEFINITION, _MATCH, DIALECT)
_MARKERS = (*_SCHEMAS, VALUES)
_SCHEMA_MARKER = rf"(?m)@(?:{'|'.join(_SCHEMAS)})(?=\s|$)"
# The arguments of the proposed markers, in one of these forms (early design; module; proposal, part 1).
_FORMS: Mapping[str, Sequence[Mapping[str, Any]]] = MappingProxyType(
    {
        _DEFINITION: ({"data_values": True}, {"name": VALUES}, {"data_values": True, "name": VALUES}),
        _MATCH: ({"data_values": True},),
        DIALECT: ({},),
    }
)


def marker_names(holder: Holder) -> list[str]:
    """Return the markers among the comments of a node, such as `data/values`."""
    return [marker for comment in holder.comments if (marker := marker_name(comment))]


def marker_name(comment: Comment) -> str:
    """Return the marker in a comment, or `""`."""
    if not comment.text.startswith(("@data/", "@schema")):
        return ""
    name = comment.text[1:].split(" ")[0].rstrip()
    return name if name in (*_SCHEMAS, VALUES) or name.startswith("data/") else ""


def schema_markers(holder: Holder) -> list[str]:
    """Return the markers of schemas among the comments of a node."""
    return [marker for marker in marker_names(holder) if marker in _SCHEMAS]


def similar_marker(comment: Comment) -> str:
    """Return the marker that a comment resembles; `""` if it is a marker, or resembles none."""
    if not comment.text.startswith(("@schema", "@data", "@values")) or marker_name(comment) in _MARKERS:
        return ""
    name = re.split(r"[ (]", comment.text[1:].rstrip(), maxsplit=1)[0]
    return name if name in _MARKERS else suggest(name, _MARKERS) or ""


def is_schema_marker(comment: Comment) -> bool:
    """Return whether a comment marks a schema."""
    return marker_name(comment) in _SCHEMAS


def count_schema_markers(text: str) -> int:
    """Return the largest number of markers of schemas that a text may have."""
    return len(re.findall(_SCHEMA_MARKER, text))


def schema_marker(document: Document) -> Annotation | None:
    """Return the annotation that marks an evaluated document as a schema."""
    return next((a for name, a in document.annotations.items() if name in _SCHEMAS), None)


def has_shipped_marker(document: Document) -> bool:
    """Return whether the marker of an evaluated document is that of ytt."""
    return SCHEMA in document.annotations


def is_for_library(document: Document) -> bool:
    """Return whether an evaluated document is input of a library, and not of the package that contains it.

    Raises:
        EngineError: its annotation names no library.
    """
    annotation = document.annotations.get("library/ref")
    if annotation is None:
        return False
    names = annotation.args  # as in ytt, a name with a keyword does not count
    if len(names) != 1 or not (isinstance(names[0], str) and names[0].startswith("@")):
        found = Verbatim(", ".join(map(written, names))) if names else phrase("no argument")
        raise EngineError([finding(WRONG_LIBRARY, annotation.span, found=found)])
    if parse_reference(names[0]) is None:
        raise EngineError([finding(MALFORMED_REFERENCE, annotation.span, reference=Verbatim(names[0]))])
    return True


def check_marker(marker: Annotation) -> Finding | None:
    """Return the finding about a proposed marker with wrong arguments; None if they are right."""
    forms = _FORMS.get(marker.name)
    if forms is None or (not marker.args and any(_is_form(marker.kwargs, form) for form in forms)):
        return None
    parts = [written(value) for value in marker.args]
    parts += [f"{name}={written(value)}" for name, value in marker.kwargs.items()]
    expected = Listing(tuple(Verbatim(_source(marker.name, form)) for form in forms[:2]), "or")
    return finding(
        WRONG_MARKER,
        marker.span,
        marker=Verbatim(f"@{marker.name}"),
        found=Verbatim(f"@{marker.name} {', '.join(parts)}".rstrip()),
        expected=expected,
        hint=_wrong_arguments(marker, forms),
    )


def _wrong_arguments(marker: Annotation, forms: Sequence[Mapping[str, Any]]) -> Phrase | None:
    known = sorted({name for form in forms for name in form})
    unknown = [name for name in marker.kwargs if name not in known]
    if not marker.args and not unknown:
        return None
    name = Verbatim(f"@{marker.name}")
    wrong = Verbatim(f"{unknown[0]}=") if unknown else phrase("arguments without a name")
    if not known:
        return phrase("{marker} takes no argument, not {argument}", marker=name, argument=wrong)
    names = Listing(tuple(Verbatim(f"{each}=") for each in known), "and")
    return phrase("{marker} takes {names}, not {argument}", marker=name, names=names, argument=wrong)


def _is_form(kwargs: Mapping[str, Any], form: Mapping[str, Any]) -> bool:
    return kwargs.keys() == form.keys() and all(
        kwargs[name] == value and type(kwargs[name]) is type(value) for name, value in form.items()
    )


def _source(name: str, form: Mapping[str, Any]) -> str:
    arguments = (f'{k}="{v}"' if isinstance(v, str) else f"{k}={v}" for k, v in form.items())
    return f"@{name} {', '.join(arguments)}".rstrip()


def spread_dialect(document: Document) -> None:
    """Mark each node of a document in the proposed dialect, which is then known after merging, too."""
    marker = schema_marker(document)
    if marker is not None and marker.name != SCHEMA:
        for holder in walk(document):
            holder.annotations = {**holder.annotations, DIALECT: marker}


def marked_documents(file: File, options: LoadOptions, evaluator: Evaluator) -> Iterator[Document]:
    """Yield the documents of a file that are marked `@data/values`.

    Raises:
        EngineError: the file cannot be read or evaluated, a marker is not above a document, or only some
            documents are marked.
    """
    documents = read(file.source, ReadOptions(strict=options.strict))
    if misplaced := list(_misplaced(file.source, documents)):
        raise EngineError(misplaced)
    if not any(VALUES in marker_names(document) for document in documents.documents):
        return
    for document in evaluator.evaluate(file.source, documents).documents:
        if VALUES in document.annotations:
            if not is_for_library(document):
                yield document
        elif not document.is_empty:
            raise EngineError([finding(MIXED_DOCUMENTS, document.span)])


def _misplaced(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    for holder in (each for document in documents.documents for each in walk(document)):
        if VALUES in marker_names(holder) and not isinstance(holder, Document):
            yield finding(MISPLACED_VALUES, holder.span)
    for comment in documents.trailing:
        if marker_name(comment) == VALUES:
            yield finding(MISPLACED_VALUES, comment.span(source))
