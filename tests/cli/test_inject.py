"""The file that `yschema inject` changes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from support import Command

SCHEMA = "#@data/values-schema\n---\n#@schema/desc 'How many.'\nreplicas: 2\n"
README = "# App\n\n<!-- yschema:begin -->\n<!-- yschema:end -->\n\nThe end.\n"
ARGUMENTS = ("inject", "-f", "schema.yaml", "README.md")


def test_line_ends_are_kept(yschema: Command, tmp_path: Path) -> None:
    files = {"schema.yaml": SCHEMA, "README.md": README.replace("\n", "\r\n")}
    assert yschema(*ARGUMENTS, files=files).status == 0
    written = (tmp_path / "README.md").read_bytes()
    assert b"| replicas | integer |" in written
    assert written.count(b"\n") == written.count(b"\r\n")
    assert yschema(*ARGUMENTS, "--check").status == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions, and restricts links")
def test_permissions_and_links_are_kept(yschema: Command, tmp_path: Path) -> None:
    target = tmp_path / "docs.md"
    target.write_text(README, encoding="utf-8")
    target.chmod(0o640)
    (tmp_path / "README.md").symlink_to("docs.md")
    assert yschema(*ARGUMENTS, files={"schema.yaml": SCHEMA}).status == 0
    assert (tmp_path / "README.md").is_symlink()
    assert "| replicas |" in target.read_text(encoding="utf-8")
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the size of files in this way")
@pytest.mark.parametrize("command", [("inject", "-f", "s.yaml", "docs/README.md"), ("assets", "docs")])
def test_a_full_disk_leaves_nothing_behind(
    command: tuple[str, ...], yschema: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_some(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_some, raising=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/README.md").write_text(README, encoding="utf-8")
    (tmp_path / "s.yaml").write_text(SCHEMA, encoding="utf-8")
    result = yschema(*command)
    assert result.status == 2
    assert result.err.startswith("error: cannot write ")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()].count("README.md") == 1
    assert not list(tmp_path.rglob("*.yschema"))
    assert (tmp_path / "docs/README.md").read_text(encoding="utf-8") == README
