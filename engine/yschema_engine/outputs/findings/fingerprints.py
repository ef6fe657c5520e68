"""Fingerprints, by which forges recognize a finding in later runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from yschema_engine.outputs.findings.facts import english
from yschema_engine.text.findings import Finding


def fingerprints(findings: Sequence[Finding], place: Callable[[str], str]) -> Iterator[str]:
    """Yield a fingerprint for each finding, each only once.

    A fingerprint depends on the code, the file and the path of the field, so that it stays the same if
    lines move. For a finding without a field, the text of its line counts instead.

    Args:
        findings: in order.
        place: the path in the repository of a file that findings name.
    """
    numbers: Counter[str] = Counter()
    for finding in findings:
        key = _key(finding, place)
        text = f"{key}\0{numbers[key]}" if numbers[key] else key
        numbers[key] += 1
        yield sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _key(finding: Finding, place: Callable[[str], str]) -> str:
    span = finding.span
    line = span.text.strip() if span else english(finding, "message")
    return "\0".join([finding.code.name, place(span.file) if span else "", finding.path_text or line])
