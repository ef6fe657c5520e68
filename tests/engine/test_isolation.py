"""Evaluators: what they answer, and what becomes of code that ends or blocks them."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from yschema_engine import check_plain
from yschema_engine.evaluate import peers
from yschema_engine.evaluate.evaluator import Evaluator, evaluating
from yschema_engine.evaluate.limits import Limits, NoCode
from yschema_engine.read.inputs import File
from yschema_engine.schema.functions import CodeNeeded
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import english
from yschema_engine.text.findings import EngineError, LimitError

PANIC = "tuple(range(-2147483648, 2147483647, 2147483647))"
RULE = '#@data/values-schema\n---\n#@schema/validation ("even", lambda v: v % 2 == 0)\na: 2\n'


@pytest.fixture(scope="module", autouse=True)
def as_evaluator() -> None:
    """Do nothing: these tests ask evaluators."""


@pytest.fixture(params=["fork", "spawn"])
def evaluator(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evaluator]:
    """An evaluator in a fork, and one as on systems that cannot fork."""
    if request.param == "spawn":
        monkeypatch.setattr(peers, "can_fork", lambda: False)
        # The new interpreter finds the functions of this module by its name.
        root = str(Path(__file__).parents[2])
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([root, os.environ.get("PYTHONPATH", "")]))
    elif not hasattr(os, "fork"):
        pytest.skip("the system cannot fork")
    with Evaluator(Limits(seconds=1)) as made:
        yield made


def files(text: str) -> list[File]:
    return [File("s.yml", "s.yml", text.encode())]


def with_code(code: str) -> list[File]:
    return files(f"#@ x = {code}\n#@data/values-schema\n---\na: 1\n")


def after_code(action: Callable[[], object], size: int) -> int:
    """Run code, then an action."""
    from yschema_engine.read.readers import load_schema  # noqa: PLC0415  in the evaluator

    load_schema(with_code("1"))
    action()
    return size


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (PANIC, "crashes the process that runs it (iterator provided size_hint incorrectly)"),
        ("(lambda list: 1) and list(range(2000000000))", "takes more memory than 1024 MiB"),
        ("[x for x in range(2000000000) if x < 0]", "takes more than 1 s"),
        ("fail('no')", "the code failed: no"),
    ],
    ids=["a panic", "memory", "time", "an error"],
)
def test_code_that_fails_costs_a_finding(evaluator: Evaluator, code: str, message: str) -> None:
    for _ in range(2):
        with pytest.raises(EngineError) as caught:
            evaluator.load(with_code(code))
        finding = caught.value.findings[0]
        assert str(finding.span) == "s.yml:1"
        assert message in english(finding, "message")
    assert evaluator.load(with_code("1")).root.type.fields


@pytest.mark.parametrize(
    "ends", [os.abort, partial(os._exit, 3), partial(sys.exit, 3), partial(signal.raise_signal, 9)], ids=repr
)
def test_the_end_of_an_evaluator_costs_a_question(evaluator: Evaluator, ends: Callable[[], object]) -> None:
    with pytest.raises(LimitError, match=r"s\.yml:1"):
        evaluator.ask(partial(after_code, ends, 1))
    assert evaluator.ask(partial(after_code, int, 5)) == 5


def test_a_schema_is_data(evaluator: Evaluator) -> None:
    schema = evaluator.load(files(RULE))
    assert check_plain(schema, {"a": 4}, evaluator=evaluator).valid
    assert not check_plain(schema, {"a": 3}, evaluator=evaluator).valid
    evaluator.stop()  # the next evaluator runs the code once more
    assert not check_plain(schema, {"a": 5}, evaluator=evaluator).valid
    assert not check_plain(schema, {"a": 7}).valid
    with evaluating(NoCode()), pytest.raises(CodeNeeded):
        check_plain(schema, {"a": 9})


def test_a_schema_without_code_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "start", None)
    with Evaluator() as evaluator:
        schema: Schema = evaluator.load(files("#@data/values-schema\n---\na: 1\n"))
    assert not check_plain(schema, {"a": "b"}).valid


def test_what_code_prints_is_shown_once(evaluator: Evaluator, capsys: pytest.CaptureFixture[str]) -> None:
    evaluator.load(with_code("print('here')"))
    assert capsys.readouterr().err == "here\n"


def outside(folder: str, port: int) -> dict[str, str]:
    """Return how the system answers what an evaluator has no use for."""
    from yschema_engine.read.readers import load_schema  # noqa: PLC0415  in the evaluator

    load_schema(with_code("1"))
    attempts: dict[str, Callable[[], object]] = {
        "write": lambda: Path(folder, "new").write_text("x"),
        "truncate": lambda: os.truncate(Path(folder, "old"), 0),
        "delete": lambda: Path(folder, "old").unlink(),
        "rename": lambda: Path(folder, "old").rename(Path(folder, "new")),
        "link": lambda: Path(folder, "new").symlink_to("old"),
        "folder": lambda: Path(folder, "new").mkdir(),
        "program": lambda: subprocess.run(["/bin/true"], check=True),
        "connect": lambda: socket.create_connection(("127.0.0.1", port), 1),
        "listen": lambda: socket.create_server(("127.0.0.1", 0)),
        "signal": lambda: os.kill(os.getppid(), 0),
        "read": lambda: Path(folder, "old").read_text(),
    }
    return {name: _answer(attempt) for name, attempt in attempts.items()}


def _answer(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except PermissionError:
        return "refused"
    except OSError as e:
        return str(e)
    return "done"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such jail")
def test_an_evaluator_changes_nothing_outside(evaluator: Evaluator, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("mine", encoding="utf-8")
    version = ctypes.CDLL(None).syscall(444, None, 0, 1)
    needed = dict.fromkeys(("write", "delete", "link", "folder", "program"), 1)
    needed |= {"rename": 2, "truncate": 3, "connect": 4, "listen": 4, "signal": 6}
    with socket.create_server(("127.0.0.1", 0)) as server:
        answers = evaluator.ask(partial(outside, str(tmp_path), server.getsockname()[1]))
    assert {name for name, answer in answers.items() if answer == "refused"} >= {
        name for name, since in needed.items() if version >= since
    }
    assert answers["read"] == "done"
    if version >= 3:
        assert [path.name for path in tmp_path.iterdir()] == ["old"]
        assert (tmp_path / "old").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such jail")
@pytest.mark.parametrize(
    ("arguments", "is_free"), [((), False), (("--error-format", "sarif", "--error-file", "report"), True)]
)
def test_the_command_line_is_in_the_jail_unless_it_writes_files(
    tmp_path: Path, arguments: tuple[str, ...], is_free: bool
) -> None:
    if ctypes.CDLL(None).syscall(444, None, 0, 1) < 1:
        pytest.skip("this kernel has no Landlock")
    (tmp_path / "s.yml").write_text("#@data/values-schema\n---\na: #@ 1 + 1\n", encoding="utf-8")
    code = "import sys; from yschema_engine.cli.main import run; print(run(None)); open('written', 'w')"
    command = [sys.executable, "-c", code, "-f", "s.yml", *arguments]
    ended = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path, text=True)
    assert ended.stdout == "0\n"
    assert (tmp_path / "written").exists() == is_free == ("PermissionError" not in ended.stderr)


def test_an_evaluator_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("yschema_engine", "faulthandler", "pickle"):
        (tmp_path / f"{name}.py").write_text("open('made', 'w')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(peers, "can_fork", lambda: False)
    with Evaluator() as evaluator:
        assert evaluator.load(with_code("1")).root.type.fields
    assert not (tmp_path / "made").exists()


def test_an_evaluator_ends_with_its_process() -> None:
    code = (
        "import os, signal; from yschema_engine.evaluate import peers; peer = peers.start();"
        " print(peer._process._number, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    number = int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).stdout)
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the evaluator lives on")
