"""A hook of Hatchling: wheels hold the message catalogues compiled, beside their sources."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_ENGINE = Path(__file__).parent.parent / "engine"


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]  # the versions before 1.22 have no argument
    """Adds a file `.mo` for each `.po`. An editable installation has none: the engine compiles in memory."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues.

        Args:
            version: `standard` or `editable`.
            build_data: what Hatchling adds to the wheel.
        """
        self._folder = TemporaryDirectory()
        for source in () if version == "editable" else sorted(_ENGINE.glob("**/*.po")):
            compiled = source.relative_to(_ENGINE).with_suffix(".mo")
            path = Path(self._folder.name, str(compiled).replace("/", "-"))
            polib.pofile(source.read_text(encoding="utf-8")).save_as_mofile(str(path))
            build_data["force_include"][str(path)] = compiled.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled files, which the wheel now holds."""
        self._folder.cleanup()
