"""Small sites in temporary folders, built in this process or in one of their own."""

from __future__ import annotations

import json
import logging
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

SCHEMA = """\
#@data/values-schema
#@schema/desc "Values of the application."
---
#@schema/desc "How many pods."
replicas: 2
service:
  #@schema/desc "The kind of service."
  type: ClusterIP
  #@schema/nullable
  loadBalancerIP: ""
routes:
- path: /
"""

PANIC = "tuple(range(-2147483648, 2147483647, 2147483647))"
"""Code at which starlark-rust panics."""
PANICKING_RULE = f"#@schema/validation ('', lambda v: {PANIC}), when=lambda v: True"

CONFIG = """\
site_name: Site
theme: {name: mkdocs}
plugins:
- search
- yschema:
    schemas:
      app:
        files: [schemas/*.yaml]
        title: Application
        page: reference/app.md
"""

THEMES = ("mkdocs", pytest.param("material", marks=pytest.mark.other_tools), "readthedocs")
"""The themes of MkDocs, and Material."""

FILES = {"mkdocs.yml": CONFIG, "docs/index.md": "# Home\n", "schemas/app.yaml": SCHEMA}


def with_pymdownx(cases: Mapping[str, Any], *only: str) -> list[Any]:
    """Return cases as pytest parameters, twice: with Python-Markdown alone, and with pymdown-extensions.

    The fixture `has_pymdownx` is true for the second ones. The cases named in `only` need pymdown-extensions.
    """
    values = {name: case if isinstance(case, tuple) else (case,) for name, case in cases.items()}
    return [
        *(pytest.param(*case, id=name) for name, case in values.items() if name not in only),
        *(
            pytest.param(*case, id=f"{name}, with pymdownx", marks=pytest.mark.other_tools)
            for name, case in values.items()
        ),
    ]


@dataclass
class Built:
    """The result of a build."""

    failed: bool
    log: str
    folder: Path
    errors: list[str] = field(default_factory=list)
    severities: list[str] = field(default_factory=list)
    """The severity of each of the errors."""

    def page(self, path: str) -> str:
        return (self.folder / path / "index.html").read_text(encoding="utf-8")

    @property
    def written(self) -> list[str]:
        """The HTML pages in the folder of the site."""
        return sorted(p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*.html"))

    @property
    def search(self) -> dict[str, dict[str, str]]:
        """The entries of the search index, by location."""
        index = json.loads((self.folder / "search/search_index.json").read_text(encoding="utf-8"))
        return {entry["location"]: entry for entry in index["docs"]}


class SiteFolder:
    """The folder of a site. Plugin instances are kept between builds, as under `mkdocs serve`."""

    def __init__(self, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
        self.folder = folder
        self._caplog = caplog
        self._command = ""

    def restart(self) -> None:
        """Make the next build the first one of a server."""
        self._command = ""

    def write(self, files: Mapping[str, str | None]) -> None:
        """Write files, and delete those with the content None."""
        for name, text in files.items():
            path = self.folder / name
            if text is None:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(dedent(text), encoding="utf-8")

    def build(self, files: Mapping[str, str | None] | None = None, **options: Any) -> Built:
        """Change files, and build the site."""
        self.write(files or {})
        self._caplog.clear()
        folder = self.folder / "site"
        with self._caplog.at_level(logging.INFO, "mkdocs"):
            failed = self._run(folder, options)
        records = self._caplog.records
        log = "\n".join(r.getMessage() for r in records)
        reported = [r for r in records if r.levelno >= logging.WARNING]
        messages = [r.getMessage() for r in reported]
        return Built(failed, log, folder, messages, [r.levelname.lower() for r in reported])

    def run(self, host: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a host in a process of its own, with some more environment variables."""
        command, environment = [host, *arguments], {**os.environ, **variables}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def _run(self, folder: Path, options: dict[str, Any]) -> bool:
        command, dirty = options.pop("command", "build"), options.pop("dirty", False)
        try:
            config = load_config(str(self.folder / "mkdocs.yml"), site_dir=str(folder), **options)
            if command == "build" or command != self._command:  # a server sends this event once
                config.plugins.on_startup(command=command, dirty=dirty)
            self._command = command
            build(config, serve_url="http://localhost/" if command == "serve" else None, dirty=dirty)
        except (Abort, ConfigurationError):
            return True
        return False
