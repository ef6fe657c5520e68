"""Drawing findings: as text, as JSON lines, as GitHub annotations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import partial

from yschema_engine.model.findings import ErrorFormat, Finding
from yschema_engine.model.phrases import ENGLISH
from yschema_engine.outputs.findings.facts import facts
from yschema_engine.source import Span

_RED, _YELLOW, _BLUE, _BOLD, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[1m", "\x1b[0m"


def draw(
    findings: Iterable[Finding],
    error_format: ErrorFormat = "text",
    *,
    colour: bool = False,
    kinds: bool = False,
    place: Callable[[str], str] = str,
) -> str:
    """The findings in one of the three forms, with a final line end (nothing for none).

    Args:
        findings: what to draw, in order.
        error_format: blocks of text for people, JSON objects or GitHub annotations, one a line.
        colour: whether the text goes to a terminal that shows colours.
        kinds: whether the text tells the kinds of findings, for those who can choose how severe these are.
        place: the path for GitHub of a file that reports name.
    """
    if error_format == "text":
        return "\n".join(_Text(colour=colour, kinds=kinds).block(d) for d in findings)
    one_line = _json if error_format == "json" else partial(_github, place=place)
    return "".join(f"{one_line(d)}\n" for d in findings)


def as_text(findings: Iterable[Finding], *, kinds: bool = False) -> str:
    """The findings for people, one block each; as `draw`."""
    return draw(findings, kinds=kinds)


class _Text:
    def __init__(self, *, colour: bool, kinds: bool) -> None:
        self._colour = colour
        self._kinds = kinds

    def block(self, d: Finding) -> str:
        """The facts of one finding, one a line."""
        where = self._paint(f"{d.at}: ", _BOLD) if d.at else ""
        severity = self._paint(f"{d.severity}:", _RED if d.severity == "error" else _YELLOW)
        about = f"{d.path_text}: " if d.path_text else ""
        lines = [f"{where}{severity} {about}{d.message}"]
        if d.at:
            lines += self._excerpt(d.at, d)
        lines += [self._fact(ENGLISH.text(name), ENGLISH.text(fact)) for name, fact in facts(d)]
        for words, span in d.related:
            lines += [f"  {words}: {span}", *self._excerpt(span)]
        if d.hint:
            lines.append(self._fact("hint", d.hint))
        if d.kind and self._kinds:
            lines.append(self._fact("kind", d.kind))
        return "\n".join(lines) + "\n"

    def _fact(self, name: str, text: str) -> str:
        return f"  {self._paint(f'{name}:'.ljust(10), _BOLD)}{_printable(text)}"

    def _excerpt(self, span: Span, finding: Finding | None = None) -> list[str]:
        text = _printable(span.text.strip())
        if not text:
            return []
        lines = [f"  {self._paint(f'{span.line:>5} |', _BLUE)} {text}"]
        if finding is None:
            return lines
        start, length = _marked(text, finding)
        if length:
            marks = self._paint("^" * length, _RED if finding.severity == "error" else _YELLOW)
            lines.append(f"  {self._paint('      |', _BLUE)} {' ' * start}{marks}")
        return lines

    def _paint(self, text: str, colour: str) -> str:
        return f"{colour}{text}{_PLAIN}" if self._colour else text


_ITEM = re.compile(r"(?:-\s+)*(?P<key>\"[^\"]*\"|'[^']*'|[^\s:#][^:#]*?)\s*:(?:\s+(?P<value>.*))?\Z")
_COMMENT = re.compile(r"\s#.*\Z")


def _marked(text: str, finding: Finding) -> tuple[int, int]:
    """The part of a source line that a finding of a data value is about: its start and its length."""
    path = finding.path_text
    if finding.stage not in ("values", "overlay", "validation") or not path:
        return 0, 0
    item = _ITEM.match(text)
    if item is None or path.endswith("]"):
        value = re.match(r"-\s+(.*)", text)
        return (value.start(1), len(_COMMENT.sub("", value[1]))) if value else (0, 0)
    key, written = item["key"], _COMMENT.sub("", item["value"] or "")
    if key.strip("\"'") != path.rpartition(".")[2]:
        return 0, 0
    if not written or written.startswith(("#", "&", "*", "|", ">")) or finding.found == key.strip("\"'"):
        return item.start("key"), len(key)
    return item.start("value"), len(written)


def _printable(text: str) -> str:
    """Control characters would reach the terminal as commands."""
    return "".join(c if c.isprintable() or c == "\t" else repr(c)[1:-1] for c in text)


def _json(finding: Finding) -> str:
    d = finding
    facts = {
        "code": d.code.name,
        "severity": d.severity,
        "stage": d.stage,
        "kind": d.kind,
        "message": d.message,
        "path": d.path_text,
        "file": d.at.file if d.at else "",
        "line": d.at.line if d.at else None,
        "found": d.found,
        "expected": d.expected,
        "declared": str(d.declared or ""),
        "rule": d.rule,
        "by": str(d.by or ""),
        "hint": d.hint,
    }
    return json.dumps(
        {key: value for key, value in facts.items() if value not in ("", None)}, ensure_ascii=False
    )


def _github(d: Finding, *, place: Callable[[str], str]) -> str:
    at = f" file={_property(place(d.at.file))},line={d.at.line}," if d.at else " "
    title = _property(f"{d.path_text}: {d.message}" if d.path_text else d.message)
    facts = [
        f"{name}: {text}"
        for name, text in (("found", d.found), ("expected", d.expected), ("rule", d.rule))
        if text
    ]
    message = "; ".join([*facts, *([d.hint] if d.hint else [])]) or d.message
    return f"::{d.severity}{at}title={title}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
