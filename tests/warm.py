"""Processes of `yschema` and `mkdocs` that start without importing anything.

Pages of the documentation run some 150 commands, and tests of the plugin some 80, each of which would
import the engine and MkDocs anew. Here, one process imports them, and forks for each command. In `PATH`,
small scripts by the names of the programs pass their arguments, environment, folder and standard streams to
it, pass on the signal that ends them, and end as the command does. Commands share nothing else.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NoReturn

from templates import compiled_once

PROGRAMS = ("mkdocs", "yschema")
PRELOADED = (
    "material",
    "mkdocs.commands.build",
    "mkdocs.contrib.search",
    "mkdocs_yschema.plugin",
    "pymdownx",
)
"""What commands import; not every environment has all of it."""
_CLIENT = """\
#!{python} -SEs
import json, os, signal, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    request = ["{program}", sys.argv[1:], os.getcwd(), dict(os.environ)]
    socket.send_fds(server, [json.dumps(request).encode() + b"\\n"], [0, 1, 2])
    answers = server.makefile()
    process = int(answers.readline())
    signal.signal(signal.SIGTERM, lambda number, _: os.kill(process, number))
    status = int(answers.readline() or 70)
if status < 0:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
sys.exit(status)
"""


@contextmanager
def warm_programs() -> Iterator[Path]:
    """Start the process that forks, and yield the folder of the programs, for `PATH`."""
    # The path of a socket may have about a hundred characters, and folders of pytest are deep.
    with tempfile.TemporaryDirectory(prefix="programs-") as name, _started(Path(name)):
        yield Path(name)


@contextmanager
def _started(folder: Path) -> Iterator[None]:
    address = folder / "socket"
    for program in PROGRAMS:
        script = folder / program
        script.write_text(_CLIENT.format(python=sys.executable, address=str(address), program=program))
        script.chmod(0o755)
    environment = {**os.environ, "LANG": "C.UTF-8", "NO_MKDOCS_2_WARNING": "1"}
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
        listener.listen()
        server = subprocess.Popen([sys.executable, __file__, str(folder)], stdin=listener, env=environment)
    # Only the server has the socket now: once it has ended, the programs cannot connect, and fail.
    with server:
        try:
            yield
        finally:
            server.terminate()


def load_programs() -> dict[str, Any]:
    """Import the programs and what they need, and return their main functions by name."""
    mains = {
        point.name: point.load() for point in entry_points(group="console_scripts") if point.name in PROGRAMS
    }
    for name in PRELOADED:
        with suppress(ModuleNotFoundError):
            importlib.import_module(name)
    gc.freeze()
    return mains


def serve() -> NoReturn:
    """Fork for each request that comes to the socket on standard input."""
    mains = load_programs()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the handlers of requests
    listener = socket.socket(fileno=0)
    while True:
        connection, _ = listener.accept()
        if not os.fork():
            _handle(connection, mains)
        connection.close()


def _handle(connection: socket.socket, mains: dict[str, Any]) -> NoReturn:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    data, streams, _, _ = socket.recv_fds(connection, 1 << 20, 3)
    while not data.endswith(b"\n"):
        data += connection.recv(1 << 20)
    child = os.fork()
    if not child:
        connection.close()
        program, arguments, folder, environment = json.loads(data)
        run(mains[program], [program, *arguments], folder, environment, streams)
    connection.sendall(f"{child}\n".encode())
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    connection.sendall(f"{status}\n".encode())
    os._exit(0)


def run(
    main: Callable[[], Any],
    argv: Sequence[str],
    folder: str,
    environment: dict[str, str],
    streams: Sequence[int],
) -> NoReturn:
    """Run a program in this process, which is a fork, and end the process.

    Args:
        main: its main function.
        argv: its name and its arguments.
        folder: the current folder.
        environment: all environment variables.
        streams: the file descriptors of standard input, output and error.
    """
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, mode) for n, mode in enumerate("rww"))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None
    sys.argv = list(argv)
    status: int | str | None
    try:
        status = main()
    except SystemExit as e:
        status = e.code  # type: ignore[assignment]
    except BaseException:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
        status = 1
    if isinstance(status, str):
        print(status, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    with compiled_once(Path(sys.argv[1])):
        serve()
