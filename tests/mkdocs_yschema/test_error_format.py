"""`mkdocs build` also writes findings for programs to standard output."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from .sites import CONFIG, FILES, SiteFolder

HEAD = "#@data/values-schema\n---\n"
RULE = "#@schema/validation ('at, most: 5%\\nor so', lambda v: v <= 5)"
WRONG = f"{HEAD}{RULE}\n#@schema/examples ('Six', 6)\nx: 1\n"
EXAMPLE = (
    "::error file=schemas/app.yaml,line=4,col=1,endLine=4,endColumn=28,"
    'title=x%3A the example "Six" breaks a rule'
    "::found: 6; rule: at, most: 5%25%0Aor so"
)


def config(*options: str) -> str:
    """Return the configuration with options of the plugin."""
    return CONFIG.replace("yschema:\n", "yschema:\n" + "".join(f"    {option}\n" for option in options))


UNKNOWN = (
    "::error file=docs/index.md,line=3,col=13,endLine=3,endColumn=15,title=unknown schema `aap`"
    "::found: aap; expected: one of app; did you mean `app`?"
)
FORMS: dict[str, tuple[dict[str, str | None], list[str]]] = {
    "nothing is wrong": ({}, []),
    "an example": ({"schemas/app.yaml": WRONG}, [EXAMPLE]),
    "a warning": (
        {
            "schemas/app.yaml": WRONG,
            "mkdocs.yml": config("error_format: github", "severity: {examples: warning}"),
        },
        [EXAMPLE.replace("error", "warning", 1)],
    ),
    "what does not count": (
        {
            "schemas/app.yaml": WRONG,
            "mkdocs.yml": config("error_format: github", "severity: {examples: 'off'}"),
        },
        [],
    ),
    "a page": ({"docs/index.md": "# Home\n\n::: yschema aap\n"}, [UNKNOWN]),
    "a page and a schema": (
        {"docs/index.md": "# Home\n\n::: yschema aap\n", "schemas/app.yaml": WRONG},
        [EXAMPLE, UNKNOWN],
    ),
    "one thing on two pages": (
        {"docs/index.md": "# Home\n\n::: yschema app\n", "schemas/app.yaml": f"{HEAD}x: null\n"},
        [
            "::error file=schemas/app.yaml,line=3,col=1,endLine=3,endColumn=1,"
            "title=x%3A a null value declares no type::found: null; "
            "expected: a value that is not null; a key without a value is null: set one, and add "
            "@schema/nullable to have null as default, or `@schema/type any=True` to allow any value"
        ],
    ),
    "the first line": (
        {"schemas/app.yaml": "x: 1\n"},
        [
            "::error file=schemas/app.yaml,line=1,title=the inputs contain no schema document::"
            "found: schemas/app.yaml; "
            "expected: a YAML document marked `#@data/values-schema`; or a chart, a JSON Schema, "
            "a `CustomResourceDefinition` or a Carvel `Package`; "
            "write the lines `#@data/values-schema` and `---` above the first key; or "
            "`yschema draft schemas/app.yaml` writes a schema"
        ],
    ),
    "no line": (
        {"schemas/app.yaml": "x: 1\n", "schemas/b.yaml": "y: 1\n"},
        [
            "::error title=the inputs contain no schema document::found: schemas/app.yaml, schemas/b.yaml; "
            "expected: a YAML document marked `#@data/values-schema`; or a chart, a JSON Schema, "
            "a `CustomResourceDefinition` or a Carvel `Package`; "
            "write the lines `#@data/values-schema` and `---` above the first key"
        ],
    ),
}


@pytest.mark.parametrize(("files", "lines"), FORMS.values(), ids=FORMS)
def test_annotations_for_github(
    site: SiteFolder, capsys: pytest.CaptureFixture[str], files: dict[str, str | None], lines: list[str]
) -> None:
    built = site.build({"mkdocs.yml": config("error_format: github"), **files})
    assert capsys.readouterr().out.splitlines() == lines
    assert len(built.errors) >= min(1, len(lines))  # the log contains messages as well


def test_objects_for_programs(site: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    site.build(
        {
            "mkdocs.yml": config("error_format: json", "severity: {undocumented: warning}"),
            "docs/index.md": "# Home\n\n::: yschema aap\n",
            "schemas/app.yaml": f"{HEAD}x: 1\n",
        }
    )
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["severity"], first["kind"], first["file"], first["line"], first["path"]) == (
        "warning",
        "undocumented",
        "schemas/app.yaml",
        3,
        "x",
    )
    assert (second["severity"], second["file"], second["line"]) == ("error", "docs/index.md", 3)


CHOICES: dict[str, tuple[list[str], dict[str, str], bool]] = {
    "by default": ([], {}, False),
    "in a job of GitHub": ([], {"GITHUB_ACTIONS": "true"}, True),
    "no job": ([], {"GITHUB_ACTIONS": "false"}, False),
    "text in a job": (["error_format: text"], {"GITHUB_ACTIONS": "true"}, False),
    "asked for": (["error_format: github"], {}, True),
    "by a variable": (["error_format: !ENV [ERRORS, text]"], {"ERRORS": "github"}, True),
    "without the variable": (["error_format: !ENV [ERRORS, text]"], {"GITHUB_ACTIONS": "true"}, False),
    "no variable and no default": (["error_format: !ENV ERRORS"], {"GITHUB_ACTIONS": "true"}, True),
}


@pytest.mark.parametrize("case", CHOICES)
def test_the_form_is_chosen(
    site: SiteFolder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    options, environment, writes = CHOICES[case]
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    site.build({"mkdocs.yml": config(*options), "schemas/app.yaml": WRONG})
    assert capsys.readouterr().out == (f"{EXAMPLE}\n" if writes else "")


@pytest.mark.parametrize("form", ["xml", "3", "[text]"])
def test_other_forms_are_refused(site: SiteFolder, form: str) -> None:
    built = site.build({"mkdocs.yml": config(f"error_format: {form}")})
    assert built.failed
    assert "error_format" in built.log and "github" in built.log


def test_a_job_in_a_folder_of_a_repository(site: SiteFolder) -> None:
    """In a real command, lines start with `::` and paths are relative to the top of the repository."""
    inner = {f"packages/shop/{name}": text for name, text in FILES.items()}
    site.write({**inner, ".git/HEAD": "ref: refs/heads/main\n", "packages/shop/schemas/app.yaml": WRONG})
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--strict"],
        cwd=site.folder / "packages/shop",
        env={**os.environ, "GITHUB_ACTIONS": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == EXAMPLE.replace("file=", "file=packages/shop/")
    assert not [line for line in lines[1:] if line.startswith("::")]
    assert "schemas/app.yaml:4:1: error:" in done.stderr and "::error" not in done.stderr


def test_a_terminal_that_lacks_letters(site: SiteFolder) -> None:
    site.write({"mkdocs.yml": config("error_format: json"), "schemas/app.yaml": f"{HEAD}é: null\n"})
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "-q"],
        cwd=site.folder,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert '"path": "\\xe9"' in done.stdout
    assert "Traceback" not in done.stderr


REPORTS: dict[str, tuple[dict[str, str | None], int, str]] = {
    "nothing is wrong": ({}, 0, ""),
    "an error": ({"schemas/app.yaml": WRONG}, 1, "breaks a rule"),
    "a page": ({"docs/index.md": "# Home\n\n::: yschema aap\n"}, 1, "unknown schema"),
}


@pytest.mark.parametrize("case", REPORTS)
def test_a_report_file(site: SiteFolder, capsys: pytest.CaptureFixture[str], case: str) -> None:
    files, number, words = REPORTS[case]
    built = site.build({"mkdocs.yml": config("error_format: gitlab", "error_file: report.json"), **files})
    issues = json.loads((site.folder / "report.json").read_text(encoding="utf-8"))
    assert len(issues) == number and words in str(issues)
    assert built.failed == bool(number)
    assert capsys.readouterr().out == ""


MISTAKES = {
    "a report without a file": (["error_format: sarif"], "expected: `error_file: PATH` as well"),
    "a file without a format": (["error_file: report.json"], "expected: the format of the file"),
    "a folder that does not exist": (
        ["error_format: json", "error_file: gone/report.json"],
        "error_file: cannot write",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_wrong_options_of_reports(site: SiteFolder, case: str) -> None:
    options, words = MISTAKES[case]
    built = site.build({"mkdocs.yml": config(*options)})
    assert built.failed
    assert words in built.log + str(built.errors)
