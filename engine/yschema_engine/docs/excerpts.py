"""Checks of excerpts, data values in documentation that may lack required values, and of invalid values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.compiled.documents import INVALID_DEFAULT, INVALID_INSTANCE, MISSING_KEY
from yschema_engine.docs.places import Part, part_at
from yschema_engine.merge.overlay_annotations import as_overlay
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.recognition import ytt
from yschema_engine.schema.fields import ValueType, assign
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, Finding, finding, usage_code
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, ArrayItem, Document, Map, MapItem, Value
from yschema_engine.text.paths import ANY_ITEM, ROOT, OpenKey, Path, Step
from yschema_engine.text.phrases import ENGLISH, Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.values.check import check_or_fail
from yschema_engine.values.findings import Lines, holders
from yschema_engine.values.minimal import minimal_map
from yschema_engine.values.resources import kind_of
from yschema_engine.values.sources import code_of, overlay_at, plain_documents, reading
from yschema_engine.yaml.read import read

INVALID_IS_VALID = usage_code(
    "invalid-is-valid", "the {what} is declared invalid, but it is valid", found="valid data values"
)
INVALID_FOR_ANOTHER_REASON = usage_code(
    "invalid-for-another-reason", "the {what} is invalid, but not for the expected reason"
)


def without_known_defaults(findings: Iterable[Finding], schema: Schema) -> Iterator[Finding]:
    """Yield the findings about values, except those about defaults that findings about the schema report."""
    of_defaults = [each for each in schema.findings if each.code == INVALID_DEFAULT]
    known = [(each.path, each.span.file) for each in of_defaults if each.path is not None and each.span]
    return (each for each in findings if not any(_is_in_default(each, *place) for place in known))


def _is_in_default(finding: Finding, path: Path, file: str) -> bool:
    """Return whether a finding is about the default of the field at a path, which a file declares."""
    if finding.path is None or finding.span is None or finding.span.file != file:
        return False
    steps = finding.path.field
    return len(steps) >= len(path) and all(
        isinstance(declared, OpenKey) or declared == step for declared, step in zip(path, steps, strict=False)
    )


_ELLIPSIS = ("...", "…")
_ELLIPSIS_LINE = r"(?m)^[ \t]+\.\.\.[ \t]*$|^[ \t]*…[ \t]*$"
_PLACEHOLDER = r"<{1,2}\s*[A-Za-z][^<>]*>{1,2}|\.\.\.|…"


def without_ellipses(text: str) -> str:
    """Return a text in which each line that is an ellipsis is empty."""
    return re.sub(_ELLIPSIS_LINE, "", text)


@dataclass(frozen=True, slots=True)
class ExcerptCheck:
    """The check of data values that may be incomplete.

    An excerpt may leave out required values that other data values can set. A rule that the defaults break,
    too, counts only if the excerpt sets the value that the rule is about, or if no other values can satisfy
    the rule. An item of an array has no other source, and has to be complete.

    Of a value that is a placeholder, `<name>` or an ellipsis, only the key is checked.

    Attributes:
        schema: the schema of the values.
        part: the place of the values; for an array, the values may be an item or a list of items.
        complete: whether all required values have to be set.
        options: how to read and evaluate.
    """

    schema: Schema
    part: Part = Part()
    complete: bool = False
    options: LoadOptions = LoadOptions()

    def of_file(self, file: File) -> Sequence[Finding]:
        """Return the findings about plain YAML, data values documents, or parts of either with annotations.

        Those are violations and warnings, or the reasons why the file cannot be read.
        """
        try:
            return self._without_placeholders(self._documents(file))
        except EngineError as e:
            return e.findings

    def of_plain(self, document: Document) -> Sequence[Finding]:
        """Return the findings about plain data values."""
        return self._without_placeholders([as_overlay(self._placed(document))])

    def of_documents(self, documents: Sequence[Document], unknown: Sequence[Path] = ()) -> Sequence[Finding]:
        """Return the findings about documents.

        Rules about the values at the paths `unknown`, and around them, do not count.
        """
        checked = check_or_fail(self.schema, documents)
        findings = checked.findings
        if self.schema.own_check is not None:
            is_whole = any(kind_of(document) for document in documents)
            own = without_known_defaults(findings, self.schema)
            findings = tuple(each for each in own if is_whole or self._is_set_here(each))
        if not any(each.stage == "validation" for each in findings):
            return findings
        lines = Lines(documents)
        excuses = _Excuses(self, documents, checked.value)
        return [
            lines.nearest(each)
            for each in findings
            if each.stage != "validation"
            or not (any(_concerns(each, path) for path in unknown) or excuses.has(each))
        ]

    def requires(self, path: Path | None) -> bool:
        """Return whether the values at a path have to be complete."""
        return self.complete and path is not None and self.part.holds(path)

    def _is_set_here(self, finding: Finding) -> bool:
        """Return whether a finding counts: other values can set missing keys, and what is around the part."""
        if finding.code not in (MISSING_KEY, INVALID_INSTANCE) or finding.path is None:
            return True
        if self.part.path and not self.part.holds(finding.path):
            return False
        if finding.code == INVALID_INSTANCE:
            return True
        return any(isinstance(step, int) for step in finding.path) or self.requires(finding.path)

    def _without_placeholders(self, documents: Sequence[Document]) -> Sequence[Finding]:
        type_ = self.schema.root.type
        unknown = [path for each in documents for path in _take_placeholders(each.value, type_, ROOT)]
        return self.of_documents(documents, unknown)

    def _documents(self, file: File) -> list[Document]:
        """Return the documents of a file, each put at its place.

        Raises:
            EngineError: the file cannot be read or evaluated, or holds a schema.
        """
        options = reading(self.schema, strict=self.options.strict)
        documents = read(file.source, options)
        if not any(code_of(documents)):
            return [as_overlay(self._placed(document)) for document in plain_documents(file, options)]
        evaluated = ytt.shown_documents(file, documents, [file], self.options, is_excerpt=True)
        return [self._placed(document) for document in evaluated or ()]

    def _placed(self, document: Document) -> Document:
        if not self.part.path:
            return document
        return overlay_at(self.part.part_of(document.value).path, document.value, document.span)


def _take_placeholders(value: Value, type_: ValueType | None, path: Path) -> Iterator[Path]:
    """Remove the placeholders from a value, and yield their paths."""
    if isinstance(value, Map):
        kept: list[MapItem] = []
        for item, declared in assign(value.items, type_) if type_ else ((item, None) for item in value.items):
            inner = path.key(item.key)
            is_known = declared is not None or type_ is None or "any" in type_.kinds
            if item.key in _ELLIPSIS or (is_known and _is_placeholder(item.value)):
                yield path if item.key in _ELLIPSIS else inner
            else:
                kept.append(item)
                yield from _take_placeholders(item.value, declared.type if declared else None, inner)
        value.items[:] = kept
    elif isinstance(value, Array):
        below = type_.item.type if type_ and type_.item else None
        for index, element in enumerate(value.items):
            if _is_placeholder(element.value):
                yield path.item(index)
            else:
                yield from _take_placeholders(element.value, below, path.item(index))
        value.items[:] = [element for element in value.items if not _is_placeholder(element.value)]


def _is_placeholder(value: Value) -> bool:
    return isinstance(value, str) and re.fullmatch(_PLACEHOLDER, value) is not None


def _concerns(finding: Finding, path: Path) -> bool:
    """Return whether a rule is about the value at a path, or about a value around or below it."""
    of_finding = finding.path
    return of_finding is not None and (of_finding.starts_with(path) or path.starts_with(of_finding))


_Key = tuple[Path | None, Param, Span | None]


def _key(finding: Finding) -> _Key:
    return finding.path, finding.fact("rule"), finding.place("by")


class _Excuses:
    """Broken rules about values that an excerpt leaves out, which it does not have to satisfy."""

    def __init__(self, check: ExcerptCheck, documents: Sequence[Document], value: Value) -> None:
        self._check = check
        self._schema = check.schema
        self._documents = documents
        self._types_by_path = {path: type(holder.value) for path, holder in holders(documents)}
        # The defaults alone, with the same maps turned on.
        bare = Document(_maps_only(value, check.part.path), self._schema.root.span)
        self._before = self._broken([as_overlay(bare)])

    def _broken(self, documents: Iterable[Document]) -> dict[_Key, Param]:
        """Return the rules that data values break, each with the value that breaks it."""
        findings = check_or_fail(self._schema, documents).findings
        return {_key(d): d.fact("found") for d in findings if d.stage == "validation"}

    def has(self, finding: Finding) -> bool:
        """Return whether a broken rule is due to values that the documents leave out."""
        path = finding.path
        before = None if self._check.requires(path) else self._before.get(_key(finding))
        if before is None or path not in self._types_by_path:
            return before is not None
        return self._types_by_path[path] is Map and (
            before == finding.fact("found") or self._can_be_satisfied(finding, path)
        )

    def _can_be_satisfied(self, finding: Finding, path: Path) -> bool:
        """Return whether a rule of a map holds once its required keys are set, as far as is known."""
        if (part := part_at(self._schema.root, path)) is None or ANY_ITEM in part.path:
            return True  # the rule of an item that only leads to the values of the documents
        assert part.field is not None
        least = as_overlay(overlay_at(part.path, minimal_map(part.field), part.field.span))
        key = _key(finding)
        broken = self._broken([least, *self._documents])
        return key not in broken or key in self._broken([least])


def _maps_only(value: Value, steps: Sequence[Step]) -> Map:
    """Return the maps of a value, and the arrays on the way to the value at `steps`."""
    items: list[MapItem] = []
    for item in value.items if isinstance(value, Map) else ():
        below = steps[1:] if steps[:1] == ROOT.key(item.key) else ()
        if isinstance(item.value, Map):
            items.append(MapItem(item.key, _maps_only(item.value, below), item.span))
        elif isinstance(item.value, Array) and len(below) > 1 and below[0] is ANY_ITEM:
            elements = [ArrayItem(_maps_only(e.value, below[1:]), e.span) for e in item.value.items]
            items.append(MapItem(item.key, Array(elements, item.span), item.span))
    return Map(items, value.span if isinstance(value, Map) else _NOWHERE)


_NOWHERE = Span(Source("", ""), 1)


BLOCK = phrase("block")
SAMPLE = phrase("sample")
_FACTS = ("message", "rule", "found", "expected")


def expect_invalid(
    findings: Sequence[Finding], reason: str, span: Span, what: Phrase = BLOCK
) -> tuple[Finding, ...]:
    """Return what is wrong with data values that are declared invalid; nothing if they are, for that reason.

    Args:
        findings: of checking them.
        reason: text that must appear, in any case, in the English path, message, rule, found or expected of a
            finding; empty if any error will do. The author writes it to show that the values are refused
            for the reason that the page explains.
        span: where they are declared invalid.
        what: what the values are.
    """
    errors = [finding for finding in findings if finding.severity == "error"]
    if any(_mentions(finding, reason) for finding in (findings if reason else errors)):
        return ()
    violation = phrase("a violation with the text {reason}", reason=Verbatim(written(reason)))
    expected = violation if reason else phrase("a violation")
    code = INVALID_FOR_ANOTHER_REASON if errors else INVALID_IS_VALID
    found = Listing(tuple(map(_summary, errors))) if errors else None
    related = tuple((phrase("the violation"), each.span) for each in errors if each.span is not None)
    return (finding(code, span, related=related, what=what, found=found, expected=expected),)


def _mentions(finding: Finding, text: str) -> bool:
    """Return whether a text is in what readers see of a finding."""
    facts = (finding.path_text, *(ENGLISH.text(finding.fact(name)) for name in _FACTS))
    return any(text.casefold() in fact.casefold() for fact in facts)


def _summary(finding: Finding) -> Param:
    """Return the path, the message and the reason of a finding in one line."""
    path, summary = finding.path_text, finding.fact("message")
    if reason := finding.fact("rule") or finding.fact("found"):
        summary = phrase("{message}: {reason}", message=summary, reason=reason)
    return phrase("{path}: {summary}", path=path, summary=summary) if path else summary
