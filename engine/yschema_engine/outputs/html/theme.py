"""Themes: packages of templates and assets, found by entry point, each extending another or none."""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, UsageError, finding
from yschema_engine.text.phrases import phrase
from yschema_engine.text.source import Span

GROUP = "yschema.themes"

# The only themes that the engine knows by name.
BASE = "base"  # for site themes that no installed theme is made for
STANDALONE = "standalone"  # for documents without a site

ASSETS = "assets/yschema"
"""The folder of the assets in a site."""
LAZY = ".lazy.js"
"""The end of the names of scripts that pages load when they need them."""
MY_VALUES = f"yschema.my-values{LAZY}"
SITE_STYLES = "yschema.site.css"
"""The styles of what only finished pages of a site have."""
INDEX_SCRIPT = f"yschema.index{LAZY}"

UNUSABLE = Code("theme-unusable", "usage", phrase("{problem}"))


class ThemeError(UsageError):
    """A theme, or a template of one, cannot be used."""

    def __init__(self, problem: str, span: Span | None = None) -> None:
        super().__init__([finding(UNUSABLE, span, problem=problem)])


@dataclass(frozen=True)
class Theme:
    """The templates and assets for a site theme.

    A theme is a package with a `theme.toml` (its one key, `extends`, names the parent theme; a theme that
    extends none leaves it out) and the folders `templates/`, `assets/` and `locale/`. Of two templates or
    assets of one name the child's is used; its templates reach the parent's as `PARENT/NAME.html`.

    Attributes:
        name: as the entry point has it.
        layers: name and folder of the theme itself, its parent, and so on.
    """

    name: str
    layers: tuple[tuple[str, Path], ...]

    @cached_property
    def assets(self) -> dict[str, Path]:
        """Files for the site by their name, those of parents first, so that a child's CSS comes later."""
        assets: dict[str, Path] = {}
        for _, folder in reversed(self.layers):
            # By the stem: what `yschema-tools.css` adds comes behind `yschema.css`.
            paths = sorted((folder / "assets").glob("*"), key=lambda path: (path.stem, path.suffix))
            assets |= {path.name: path for path in paths if path.is_file()}
        return assets


def find_theme(name: str | None) -> Theme:
    """Return the theme for the site theme `name`, or the base theme if there is none.

    Raises:
        ThemeError: the theme, or one that it extends, is not installed, or they extend each other in a ring.
    """
    known = installed_themes()
    current: str | None = name if name in known else BASE
    layers: dict[str, Path] = {}
    while current is not None:
        if current in layers:
            raise ThemeError(f"theme {current!r} extends itself, by way of {', '.join(layers)}")
        layers[current] = _folder(current, known)
        current = _parent(layers[current])
    return Theme(next(iter(layers)), tuple(layers.items()))


def known_theme(name: str) -> str:
    """Return the name of an installed theme.

    Raises:
        ThemeError: there is no such theme.
    """
    _folder(name, installed_themes())
    return name


def installed_themes() -> dict[str, EntryPoint]:
    """Return the entry points of themes by their names."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _folder(name: str, known: dict[str, EntryPoint]) -> Path:
    if name not in known:
        raise ThemeError(f"unknown theme {name!r}; installed: {', '.join(sorted(known)) or 'none'}")
    try:
        return Path(str(files(known[name].load())))
    except ImportError as e:
        raise ThemeError(f"the package of the theme {name!r} is not installed: {e}") from e


def _parent(folder: Path) -> str | None:
    try:
        settings = tomllib.loads((folder / "theme.toml").read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as e:
        raise ThemeError(f"cannot read the theme's settings: {e}") from e
    parent = settings.get("extends")
    return None if parent is None else str(parent)
