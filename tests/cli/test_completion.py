"""Scripts that complete options in a shell."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support import Command
from yschema_engine.arguments import SUBCOMMANDS

# The last word is completed, as when somebody presses the tab key.
TRY = """\
source ./script
COMP_WORDS=(yschema "$@")
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
$(complete -p yschema | sed 's/.*-F \\([^ ]*\\).*/\\1/') yschema "${COMP_WORDS[COMP_CWORD]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
WORDS = {
    "a flag": (["--error-f"], ["--error-file", "--error-format"]),
    "a choice": (["--error-format", "g"], ["github", "gitlab"]),
    "a subcommand": (["cov"], ["coverage"]),
    "a flag of a subcommand": (["coverage", "--fail"], ["--fail-under"]),
    "a choice of a subcommand": (["compare", "--fail-on", "b"], ["breaking"]),
    "a file": (["-f", "sch"], ["schema.yaml"]),
    "nothing": (["--unknown"], [""]),
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing")
@pytest.mark.parametrize("case", WORDS)
def test_bash(yschema: Command, tmp_path: Path, case: str) -> None:
    words, expected = WORDS[case]
    (tmp_path / "script").write_text(yschema("completion", "bash").out, encoding="utf-8")
    (tmp_path / "schema.yaml").touch()
    done = subprocess.run(
        ["bash", "-c", TRY, "bash", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert sorted(done.stdout.rstrip("\n").split("\n")) == expected, done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_know_all_subcommands_and_choices(yschema: Command, shell: str) -> None:
    shown = yschema("completion", shell)
    assert shown.status == 0
    assert not [name for name in (*SUBCOMMANDS, "sarif", "openapi-v3") if name not in shown.out]


@pytest.mark.parametrize(("arguments", "words"), [(["tcsh"], "expected one of bash"), ([], "required: bash")])
def test_other_shells(yschema: Command, arguments: list[str], words: str) -> None:
    shown = yschema("completion", *arguments)
    assert shown.status == 2 and words in shown.err


def test_other_calls_do_not_import_the_library() -> None:
    code = "import sys, yschema_engine.cli.main, yschema_engine.cli.check; print('shtab' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
