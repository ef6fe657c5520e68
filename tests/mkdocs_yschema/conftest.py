"""Fixtures for the tests of the plugin."""

from __future__ import annotations

from pathlib import Path

import pytest

from .sites import FILES, SiteFolder


@pytest.fixture
def has_pymdownx(request: pytest.FixtureRequest) -> bool:
    """Return whether a test may use the extensions of pymdown-extensions."""
    return request.node.get_closest_marker("other_tools") is not None


@pytest.fixture
def site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, warm: None
) -> SiteFolder:
    """Return a site with one schema."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)  # the mistakes in these sites are intended
    folder = SiteFolder(tmp_path, caplog)
    folder.write(FILES)
    return folder
