"""The annotations that mark documents as schemas, data values or inputs of libraries, and checks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

from yschema_engine.evaluate.argument_phrases import annotation_name, keyword, keywords
from yschema_engine.read.ytt.annotations import DIALECT
from yschema_engine.read.ytt.template_comments import CODE
from yschema_engine.text.findings import EngineError, Finding, finding, schema_code, schema_warning
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation, Comment, Document, DocumentSet, Holder, MapItem, walk
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.source import Source
from yschema_engine.text.suggestions import suggest

WRONG_LIBRARY = schema_code(
    "wrong-library",
    "@library/ref names no library",
    expected='a string that starts with @, such as "@example.com/labels"',
)

MALFORMED_REFERENCE = schema_code(
    "malformed-library-reference",
    "`{reference}` cannot refer to a library",
    expected="a path, an alias, or both: `@app`, `@~first` or `@app~first`",
)
TWO_MARKERS = schema_code(
    "two-markers",
    "a document can have only one marker",
    hint="is a line `---` missing between two documents?",
)
MISSPELT_MARKER = schema_code(
    "misspelt-marker",
    "unknown document marker",
    expected="a known marker",
    hint="did you mean `{marker}`? Arguments follow after a space",
)
REPEATED_ANNOTATION = schema_warning(
    "repeated-annotation",
    "{annotation} appears twice on this node: the first one has no effect",
    hint="combine both in one annotation",
)
MARKER_WITHOUT_DOCUMENT = schema_code(
    "marker-without-document", "no document follows {marker}", expected="a line `---` and the schema"
)
ANNOTATION_WITHOUT_NODE = schema_warning(
    "annotation-without-node",
    "{annotation} has no effect: no key or item follows it",
    hint="move it above the key that it describes",
)
ANNOTATION_AS_COMMENT = schema_warning(
    "annotation-as-comment",
    "{annotation} has no effect: `#!` begins a comment",
    hint="write `#@` instead of `#!@`, or a space after `#!` for a comment",
)
MISPLACED_MARKER = schema_code(
    "misplaced-marker",
    "{marker} is not above a document",
    expected="a line `---` below the annotation",
    hint="add the line `---` between the annotation and the first key",
)
WRONG_MARKER = schema_code(
    "wrong-marker",
    "{marker} does not mark a schema of data values",
    hint="schemas of other documents are not supported",
)
WRONG_VALUES_MARKER = schema_code(
    "wrong-values-marker",
    "@data/values does not take this argument",
    expected="no argument, or `after_library_module=True` beside `@library/ref`",
)
SCHEMA = "data/values-schema"
VALUES = "data/values"
_DEFINITION, _MATCH = "schema/definition", "schema/match"
_SCHEMAS = (SCHEMA, _DEFINITION, _MATCH, DIALECT)
_MARKERS = (*_SCHEMAS, VALUES)
_REFERENCE = r"(?:@[^@~]*(?:~[^@~]+)?)+"
_SCHEMA_MARKER = rf"(?m)@(?:{'|'.join(_SCHEMAS)})(?=\s|$)"
# The arguments of the proposed markers, in one of these forms (early design; module; proposal, part 1).
_FORMS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    _DEFINITION: ({"data_values": True}, {"name": VALUES}, {"data_values": True, "name": VALUES}),
    _MATCH: ({"data_values": True},),
    DIALECT: ({},),
}


def marker_names(holder: Holder) -> list[str]:
    """Return the markers among the comments of a node, such as `data/values`."""
    return [marker for comment in holder.comments if (marker := marker_name(comment))]


def marker_name(comment: Comment) -> str:
    """Return the marker in a comment, or `""`."""
    if not comment.text.startswith(("@data/", "@schema")):
        return ""
    name = comment.text[1:].split(" ")[0].rstrip()
    return name if name in _MARKERS or name.startswith("data/") else ""


def schema_markers(holder: Holder) -> list[str]:
    """Return the markers of schemas among the comments of a node."""
    return [marker for marker in marker_names(holder) if marker in _SCHEMAS]


def schema_marker(document: Document) -> Annotation | None:
    """Return the annotation that marks an evaluated document as a schema."""
    return next((a for name, a in document.annotations.items() if name in _SCHEMAS), None)


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
        raise EngineError.of(WRONG_LIBRARY, annotation.span, found=found)
    if not is_reference(names[0]):
        raise EngineError.of(MALFORMED_REFERENCE, annotation.span, reference=Verbatim(names[0]))
    return True


def check_values_marker(document: Document) -> None:
    """Check the keyword arguments of `@data/values`, as `pkg/workspace/datavalues/envelope.go` of ytt does.

    Raises:
        EngineError: there is an unknown one, or `after_library_module=` has no use or is no boolean.
    """
    marker = document.annotations[VALUES]
    for name, value in marker.kwargs.items():
        is_known = name == "after_library_module" and isinstance(value, bool)
        if not is_known or "library/ref" not in document.annotations:
            found = Verbatim(f"{name}={written(value)}")
            raise EngineError.of(WRONG_VALUES_MARKER, marker.span, found=found)


def is_reference(text: str) -> bool:
    """Return whether a text can refer to a library: by paths in folders `_ytt_lib`, by aliases, or both."""
    return re.fullmatch(_REFERENCE, text) is not None


def check_marker(marker: Annotation) -> Iterator[Finding]:
    """Yield the finding about a proposed marker with wrong arguments."""
    forms = _FORMS.get(marker.name)
    if forms is None or (not marker.args and any(_is_form(marker.kwargs, form) for form in forms)):
        return
    expected = (Verbatim(_source(marker.name, (), form)) for form in forms[:2])
    yield finding(
        WRONG_MARKER,
        marker.span,
        marker=annotation_name(marker.name),
        found=Verbatim(_source(marker.name, marker.args, marker.kwargs)),
        expected=Listing(tuple(expected), "or"),
        hint=_wrong_arguments(marker, forms),
    )


def _wrong_arguments(marker: Annotation, forms: Sequence[Mapping[str, Any]]) -> Phrase | None:
    known = sorted({name for form in forms for name in form})
    unknown = [name for name in marker.kwargs if name not in known]
    if not marker.args and not unknown:
        return None
    name = annotation_name(marker.name)
    wrong = keyword(unknown[0]) if unknown else phrase("arguments without a name")
    if not known:
        return phrase("{marker} takes no argument, not {argument}", marker=name, argument=wrong)
    names = keywords(known, "and")
    return phrase("{marker} takes {names}, not {argument}", marker=name, names=names, argument=wrong)


def _is_form(kwargs: Mapping[str, Any], form: Mapping[str, Any]) -> bool:
    return kwargs.keys() == form.keys() and all(
        kwargs[name] == value and type(kwargs[name]) is type(value) for name, value in form.items()
    )


def _source(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return an annotation as authors write it."""
    parts = (*map(written, args), *(f"{keyword}={written(value)}" for keyword, value in kwargs.items()))
    return f"@{name} {', '.join(parts)}".rstrip()


def spread_dialect(document: Document) -> None:
    """Mark each node of a document in the proposed dialect, which is then known after merging, too."""
    marker = schema_marker(document)
    if marker is not None and marker.name != SCHEMA:
        for holder in walk(document):
            holder.annotations = {**holder.annotations, DIALECT: marker}


def check_markers(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    """Yield the findings about the markers of a file.

    Args:
        source: the file.
        documents: its documents, not evaluated.
    """
    for document in documents.documents:
        markers = schema_markers(document)
        count_of_values = marker_names(document).count(VALUES)
        if len(markers) > 1 or count_of_values > 1 or (markers and count_of_values):
            found = Listing(tuple(map(annotation_name, marker_names(document))), "and")
            yield finding(TWO_MARKERS, document.span, found=found)
        if not markers and VALUES not in marker_names(document):
            yield from _misspelt(document)
    for comment in documents.trailing:
        if (name := marker_name(comment)) in _SCHEMAS:
            yield finding(MARKER_WITHOUT_DOCUMENT, comment.span(source), marker=annotation_name(name))
    correct = sum(len(schema_markers(document)) for document in documents.documents)
    if len(re.findall(_SCHEMA_MARKER, source.text)) > correct:
        yield from _misplaced(documents)


def _misspelt(document: Document) -> Iterator[Finding]:
    for comment in document.comments:
        if not comment.text.startswith(("@schema", "@data", "@values")) or marker_name(comment) in _MARKERS:
            continue
        name = re.split(r"[ (]", comment.text[1:].rstrip(), maxsplit=1)[0]
        if similar := name if name in _MARKERS else suggest(name, _MARKERS):
            found = annotation_name(comment.text[1:].split(" ")[0].rstrip())
            span = comment.span(document.span.source)
            yield finding(MISSPELT_MARKER, span, found=found, marker=annotation_name(similar))
            return


def _misplaced(documents: DocumentSet) -> Iterator[Finding]:
    for holder in documents.walk():
        markers = [] if isinstance(holder, Document) else schema_markers(holder)
        if markers:
            marker = annotation_name(markers[0])
            found = phrase("{marker} on {node}", marker=marker, node=_node(holder))
            yield finding(MISPLACED_MARKER, holder.span, marker=marker, found=found)


def _node(holder: Holder) -> Param:
    if isinstance(holder, MapItem):
        return phrase("the map item `{key}`", key=Verbatim(key_text(holder.key)))
    return phrase("an array item")


_LOST = r"!?@(schema/[\w-]+)"


def check_lost(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    """Yield a warning about each annotation of a schema that a comment hides, or that no node follows.

    Args:
        source: the file.
        documents: its documents, not evaluated.
    """
    comments = (comment for node in documents.walk() for comment in node.comments)
    for comment, follows in chain(product(comments, (True,)), product(documents.trailing, (False,))):
        lost = re.match(_LOST, comment.text)
        if lost is not None and (comment.text[0] == "!" or not follows) and lost[1] not in _SCHEMAS:
            code = ANNOTATION_AS_COMMENT if comment.text[0] == "!" else ANNOTATION_WITHOUT_NODE
            yield finding(code, comment.span(source), annotation=annotation_name(lost[1]))


def check_repeated(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    """Yield a warning about each annotation of a node that replaces an earlier one.

    Args:
        source: the file.
        documents: its documents, not evaluated.
    """
    for holder in documents.walk():
        if len(holder.comments) > 1:
            yield from _repeated(source, holder.comments)


def _repeated(source: Source, comments: Sequence[Comment]) -> Iterator[Finding]:
    earlier: dict[str, Comment] = {}
    for comment in comments:
        name = comment.text[1:].split(" ", 1)[0].rstrip()
        if not comment.text.startswith("@"):
            continue
        if name in CODE:
            earlier.clear()  # only one of the annotations may be evaluated
        elif name != "comment":
            if name in earlier:
                related = ((phrase("the first one"), earlier[name].span(source)),)
                annotation, span = annotation_name(name), comment.span(source)
                yield finding(REPEATED_ANNOTATION, span, related=related, annotation=annotation)
            earlier[name] = comment
