"""Changes as annotations of pull requests: of GitHub, and of GitLab (Code Quality)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from yschema_engine.compare.changes import Change
from yschema_engine.outputs.changes.facts import facts, proof
from yschema_engine.outputs.changes.text import witness_yaml
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Span

_COMMANDS = {"breaking": "error", "effect": "warning", "compatible": "notice", "words": "notice"}
_SEVERITIES = {"breaking": "major", "effect": "minor", "compatible": "info", "words": "info"}


def as_github(changes: Sequence[Change], place: Callable[[str], str] = str) -> str:
    """Return workflow commands, one a line.

    Args:
        changes: in order.
        place: the path in the repository of a file that findings name.
    """
    return "".join(f"{_github(change, place)}\n" for change in changes)


def as_gitlab(changes: Sequence[Change], place: Callable[[str], str] = str) -> str:
    """Return a report of Code Quality, a list of JSON objects."""
    return json.dumps([_gitlab(change, place) for change in changes], ensure_ascii=False, indent=2) + "\n"


def _github(change: Change, place: Callable[[str], str]) -> str:
    span = _new_span(change)
    at = f" file={_property(place(span.file))},line={span.line}," if span else " "
    title = _property(f"{change.path_text}: {ENGLISH.text(change.message)}")
    return f"::{_COMMANDS[change.code.level]}{at}title={title}::{_escape(_details(change))}"


def _gitlab(change: Change, place: Callable[[str], str]) -> dict[str, object]:
    span = _new_span(change) or change.span
    return {
        "description": f"{change.path_text}: {ENGLISH.text(change.message)}",
        "check_name": change.code.name,
        "fingerprint": change.fingerprint,
        "severity": _SEVERITIES[change.code.level],
        "location": {
            "path": place(span.file) if span else "",
            "lines": {"begin": span.line if span else 1},
        },
    }


def _new_span(change: Change) -> Span | None:
    """Return the place in the new version, since a pull request shows no other."""
    return change.new.span if change.new is not None else None


def _details(change: Change) -> str:
    parts = [f"{ENGLISH.text(label)}: {ENGLISH.text(fact)}" for label, fact in facts(change)]
    shown = proof(change)
    if shown is not None and change.code.level == "breaking":
        parts.append(f"{ENGLISH.text(shown)}: {witness_yaml(change)}".rstrip())
    return "; ".join(parts) or ENGLISH.text(change.message)


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
