"""Reports of problems, at the span and the path of the overlay's node."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from yschema_engine.frontends.ytt.overlay.annotations import MATCH
from yschema_engine.frontends.ytt.overlay.ignored import ignored_annotations
from yschema_engine.frontends.ytt.overlay.items import Place
from yschema_engine.frontends.ytt.overlay.problem import Problem
from yschema_engine.text.findings import Finding, finding, revise
from yschema_engine.text.nodes import Holder, MapItem
from yschema_engine.text.paths import Path

Report: TypeAlias = Callable[[Finding], None]


class Reporter:
    """Reports each problem of a node once, even if the node is applied onto several."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._reported: set[tuple[object, ...]] = set()

    def error(self, problem: Problem, place: Place, right: Holder) -> None:
        """Report a problem with a node of the overlay."""
        path = Path(_path(place, right) + problem.within)
        new = finding(problem.code, problem.span or right.span, path=path, related=problem.related)
        self._add(revise(new, **problem.params), right)

    def warnings(self, place: Place, right: Holder) -> None:
        """Report the overlay annotations of a node that do nothing."""
        for warning in ignored_annotations(right):
            self._add(revise(warning, path=_path(place, right)), right)

    def _add(self, new: Finding, right: Holder) -> None:
        # Two nodes can be on one line, but only copies of a node share its span.
        facts = (id(right.span), new.code, new.span, new.params.get("found"))
        if facts not in self._reported:
            self._reported.add(facts)
            self._report(new)


def _path(place: Place, right: Holder) -> Path:
    """Return the path of a node; for an array item, or a node with a matcher, that of its place."""
    match = right.annotations.get(MATCH)
    if isinstance(right, MapItem) and not (match and "by" in match.kwargs):
        return place.path.key(right.key)
    return place.path
