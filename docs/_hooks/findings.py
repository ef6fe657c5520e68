"""MkDocs hook that adds a page for each code of a finding, and their index, in the folder `findings`.

`tools/findings.py` makes them from the examples in `tests/cases/findings`; they are not in the repository.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "build/findings"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, which are generated anew if an example or the code has changed."""
    subprocess.run([sys.executable, str(ROOT / "tools/findings.py"), str(PAGES)], check=True)  # noqa: S603
    for path in sorted(PAGES.glob("*.md")):
        files.append(File.generated(config, f"findings/{path.name}", abs_src_path=str(path)))
    return files
