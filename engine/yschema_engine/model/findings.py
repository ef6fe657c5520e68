"""What is wrong, as facts. `report` draws them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from yschema_engine.source import Position

Severity = Literal["error", "warning"]
Stage = Literal["usage", "parse", "template", "schema", "overlay", "values", "validation"]
Kind = Literal[
    "examples",
    "defaults",
    "snippets",
    "samples",
    "references",
    "undocumented",
    "titles",
    "deprecated",
    "portability",
]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fact about the inputs that their author should know.

    Attributes:
        message: what is wrong, in a few words.
        stage: the step of the pipeline that found it.
        at: the line to look at first.
        found: what stands there.
        expected: what may stand there.
        declared: the line that says so.
        path: the data value concerned, as `a[1].b`; empty where no value is.
        rule: the words of the validation rule that was broken.
        by: the line of that rule.
        hint: what to do.
        related: further lines that help, each with a word on why.
        severity: `error` fails the run, `warning` does not.
        kind: what a documentation site may decide for itself how severe it is; None where the inputs cannot
            be used.
    """

    message: str
    stage: Stage
    at: Position | None = None
    found: str = ""
    expected: str = ""
    declared: Position | None = None
    path: str = ""
    rule: str = ""
    by: Position | None = None
    hint: str = ""
    related: tuple[tuple[str, Position], ...] = ()
    severity: Severity = "error"
    kind: Kind | None = None


def in_source_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics by file and line; files are in the order in which they come, what has no line first."""
    found = list(diagnostics)
    files = {file: n for n, file in enumerate(dict.fromkeys(d.at.file for d in found if d.at))}
    return sorted(found, key=lambda d: (files[d.at.file], d.at.line) if d.at else (-1, 0))


class EngineError(Exception):
    """The inputs cannot be used; `diagnostics` says why, at least one of them an error."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(str(d.at or "") + " " + d.message for d in self.diagnostics))


class UsageError(EngineError):
    """The inputs cannot be read at all, or the request makes no sense: exit status 2."""

    def __init__(
        self,
        message: str,
        at: Position | None = None,
        *,
        hint: str = "",
        found: str = "",
        expected: str = "",
    ) -> None:
        super().__init__([Diagnostic(message, "usage", at, found, expected, hint=hint)])
