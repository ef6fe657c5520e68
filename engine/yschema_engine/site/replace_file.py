"""Writing a file whole, or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from yschema_engine.docs.places import display_path
from yschema_engine.site.codes import UNWRITABLE_SITE_FILE
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Verbatim, phrase


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, and the folders around it; a file that exists keeps its permissions.

    Raises:
        UsageError: that is not possible; a file that exists is then unchanged.
    """
    other = path.with_name(f".{path.name[:100]}.yschema")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            other.write_bytes(data)
            if path.exists():
                shutil.copymode(path, other)
            os.replace(other, path)  # noqa: PTH105  `Path.replace` returns a path
        finally:
            other.unlink(missing_ok=True)
    except OSError as e:
        raise unwritable(path, e) from e


def unwritable(path: Path, error: OSError) -> UsageError:
    """Return the error for a file that cannot be written."""
    reason = phrase("{reason}", reason=error.strerror or str(error))
    return UsageError([finding(UNWRITABLE_SITE_FILE, file=Verbatim(str(display_path(path))), found=reason)])
