"""What a build finds wrong: how severe each kind is, and when that ends the build."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.utils import CountHandler

from yschema_engine.doccheck.cache import Cache
from yschema_engine.lint.suppressions import Accepted, Comments
from yschema_engine.model.findings import Finding, Kind
from yschema_engine.outputs.findings.render import ErrorFormat, as_text, draw
from yschema_engine.outputs.findings.repository import in_repository

_log = get_plugin_logger("yschema")

Level = Literal["error", "warn", "off"]
DEFAULT_LEVELS: Mapping[Kind, Level] = MappingProxyType(
    {
        "examples": "error",
        "defaults": "warn",
        "snippets": "error",
        "samples": "error",
        "references": "error",
        "undocumented": "off",
        "titles": "off",
        "deprecated": "off",
        "portability": "off",
    }
)
# Of data values that are checked, what is worth a warning, such as a deprecated one that is set, stays one.
_CHECKED: tuple[Kind, ...] = ("samples", "snippets")
# Of schemas, what a fragment that several use has at a line is there once.
_OF_SCHEMAS: tuple[Kind, ...] = (
    *("examples", "defaults"),
    *("undocumented", "titles", "deprecated", "portability"),
)


@dataclass(frozen=True, slots=True)
class About:
    """What a finding is about.

    Attributes:
        schema: the name of a schema, or empty.
        page: the `src_uri` of a page, or empty.
    """

    schema: str = ""
    page: str = ""


class Findings:
    """The findings of one build, in the order in which they came, each once.

    Warnings are logged as they come. Errors are kept until `raise_errors`, so that a build reports all of
    them; while a site is served they are logged as they come, too, and end nothing.
    """

    def __init__(
        self,
        levels: Mapping[Kind, Level] = DEFAULT_LEVELS,
        *,
        serving: bool = False,
        error_format: ErrorFormat = "text",
    ) -> None:
        """Findings.

        Args:
            levels: how severe each kind is.
            serving: whether errors end nothing.
            error_format: a form for programs in which to write findings as they come, beside the log.
        """
        self._levels = levels
        self._serving = serving
        self._error_format = error_format
        self._all: dict[Finding, dict[About, None]] = {}
        self._first: dict[Finding, Finding] = {}
        self._accepted = Accepted()

    def accept(self, comments: Comments) -> None:
        """Takes in what comments in the sources accept, before the findings there."""
        self._accepted.add(comments.acceptances)
        self.add(comments.problems)

    def heeds(self, kind: Kind) -> bool:
        """Whether findings of a kind count."""
        return self._levels[kind] != "off"

    def add(self, findings: Iterable[Finding], *, schema: str = "", page: str = "") -> list[Finding]:
        """Takes in what was found.

        Args:
            findings: what was found.
            schema: the name of the schema concerned, if it is one.
            page: the `src_uri` of the page concerned, if it is one.

        Returns:
            What counts of it, as severe as its kind is, without what is accepted.
        """
        weighed = (self._weighed(d) for d in self._accepted.without(findings))
        counting = [d for d in weighed if d is not None]
        for found in counting:
            finding = self._first.setdefault(_wherever(found), found)
            if finding not in self._all:
                self._all[finding] = {}
                self._tell(finding)
            self._all[finding][About(schema, page)] = None
        return counting

    def settle(self) -> None:
        """Reports the comments that accept nothing, once all has been looked at."""
        self.add(self._accepted.idle([kind for kind, level in self._levels.items() if level != "off"]))

    def all(self) -> dict[Finding, list[About]]:
        """All that counts, with what it is about."""
        return {finding: list(about) for finding, about in self._all.items()}

    def raise_errors(self) -> None:
        """Ends the build where there are errors; not while serving.

        Raises:
            PluginError: with all errors so far.
        """
        errors = [d for d in self._all if d.severity == "error"]
        if errors and not self._serving:
            raise PluginError(as_text(errors, kinds=True).rstrip())

    def compare(self, kept: Cache) -> None:
        """Says so where the build before had findings, and this one has none."""
        before: int | None = kept.latest("findings", None)
        kept.latest("findings", len(self._all))
        if before and not self._all:
            _log.info("nothing is wrong any more")

    def _weighed(self, finding: Finding) -> Finding | None:
        level = self._levels[finding.kind] if finding.kind else None
        if level is None:
            return finding
        if level == "off":
            return None
        mild = finding.kind in _CHECKED and finding.severity == "warning"
        return replace(finding, severity="error" if level == "error" and not mild else "warning")

    def _tell(self, finding: Finding) -> None:
        if self._error_format != "text":
            _write(draw([finding], self._error_format, place=in_repository))
        if finding.severity == "warning":
            _log.warning(as_text([finding], kinds=True).rstrip())
        elif self._serving:
            _log.error(as_text([finding], kinds=True).rstrip())


def _write(lines: str) -> None:
    """Writes to standard output, which MkDocs does not log to: what GitHub reads has to begin a line."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(lines.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()


def _wherever(finding: Finding) -> Finding:
    """A finding of a schema without the path of the map that has it; any other as it is."""
    if finding.kind not in _OF_SCHEMAS or finding.at is None:
        return finding
    return replace(finding, path=finding.path.rpartition(".")[2])


def findings_end_nothing() -> None:
    """Has MkDocs not count findings where warnings end a build: a served site shows them and goes on."""
    for handler in logging.getLogger("mkdocs").handlers:
        if isinstance(handler, CountHandler):
            handler.addFilter(lambda record: record.name != _log.logger.name)
