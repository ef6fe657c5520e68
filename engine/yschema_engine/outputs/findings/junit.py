"""Findings as test results in the XML of JUnit, which most CI systems show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from xml.etree import ElementTree

from yschema_engine.outputs.findings.summary import title
from yschema_engine.text.findings import Finding
from yschema_engine.text.printable import printable

_SUITE = "yschema"


def as_junit(
    findings: Sequence[Finding], text: Callable[[Finding], str], place: Callable[[str], str] = str
) -> str:
    """Return a document in which each error is a failed test, and each warning a test with output.

    Without errors, it has a test that passes: CI systems take a report without tests for a mistake.

    Args:
        findings: in order.
        text: returns the message about a finding for people.
        place: the path in the repository of a file that findings name.
    """
    cases = [_case(finding, text(finding), place) for finding in findings]
    failures = sum(finding.severity == "error" for finding in findings)
    if not failures:
        cases.insert(0, ElementTree.Element("testcase", classname=_SUITE, name="no errors"))
    numbers = {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}
    suites = ElementTree.Element("testsuites", {"name": _SUITE, **numbers})
    ElementTree.SubElement(suites, "testsuite", {"name": _SUITE, **numbers}).extend(cases)
    ElementTree.indent(suites)
    body = ElementTree.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _case(finding: Finding, text: str, place: Callable[[str], str]) -> ElementTree.Element:
    file = place(finding.span.file) if finding.span else ""
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
    parts: Iterable[str] = (finding.path_text, f"line {finding.span.line}" if finding.span else "")
    return printable(", ".join(filter(None, parts)) or title(finding))


def _lines(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))
