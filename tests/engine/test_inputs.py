"""Files by third parties: links, devices, pipes and sizes."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest

from yschema_engine.read.inputs import find_files, read_files
from yschema_engine.read.options import InputOptions
from yschema_engine.text.findings import UsageError

# The argument, the options, and the names of the files that are read, or the code of the finding.
CASES: dict[str, tuple[str, dict[str, Any], list[str] | str]] = {
    "a link to a file beside it": ("inside", {}, ["file.yml", "link.yml"]),
    "a link that is named": ("inside/link.yml", {}, ["link.yml"]),
    "a link out of the folder": ("outside", {}, "link-leads-out"),
    "a link by its name, out of its folder": ("outside/link.yml", {}, "link-leads-out"),
    "a link that is allowed": ("outside", {"link_destinations": ("secret.yml",)}, ["link.yml"]),
    "a link into a folder that is allowed": ("outside", {"link_destinations": (".",)}, ["link.yml"]),
    "a link to another place than allowed": ("outside", {"link_destinations": ("inside",)}, "link-leads-out"),
    "all links": ("outside", {"all_links": True}, ["link.yml"]),
    "a folder that is a link": ("folder-link", {}, ["file.yml", "link.yml"]),
    "a link to a folder": ("with-folder-link", {}, "not-a-file"),
    "a link to a device": ("device", {"all_links": True}, "not-a-file"),
    "a link to nothing": ("broken", {}, "unreadable-input"),
    "a link to itself": ("circle", {}, "unreadable-input"),
    "a pipe in a folder": ("pipes", {"pipes": True}, "not-a-file"),
    "a pipe by its name": ("pipes/pipe", {}, "not-a-file"),
    "a large file": ("inside/file.yml", {"size": 4}, "large-file"),
    "a file of that size": ("inside/file.yml", {"size": 5}, ["file.yml"]),
    "a large file among others": ("archives", {"size": 5}, ["file.yml"]),
    "a large file with code among others": ("archives", {"size": 4}, "large-file"),
    "a link out of a chart that no program reads": ("chart", {}, ["Chart.yaml"]),
    "a link out of a chart": ("chart-with-link", {}, "link-leads-out"),
    "a path that is too long": ("x" * 5000, {}, "unreadable-input"),
    "a path with a null": ("x\0y", {}, "unreadable-input"),
}

# A folder that its reader may search but not list, or neither; root may do both.
MODES = (0o000, 0o300, 0o600)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read every folder")
@pytest.mark.parametrize("mode", MODES)
def test_a_folder_without_permission(mode: int, folder: Path) -> None:
    (folder / "inside").chmod(mode)
    try:
        with pytest.raises(UsageError) as error:
            find_files("inside", io.BytesIO())
    finally:
        (folder / "inside").chmod(0o700)
    assert [each.code.name for each in error.value.findings] == ["unreadable-input"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("inside", "outside", "with-folder-link", "device", "broken", "circle", "pipes"):
        Path(name).mkdir()
    Path("inside/file.yml").write_text("a: 1\n", encoding="utf-8")
    Path("inside/link.yml").symlink_to("file.yml")
    Path("secret.yml").write_text("s: 1\n", encoding="utf-8")
    Path("outside/link.yml").symlink_to("../secret.yml")
    Path("folder-link").symlink_to("inside")
    Path("with-folder-link/sub").symlink_to("../inside")
    Path("device/zero.yml").symlink_to("/dev/zero")
    Path("broken/link.yml").symlink_to("nothing")
    Path("circle/link.yml").symlink_to("link.yml")
    Path("archives").mkdir()
    Path("archives/file.yml").write_text("a: 1\n", encoding="utf-8")
    Path("archives/all.tar").write_text("archive", encoding="utf-8")
    for chart, link in (("chart", "LICENSE"), ("chart-with-link", "values.yaml")):
        Path(chart).mkdir()
        Path(chart, "Chart.yaml").write_text("name: a\n", encoding="utf-8")
        Path(chart, link).symlink_to("../secret.yml")
    os.mkfifo("pipes/pipe")
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="links and pipes need POSIX")
@pytest.mark.parametrize("name", CASES)
def test_files_are_read_or_refused(name: str, folder: Path) -> None:
    argument, changes, expected = CASES[name]
    destinations = tuple(folder / each for each in changes.get("link_destinations", ()))
    options = InputOptions(**{**changes, "link_destinations": destinations})
    readers = (
        lambda: find_files(argument, io.BytesIO(), options),
        lambda: read_files([Path(argument)], options),
    )
    for read in readers:
        try:
            assert [file.path for file in read()] == expected
        except UsageError as e:
            assert [finding.code.name for finding in e.findings] == [expected]


def test_standard_input_is_bounded() -> None:
    with pytest.raises(UsageError):
        find_files("-", io.BytesIO(b"a: 1\n"), InputOptions(size=4))
