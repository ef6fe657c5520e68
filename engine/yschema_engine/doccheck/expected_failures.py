"""Data values that are declared invalid: they must be, and for the reason that their author gives."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.doccheck.codes import INVALID_FOR_ANOTHER_REASON, INVALID_IS_VALID
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import ENGLISH, Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span

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
    if not errors:
        return (finding(INVALID_IS_VALID, span, what=what, expected=expected),)
    return (
        finding(
            INVALID_FOR_ANOTHER_REASON,
            span,
            what=what,
            found=Listing(tuple(map(_summary, errors))),
            expected=expected,
            related=tuple(
                (phrase("the violation"), error.span) for error in errors if error.span is not None
            ),
        ),
    )


def _mentions(finding: Finding, text: str) -> bool:
    """Return whether a text is in what readers see of a finding."""
    facts = (finding.path_text, *(ENGLISH.text(finding.fact(name)) for name in _FACTS))
    return any(text.casefold() in fact.casefold() for fact in facts)


def _summary(finding: Finding) -> Phrase:
    """Return the path, the message and the reason of a finding in one line."""
    reason = finding.fact("rule") or finding.fact("found")
    summary = phrase("{message}: {reason}", message=finding.fact("message"), reason=reason)
    if not reason:
        summary = phrase("{message}", message=finding.fact("message"))
    path = finding.path_text
    return phrase("{path}: {summary}", path=path, summary=summary) if path else summary
