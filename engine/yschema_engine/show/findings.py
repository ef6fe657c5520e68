"""Findings as text, concise lines, JSON and annotations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import get_args

from yschema_engine.release import DOCUMENTATION
from yschema_engine.show.annotations import json_place, json_text, place_text, workflow_command
from yschema_engine.show.language import OF_JSON
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import REPORT_FORMATS, Code, ErrorFormat, Finding, Severity
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, Words, phrase
from yschema_engine.text.printable import Printable, filled, joined, printable, printable_lines
from yschema_engine.text.size_limits import shortened
from yschema_engine.text.source import Span
from yschema_engine.yaml.scalars import NOT_YAML

_LONGEST = 200  # characters; the only line of minified JSON can have millions
_OF_JSON = ("json-schema-", "resource-")
"""What the names of codes of findings begin with that are about JSON Schemas and resources."""
_AROUND = 60  # characters on each side of the marked part of a longer line


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The line of a file that a finding is about, or the part of a long line around what is marked.

    Attributes:
        line: its number.
        before: its text up to the marked part.
        marked: the part that the finding is about; empty if that is the whole line.
        after: the rest.
    """

    line: int
    before: Printable
    marked: Printable
    after: Printable


def excerpt(span: Span | None, *, is_indented: bool = False) -> Excerpt | None:
    """Return the line of a span; None if the line is empty or unknown.

    Args:
        span: the span.
        is_indented: whether to keep the indentation.
    """
    if span is None or not span.text.strip():
        return None
    text = span.text.rstrip()
    start, end = span.marked or (len(text), len(text))
    before = text[:start]
    parts = before if is_indented else before.lstrip(), text[start:end], text[end:]
    return Excerpt(span.line, *map(printable, parts if len(text) <= _LONGEST else _shortened(*parts)))


def _shortened(before: str, marked: str, after: str) -> tuple[str, str, str]:
    if not marked:
        return shortened(before, _LONGEST), "", ""
    end_of_before = f"…{before[-_AROUND:]}" if len(before) > _AROUND else before
    return end_of_before, shortened(marked, _LONGEST), shortened(after, _AROUND)


def facts(finding: Finding) -> Iterator[tuple[Phrase, Param]]:
    """Yield what was found, what is expected, and the broken rule with its condition, but not the hint."""
    found, expected, rule = (finding.fact(name) for name in ("found", "expected", "rule"))
    declared, by = (_elsewhere(finding.place(name), finding.span) for name in ("declared", "by"))
    if found:
        yield phrase("found"), found
    if expected and declared:
        yield phrase("expected"), phrase("{fact} (declared at {place})", fact=expected, place=declared)
    elif expected:
        yield phrase("expected"), expected
    elif declared:
        yield phrase("declared"), str(finding.place("declared"))
    if rule:
        place = phrase("{fact} (given at {place})", fact=rule, place=by) if by else rule
        yield phrase("rule"), place
    if condition := finding.fact("when"):
        yield phrase("when"), condition


def _words(finding: Finding) -> Words:
    """Return the words of those who write what a finding is about."""
    return OF_JSON if finding.code.name.startswith(_OF_JSON) else ENGLISH


def english(finding: Finding, name: str) -> str:
    """Return a fact of a finding in English, shortened if it is long; empty if the finding lacks it.

    Args:
        finding: the finding.
        name: `message`, `found`, `expected`, `rule`, `when` or `hint`.
    """
    return shortened(_words(finding).text(finding.fact(name)))


def path_of(finding: Finding) -> str:
    """Return the path of a finding, whose keys are not too long."""
    return shortened(finding.path_text)


def _elsewhere(span: Span | None, here: Span | None) -> Param:
    """Return a place as it is named beside another one; `""` if it is the same, or not known."""
    if span is None or span == here:
        return ""
    if here is not None and here.file == span.file:
        return phrase("line {line}", line=str(span.line))
    return str(span)


def details(finding: Finding, separator: str) -> list[str]:
    """Return what was found and expected, and the broken rule, each after its name.

    Args:
        finding: what to describe.
        separator: between the name and the text.
    """
    texts = {name: english(finding, name) for name in ("found", "expected", "rule", "when")}
    return [f"{name}{separator}{text}" for name, text in texts.items() if text]


def title(finding: Finding) -> str:
    """Return the field and the message."""
    message = english(finding, "message")
    return f"{path_of(finding)}: {message}" if finding.path_text else message


def summary(finding: Finding) -> str:
    """Return the field, the message and the details: `port: the value breaks a rule (found 0; …)`."""
    more = "; ".join(details(finding, " "))
    return f"{title(finding)} ({more})" if more else title(finding)


def as_json_line(finding: Finding) -> Printable:
    """Return a finding as an object on one line, without the keys that have no value."""
    keys = {
        "code": finding.code.name,
        "severity": finding.severity,
        "stage": finding.stage,
        "kind": finding.kind,
        "message": english(finding, "message"),
        "path": path_of(finding),
        **json_place(finding.span),
        "found": english(finding, "found"),
        "expected": english(finding, "expected"),
        "declared": str(finding.place("declared") or ""),
        "rule": english(finding, "rule"),
        "by": str(finding.place("by") or ""),
        "when": english(finding, "when"),
        "hint": english(finding, "hint"),
        "related": [
            {"message": shortened(str(words)), **json_place(span)} for words, span in finding.related
        ],
        "help": help_address(finding.code),
    }
    return json_text({key: value for key, value in keys.items() if value not in ("", None, [])})


_CONTINUATION = " " * 4
_RED, _YELLOW, _BLUE, _BOLD, _PLAIN = map(
    Printable, ("\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[1m", "\x1b[0m")
)
_COLOURS: Mapping[Severity, Printable] = {"error": _RED, "warning": _YELLOW, "note": _BLUE}


def draw(
    findings: Iterable[Finding],
    error_format: ErrorFormat = "text",
    *,
    colour: bool = False,
) -> Printable:
    """Return the findings in one of the forms, with a final line end (nothing for none).

    Args:
        findings: what to draw, in order.
        error_format: blocks of text or lines for people, JSON objects or GitHub annotations, one a line;
            or a report, which is a whole document.
        colour: whether the text goes to a terminal that shows colours.
    """
    if error_format in REPORT_FORMATS:
        from yschema_engine.show.reports import REPORTS  # noqa: PLC0415  when it is needed

        return REPORTS[error_format](list(findings))
    if error_format == "text":
        return _Text(colour=colour).blocks(findings)
    forms: Mapping[str, Callable[[Finding], Printable]] = {
        "json": as_json_line,
        "concise": _concise,
        "github": _github,
    }
    one_line = forms[error_format]
    return Printable("".join(f"{one_line(finding)}\n" for finding in findings))


def total(findings: Iterable[Finding]) -> Printable:
    """Return the number of findings in a sentence: `12 errors, 3 warnings in 4 files`."""
    counted = list(findings)
    severities = Counter(finding.severity for finding in counted)
    numbers = [_number(severities[name], name) for name in get_args(Severity) if severities[name]]
    files = {finding.span.file for finding in counted if finding.span is not None}
    return printable(", ".join(numbers) + (f" in {_number(len(files), 'file')}" if files else ""))


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def as_text(findings: Iterable[Finding], *, kinds: bool = False, severity: bool = True) -> Printable:
    """Return the findings for people, one block each.

    Args:
        findings: the findings, in the order of the text.
        kinds: whether to add the kind of each finding, for readers who can set its severity.
        severity: whether each message begins with `error`, `warning` or `note`.
    """
    return _Text(kinds=kinds, severity=severity).blocks(findings)


@dataclass(frozen=True, slots=True)
class _Text:
    """How to write findings for people; the flags are as for `draw` and `as_text`."""

    colour: bool = False
    kinds: bool = False
    severity: bool = True

    def blocks(self, findings: Iterable[Finding]) -> Printable:
        """Return findings, one block each."""
        return joined(map(self.block, findings))

    def block(self, finding: Finding) -> Printable:
        """Return the facts of one finding, one a line."""
        message = printable_lines(english(finding, "message"), _CONTINUATION)
        if finding.path_text:
            message = filled("{}: {}", printable(path_of(finding)), message)
        if self.severity:
            severity = self._paint(printable(f"{finding.severity}:"), _COLOURS[finding.severity])
            message = filled("{} {}", severity, message)
        if finding.span:
            where = self._paint(printable(f"{place_text(finding.span)}: "), _BOLD)
            message = filled("{}{}", where, message)
        lines = [message]
        if finding.span:
            lines += self._excerpt(finding.span, finding)
        lines += [
            self._fact(ENGLISH.text(name), shortened(_words(finding).text(fact)))
            for name, fact in facts(finding)
        ]
        for words, span in finding.related:
            about = printable(f"  {shortened(str(words))}: {span}")
            lines += [about, *self._excerpt(span, finding, is_marked=False)]
        if hint := english(finding, "hint"):
            lines.append(self._fact("hint", hint))
        if finding.kind and self.kinds:
            lines.append(self._fact("kind", finding.kind))
        return Printable("".join(f"{line}\n" for line in lines))

    def _fact(self, name: str, text: str) -> Printable:
        return filled("  {}{}", self._paint(printable(f"{name}:".ljust(10)), _BOLD), printable(text))

    def _excerpt(self, span: Span, finding: Finding, *, is_marked: bool = True) -> list[Printable]:
        shown = excerpt(span, is_indented=finding.code == NOT_YAML)
        if shown is None:
            return []
        number = self._paint(printable(f"{shown.line:>5} |"), _BLUE)
        lines = [filled("  {} {}{}{}", number, shown.before, shown.marked, shown.after)]
        if is_marked and shown.marked:
            padding = printable(re.sub(r"[^\t]", " ", shown.before))
            marks = self._paint(printable("^" * len(shown.marked)), _COLOURS[finding.severity])
            lines.append(filled("  {} {}{}", self._paint(printable("      |"), _BLUE), padding, marks))
        return lines

    def _paint(self, text: Printable, colour: Printable) -> Printable:
        return filled("{}{}{}", colour, text, _PLAIN) if self.colour else text


def block(finding: Finding) -> Printable:
    """Return the facts of one finding, one a line."""
    return _Text().block(finding)


def _concise(finding: Finding) -> Printable:
    where = f"{place_text(finding.span)}: " if finding.span else ""
    return printable(f"{where}{finding.severity}: {summary(finding)} [{finding.code.name}]")


def _github(finding: Finding) -> Printable:
    hint = english(finding, "hint")
    more = [*details(finding, ": "), *([hint] if hint else [])]
    return workflow_command(finding.severity, finding.span, title(finding), "; ".join(more))


def help_address(code: Code) -> str:
    """Return the address of the page that explains a code."""
    return f"{DOCUMENTATION}/{code.page or f'findings/{code.name}/'}"
