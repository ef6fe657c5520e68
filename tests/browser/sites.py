"""Sites for browser tests, built by MkDocs in a process, and served."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from filelock import FileLock


def build(folder: Path, files: Mapping[str, str], *options: str) -> Path:
    """Write files, build their site, and return its folder. The folder can be served before it exists."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(["mkdocs", "build", "-q", *options], cwd=folder, check=True, env=environment)
    return folder / "site"


def build_once(folder: Path, files: Mapping[str, str], *options: str) -> Path:
    """Build a site as `build` does, in a folder that all processes that run tests share, and only once."""
    digest = hashlib.sha256(json.dumps([files, options]).encode()).hexdigest()[:16]
    built = folder / f"{digest}.built"
    with FileLock(folder / f"{digest}.lock"):
        if not built.exists():
            build(folder / digest, files, *options)
            built.touch()
    return folder / digest / "site"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, and yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))  # the interval of its checks
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open

    def log_request(self, *args: object) -> None:
        """Write no log."""

    def end_headers(self) -> None:
        """Allow browsers to cache all files, because a site does not change."""
        self.send_header("Cache-Control", "max-age=9999")
        super().end_headers()
