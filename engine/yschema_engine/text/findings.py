"""Findings about inputs as facts, and the default severity of each kind; `show.findings` prints findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, Literal, Self, TypeAlias, get_args

from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase, shortened
from yschema_engine.text.size_limits import FINDINGS
from yschema_engine.text.source import Span

Severity = Literal["error", "warning", "note"]
Failing = Literal["error", "warning"]
"""The severities that can fail a run: the first always does, the second if the caller asks for it."""
Stage = Literal["usage", "parse", "template", "schema", "overlay", "values", "validation"]
Kind = Literal[
    "examples",
    "defaults",
    "blocks",
    "samples",
    "cross_references",
    "undocumented",
    "titles",
    "deprecated",
    "portability",
    "references",
    "disagreements",
    "gaps",
    "comments",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
LineFormat = Literal["text", "concise", "json", "github"]
"""The forms with one text for each finding: for people, in full or on one line; for programs; for annotations
of a pull request."""
ReportFormat = Literal["sarif", "gitlab", "junit"]
"""The forms with one document for all findings of a run, even if there are none."""
ErrorFormat = Literal[LineFormat, ReportFormat]
"""The forms in which findings are written."""
REPORT_FORMATS: tuple[ReportFormat, ...] = get_args(ReportFormat)


@dataclass(frozen=True, slots=True)
class Code:
    """The code of findings about one mistake; the package that reports the mistake defines its code.

    The phrases are templates: the parameters of a finding fill their `{names}`.

    Attributes:
        name: a stable, unique name, for programs and for the documentation: `type-mismatch`.
        message: what is wrong, in a few words.
        stage: the step that finds the mistake.
        found: what is there instead; if None, the parameter `found` states it.
        expected: what may be there; if None, the parameter `expected` states it.
        hint: the one action that fixes the mistake; if None, the parameter `hint` states it.
        kind: the kind for which authors choose a severity, or accept findings; None if the mistake makes the
            inputs unusable.
        severity: the severity of findings that have no other.
        several: the message for findings in several places of one file, which people see as one finding, with
            `{count}`; None to show each.
        page: the page of the documentation that explains the mistake; empty for its own page.
    """

    name: str
    message: Phrase
    stage: Stage
    found: Phrase | None = None
    expected: Phrase | None = None
    hint: Phrase | None = None
    kind: Kind | None = None
    severity: Severity = "error"
    several: Phrase | None = None
    page: str = ""


_PHRASES = ("message", "found", "expected", "hint", "several")


def _code(name: str, message: str | Phrase, **others: Any) -> Code:
    """Return a code, with phrases made from their templates."""
    attributes = {"message": message, **others}
    templates = {key: text for key in _PHRASES if isinstance(text := attributes.get(key), str)}
    return Code(name, **attributes | {key: phrase(text) for key, text in templates.items()})


usage_code = partial(_code, stage="usage")
parse_code = partial(_code, stage="parse")
template_code = partial(_code, stage="template")
schema_code = partial(_code, stage="schema")
overlay_code = partial(_code, stage="overlay")
values_code = partial(_code, stage="values")
validation_code = partial(_code, stage="validation")
usage_warning = partial(_code, stage="usage", severity="warning")
schema_warning = partial(_code, stage="schema", severity="warning")
overlay_warning = partial(_code, stage="overlay", severity="warning")
values_warning = partial(_code, stage="values", severity="warning")
validation_warning = partial(_code, stage="validation", severity="warning")
reference_warning = partial(schema_warning, kind="references")
gap_note = partial(schema_code, severity="note", kind="gaps")
disagreement_warning = partial(schema_warning, kind="disagreements")


Related: TypeAlias = tuple[Phrase | str, Span]
"""Another helpful span, after its relation to the finding: `matches`, `the other one`."""
FindingParam: TypeAlias = Param | Span


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact about the inputs that their author should know.

    Attributes:
        code: the code of the mistake.
        span: the place to look at first; None if there is none.
        path: the path of the field or the value; None if the finding is about neither.
        params: the parameters of the phrases. Some names mean the same for each code: `found`, `expected` and
            `hint` as in `Code`; `declared`, the span that states what is expected; `rule`, the broken rule;
            `by`, the span of that rule; `when`, its condition.
        related: other helpful spans.
        severity: `error` fails the run, `warning` fails a strict run, `note` fails none.
        kind: the kind for which authors choose a severity, or accept findings; None if the mistake makes the
            inputs unusable.
    """

    code: Code
    span: Span | None = None
    path: Path | None = None
    params: Mapping[str, FindingParam] = field(default_factory=dict, hash=False)
    related: tuple[Related, ...] = ()
    severity: Severity = "error"
    kind: Kind | None = None

    @property
    def stage(self) -> Stage:
        """The step that found it."""
        return self.code.stage

    @property
    def path_text(self) -> str:
        """The path as readers see it: `a[1].b`, `(document)`; empty without a path."""
        return "" if self.path is None else str(self.path) or "(document)"

    def fact(self, name: str) -> Param:
        """Return `message`, `found`, `expected`, `rule`, `when` or `hint`, filled in; `""` without it."""
        template: Phrase | None = getattr(self.code, name, None)
        if name in self.params and name != "message":
            return shortened(self.params[name])  # type: ignore[arg-type]  # spans have other names
        if template is None:
            return ""
        params = {key: value for key, value in self.params.items() if not isinstance(value, Span)}
        if self.path is not None:
            params.setdefault("path", str(self.path))
        return shortened(replace(template, params=tuple(params.items())))

    def place(self, name: str) -> Span | None:
        """Return the span of the parameter `declared` or `by`; None if the finding lacks it."""
        span = self.params.get(name)
        return span if isinstance(span, Span) else None


def finding(
    code: Code,
    span: Span | None = None,
    *,
    path: Path | None = None,
    related: tuple[Related, ...] = (),
    severity: Severity | None = None,
    **params: FindingParam | None,
) -> Finding:
    """Return a finding; parameters that are None or `""` are left out.

    Args:
        code: the code of the mistake.
        span: the place to look at first.
        path: the path of the field or the value.
        related: other helpful spans.
        severity: the severity, if it is not that of the code.
        params: the parameters of the phrases.
    """
    return Finding(code, span, path, _present(params), related, severity or code.severity, code.kind)


def _present(params: Mapping[str, FindingParam | None]) -> dict[str, FindingParam]:
    return {name: value for name, value in params.items() if value is not None and value != ""}


def revise(finding: Finding, **changes: Any) -> Finding:
    """Return a finding with other attributes or parameters, without parameters that are None or `""`.

    Args:
        finding: the finding to start from.
        changes: attributes of `Finding` by their names; all other names are parameters.
    """
    attributes = {name: changes.pop(name) for name in tuple(changes) if name in Finding.__slots__}
    return replace(finding, **{"params": _present({**finding.params, **changes}), **attributes})


def in_source_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings by file and line: files in order of appearance, findings without a span first."""
    ordered = list(findings)
    files = {file: n for n, file in enumerate(dict.fromkeys(f.span.file for f in ordered if f.span))}
    return sorted(ordered, key=lambda f: (files[f.span.file], f.span.line) if f.span else (-1, 0))


def for_people(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings for people; those with the same code, file and cause become one, at the first place."""
    alike: dict[object, list[Finding]] = {}
    for number, each in enumerate(findings):
        is_one = each.code.several is None or each.span is None
        file = each.span.file if each.span is not None else ""
        key = number if is_one else (each.code.name, file, each.params.get("cause"))
        alike.setdefault(key, []).append(each)
    return [_one_for_all(together) for together in alike.values()]


def _one_for_all(alike: Sequence[Finding]) -> Finding:
    first = alike[0]
    if len(alike) < 2 or first.code.several is None or first.span is None:
        return first
    file = PurePath(first.span.file)
    given = file.parent if file.name == "values.yaml" else file  # of a chart, the folder
    command = f"yschema -f {given} --error-format concise"
    code = replace(first.code, message=first.code.several)
    hint = phrase("`{command}` lists them", command=Verbatim(command))
    return revise(first, code=code, path=None, count=len(alike), hint=hint)


MORE_FINDINGS = usage_code(
    "more-findings",
    "left out {count} of the findings",
    hint="fix those above first, or raise the number with `--max-findings`",
)


def limited(findings: Sequence[Finding], most: int = FINDINGS) -> Sequence[Finding]:
    """Return the first findings, and one with the number of the rest: an error if one of these is one."""
    rest = findings[most:]
    if not rest:
        return findings
    severity: Severity = "error" if any(each.severity == "error" for each in rest) else "warning"
    return [*findings[:most], finding(MORE_FINDINGS, severity=severity, count=len(rest))]


class EngineError(Exception):
    """The inputs cannot be used.

    Attributes:
        findings: the reasons; at least one of them is an error.
    """

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(f"{f.span or ''} {f.fact('message')}" for f in self.findings))

    @classmethod
    def of(cls, code: Code, span: Span | None = None, /, **params: FindingParam | None) -> Self:
        """Return an error with one finding; parameters are as for `finding`."""
        return cls([Finding(code, span, None, _present(params), (), code.severity, code.kind)])


def raise_errors(findings: Iterable[Finding]) -> None:
    """Raise the errors among findings.

    Raises:
        EngineError: there are some.
    """
    if errors := [each for each in findings if each.severity == "error"]:
        raise EngineError(errors)


class LimitError(EngineError):
    """Code in the inputs took more time or memory than it may, which ends the whole run."""


def found_by(check: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a check, or the errors that end it.

    Raises:
        LimitError: code takes more time or memory than it may.
    """
    try:
        return tuple(check)
    except LimitError:
        raise
    except EngineError as e:
        return e.findings


def reason_of(error: EngineError) -> Param:
    """Return why code failed: the reason that the author gave, or else the message of the error.

    Raises:
        LimitError: the error is a `LimitError`, which ends the run.
    """
    if isinstance(error, LimitError):
        raise error
    first = error.findings[0]
    reason = first.params.get("reason")
    return reason if isinstance(reason, str) else first.fact("message")


class UsageError(EngineError):
    """The inputs cannot be read, or the request makes no sense; the exit status is 2."""


Level = Literal["error", "warning", "note", "off"]
DEFAULT_LEVELS: Mapping[Kind, Level] = {
    "examples": "error",
    "defaults": "warning",
    "blocks": "error",
    "samples": "error",
    "cross_references": "error",
    "undocumented": "off",
    "titles": "off",
    "deprecated": "off",
    "portability": "warning",
    "references": "warning",
    "disagreements": "warning",
    "gaps": "note",
    "comments": "error",
}
