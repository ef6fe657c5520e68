"""Fixtures of the plugin's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from .sites import FILES, SiteFolder


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> SiteFolder:
    """A site with one schema."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)  # what is wrong here is wrong on purpose
    folder = SiteFolder(tmp_path, caplog)
    folder.write(FILES)
    return folder
