"""Findings that authors accept in the source, by a comment that says why.

    #! yschema: accept undocumented, titles: the name says it all
    replicas: 1

Such a comment stands on the line of what it accepts, or among the comments and annotations directly above.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from yschema_engine.doccheck.markdown_comments import markdown_comments
from yschema_engine.frontends.ytt.files.inputs import File
from yschema_engine.frontends.ytt.files.load import Schema
from yschema_engine.frontends.ytt.starlark.scanner import Scanner
from yschema_engine.frontends.ytt.yaml import read
from yschema_engine.model.findings import KINDS, EngineError, Finding, Kind, legacy_finding
from yschema_engine.nodes import walk
from yschema_engine.source import Source, Span

_SAID = re.compile(r"!?\s*yschema:\s*(?P<word>[\w-]+)(?P<rest>.*)", re.DOTALL)
_WORD = "accept"
_FORM = "yschema: accept KIND: REASON"
# What stops the search for more findings in a file once there is one: others may come when that is gone.
_STOPPING: tuple[Kind, ...] = ("samples", "snippets")


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A kind of finding that is accepted on some lines.

    Attributes:
        kind: of the findings.
        reason: why they are accepted.
        span: the line of the comment.
        lines: those on which it accepts them.
    """

    kind: Kind
    reason: str
    span: Span
    lines: range


@dataclass(frozen=True, slots=True)
class Comments:
    """What the comments of a source accept.

    Attributes:
        acceptances: in order.
        problems: warnings of those that cannot be understood.
    """

    acceptances: tuple[Acceptance, ...] = ()
    problems: tuple[Finding, ...] = ()


class Accepted:
    """Tells accepted findings from others, and knows which comments have accepted none."""

    def __init__(self) -> None:
        self._by_place: dict[tuple[Kind, str, int], list[Acceptance]] = {}
        self._idle: dict[Acceptance, None] = {}
        self._used: set[Acceptance] = set()
        self._stopped: set[tuple[Kind, str]] = set()

    def add(self, acceptances: Iterable[Acceptance]) -> None:
        """Takes in what comments accept; twice the same is once."""
        for acceptance in acceptances:
            if acceptance not in self._used and acceptance not in self._idle:
                self._idle[acceptance] = None
                for line in acceptance.lines:
                    key = (acceptance.kind, acceptance.span.file, line)
                    self._by_place.setdefault(key, []).append(acceptance)

    def without(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that nobody accepts."""
        return [finding for finding in findings if not self._accepts(finding)]

    def idle(self, kinds: Collection[Kind]) -> list[Finding]:
        """Warnings of comments that have accepted nothing so far.

        Args:
            kinds: those that have been looked for.
        """
        idle = [a for a in self._idle if a.kind in kinds and (a.kind, a.span.file) not in self._stopped]
        return [_accepts_nothing(acceptance) for acceptance in idle]

    def _accepts(self, finding: Finding) -> bool:
        kind, at = finding.kind, finding.at
        if kind is None or at is None:
            return False
        found = self._by_place.get((kind, at.file, at.line), [])
        for acceptance in found:
            self._used.add(acceptance)
            self._idle.pop(acceptance, None)
        if not found and kind in _STOPPING:
            self._stopped.add((kind, at.file))
        return bool(found)


def without_accepted(schema: Schema, files: Sequence[File], kinds: Collection[Kind]) -> Schema:
    """A schema without the findings that comments in its files accept; with warnings of those comments.

    Args:
        schema: as loaded.
        files: of the schema.
        kinds: the kinds of findings that have been looked for.
    """
    comments = [in_file(file) for file in files]
    accepted = Accepted()
    accepted.add(acceptance for of_file in comments for acceptance in of_file.acceptances)
    warnings = accepted.without(schema.warnings)
    schema = replace(
        schema,
        wrong_examples=tuple(accepted.without(schema.wrong_examples)),
        not_portable=tuple(accepted.without(schema.not_portable)),
    )
    misunderstood = (problem for of_file in comments for problem in of_file.problems)
    return replace(schema, warnings=(*warnings, *misunderstood, *accepted.idle(kinds)))


def in_file(file: File) -> Comments:
    """What the comments of an input accept: of a YAML or a Starlark file."""
    if b"yschema:" not in file.data:
        return Comments()
    if file.path.endswith(".star"):
        return in_starlark(file.source)
    return in_yaml(file.source) if file.path.endswith((".yml", ".yaml")) else Comments()


def in_yaml(source: Source) -> Comments:
    """What the comments of a YAML file accept; nothing where it is no YAML."""
    if "yschema:" not in source.text:
        return Comments()
    try:
        documents = read(source)
    except EngineError:
        return Comments()
    holders = (holder for document in documents.documents for holder in walk(document))
    found = [*(comment for holder in holders for comment in holder.comments), *documents.trailing]
    return _of_code(source, {comment.line: comment.text for comment in found})


def in_starlark(source: Source) -> Comments:
    """What the comments of a Starlark file accept."""
    return _of_code(source, dict(_starlark_comments(source)))


def _starlark_comments(source: Source) -> Iterator[tuple[int, str]]:
    scanner = Scanner()
    for number, line in enumerate(source.lines, 1):
        scanner.line(line)
        if scanner.comment is not None:
            yield number, scanner.comment


def in_markdown(source: Source) -> Comments:
    """What the comments of a Markdown file accept, `<!-- yschema: accept KIND: REASON -->`.

    One that is alone on its line is about the block below: a fenced block, a paragraph, a directive; one
    beside text is about its line. Those in fenced blocks and in code are text.
    """
    return _comments(source, markdown_comments(source.lines)) if "yschema:" in source.text else Comments()


def _of_code(source: Source, comments: Mapping[int, str]) -> Comments:
    """What the comments of a file accept, by line: with the block of lines that hold nothing else."""
    alone = {number for number in comments if source.line(number).lstrip().startswith("#")}

    def lines(number: int) -> range:
        start = end = number
        while start - 1 in alone:
            start -= 1
        while end in alone:
            end += 1
        return range(start, end + 1)

    said = ((text, number, lines(number)) for number, text in sorted(comments.items()))
    return _comments(source, said)


def _comments(source: Source, said: Iterable[tuple[str, int, range]]) -> Comments:
    """What comments accept.

    Args:
        source: where they stand.
        said: the text of each, its line, and the lines that it is about.
    """
    read = [one for text, number, lines in said for one in _understood(text, Span(source, number), lines)]
    return Comments(
        tuple(one for one in read if isinstance(one, Acceptance)),
        tuple(one for one in read if isinstance(one, Finding)),
    )


def _understood(text: str, span: Span, lines: range) -> Iterator[Acceptance | Finding]:
    """What one comment accepts, and what is wrong with it; nothing for a comment of another kind."""
    said = _SAID.match(text)
    if said is None:
        return
    names, _, reason = (part.strip() for part in said["rest"].partition(":"))
    kinds = [name.strip() for name in names.split(",")]
    if said["word"] != _WORD:
        if kinds[0] in KINDS:  # else it says something else
            yield _wrong(span, "this comment accepts nothing", said["word"], _FORM)
        return
    if not reason:
        yield _wrong(span, "nothing is accepted without a reason", text.strip(" !"), _FORM)
    for name in kinds:
        kind = next((kind for kind in KINDS if kind == name), None)
        if kind is None:
            near = get_close_matches(name, KINDS, 1)
            hint = f"did you mean {near[0]}?" if near else ""
            what = (
                f"there is no kind of findings {name!r}" if name else "this comment names no kind of findings"
            )
            yield _wrong(span, what, name, f"one of {', '.join(KINDS)}", hint)
        elif reason:
            yield Acceptance(kind, reason, span, lines)


def _wrong(at: Span, message: str, found: str, expected: str, hint: str = "") -> Finding:
    return legacy_finding(message, "usage", at, found, expected, hint=hint, severity="warning")


def _accepts_nothing(acceptance: Acceptance) -> Finding:
    return legacy_finding(
        "this comment accepts nothing",
        "usage",
        acceptance.span,
        found=f"no finding of the kind {acceptance.kind!r}",
        hint="take the comment away; it accepts what is on its own line, or directly below it",
        severity="warning",
    )
