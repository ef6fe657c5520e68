"""`mkdocs serve`: errors show, good saves recover, new files count."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .sites import CONFIG, FILES, SCHEMA, SiteFolder

Fetch = Callable[[str, str], str]
WRONG = "#@data/values-schema\n---\nx: null\n"
PATIENCE = 30  # seconds


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{s.getsockname()[1]}"
        self._log = (folder / "serve.log").open("w+")
        self._process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "mkdocs", "serve", "-a", self.address],
            cwd=folder,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        )

    def log(self) -> str:
        return Path(self._log.name).read_text()

    def wait_for(self, words: str, page: str = "reference/app/") -> str:
        """The page, once it says the words."""
        text = ""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self._process.poll() is None, self.log()
            try:
                with urllib.request.urlopen(f"http://{self.address}/{page}", timeout=5) as answer:
                    text = answer.read().decode()
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                text = ""
            if words in text:
                return text
            time.sleep(0.05)
        raise AssertionError(f"{words!r} is not in the page:\n{text[-3000:]}\n{self.log()}")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._log.close()


@pytest.fixture
def serve(site: SiteFolder) -> Iterator[Callable[[], Server]]:
    servers: list[Server] = []

    def start() -> Server:
        servers.append(Server(site.folder))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def test_an_error_shows_and_the_next_good_save_recovers(
    site: SiteFolder, serve: Callable[[], Server]
) -> None:
    server = serve()
    server.wait_for('id="app.service"')
    site.write({"schemas/app.yaml": WRONG})
    assert "schemas/app.yaml:3" in server.wait_for("cannot be shown")
    assert "schemas/app.yaml:3" in server.log()
    site.write({"schemas/app.yaml": SCHEMA.replace("replicas", "copies")})
    assert "cannot be shown" not in server.wait_for('id="app.copies"')
    site.write(
        {"schemas/more.yaml": "#@data/values-schema\n---\n#@overlay/match missing_ok=True\nextra: 1\n"}
    )
    server.wait_for('id="app.extra"')
    site.write({"docs/index.md": "# Home\n\n::: yschema aap\n"})
    server.wait_for("did you mean app?", "")
    assert "Traceback" not in server.log()


@pytest.mark.parametrize(
    "files",
    [
        {"schemas/app.yaml": WRONG},
        {"schemas/app.yaml": None},
        {"mkdocs.yml": CONFIG.replace("schemas/", "later/deep/"), "later/deep/x.yaml": None},
    ],
    ids=["wrong schema", "no file yet", "no folder yet"],
)
def test_a_server_starts_with_an_error_and_recovers(
    site: SiteFolder, serve: Callable[[], Server], files: dict[str, str | None]
) -> None:
    site.write(files)
    server = serve()
    server.wait_for("cannot be shown")
    mended = {name: SCHEMA for name in files if name.endswith(".yaml")}
    site.write(mended)
    server.wait_for('id="app.service"')
    assert "Traceback" not in server.log()
    assert FILES["schemas/app.yaml"] == SCHEMA


def test_a_key_that_is_added_gives_a_page(site: SiteFolder, serve: Callable[[], Server]) -> None:
    site.write({"mkdocs.yml": CONFIG.replace("app.md\n", "app.md\n        split: map\n")})
    server = serve()
    server.wait_for('id="app.service.type"', "reference/app/service/")
    site.write({"schemas/app.yaml": f"{SCHEMA}extra:\n  part: 1\n"})
    server.wait_for('id="app.extra.part"', "reference/app/extra/")
    assert "Fields of extra: 1" in server.wait_for("extra")
    site.write({"schemas/app.yaml": SCHEMA.replace("service:", "ports:")})
    server.wait_for('id="app.ports.type"', "reference/app/ports/")
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"http://{server.address}/reference/app/service/", timeout=5)
