"""Findings of the page *My values* next to those of the engine."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any

from yschema_engine import File
from yschema_engine.schema.schema import Schema
from yschema_engine.show.language import Language
from yschema_engine.show.my_values import values_model
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.nodes import Map
from yschema_engine.text.phrases import Words, phrase
from yschema_engine.values.check import check_values
from yschema_engine.values.findings import Lines
from yschema_engine.values.sources import plain_documents, reading

_ROOT = Path(__file__).parent.parent
SCRIPT = _ROOT / "themes/yschema_themes/base/assets/yschema.my-values.lazy.js"
ENGLISH = Language()
_NAME = "my-values.yaml"
"""The name of the values files, which no chart has."""
_NOT_IN_PAGES = ("condition-failed", "key-function-failed")
"""Codes about code of the schema, which pages do not run."""


@dataclass(frozen=True)
class Job:
    """Values files to check against a schema."""

    schema: Schema
    texts: Sequence[str]


@dataclass(frozen=True)
class Difference:
    """A values file about which the page and the engine report different findings."""

    schema: Schema
    text: str
    page: list[tuple[Any, ...]]
    engine: list[tuple[Any, ...]]


def page_results(
    jobs: Sequence[Job], words: Language = ENGLISH, seconds: float | None = None
) -> list[list[dict[str, Any]]]:
    """Return what the page reports about the texts of each job.

    Raises:
        subprocess.TimeoutExpired: the script takes longer than these seconds.
    """
    models = (json.loads(values_model(job.schema, words.of(job.schema))) for job in jobs)
    return results_of([(model, job.texts) for model, job in zip(models, jobs, strict=True)], seconds)


def results_of(
    jobs: Sequence[tuple[Mapping[str, Any], Sequence[str]]], seconds: float | None = None
) -> list[list[dict[str, Any]]]:
    """Return what the page reports by the model of each job about its texts; raises as `page_results`."""
    data = [{"model": model, "texts": texts} for model, texts in jobs]
    run = subprocess.run(  # noqa: S603
        [which("node") or "node", str(Path(__file__).with_suffix(".js")), str(SCRIPT)],
        input=json.dumps(data),
        capture_output=True,
        check=True,
        timeout=seconds,
        encoding="utf-8",
    )
    results: list[list[dict[str, Any]]] = json.loads(run.stdout)
    return results


def engine_findings(schema: Schema, text: str) -> list[Finding]:
    """Return what the command line reports about a plain values file."""
    try:
        documents = list(plain_documents(File(_NAME, _NAME, text.encode()), reading(schema)))
        checked = check_values(schema, documents)
    except EngineError as e:
        return list(e.findings)
    lines = Lines.of_inputs(documents, None)
    is_empty = not any(isinstance(each.value, Map) and each.value.items for each in documents)

    def has_line(found: Finding) -> bool:
        """Return whether the page names a line; it does not for an empty map and for a whole document."""
        return found.stage != "values" or not (is_empty or not found.path)

    return [lines.nearest(each) if has_line(each) else each for each in checked.findings]


def differences(jobs: Sequence[Job], words: Language = ENGLISH) -> Iterator[Difference]:
    """Yield the texts of the jobs about which the page and the engine report different findings."""
    for job, results in zip(jobs, page_results(jobs, words), strict=True):
        own = words.of(job.schema)
        for text, result in zip(job.texts, results, strict=True):
            page = [_of_page(each) for each in result["findings"]]
            unchecked = {rule for _, rule in result["unchecked"]}
            findings = engine_findings(job.schema, text)
            engine = [_of_engine(each, own) for each in findings if not _is_unchecked(each, unchecked, own)]
            if any(each.code.name in _NOT_IN_PAGES for each in findings):
                continue
            if page != engine:
                yield Difference(job.schema, text, page, engine)


def _is_unchecked(finding: Finding, rules: set[str], words: Words) -> bool:
    return any(words.text(finding.fact(name)) in rules for name in ("rule", "expected"))


def _of_page(finding: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(finding[name] for name in ("code", "severity", "path", "line"))


def _of_engine(finding: Finding, words: Words) -> tuple[Any, ...]:
    is_in_values = finding.span is not None and finding.span.file == _NAME
    line = finding.span.line if finding.span is not None and is_in_values else 0
    path = (
        finding.path_text if finding.path else words.text(phrase("(document)")) if finding.path_text else ""
    )
    return finding.code.name, finding.severity, path, line
