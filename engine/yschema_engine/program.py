"""The identity of the program, for results that outlive a run."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

LIBRARIES = (
    *("Jinja2", "Markdown", "MarkupSafe", "fqdn", "google-re2", "jsonschema", "jsonschema-specifications"),
    *("nh3", "polib", "referencing", "regex", "rfc3986-validator", "ruamel.yaml", "ruamel.yaml.clib"),
    *("shtab", "starlark-pyo3"),
)
"""The distributions that a result depends on."""


@cache  # the code of a run does not change
def program(*packages: str) -> str:
    """Return a text that tells this program from others, and from other versions of it.

    Args:
        packages: the names of imported packages that it consists of, besides the engine.
    """
    hashed = hashlib.sha256()
    for name in (__name__.partition(".")[0], *packages):
        for folder in sys.modules[name].__path__:
            for path in sorted(Path(folder).rglob("*.py")):
                hashed.update(path.name.encode())
                hashed.update(path.read_bytes())
    return f"{sys.implementation.cache_tag} {' '.join(_versions(LIBRARIES))} {hashed.hexdigest()}"


def _versions(names: Iterable[str]) -> Iterable[str]:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  takes time

    for name in names:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"
