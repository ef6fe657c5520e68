"""A finding in one line, without its place."""

from __future__ import annotations

from yschema_engine.outputs.findings.facts import english
from yschema_engine.text.findings import Finding

_DETAILS = ("found", "expected", "rule", "when")


def details(finding: Finding, separator: str) -> list[str]:
    """Return what was found and expected, and the broken rule, each after its name.

    Args:
        finding: what to describe.
        separator: between the name and the text.
    """
    texts = {name: english(finding, name) for name in _DETAILS}
    return [f"{name}{separator}{text}" for name, text in texts.items() if text]


def title(finding: Finding) -> str:
    """Return the field and the message."""
    message = english(finding, "message")
    return f"{finding.path_text}: {message}" if finding.path_text else message


def summary(finding: Finding) -> str:
    """Return the field, the message and the details: `port: the value breaks a rule (found 0; …)`."""
    more = "; ".join(details(finding, " "))
    return f"{title(finding)} ({more})" if more else title(finding)
