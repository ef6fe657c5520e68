"""The severity policy that the command line and all hosts share: which findings count, and how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from yschema_engine.docs.accepted_findings import SuppressionComments, Suppressions
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import DEFAULT_LEVELS, Finding, Kind, Level, Severity
from yschema_engine.text.paths import Path

# Some findings of these kinds are warnings at most: a deprecated field is set, ytt ignores a description,
# Helm ignores an example, a link leads to the top of a page.
_KINDS_WITH_WARNINGS: tuple[Kind, ...] = (
    *("examples", "samples", "blocks", "cross_references", "portability", "comments"),
)
# A fragment that several places of a schema use is reported once, at its line.
_KINDS_OF_SCHEMAS: tuple[Kind, ...] = (
    *("examples", "defaults"),
    *("undocumented", "titles", "deprecated", "portability", "references"),
    *("disagreements", "gaps"),
)


_NO_LEVELS: Mapping[str, Mapping[Kind, Level]] = {}

Added: TypeAlias = tuple[Finding, bool]
"""A finding as it counts, and whether it is new."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The schema or the page that a finding is about.

    Attributes:
        schema: the name of a schema, or empty.
        page: the path of a page, or empty.
    """

    schema: str = ""
    page: str = ""


class FindingCollector:
    """The findings of one run that count, in the order in which they come, each once."""

    def __init__(
        self,
        levels: Mapping[Kind, Level] = DEFAULT_LEVELS,
        levels_by_schema: Mapping[str, Mapping[Kind, Level]] = _NO_LEVELS,
    ) -> None:
        """Start without findings.

        Args:
            levels: how severe each kind is; `off` leaves a kind out.
            levels_by_schema: levels of some kinds for the findings about a schema, by its name.
        """
        self._levels = levels
        self._levels_by_schema = levels_by_schema
        self._subjects: dict[Finding, dict[Subject, None]] = {}
        self._first: dict[Finding, Finding] = {}
        self._suppressions = Suppressions()

    @property
    def looked_for(self) -> Sequence[Kind]:
        """The kinds that count."""
        all_levels = (self._levels, *self._levels_by_schema.values())
        kinds = {kind for levels in all_levels for kind, level in levels.items() if level != "off"}
        return [kind for kind in self._levels if kind in kinds]

    @property
    def errors(self) -> Sequence[Finding]:
        """The errors so far."""
        return [finding for finding in self._subjects if finding.severity == "error"]

    def looks_for(self, kind: Kind) -> bool:
        """Return whether findings of a kind count."""
        return self._levels[kind] != "off"

    def suppress(self, comments: SuppressionComments) -> Sequence[Added]:
        """Add comments that accept findings, before these findings; report wrong comments."""
        self._suppressions.add(comments.suppressions)
        return self.add(comments.findings)

    def add(self, findings: Iterable[Finding], subject: Subject = Subject()) -> Sequence[Added]:
        """Add findings about a subject, and return those that count, each with whether it is new."""
        added = []
        for unsuppressed in self._suppressions.filter(findings):
            severity = self._severity(unsuppressed, subject)
            if severity is None:
                continue
            weighed = replace(unsuppressed, severity=severity)
            finding = self._first.setdefault(_without_parents(weighed), weighed)
            is_new = finding not in self._subjects
            self._subjects.setdefault(finding, {})[subject] = None
            added.append((finding, is_new))
        return added

    def add_unused_suppressions(self) -> Sequence[Added]:
        """Add a warning about each comment that accepts nothing, once everything has been checked."""
        return self.add(self._suppressions.unused(self.looked_for))

    def subjects(self) -> Mapping[Finding, Sequence[Subject]]:
        """Return all findings, each with its subjects."""
        return {finding: list(subjects) for finding, subjects in self._subjects.items()}

    def _severity(self, finding: Finding, subject: Subject) -> Severity | None:
        """Return the severity that counts; None if the finding does not count."""
        levels = {**self._levels, **self._levels_by_schema.get(subject.schema, {})}
        level = levels[finding.kind] if finding.kind else finding.severity
        if level == "off":
            return None
        keeps_warning = finding.kind in _KINDS_WITH_WARNINGS and finding.severity == "warning"
        return "warning" if keeps_warning and level == "error" else level


def _without_parents(finding: Finding) -> Finding:
    """Return a finding about a schema with the last step of its path alone, any other as it is."""
    if finding.kind not in _KINDS_OF_SCHEMAS or finding.span is None or not finding.path:
        return finding
    return replace(finding, path=Path(finding.path[-1:]))
