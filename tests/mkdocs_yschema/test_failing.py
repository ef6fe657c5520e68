"""Errors fail the build with the messages of the engine; a served site shows them and continues."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from .sites import CONFIG, SiteFolder

OWN = CONFIG.replace("name: mkdocs", "name: mkdocs, custom_dir: over")
HEAD = "#@data/values-schema\n---\n"
WRONG: dict[str, Any] = {
    "schema": (
        {"schemas/app.yaml": f"{HEAD}x: null\n"},
        ["schemas/app.yaml:3", "found:", "null", "expected:"],
    ),
    "default": (
        {"schemas/app.yaml": f"{HEAD}#@schema/default 3\nx: ''\n"},
        ["schemas/app.yaml:3", "integer", "string (declared at line 4)"],
    ),
    "example": (
        {"schemas/app.yaml": f"{HEAD}#@schema/examples ('Three', 3)\nx: ''\n"},
        ["schemas/app.yaml:3", "integer", "string"],
    ),
    "yaml": ({"schemas/app.yaml": f"{HEAD}x: [\n"}, ["schemas/app.yaml:"]),
    "code": ({"schemas/app.yaml": f"{HEAD}x: #@ nothing\n"}, ["schemas/app.yaml:3", "nothing"]),
    "rule of an example": (
        {
            "schemas/app.yaml": f"{HEAD}#@schema/validation ('even', lambda v: v % 2 == 0)\n"
            "#@schema/examples ('Three', 3)\nx: 2\n"
        },
        ["schemas/app.yaml:4", 'the example "Three" breaks a rule', "even", "3"],
    ),
    "no schema document": (
        {"schemas/app.yaml": "x: 1\n"},
        ["the inputs contain no schema document", "schemas/app.yaml"],
    ),
    "code without end": (
        {
            "mkdocs.yml": CONFIG.replace("yschema:\n", "yschema:\n    limits: {seconds: 0.2}\n"),
            "schemas/app.yaml": f"#@ for i in range(2000000000):\n#@   x = i\n#@ end\n{HEAD}x: 1\n",
        },
        ["schemas/app.yaml:1", "takes more than 0.2 s"],
    ),
    "not portable": (
        {
            "mkdocs.yml": CONFIG.replace("yschema:\n", "yschema:\n    severity: {portability: error}\n"),
            "schemas/app.yaml": f"{HEAD}m:\n  #@schema/any-key\n  _: 1\n",
        },
        ["schemas/app.yaml:4", "not portable: ytt ignores @schema/any-key", "@schema/type any=True"],
    ),
    "two at once": (
        {"schemas/app.yaml": f"{HEAD}x: null\ny: null\n"},
        ["schemas/app.yaml:3", "schemas/app.yaml:4"],
    ),
    "two files at once": (
        {"schemas/a.yaml": f"{HEAD}x: null\n", "schemas/b.yaml": f"{HEAD}y: null\n"},
        ["schemas/a.yaml:3", "schemas/b.yaml:3"],
    ),
    "not utf-8": ({"mkdocs.yml": CONFIG.replace("schemas/*.yaml", "latin.yaml")}, ["latin.yaml"]),
    "glob": (
        {"mkdocs.yml": CONFIG.replace("schemas/*.yaml", "nothing/*.yaml")},
        ["mkdocs.yml:8", "no file matches `nothing/*.yaml`", "expected:", "at least one file"],
    ),
    "unknown name": (
        {"docs/index.md": "---\ntitle: Home\n---\n\n# Home\n\n::: yschema aap\n"},
        ["docs/index.md:7", "unknown schema `aap`", "one of app", "did you mean `app`?"],
    ),
    "unknown path": (
        {"docs/index.md": "# Home\n\n::: yschema app\n    path: servic\n"},
        ["docs/index.md:4", "servic", "did you mean `service`?"],
    ),
    "unknown option": (
        {"docs/index.md": "# Home\n\n::: yschema app\n    level: 3\n"},
        ["docs/index.md:4", "unknown option `level`"],
    ),
    "in a snippet": pytest.param(
        {
            "mkdocs.yml": CONFIG + "markdown_extensions: [pymdownx.snippets]\n",
            "docs/index.md": '# Home\n\n--8<-- "part.txt"\n',
            "part.txt": "::: yschema aap\n",
        },
        ["index.md: unknown schema `aap`"],
        marks=pytest.mark.other_tools,
    ),
    "template": (
        {"mkdocs.yml": OWN, "over/yschema/yaml.html": "<b>\n{% if %}\n"},
        ["yaml.html:2", "the template is wrong"],
    ),
    "name in a template": (
        {"mkdocs.yml": OWN, "over/yschema/yaml.html": "{{ nothing }}"},
        ["'nothing' is undefined"],
    ),
}

SETTINGS = {
    "half of a character": (
        CONFIG.replace("title: Application", 'title: "A\\ud800"'),
        ["mkdocs.yml:9: error: cannot use the option `schemas.app.title`", "without halves of characters"],
    ),
    "the character 0": (
        CONFIG.replace("yschema:\n", 'yschema:\n    cache_dir: "a\\0b"\n'),
        ["mkdocs.yml:6: error: cannot use the option `cache_dir`", "found:    'a\\x00b'"],
    ),
}


@pytest.mark.parametrize(("files", "words"), WRONG.values(), ids=WRONG)
def test_a_build_stops(site: SiteFolder, files: dict[str, str], words: list[str]) -> None:
    (site.folder / "latin.yaml").write_bytes(b"#@data/values-schema\n---\nx: \xe9\n")
    built = site.build(files)
    assert built.failed
    assert not [word for word in words if word not in built.log], built.log
    assert built.written == []


@pytest.mark.parametrize(("config", "words"), SETTINGS.values(), ids=SETTINGS)
def test_settings_are_checked(site: SiteFolder, config: str, words: list[str]) -> None:
    built = site.build({"mkdocs.yml": config})
    assert built.failed
    assert not [word for word in words if word not in built.log], built.log


BROKEN = {name: case for name, case in WRONG.items() if name not in ("rule of an example", "not portable")}


@pytest.mark.parametrize(("files", "words"), BROKEN.values(), ids=BROKEN)
def test_a_served_site_shows_the_error_and_recovers(
    site: SiteFolder, files: dict[str, str], words: list[str]
) -> None:
    (site.folder / "latin.yaml").write_bytes(b"#@data/values-schema\n---\nx: \xe9\n")
    before = {name: path.read_text() if (path := site.folder / name).exists() else None for name in files}
    broken = site.build(files, command="serve")
    assert not broken.failed
    assert not [word for word in words if word not in broken.log], broken.log
    page = broken.page("." if "docs/index.md" in files else "reference/app")
    assert "This reference cannot be shown." in page
    assert words[0] in unescape(page)
    mended = site.build(before, command="serve")
    assert not mended.failed
    assert "cannot be shown" not in mended.page(".") + mended.page("reference/app")
    assert 'id="app.service"' in mended.page("reference/app")


def test_an_error_is_logged_once(site: SiteFolder) -> None:
    pages = {f"docs/p{i}.md": "::: yschema app\n" for i in range(3)}
    broken = site.build({"schemas/app.yaml": f"{HEAD}x: null\n", **pages}, command="serve")
    assert len([error for error in broken.errors if "app.yaml:3" in error]) == 1


def settings(**severity: str) -> str:
    """Return the configuration with severities."""
    lines = "".join(f"      {kind}: {level}\n" for kind, level in severity.items())
    return CONFIG.replace("    schemas:\n", f"    severity:\n{lines}    schemas:\n", 1)


KINDS = {
    "examples": "#@schema/validation max=5\n#@schema/examples ('Six', 6)\nx: 1\n",
    "defaults": "#@schema/validation max=5\nx: 7\n",
    "portability": "#@schema/any-key\nx: {_: 1}\n",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ["error", "warning", "off"])
def test_how_severe_a_kind_is_can_be_chosen(site: SiteFolder, kind: str, level: str) -> None:
    files = {"schemas/app.yaml": HEAD + KINDS[kind], "mkdocs.yml": settings(**{kind: level})}
    built = site.build(files)
    assert built.failed == (level == "error")
    found = [error for error in built.errors if "schemas/app.yaml:" in error]
    assert [": error: " in error for error in found] == ([level == "error"] if level != "off" else [])
    assert site.build(files, strict=True).failed == (level != "off")


def test_a_severity_that_is_none_is_refused(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": settings(examples="loud")})
    assert built.failed
    assert "loud" in built.log and "error" in built.log and "warning" in built.log and "off" in built.log


def test_all_errors_of_pages_are_told_in_one_build(site: SiteFolder) -> None:
    pages = {f"docs/p{i}.md": f"::: yschema wrong{i}\n" for i in range(3)}
    built = site.build(pages)
    assert built.failed
    assert all(f"p{i}.md:1:13: error: unknown schema `wrong{i}`" in built.log for i in range(3))
    assert built.written == []


def test_the_command_line_says_it_in_a_few_lines(site: SiteFolder) -> None:
    site.write({"schemas/app.yaml": f"{HEAD}x: null\n"})
    done = site.run("mkdocs", "build")
    assert done.returncode == 1
    assert "schemas/app.yaml:3" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (site.folder / "site").exists()
