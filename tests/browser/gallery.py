"""Site in each theme that shows all features in every layout."""

from __future__ import annotations

from pathlib import Path

from yschema_engine.show.html.view import LAYOUTS

SCHEMAS = Path(__file__).parent / "schemas"
SAMPLES = SCHEMAS.parent / "samples"
NAMES = tuple(sorted(path.stem for path in SCHEMAS.glob("*.yaml")))
# What a theme has to be told for its colours to follow the system, at any time; one that is missing has one
# palette.
FOLLOWING = {
    "mkdocs": "color_mode: auto",
    "material": 'font: false, palette: [{media: "(prefers-color-scheme)"},'
    ' {media: "(prefers-color-scheme: light)", scheme: default},'
    ' {media: "(prefers-color-scheme: dark)", scheme: slate}]',
}
SCHEMES = {"mkdocs": ("light", "dark"), "material": ("light", "dark"), "readthedocs": ("light",)}
# Samples of all kinds: a single file, several files with a library, and an invalid one.
_SAMPLES = {
    "shipped": f", samples: ['{SAMPLES}/pier.yaml', {{title: The whole harbour, files:"
    f" ['{SAMPLES}/pier.yaml', '{SAMPLES}/harbour.yaml', '{SAMPLES}/lamps.star']}},"
    f" {{files: ['{SAMPLES}/dark.yaml'], invalid: at least 1}}]"
}


def gallery_files(theme: str) -> dict[str, str]:
    """Return the files of the site. The page `LAYOUT/` shows every schema in this layout."""
    files = {"docs/index.md": "# Home\n\nNothing here.\n", "mkdocs.yml": _settings(theme)}
    for layout in LAYOUTS:
        shown = "".join(
            f"\n## The {name} schema\n\n::: yschema {name}\n    layout: {layout}\n    heading_level: 3\n"
            for name in NAMES
        )
        files[f"docs/{layout}.md"] = f"# In {layout}\n{shown}"
    return files


def theme_settings(theme: str) -> str:
    """Return the settings of a theme whose colours follow the system."""
    return f"{{{', '.join(filter(None, (f'name: {theme}', FOLLOWING.get(theme))))}}}"


def _settings(theme: str) -> str:
    schemas = "".join(
        f"      {name}: {{files: ['{SCHEMAS / name}.yaml']{_SAMPLES.get(name, '')}}}\n" for name in NAMES
    )
    return (
        "site_name: Site\n"
        "site_url: https://docs.example.com/\n"
        "repo_url: https://example.com/repository\n"
        "edit_uri: edit/main/docs/\n"
        f"theme: {theme_settings(theme)}\n"
        "plugins:\n- search\n- yschema:\n    schemas:\n"
        f"{schemas}"
    )
