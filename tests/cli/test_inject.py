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
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/README.md").write_text(README, encoding="utf-8")
    (tmp_path / "s.yaml").write_text(SCHEMA, encoding="utf-8")
    result = yschema(*command)
    assert result.status == 2
    assert result.err.startswith("error: cannot write ")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()].count("README.md") == 1
    assert not list(tmp_path.rglob("*.yschema"))
    assert (tmp_path / "docs/README.md").read_text(encoding="utf-8") == README


@pytest.mark.skipif(os.name == "nt", reason="Windows restricts links")
def test_links_out_of_the_folder_are_not_followed(
    yschema: Command, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("home") / "README.md"
    target.write_text(README, encoding="utf-8")
    (tmp_path / "charts/app").mkdir(parents=True)
    (tmp_path / "charts/app/Chart.yaml").write_text("apiVersion: v2\nname: app\n", encoding="utf-8")
    for link in ("README.md", "charts/app/README.md"):
        (tmp_path / link).symlink_to(target)
    for arguments in (ARGUMENTS, ("inject", "--charts", "charts")):
        result = yschema(*arguments, files={"schema.yaml": SCHEMA})
        assert result.status == 2 and "leads out of its folder" in result.err
    assert target.read_text(encoding="utf-8") == README


@pytest.mark.skipif(os.name == "nt", reason="Windows restricts links")
def test_a_file_of_the_name_of_a_new_one_is_not_followed(yschema: Command, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("mine", encoding="utf-8")
    (tmp_path / ".README.md.yschema").symlink_to("home")
    assert yschema(*ARGUMENTS, files={"schema.yaml": SCHEMA, "README.md": README}).status == 0
    assert (tmp_path / "home").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "README.md").is_symlink()
