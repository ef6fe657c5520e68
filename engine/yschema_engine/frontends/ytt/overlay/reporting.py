"""Turning problems into findings, at the line and the path of the overlay's node."""

from __future__ import annotations

from collections.abc import Callable

from yschema_engine.frontends.ytt.overlay.annotations import MATCH
from yschema_engine.frontends.ytt.overlay.ignored import unheeded
from yschema_engine.frontends.ytt.overlay.items import Place
from yschema_engine.frontends.ytt.overlay.problems import Problem
from yschema_engine.model.findings import Finding, legacy_finding
from yschema_engine.model.path import ROOT, Path
from yschema_engine.nodes import Holder, MapItem
from yschema_engine.source import Span

Report = Callable[[Finding], None]


class Reporter:
    """Reports each fact once, even where a node of the overlay is applied onto several."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._told: set[tuple[Span, str, str]] = set()

    def error(self, problem: Problem, place: Place, right: Holder) -> None:
        """Report a problem with a node of the overlay."""
        self._say(
            legacy_finding(
                problem.message,
                "overlay",
                right.span,
                found=problem.found,
                expected=problem.expected,
                declared=problem.declared,
                path=_path(place, right, problem.within),
                hint=problem.hint,
                related=problem.related,
            )
        )

    def warnings(self, place: Place, right: Holder) -> None:
        """Report the overlay annotations of a node that do nothing."""
        for annotation, message, hint in unheeded(right):
            at, path = annotation.span, _path(place, right)
            self._say(legacy_finding(message, "overlay", at, path=path, hint=hint, severity="warning"))

    def _say(self, finding: Finding) -> None:
        assert finding.at is not None
        fact = (finding.at, finding.message, finding.found)
        if fact not in self._told:
            self._told.add(fact)
            self._report(finding)


def _path(place: Place, right: Holder, within: Path = ROOT) -> Path:
    """The path that a node is about; for an array item, or one with a matcher, that of what is around it."""
    path = place.path
    match = right.annotations.get(MATCH)
    if isinstance(right, MapItem) and not (match and "by" in match.kwargs):
        path = path.key(right.key)
    return path + within
