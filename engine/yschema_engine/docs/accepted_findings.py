"""Findings that authors accept with a comment that gives a reason.

    #! yschema: accept undocumented, titles: the name is clear
    replicas: 1

The comment is on the line of what it accepts, or among the comments and annotations directly above it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from yschema_engine.evaluate.starlark.scanner import Scanner
from yschema_engine.read.inputs import File
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import KINDS, EngineError, Finding, Kind, UsageError, finding, usage_warning
from yschema_engine.text.nodes import DocumentSet, Holder, Map
from yschema_engine.text.phrases import Listing, Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.text.suggestions import did_you_mean
from yschema_engine.yaml.read import read

ACCEPT_WITHOUT_KIND = usage_warning(
    "accept-without-kind", "this comment names no kind of finding", expected="one of {kinds}"
)
ACCEPT_UNKNOWN_KIND = usage_warning(
    "accept-unknown-kind", "unknown kind of finding", expected="one of {kinds}"
)
ACCEPT_WITHOUT_REASON = usage_warning(
    "accept-without-reason", "a comment that accepts findings needs a reason", expected="{form}"
)
ACCEPT_MISSPELT = usage_warning("accept-misspelt", "this comment accepts nothing", expected="{form}")
ACCEPT_UNUSED = usage_warning(
    "accept-unused",
    "this comment accepts nothing",
    found="no finding of the kind {kind}",
    hint="remove the comment; it covers its own line, or the lines directly below it",
)


_COMMENT = r"(?s)[!#]*\s*yschema:\s*(?P<word>[\w-]+)(?P<rest>.*)"
_WORD = "accept"
_ARCHIVES = (".tgz", ".gz")
_HIDE = "hide"
_FORM = Verbatim("yschema: accept KIND: REASON")
_KINDS = Listing(tuple(map(Verbatim, KINDS)))
# A finding of these kinds ends the search in its file: further ones may come once it is fixed.
_ENDING_KINDS: tuple[Kind, ...] = ("samples", "blocks")


@dataclass(frozen=True, slots=True)
class Suppression:
    """A kind of finding that is accepted on some lines.

    Attributes:
        kind: of the findings.
        reason: why they are accepted.
        span: of the comment.
        lines: the lines on which it accepts them.
    """

    kind: Kind
    reason: str
    span: Span
    lines: range


@dataclass(frozen=True, slots=True)
class SuppressionComments:
    """The suppressions in the comments of a source, and the findings about them.

    Attributes:
        suppressions: in order.
        findings: warnings about comments that cannot be understood.
        hidden: the files, lines and columns of fields that comments hide; the column is 0 for all on a line.
    """

    suppressions: tuple[Suppression, ...] = ()
    findings: tuple[Finding, ...] = ()
    hidden: tuple[tuple[str, int, int], ...] = ()


class Suppressions:
    """The suppressions of a run, and which of them have accepted a finding."""

    def __init__(self, suppressions: Iterable[Suppression] = ()) -> None:
        self._by_place: dict[tuple[Kind, str, int], list[Suppression]] = {}
        self._is_used: dict[Suppression, bool] = {}
        self._unfinished: set[tuple[Kind, str]] = set()
        self.add(suppressions)

    def add(self, suppressions: Iterable[Suppression]) -> None:
        """Take in suppressions; the same one twice counts once."""
        for suppression in suppressions:
            if suppression not in self._is_used:
                self._is_used[suppression] = False
                for line in suppression.lines:
                    key = (suppression.kind, suppression.span.file, line)
                    self._by_place.setdefault(key, []).append(suppression)

    def filter(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings that no comment accepts."""
        return [finding for finding in findings if not self._accepts(finding)]

    def unused(self, kinds: Collection[Kind]) -> list[Finding]:
        """Return a warning about each comment that has accepted nothing so far.

        Args:
            kinds: the kinds that have been looked for.
        """
        unused = (each for each, is_used in self._is_used.items() if not is_used and each.kind in kinds)
        return [
            finding(ACCEPT_UNUSED, each.span, kind=Verbatim(each.kind))
            for each in unused
            if (each.kind, each.span.file) not in self._unfinished
        ]

    def _accepts(self, candidate: Finding) -> bool:
        kind, span = candidate.kind, candidate.span
        if kind is None or span is None:
            return False
        accepting = self._by_place.get((kind, span.file, span.line), [])
        self._is_used.update(dict.fromkeys(accepting, True))
        if not accepting and kind in _ENDING_KINDS:
            self._unfinished.add((kind, span.file))
        return bool(accepting)


def in_file(file: File) -> SuppressionComments:
    """Return the findings accepted by comments of an input file; empty for other languages.

    Those of an archive are the comments of the files in it.
    """
    if file.path.endswith(_ARCHIVES):
        from yschema_engine.read.helm.chart import Budget, is_archive, unpack  # noqa: PLC0415  takes time

        with suppress(UsageError):  # which loading the archive reports
            return _together(map(in_file, unpack(file, Budget()) if is_archive(file) else ()))
    if b"yschema:" not in file.data:
        return SuppressionComments()
    if file.path.endswith(".star"):
        return in_starlark(file.source)
    if file.path.endswith((".yml", ".yaml")):
        return in_yaml(file.source)
    if file.path.endswith(".json"):
        return in_json_schema(file.source)
    return SuppressionComments()


def _together(parts: Iterable[SuppressionComments]) -> SuppressionComments:
    known = [part for part in parts if part != SuppressionComments()]
    return SuppressionComments(
        tuple(each for part in known for each in part.suppressions),
        tuple(each for part in known for each in part.findings),
        tuple(each for part in known for each in part.hidden),
    )


def in_yaml(source: Source) -> SuppressionComments:
    """Return the findings accepted by comments of a YAML file; empty if it is not valid YAML."""
    if "yschema:" not in source.text:
        return SuppressionComments()
    documents, holders = _nodes(source)
    comments = [*(comment for holder in holders for comment in holder.comments), *documents.trailing]
    return _in_code(source, {comment.line: comment.text for comment in comments})


def in_json_schema(source: Source) -> SuppressionComments:
    """Return the findings accepted by `$comment` keywords, from the line of their object on."""
    found = [
        (item.value, item.value_span.line, holder.span)
        for holder in _nodes(source)[1]
        for item in (holder.value.items if isinstance(holder.value, Map) else ())
        if item.key == "$comment" and isinstance(item.value, str)
    ]
    comments = in_comments(source, ((text, line, range(at.line, line + 1)) for text, line, at in found))
    hidden = tuple((at.file, at.line, at.column) for text, _, at in found if _hides(text))
    return replace(comments, hidden=hidden)


def _nodes(source: Source) -> tuple[DocumentSet, Iterator[Holder]]:
    """Return the documents of a file, and all nodes in them; none if it is not valid YAML."""
    documents = DocumentSet([])
    with suppress(EngineError):
        documents = read(source)
    return documents, documents.walk()


def in_starlark(source: Source) -> SuppressionComments:
    """Return the findings accepted by comments of a Starlark file."""
    scanner = Scanner()
    comments: dict[int, str] = {}
    for number, line in enumerate(source.lines, 1):
        scanner.line(line)
        if scanner.comment is not None:
            comments[number] = scanner.comment
    return _in_code(source, comments)


def _in_code(source: Source, comments: Mapping[int, str]) -> SuppressionComments:
    """Read the comments of a file, by line; each covers the block of comment lines around it."""
    comment_lines = {number for number in comments if source.line(number).lstrip().startswith("#")}

    def covered(number: int) -> range:
        start = end = number
        while start - 1 in comment_lines:
            start -= 1
        while end in comment_lines:
            end += 1
        return range(start, end + 1)

    return in_comments(source, ((text, number, covered(number)) for number, text in sorted(comments.items())))


def in_comments(source: Source, comments: Iterable[tuple[str, int, range]]) -> SuppressionComments:
    """Return the findings accepted by comments.

    Args:
        source: the file that holds them.
        comments: the text of each, its line, and the lines that it covers.
    """
    results: list[Suppression | Finding] = []
    hidden: list[tuple[str, int, int]] = []
    for text, line, covered in comments:
        if _hides(text):
            hidden += ((source.name, number, 0) for number in covered)
        else:
            results += _read(text, _span(source, line, text), covered)
    suppressions = tuple(each for each in results if isinstance(each, Suppression))
    findings = tuple(each for each in results if isinstance(each, Finding))
    return SuppressionComments(suppressions, findings, tuple(hidden))


def _span(source: Source, number: int, text: str) -> Span:
    """Return the span of a comment's text in its first line."""
    content = text.strip().lstrip("!#").strip().split("\n")[0].rstrip()
    column = source.line(number).rfind(content) + 1
    return Span(source, number, column, column + len(content)) if column else Span(source, number)


def _hides(text: str) -> bool:
    match = re.match(_COMMENT, text)
    return match is not None and match["word"] == _HIDE and not match["rest"].strip()


def _read(text: str, span: Span, covered: range) -> Iterator[Suppression | Finding]:
    """Return the findings that a comment accepts, and those about it; empty for other comments."""
    match = re.match(_COMMENT, text)
    if match is None:
        return
    names, _, reason = (part.strip() for part in match["rest"].partition(":"))
    kinds = [name.strip() for name in names.split(",")]
    if match["word"] != _WORD:
        if kinds[0] in KINDS:  # otherwise it is not about findings
            yield finding(ACCEPT_MISSPELT, span, found=Verbatim(match["word"]), form=_FORM)
        return
    if not reason:
        yield finding(ACCEPT_WITHOUT_REASON, span, found=Verbatim(text.strip(" !")), form=_FORM)
    for name in kinds:
        kind = next((kind for kind in KINDS if kind == name), None)
        if kind is None:
            yield _unknown_kind(name, span)
        elif reason:
            yield Suppression(kind, reason, span, covered)


def _unknown_kind(name: str, span: Span) -> Finding:
    if not name:
        return finding(ACCEPT_WITHOUT_KIND, span, kinds=_KINDS)
    hint, span = did_you_mean(name, KINDS), span.narrowed_to(name, span.column)
    return finding(ACCEPT_UNKNOWN_KIND, span, found=Verbatim(name), kinds=_KINDS, hint=hint)
