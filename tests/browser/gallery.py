"""A site in each theme that shows all there is to show, in every layout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from yschema_engine.render.view import LAYOUTS

SCHEMAS = Path(__file__).parent / "schemas"
NAMES = tuple(sorted(path.stem for path in SCHEMAS.glob("*.yaml")))
# What of a theme has to be said for its colours to follow the system; one that is missing has one palette.
FOLLOWING = {
    "mkdocs": "color_mode: auto",
    "material": 'font: false, palette: [{media: "(prefers-color-scheme: light)", scheme: default},'
    ' {media: "(prefers-color-scheme: dark)", scheme: slate}]',
}
SCHEMES = {"mkdocs": ("light", "dark"), "material": ("light", "dark"), "readthedocs": ("light",)}


def write_gallery(folder: Path, theme: str) -> None:
    """Build the site in `folder`; the page `LAYOUT/` shows every schema in that layout."""
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text("# Home\n\nNothing here.\n", encoding="utf-8")
    for layout in LAYOUTS:
        shown = "".join(
            f"\n## The {name} schema\n\n::: yschema {name}\n    layout: {layout}\n    heading_level: 3\n"
            for name in NAMES
        )
        (folder / f"docs/{layout}.md").write_text(f"# In {layout}\n{shown}", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(_settings(theme), encoding="utf-8")
    build = [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "-q"]
    subprocess.run(build, cwd=folder, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})


def _settings(theme: str) -> str:
    look = ", ".join(filter(None, (f"name: {theme}", FOLLOWING.get(theme))))
    schemas = "".join(f"      {name}: {{files: ['{SCHEMAS / name}.yaml']}}\n" for name in NAMES)
    return (
        "site_name: Site\n"
        "site_url: https://docs.example.com/\n"
        "repo_url: https://example.com/repository\n"
        "edit_uri: edit/main/docs/\n"
        f"theme: {{{look}}}\n"
        "plugins:\n- search\n- yschema:\n    schemas:\n"
        f"{schemas}"
    )
