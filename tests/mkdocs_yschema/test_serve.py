"""`mkdocs serve` shows errors, recovers from them, and notices new files."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .sites import CONFIG, FILES, PANIC, PANICKING_RULE, SCHEMA, SiteFolder

Fetch = Callable[[str, str], str]
WRONG = "#@data/values-schema\n---\nx: null\n"
PATIENCE = 30  # seconds


class Server:
    """A server in a separate process."""

    def __init__(self, folder: Path, host: str = "mkdocs", *options: str) -> None:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{s.getsockname()[1]}"
        self._log = (folder / "serve.log").open("w+")
        self._process = subprocess.Popen(
            [host, "serve", "-a", self.address, *options],
            cwd=folder,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        )

    def log(self) -> str:
        return Path(self._log.name).read_text()

    def wait_for(self, words: str, page: str = "reference/app/") -> str:
        """Wait until the page contains the text, and return it."""
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

    def wait_for_log(self, words: str) -> None:
        """Wait until the log contains the text."""
        until = time.monotonic() + PATIENCE
        while words not in self.log():
            assert time.monotonic() < until, self.log()
            time.sleep(0.05)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._log.close()


@pytest.fixture
def serve(site: SiteFolder) -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def start(*arguments: str) -> Server:
        servers.append(Server(site.folder, *arguments))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def test_an_error_shows_and_the_next_good_save_recovers(
    site: SiteFolder, serve: Callable[..., Server]
) -> None:
    server = serve()
    server.wait_for('id="app.service"')
    site.write({"schemas/app.yaml": WRONG})
    page = server.wait_for("schemas/app.yaml:3")
    assert 'role="alert"' in page and 'id="app.service"' in page
    assert "schemas/app.yaml:3" in server.log()
    site.write({"schemas/app.yaml": SCHEMA.replace("replicas", "copies")})
    assert "ys-findings" not in server.wait_for('id="app.copies"')
    assert "nothing is wrong any more" in server.log()
    site.write(
        {"schemas/more.yaml": "#@data/values-schema\n---\n#@overlay/match missing_ok=True\nextra: 1\n"}
    )
    server.wait_for('id="app.extra"')
    site.write({"docs/index.md": "# Home\n\n::: yschema aap\n"})
    server.wait_for("did you mean `app`?", "")
    assert "Traceback" not in server.log()


@pytest.mark.parametrize(
    "arguments",
    [
        ("mkdocs", "--strict", "-q"),
        pytest.param(("properdocs", "--strict", "-f", "mkdocs.yml"), marks=pytest.mark.other_tools),
        pytest.param(("properdocs", "--strict", "-q", "-f", "mkdocs.yml"), marks=pytest.mark.other_tools),
    ],
)
def test_warnings_do_not_end_a_strict_server(
    site: SiteFolder, serve: Callable[..., Server], arguments: tuple[str, ...]
) -> None:
    config = CONFIG.replace("yschema:\n", "yschema:\n    severity: {undocumented: warning}\n")
    site.write({"mkdocs.yml": config})
    server = serve(*arguments)
    server.wait_for("this field has no description")
    site.write({"schemas/app.yaml": SCHEMA.replace("replicas", "copies")})
    server.wait_for('id="app.copies"')
    assert "Aborted" not in server.log()


@pytest.mark.parametrize(
    "schema",
    [f"#@ x = {PANIC}\n{SCHEMA}", f"{SCHEMA}{PANICKING_RULE}\na: 1\n"],
    ids=["while it is read", "in a rule"],
)
def test_a_server_survives_a_panic_of_the_interpreter(
    site: SiteFolder, serve: Callable[..., Server], schema: str
) -> None:
    server = serve()
    server.wait_for('id="app.service"')
    site.write({"schemas/app.yaml": schema})
    server.wait_for("crashes the process that runs it")
    site.write({"schemas/app.yaml": SCHEMA.replace("replicas", "copies")})
    assert "ys-findings" not in server.wait_for('id="app.copies"')
    assert "panicked" not in server.log() and "Traceback" not in server.log()


def _by_renaming(site: SiteFolder, text: str) -> None:
    site.write({"schemas/.app.yaml.new": text})
    (site.folder / "schemas/.app.yaml.new").replace(site.folder / "schemas/app.yaml")


def _away_and_back(site: SiteFolder, text: str) -> None:
    path = site.folder / "schemas/app.yaml"
    path.rename(path.with_suffix(".bak"))
    time.sleep(1.2)  # longer than the interval of the server
    site.write({"schemas/app.yaml": text})


def _by_folder(site: SiteFolder, text: str) -> None:
    folder = site.folder / "schemas"
    folder.rename(site.folder / "elsewhere")
    time.sleep(1.2)
    site.write({"elsewhere/app.yaml": text})
    (site.folder / "elsewhere").rename(folder)


def _with_half_a_character(site: SiteFolder, text: str) -> None:
    path = site.folder / "schemas/app.yaml"
    path.write_bytes(text.encode() + b"#! \xc3")
    time.sleep(1.2)
    path.write_bytes(text.encode() + "#! é".encode())


def _in_a_row(site: SiteFolder, text: str) -> None:
    for _ in range(20):
        site.write({"schemas/app.yaml": WRONG})
        time.sleep(0.02)
        site.write({"schemas/app.yaml": text})


def _with_the_configuration_wrong(site: SiteFolder, text: str) -> None:
    for wrong in (CONFIG + "x: [\n", CONFIG.replace("[schemas/*.yaml]", "3"), None):
        site.write({"mkdocs.yml": wrong})
        time.sleep(1)
    site.write({"mkdocs.yml": CONFIG, "schemas/app.yaml": text})


@pytest.mark.parametrize(
    "save",
    [
        _by_renaming,
        _away_and_back,
        _by_folder,
        _with_half_a_character,
        _in_a_row,
        _with_the_configuration_wrong,
    ],
)
def test_however_a_schema_is_saved(
    site: SiteFolder, serve: Callable[..., Server], save: Callable[[SiteFolder, str], None]
) -> None:
    server = serve()
    server.wait_for('id="app.replicas"')
    for name in ("one", "two"):
        save(site, SCHEMA.replace("replicas", name))
        page = server.wait_for(f'id="app.{name}"')
        assert "ys-findings" not in page
    assert "Traceback" not in server.log() and "appear stuck" not in server.log()


def test_while_the_configuration_is_wrong_the_site_stays(
    site: SiteFolder, serve: Callable[..., Server]
) -> None:
    server = serve()
    server.wait_for('id="app.replicas"')
    site.write({"mkdocs.yml": CONFIG.replace("[schemas/*.yaml]", "3")})
    server.wait_for_log("the site stays as it was")
    server.wait_for('id="app.replicas"')
    site.write({"mkdocs.yml": CONFIG + "      more: {files: [more/*.yaml], page: more.md}\n"})
    server.wait_for("no file matches", "more/")
    site.write({"more/x.yaml": SCHEMA})
    server.wait_for('id="more.replicas"', "more/")
    assert "Traceback" not in server.log()


def test_browsers_are_told_and_other_files_build_nothing(
    site: SiteFolder, serve: Callable[..., Server]
) -> None:
    server = serve()
    page = server.wait_for('id="app.replicas"')
    site.write({"schemas/notes.txt": "x", "schemas/.app.yaml.swp": "x", "log.txt": "x"})
    time.sleep(1.5)
    assert "Detected file changes" not in server.log()
    epoch, number = re.findall(r"livereload\((\d+), (\d+)\)", page)[-1]
    site.write({"schemas/app.yaml": WRONG})
    with urllib.request.urlopen(f"http://{server.address}/livereload/{epoch}/{number}", timeout=20) as answer:
        assert int(answer.read()) > int(epoch)
    server.wait_for("schemas/app.yaml:3")


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
    site: SiteFolder, serve: Callable[..., Server], files: dict[str, str | None]
) -> None:
    site.write(files)
    server = serve()
    server.wait_for("cannot be shown")
    mended = {name: SCHEMA for name in files if name.endswith(".yaml")}
    site.write(mended)
    server.wait_for('id="app.service"')
    assert "Traceback" not in server.log()
    assert FILES["schemas/app.yaml"] == SCHEMA


def test_a_key_that_is_added_gives_a_page(site: SiteFolder, serve: Callable[..., Server]) -> None:
    site.write({"mkdocs.yml": CONFIG.replace("app.md\n", "app.md\n        split: map\n")})
    server = serve()
    server.wait_for('id="app.service.type"', "reference/app/service/")
    site.write({"schemas/app.yaml": f"{SCHEMA}extra:\n  part: 1\n"})
    server.wait_for('id="app.extra.part"', "reference/app/extra/")
    assert "Show 1 field" in server.wait_for("extra")
    site.write({"schemas/app.yaml": SCHEMA.replace("service:", "ports:")})
    server.wait_for('id="app.ports.type"', "reference/app/ports/")
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"http://{server.address}/reference/app/service/", timeout=5)


def test_a_sample_that_is_saved_is_checked_and_shown(site: SiteFolder, serve: Callable[..., Server]) -> None:
    settings = CONFIG + '        samples: ["samples/*"]\n'
    star = "#@ load('two.star', 'two')\n#! From code\n#@data/values\n---\nreplicas: #@ two()\n"
    site.write({"mkdocs.yml": settings, "samples/a.yaml": "# First\nreplicas: 3\n"})
    server = serve()
    server.wait_for("<summary>First</summary>")
    site.write({"samples/a.yaml": "# Broken\nreplica: 3\n"})
    assert "did you mean <code>replicas</code>?" in server.wait_for("samples/a.yaml:2")
    site.write({"samples/a.yaml": "# Mended\nreplicas: 4\n"})
    assert "ys-findings" not in server.wait_for("<summary>Mended</summary>")
    site.write({"samples/two.star": "def two():\n  return 2\nend\n", "samples/b.yaml": star})
    server.wait_for("<summary>From code</summary>")
    site.write({"samples/two.star": "def two():\n  return 'two'\nend\n"})
    assert "found" in server.wait_for("samples/b.yaml:5")
    assert "Traceback" not in server.log()


def test_an_earlier_version_that_is_saved_is_compared(site: SiteFolder, serve: Callable[..., Server]) -> None:
    versions = '        versions:\n        - {name: "1", files: [earlier/*]}\n'
    site.write({"mkdocs.yml": CONFIG + versions, "earlier/app.yaml": SCHEMA})
    server = serve()
    server.wait_for("Upgrade Application 1 → current", "reference/app/upgrade-1-current/")
    site.write({"earlier/app.yaml": f"{SCHEMA}zoom: 1\n"})
    server.wait_for("<code>zoom</code>", "reference/app/upgrade-1-current/")
    assert "Traceback" not in server.log()
