"""Drawing findings: as text, one line each, as JSON lines, as GitHub annotations, as reports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import get_args

from yschema_engine.outputs.findings.excerpt import excerpt
from yschema_engine.outputs.findings.facts import english, facts
from yschema_engine.outputs.findings.json import as_json_line
from yschema_engine.outputs.findings.summary import details, summary, title
from yschema_engine.text.findings import REPORT_FORMATS, ErrorFormat, Finding, Severity
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.printable import printable, printable_lines, without_commands
from yschema_engine.text.source import Span

_CONTINUATION = " " * 4
_RED, _YELLOW, _BLUE, _BOLD, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[1m", "\x1b[0m"


def draw(
    findings: Iterable[Finding],
    error_format: ErrorFormat = "text",
    *,
    colour: bool = False,
    kinds: bool = False,
    place: Callable[[str], str] = str,
) -> str:
    """Return the findings in one of the forms, with a final line end (nothing for none).

    Args:
        findings: what to draw, in order.
        error_format: blocks of text or lines for people, JSON objects or GitHub annotations, one a line;
            or a report, which is a whole document.
        colour: whether the text goes to a terminal that shows colours.
        kinds: whether the text tells the kinds of findings, for those who can choose how severe these are.
        place: the path, for forges, of a file that findings name.
    """
    if error_format in REPORT_FORMATS:
        return _report(list(findings), error_format, place)
    if error_format == "text":
        text = "\n".join(_Text(colour=colour, kinds=kinds).block(d) for d in findings)
        return without_commands(text)
    forms: Mapping[str, Callable[[Finding], str]] = {
        "json": as_json_line,
        "concise": _concise,
        "github": partial(_github, place=place),
    }
    one_line = forms[error_format]
    return "".join(f"{one_line(d)}\n" for d in findings)


def _report(findings: Sequence[Finding], form: str, place: Callable[[str], str]) -> str:
    """Return a report; each is imported when it is needed."""
    if form == "sarif":
        from yschema_engine.outputs.findings.sarif import as_sarif  # noqa: PLC0415

        return as_sarif(findings, place)
    if form == "gitlab":
        from yschema_engine.outputs.findings.gitlab import as_gitlab  # noqa: PLC0415

        return as_gitlab(findings, place)
    from yschema_engine.outputs.findings.junit import as_junit  # noqa: PLC0415

    return as_junit(findings, _Text(colour=False, kinds=False).block, place)


def total(findings: Iterable[Finding]) -> str:
    """Return the number of findings in a sentence: `12 errors, 3 warnings in 4 files`."""
    counted = list(findings)
    severities = Counter(finding.severity for finding in counted)
    numbers = [_number(severities[name], name) for name in get_args(Severity) if severities[name]]
    files = {finding.span.file for finding in counted if finding.span is not None}
    return ", ".join(numbers) + (f" in {_number(len(files), 'file')}" if files else "")


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def as_text(findings: Iterable[Finding], *, kinds: bool = False, severity: bool = True) -> str:
    """Return the findings for people, one block each.

    Args:
        findings: what to draw, in order.
        kinds: whether the text tells the kinds of findings.
        severity: whether it tells how severe each is.
    """
    text = "\n".join(_Text(colour=False, kinds=kinds, severity=severity).block(d) for d in findings)
    return without_commands(text)


class _Text:
    def __init__(self, *, colour: bool, kinds: bool, severity: bool = True) -> None:
        self._severity = severity
        self._colour = colour
        self._kinds = kinds

    def block(self, d: Finding) -> str:
        """Return the facts of one finding, one a line."""
        where = self._paint(f"{printable(_place(d.span))}: ", _BOLD) if d.span else ""
        severity = self._paint(f"{d.severity}:", _RED if d.severity == "error" else _YELLOW) + " "
        about = f"{printable(d.path_text)}: " if d.path_text else ""
        message = printable_lines(english(d, "message"), _CONTINUATION)
        lines = [f"{where}{severity if self._severity else ''}{about}{message}"]
        if d.span:
            lines += self._excerpt(d.span, d)
        lines += [self._fact(ENGLISH.text(name), ENGLISH.text(fact)) for name, fact in facts(d)]
        for words, span in d.related:
            lines += [f"  {printable(f'{words}: {span}')}", *self._excerpt(span)]
        if hint := english(d, "hint"):
            lines.append(self._fact("hint", hint))
        if d.kind and self._kinds:
            lines.append(self._fact("kind", d.kind))
        return "\n".join(lines) + "\n"

    def _fact(self, name: str, text: str) -> str:
        return f"  {self._paint(f'{name}:'.ljust(10), _BOLD)}{printable(text)}"

    def _excerpt(self, span: Span, finding: Finding | None = None) -> list[str]:
        shown = excerpt(span)
        if shown is None:
            return []
        text = f"{shown.before}{shown.marked}{shown.after}"
        lines = [f"  {self._paint(f'{shown.line:>5} |', _BLUE)} {text}"]
        if finding is not None and shown.marked:
            padding = re.sub(r"[^\t]", " ", shown.before)
            marks = self._paint("^" * len(shown.marked), _RED if finding.severity == "error" else _YELLOW)
            lines.append(f"  {self._paint('      |', _BLUE)} {padding}{marks}")
        return lines

    def _paint(self, text: str, colour: str) -> str:
        return f"{colour}{text}{_PLAIN}" if self._colour else text


def _place(span: Span) -> str:
    return f"{span}:{span.column}" if span.column else str(span)


def _concise(d: Finding) -> str:
    where = f"{_place(d.span)}: " if d.span else ""
    return printable(f"{where}{d.severity}: {summary(d)} [{d.code.name}]")


def _github(d: Finding, *, place: Callable[[str], str]) -> str:
    at = f" file={_property(place(d.span.file))},{_range(d.span)}," if d.span else " "
    hint = english(d, "hint")
    more = [*details(d, ": "), *([hint] if hint else [])]
    return f"::{d.severity}{at}title={_property(title(d))}::{_escape('; '.join(more) or title(d))}"


def _range(span: Span) -> str:
    """Return the properties of an annotation for a span; both columns are inclusive."""
    if not span.column:
        return f"line={span.line}"
    start = f"line={span.line},col={span.column}"
    return f"{start},endLine={span.line},endColumn={span.end - 1}" if span.end > span.column else start


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
