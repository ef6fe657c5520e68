"""Findings as reports: SARIF, GitLab Code Quality and JUnit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias
from urllib.parse import quote
from xml.etree import ElementTree

from yschema_engine.release import REPOSITORY, VERSION
from yschema_engine.show.annotations import code_quality, in_repository, json_text
from yschema_engine.show.findings import block, english, help_address, path_of, summary, title
from yschema_engine.text.findings import Code, Finding
from yschema_engine.text.printable import Printable, filled, printable
from yschema_engine.text.size_limits import shortened
from yschema_engine.text.source import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_FINGERPRINT = "codeAndField/v1"
_Json: TypeAlias = dict[str, Any]


def as_sarif(findings: Sequence[Finding]) -> Printable:
    """Return the log of a run.

    Findings without a place are notifications, since GitHub refuses such results.
    """
    codes = {finding.code.name: finding.code for finding in findings}
    names = list(codes)
    driver = {"name": "yschema", "version": VERSION, "informationUri": REPOSITORY}
    marked = zip(findings, fingerprints(findings), strict=True)
    run = {
        "tool": {"driver": {**driver, "rules": list(map(_rule, codes.values()))}},
        "invocations": [_invocation([each for each in findings if each.span is None], names)],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, finding.span, mark, names.index(finding.code.name))
            for finding, mark in marked
            if finding.span
        ],
    }
    return filled("{}\n", json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2))


def _rule(code: Code) -> _Json:
    return {
        "id": code.name,
        "shortDescription": {"text": code.message.template},
        "helpUri": help_address(code),
        "defaultConfiguration": {"level": code.severity},
        "properties": {"tags": [tag for tag in (code.stage, code.kind) if tag]},
    }


def _invocation(placeless: Sequence[Finding], codes: Sequence[str]) -> _Json:
    """Return what happened in the run; `placeless` are the findings without a place."""
    notifications = [
        {
            "associatedRule": {"id": finding.code.name, "index": codes.index(finding.code.name)},
            "level": finding.severity,
            "message": {"text": _message(finding)},
        }
        for finding in placeless
    ]
    shown = {"toolExecutionNotifications": notifications} if notifications else {}
    return {"executionSuccessful": all(finding.severity != "error" for finding in placeless), **shown}


def _result(finding: Finding, span: Span, fingerprint: str, index: int) -> _Json:
    """Return a finding at a place; `index` is that of its code."""
    location = _location(span)
    if finding.path_text:
        location["logicalLocations"] = [{"fullyQualifiedName": printable(path_of(finding))}]
    related = [
        {"id": number, "message": {"text": printable(text)}, **_location(other)}
        for number, (text, other) in enumerate(_related(finding), start=1)
    ]
    return {
        "ruleId": finding.code.name,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": _message(finding)},
        "locations": [location],
        **({"relatedLocations": related} if related else {}),
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }


def _message(finding: Finding) -> str:
    hint = english(finding, "hint")
    return printable(f"{summary(finding)}. Hint: {hint}" if hint else summary(finding))


def _related(finding: Finding) -> list[tuple[str, Span]]:
    """Return the further places of a finding, each with its meaning."""
    facts = (("expected", finding.place("declared")), ("rule", finding.place("by")))
    named = [(name, span) for name, span in facts if span is not None]
    return [*named, *((shortened(str(words)), span) for words, span in finding.related)]


def _location(span: Span) -> _Json:
    # Slashes separate the folders of an address; a colon in the first name would make it a scheme.
    address = quote(in_repository(span.file).replace("\\", "/"), safe="/")
    artifact = {"uri": address, "uriBaseId": "%SRCROOT%"}
    return {"physicalLocation": {"artifactLocation": artifact, "region": _region(span)}}


def _region(span: Span) -> Mapping[str, object]:
    columns = {"startColumn": span.column, "endColumn": span.end if span.column < span.end else 0}
    region = {
        "startLine": span.line,
        **{name: each for name, each in columns.items() if span.column and each},
    }
    return {**region, "snippet": {"text": shortened(span.text)}} if span.text else region


def fingerprints(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield a fingerprint for each finding, each only once.

    A fingerprint depends on the code, the file and the path of the field, so that it stays the same if
    lines move. For a finding without a field, the text of its line counts instead.
    """
    numbers: Counter[str] = Counter()
    for finding in findings:
        span = finding.span
        line = span.text.strip() if span else english(finding, "message")
        file = in_repository(span.file) if span else ""
        key = "\0".join([finding.code.name, file, finding.path_text or line])
        text = f"{key}\0{numbers[key]}" if numbers[key] else key
        numbers[key] += 1
        yield sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def as_gitlab(findings: Sequence[Finding]) -> Printable:
    """Return a report of Code Quality."""
    marked = zip(findings, fingerprints(findings), strict=True)
    issues = (
        (printable(summary(each)), each.code.name, mark, each.severity, each.span) for each, mark in marked
    )
    return code_quality(issues)


_SUITE = "yschema"


def as_junit(findings: Sequence[Finding]) -> Printable:
    """Return a document in which each error is a failed test, and any other a test with output.

    Without errors, it has a test that passes: CI systems take a report without tests for a mistake.
    """
    cases = [_case(finding, block(finding)) for finding in findings]
    failures = sum(finding.severity == "error" for finding in findings)
    if not failures:
        cases.insert(0, ElementTree.Element("testcase", classname=_SUITE, name="no errors"))
    numbers = {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}
    suites = ElementTree.Element("testsuites", {"name": _SUITE, **numbers})
    ElementTree.SubElement(suites, "testsuite", {"name": _SUITE, **numbers}).extend(cases)
    ElementTree.indent(suites)
    body = ElementTree.tostring(suites, encoding="unicode")
    return Printable(f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n')


def _case(finding: Finding, text: str) -> ElementTree.Element:
    file = in_repository(finding.span.file) if finding.span else ""
    about = {"classname": printable(file or _SUITE), "name": f"{finding.code.name}: {_name(finding)}"}
    case = ElementTree.Element("testcase", about)
    if finding.span:
        case.set("file", printable(file))
        case.set("line", str(finding.span.line))
    if finding.severity == "error":
        attributes = {"type": finding.code.name, "message": printable(title(finding))}
        ElementTree.SubElement(case, "failure", attributes).text = _lines(text)
    else:
        ElementTree.SubElement(case, "system-out").text = _lines(text)
    return case


def _name(finding: Finding) -> str:
    """Return the field and the line, which make the names of tests unique and recognizable."""
    parts = (path_of(finding), f"line {finding.span.line}" if finding.span else "")
    return printable(", ".join(filter(None, parts)) or title(finding))


def _lines(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))


REPORTS: Mapping[str, Callable[[Sequence[Finding]], Printable]] = {
    "sarif": as_sarif,
    "gitlab": as_gitlab,
    "junit": as_junit,
}
"""The functions that write reports, by the names of their formats."""
