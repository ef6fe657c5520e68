"""Drawing diagnostics: as text, as JSON lines, as GitHub annotations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Literal

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.source import Position

ErrorFormat = Literal["text", "json", "github"]


def draw(diagnostics: Iterable[Diagnostic], error_format: ErrorFormat = "text") -> str:
    """The diagnostics in one of the three forms, with a final line end (nothing for none)."""
    drawn = [_FORMS[error_format](d) for d in diagnostics]
    return "".join(f"{text}\n" for text in drawn) if error_format != "text" else "\n".join(drawn)


def as_text(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics for people, one block each."""
    return draw(diagnostics)


def _text(diagnostic: Diagnostic) -> str:
    d = diagnostic
    where = f"{d.at}: " if d.at else ""
    about = f"{d.path}: " if d.path else ""
    lines = [f"{where}{d.severity}: {about}{d.message}"]
    if d.at:
        lines += _excerpt(d.at)
    facts = (
        ("found", d.found),
        ("expected", _with_line(d.expected, d.declared, d.at, "declared at")),
        ("rule", _with_line(d.rule, d.by, d.at, "given at")),
    )
    lines += [f"  {name + ':':<10}{_printable(text)}" for name, text in facts if text]
    for words, position in d.related:
        lines += [f"  {words}: {position}", *_excerpt(position)]
    if d.hint:
        lines.append(f"  {'hint:':<10}{d.hint}")
    return "\n".join(lines) + "\n"


def _excerpt(position: Position) -> list[str]:
    text = _printable(position.text.strip())
    return [f"  {position.line:>5} | {text}"] if text else []


def _printable(text: str) -> str:
    """Control characters would reach the terminal as commands."""
    return "".join(c if c.isprintable() or c == "\t" else repr(c)[1:-1] for c in text)


def _with_line(text: str, line: Position | None, at: Position | None, words: str) -> str:
    if line is None or line == at:
        return text
    place = f"line {line.line}" if at is not None and at.file == line.file else str(line)
    return f"{text} ({words} {place})" if text else f"({words} {place})"


def _json(diagnostic: Diagnostic) -> str:
    d = diagnostic
    facts = {
        "severity": d.severity,
        "stage": d.stage,
        "message": d.message,
        "path": d.path,
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


def _github(diagnostic: Diagnostic) -> str:
    d = diagnostic
    place = f" file={_property(d.at.file)},line={d.at.line}," if d.at else " "
    title = _property(f"{d.path}: {d.message}" if d.path else d.message)
    facts = [f"{name}: {text}" for name, text in (("found", d.found), ("expected", d.expected)) if text]
    message = "; ".join([*facts, *([d.hint] if d.hint else [])]) or d.message
    return f"::{d.severity}{place}title={title}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


_FORMS = {"text": _text, "json": _json, "github": _github}
