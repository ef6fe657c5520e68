"""A wrong option has the same report on every way in: plugin, `yschema site`, and Markdown extension."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from markdown import Markdown

from mkdocs_yschema.config import YschemaConfig
from support import CASES, Command, load_yaml
from yschema_engine.show.findings import as_text
from yschema_engine.site.site_config import read_config, read_file
from yschema_engine.text.findings import EngineError

from .sites import SiteFolder

OPTIONS = load_yaml((CASES / "sites/options.yaml").read_text(encoding="utf-8"))
WRONG = pytest.mark.parametrize("case", OPTIONS.values(), ids=OPTIONS)
OUTSIDE = {name: case for name, case in OPTIONS.items() if "outside" in case}
HEAD = "site_name: Site\ntheme: {name: mkdocs}\nplugins:\n- yschema:\n"


@pytest.fixture
def folder(site: SiteFolder) -> SiteFolder:
    for path in ("packages/schema", "packages/a/schema", "packages/b/schema"):
        (site.folder / path).mkdir(parents=True)
    return site


def prepare(site: SiteFolder, case: dict[str, Any]) -> str:
    """Write the options of a case, and return the report that they should have."""
    (site.folder / "mkdocs.yml").write_text(HEAD + indent(case["options"], "    "), encoding="utf-8")
    return str(case["report"]).rstrip().replace("FOLDER", str(site.folder))


def converted(**options: Any) -> str:
    """Return the report with which the Markdown extension refuses its options."""
    with pytest.raises(EngineError) as error:
        Markdown(extensions=["yschema"], extension_configs={"yschema": options})
    return as_text(error.value.findings).rstrip()


@WRONG
def test_the_plugin_reports_a_wrong_option(folder: SiteFolder, case: dict[str, Any]) -> None:
    report = prepare(folder, case)
    built = folder.build()
    assert built.failed
    assert [part for part in report.split("\n\n") if part not in built.log] == [], built.log


@WRONG
def test_yschema_site_reports_a_wrong_option(
    folder: SiteFolder, yschema: Command, case: dict[str, Any]
) -> None:
    report = prepare(folder, case)
    result = yschema("site", "--out", "out")
    assert result.status == 2
    assert result.err.startswith(f"{report}\n")


@WRONG
def test_the_extension_reports_a_wrong_option_of_the_plugin(folder: SiteFolder, case: dict[str, Any]) -> None:
    report = prepare(folder, case)
    assert converted() == report


@pytest.mark.parametrize("case", OUTSIDE.values(), ids=OUTSIDE)
def test_the_extension_reports_a_wrong_option_of_its_own(folder: SiteFolder, case: dict[str, Any]) -> None:
    message = str(case["report"]).splitlines()[0].partition("error: ")[2]
    assert message in converted(**load_yaml(case["options"]))


PATHS = """\
    schemas: {app: {files: [schemas/app.yaml]}}
    custom_templates: over
    cache_dir: kept
    error_format: json
    error_file: report.json
    allow_symlink_destinations: [shared]
"""


def test_paths_start_at_the_folder_of_the_configuration(
    folder: SiteFolder, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (folder.folder / "over").mkdir()
    folder.write({"mkdocs.yml": HEAD + PATHS})
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    root: Path = folder.folder
    config = YschemaConfig(config_file_path=str(root / "mkdocs.yml"))
    config.load_dict(read_file(root / "mkdocs.yml").options)
    assert config.validate() == ([], [])
    read = read_config(root / "mkdocs.yml")
    paths = (config.options.custom_templates, config.options.cache_dir, config.options.error_file)
    assert paths == (root / "over", root / "kept", root / "report.json")
    assert (read.templates, read.options.cache_dir) == ((root / "over",), root / "kept")
    assert (
        config.options.allow_symlink_destinations == read.load.inputs.link_destinations == (root / "shared",)
    )
