"""The release of this program: its version, and where its documentation is."""

from __future__ import annotations

REPOSITORY = "https://github.com/mkdocs-yschema/mkdocs-yschema"
_DISTRIBUTION = "mkdocs-yschema"


def version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import version as version_of  # noqa: PLC0415  few runs need it

    return version_of(_DISTRIBUTION)
