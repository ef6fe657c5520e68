"""The findings of a build: what is logged, and when they fail it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Mapping, Sequence

from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import get_plugin_logger

from mkdocs_yschema import mkdocs_compat as compat
from yschema_engine.arguments.request import ErrorOutput
from yschema_engine.docs.severity import Added, FindingCollector, Subject
from yschema_engine.show.findings import as_text, draw, total
from yschema_engine.site.output_folder import write_report
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.text.findings import Finding, Severity, UsageError, for_people, limited
from yschema_engine.text.printable import Printable

_log = get_plugin_logger("yschema")
_LEVELS: Mapping[Severity, int] = {"error": logging.ERROR, "warning": logging.WARNING, "note": logging.INFO}


class Findings(FindingCollector):
    """The findings of one build.

    Warnings and notes are logged as they come. Errors are kept until `raise_errors`, so that a build reports
    all of them; `mkdocs serve` logs them as they come and goes on.
    """

    def __init__(self, config: SiteConfig, errors: ErrorOutput, *, serving: bool) -> None:
        """Start without findings.

        Args:
            config: the configuration of the site, which says how severe each kind is.
            errors: a form for programs, in addition to the log, and the file for it; without a file,
                findings are written as they come.
            serving: whether the build is one of `mkdocs serve`, which errors do not fail.
        """
        super().__init__(config.levels, config.levels_by_schema)
        self._serving = serving
        self._errors = errors
        self._left = errors.max_findings

    def add(self, findings: Iterable[Finding], subject: Subject = Subject()) -> Sequence[Added]:
        """Add findings, and log those that are new; as the base class."""
        added = super().add(findings, subject)
        new = [finding for finding, is_new in added if is_new]
        if self._errors.error_format != "text" and self._errors.error_file is None and new:
            _write(draw(new, self._errors.error_format))
        people = for_people(new)
        left, self._left = self._left, max(self._left - len(people), 0)
        for finding in limited(people, left) if left else ():
            if finding.severity != "error" or self._serving:
                text = as_text([finding], kinds=True, severity=False).rstrip()
                _log.log(_LEVELS[finding.severity], text)
        return added

    def raise_errors(self) -> None:
        """Fail the build if there are errors; `mkdocs serve` goes on.

        Raises:
            PluginError: with all errors so far.
        """
        if self.errors and not self._serving:
            self.write_file()
            text = as_text(limited(self.errors, self._errors.max_findings), kinds=True).rstrip()
            number = f"\n\n{total(self.subjects())}" if len(self.subjects()) > 1 else ""
            raise PluginError(text + number)

    def raise_warnings(self) -> None:
        """Fail a strict build with warnings if MkDocs does not, as with `-q`; `mkdocs serve` goes on.

        Raises:
            Abort: in the words of MkDocs.
        """
        number = sum(finding.severity == "warning" for finding in self.subjects())
        if number and not self._serving and not compat.has_counted_warnings():
            raise Abort(f"Aborted with {number} warnings in strict mode! Without -q, the log shows them.")

    def write_file(self) -> None:
        """Write all findings to the file that the configuration names, if it names one.

        Raises:
            PluginError: the file cannot be written.
        """
        file = self._errors.error_file
        if file is None or self._serving:
            return
        try:
            shown = limited(list(self.subjects()), self._errors.max_findings)
            write_report(file, draw(shown, self._errors.error_format))
        except UsageError as e:
            raise PluginError(draw(e.findings, "text").rstrip()) from e
        except OSError as e:
            raise PluginError(f"yschema: error_file: cannot write {file}: {e.strerror}") from e

    def log_total(self) -> None:
        """Log the number of findings of a build that goes on in spite of them."""
        if len(self.subjects()) > 1 and not self._serving:
            _log.info(total(self.subjects()))

    def compare(self, before: int) -> int:
        """Return the number of findings, and log that nothing is wrong any more if there were some before."""
        number = len(self.subjects())
        if before and not number:
            _log.info("nothing is wrong any more")
        return number


def _write(lines: Printable) -> None:
    """Write to standard output, not to the log: workflow commands of GitHub must begin a line."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(lines.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()
