"""Streams that are closed, full or read by nobody: an exit status and a clear line, never a traceback."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCHEMA = "#@data/values-schema\n---\na: 1\n"
CLOSED = "error: cannot write to standard output\n  found:    standard output is closed\n"
FULL = "error: cannot write to standard output\n  found:    No space left on device\n"
INSPECT = "yschema -f s.yml --schema-inspect"
CASES = {
    # the command, the exit status, and the start of what is written to the streams
    "standard input is closed, and not read": ("yschema -f s.yml <&-", 0, ""),
    "standard input is closed": ("yschema -f - <&-", 2, "error: cannot read -\n"),
    "standard input for two arguments": (
        "yschema -f - --data-values-file -",
        2,
        "error: cannot read -\n  found:    another argument has read standard input\n",
    ),
    "standard output is closed": (f"{INSPECT} >&-", 2, CLOSED),
    "standard output is closed, and not written": ("yschema -f s.yml >&-", 0, ""),
    "standard output is full": (f"{INSPECT} >/dev/full", 2, FULL),
    "standard error is closed": ("yschema -f missing.yml 2>&-", 2, ""),
    "standard error is full": ("yschema -f missing.yml 2>/dev/full", 2, ""),
    "standard error is closed, and code prints": ("yschema -f print.yml 2>&-", 0, ""),
    "nobody reads standard output": (f"({INSPECT}; echo $? >&2) | true", 0, "141\n"),
    "the folder has been removed": (
        'mkdir gone && cd gone && rmdir "$PWD" && yschema -f - --error-format github',
        1,
        "::error file=stdin.yml,line=",
    ),
}


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is a device of Linux")
@pytest.mark.parametrize("case", CASES)
def test_streams(case: str, tmp_path: Path) -> None:
    command, status, text = CASES[case]
    (tmp_path / "s.yml").write_text(SCHEMA, encoding="utf-8")
    (tmp_path / "print.yml").write_text(f"#@ print(1)\n{SCHEMA}", encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    result = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        input=b"#@data/values-schema\n---\na: [" if "values-file" not in command else SCHEMA.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PATH": path},
    )
    assert result.returncode == status
    written = (result.stdout + result.stderr).decode()
    assert "Traceback" not in written
    assert written.startswith(text) and bool(written) == bool(text)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_ends_quietly(tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("yschema"))
    with subprocess.Popen(
        [program, "-f", "-"], cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"#" * 100_000)  # more than a pipe holds: returns once the program reads
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert error == b""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot end a child with its parent")
def test_nothing_outlives_a_program_that_is_killed(tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("yschema"))
    with subprocess.Popen(
        [program, "-f", "-"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"#" * 100_000)  # more than a pipe holds: returns once the program reads
        process.stdin.flush()
        process.kill()
        # The end of its standard output is read once no process can write to it.
        assert select.select([process.stdout], [], [], 60)[0]
        assert process.stdout.read() == b""


def test_ctrl_c_is_handled_before_the_engine_is_imported() -> None:
    code = "import sys, yschema_engine.cli.entry; print('yschema_engine.text' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
