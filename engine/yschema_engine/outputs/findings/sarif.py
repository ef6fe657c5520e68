"""Findings as a log of SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import quote

from yschema_engine.outputs.findings.facts import english
from yschema_engine.outputs.findings.fingerprints import fingerprints
from yschema_engine.outputs.findings.help_pages import help_address
from yschema_engine.outputs.findings.json import json_text
from yschema_engine.outputs.findings.summary import summary
from yschema_engine.release import REPOSITORY, VERSION
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, Finding
from yschema_engine.text.printable import printable
from yschema_engine.text.source import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_FINGERPRINT = "codeAndField/v1"
_Json: TypeAlias = dict[str, Any]


def as_sarif(findings: Sequence[Finding], place: Callable[[str], str] = str) -> str:
    """Return the log of a run. Findings without a place are notifications, since GitHub refuses such results.

    Args:
        findings: in order.
        place: the path in the repository of a file that findings name.
    """
    codes = {finding.code.name: finding.code for finding in findings}
    writer = _Writer(tuple(codes), place)
    marked = zip(findings, fingerprints(findings, place), strict=True)
    run = {
        "tool": {"driver": {**_driver(), "rules": [_rule(code) for code in codes.values()]}},
        "invocations": [_invocation(findings, writer)],
        "columnKind": "unicodeCodePoints",
        "results": [writer.result(finding, mark) for finding, mark in marked if finding.span],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _driver() -> _Json:
    return {"name": "yschema", "version": VERSION, "informationUri": REPOSITORY}


def _rule(code: Code) -> _Json:
    tags = [tag for tag in (code.stage, code.kind) if tag]
    return {
        "id": code.name,
        "shortDescription": {"text": code.message.template},
        "helpUri": help_address(code.name),
        "defaultConfiguration": {"level": code.severity},
        "properties": {"tags": tags},
    }


def _invocation(findings: Sequence[Finding], writer: _Writer) -> _Json:
    placeless = [finding for finding in findings if finding.span is None]
    notifications = [writer.notification(finding) for finding in placeless]
    shown = {"toolExecutionNotifications": notifications} if notifications else {}
    return {"executionSuccessful": all(finding.severity != "error" for finding in placeless), **shown}


@dataclass(frozen=True, slots=True)
class _Writer:
    """What all results of a run share.

    Attributes:
        codes: the names of the codes, in the order of the rules.
        place: the path in the repository of a file that findings name.
    """

    codes: Sequence[str]
    place: Callable[[str], str]

    def result(self, finding: Finding, fingerprint: str) -> _Json:
        """Return a finding at a place."""
        assert finding.span is not None
        location = _location(finding.span, self.place)
        if finding.path_text:
            location["logicalLocations"] = [{"fullyQualifiedName": printable(finding.path_text)}]
        related = [
            {"id": number, "message": {"text": printable(text)}, **_location(span, self.place)}
            for number, (text, span) in enumerate(_related(finding), start=1)
        ]
        return {
            "ruleId": finding.code.name,
            "ruleIndex": self.codes.index(finding.code.name),
            "level": finding.severity,
            "message": {"text": _message(finding)},
            "locations": [location],
            **({"relatedLocations": related} if related else {}),
            "partialFingerprints": {_FINGERPRINT: fingerprint},
        }

    def notification(self, finding: Finding) -> _Json:
        """Return a finding about the run."""
        name = finding.code.name
        descriptor = {"id": name, "index": self.codes.index(name)}
        return {
            "associatedRule": descriptor,
            "level": finding.severity,
            "message": {"text": _message(finding)},
        }


def _message(finding: Finding) -> str:
    hint = english(finding, "hint")
    return printable(f"{summary(finding)}. Hint: {hint}" if hint else summary(finding))


def _related(finding: Finding) -> list[tuple[str, Span]]:
    """Return the further places of a finding, each with what it is."""
    facts = (("expected", finding.place("declared")), ("rule", finding.place("by")))
    named = [(name, span) for name, span in facts if span is not None]
    return [*named, *((str(words), span) for words, span in finding.related)]


def _location(span: Span, place: Callable[[str], str]) -> _Json:
    # Slashes separate the folders of an address; a colon in the first name would make it a scheme.
    address = quote(place(span.file).replace("\\", "/"), safe="/")
    artifact = {"uri": address, "uriBaseId": "%SRCROOT%"}
    return {"physicalLocation": {"artifactLocation": artifact, "region": _region(span)}}


def _region(span: Span) -> Mapping[str, object]:
    region: _Json = {"startLine": span.line}
    if span.column:
        region["startColumn"] = span.column
    if span.column and span.end > span.column:
        region["endColumn"] = span.end
    if span.text:
        region["snippet"] = {"text": span.text}
    return region
