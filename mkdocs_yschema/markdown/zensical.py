"""All workarounds for Zensical, a host that runs Markdown extensions but not MkDocs plugins."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from markdown import Markdown

from mkdocs_yschema.markdown.host import fail
from yschema_engine.text.findings import Finding

_CONTEXT = "rendering_context"
"""The preprocessor that has the page."""


def page_context(md: Markdown) -> Any | None:
    """Return what Zensical has registered about the page that it converts; None in other hosts."""
    # A registry has no `get`.
    return md.preprocessors[_CONTEXT] if _CONTEXT in md.preprocessors else None  # noqa: SIM401


def page_path(md: Markdown) -> str:
    """Return the path of the page in the folder of the pages; empty in other hosts, which do not say it."""
    return str(getattr(getattr(page_context(md), "page", None), "path", "") or "")


def fail_without_traceback(findings: Sequence[Finding]) -> NoReturn:
    """Raise errors such that the report is all that is printed.

    Zensical prints two tracebacks of 20 lines each around the text of an exception, and then ends, even if it
    serves the site.
    """
    sys.tracebacklimit = 0
    fail(findings)
