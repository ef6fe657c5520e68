"""Themes: packages of templates and assets, found by entry point, and checks of custom templates."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, TemplateNotFound, TemplateSyntaxError, meta, nodes

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, Finding, UsageError, finding, usage_code, usage_warning
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.text.suggestions import did_you_mean

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

UNUSABLE = usage_code("theme-unusable", "{problem}")


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


@cache
def installed_themes() -> Mapping[str, EntryPoint]:
    """Return the entry points of themes by their names. Finding them reads the metadata of all packages."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _folder(name: str, known: Mapping[str, EntryPoint]) -> Path:
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


UNKNOWN_TEMPLATE = usage_warning(
    "unknown-template", "no template has this name, so the file is not used", found="{name}"
)
UNKNOWN_BLOCK = usage_warning(
    "unknown-template-block",
    "the template {parent} has no block of this name, so the block is not used",
    found="{name}",
)
UNKNOWN_PARENT = usage_code(
    "unknown-parent-template", "the template extends or includes one that does not exist", found="{name}"
)


def check_templates(
    environment: Environment, overrides: Sequence[Path], own: Sequence[Path]
) -> list[Finding]:
    """Return the findings about custom templates; templates that cannot be parsed are left to the rendering.

    Args:
        environment: of all templates.
        overrides: the folders with custom templates.
        own: the folders with the templates of the theme.
    """
    known = sorted({path.name for folder in own for path in folder.glob("*.*")})
    files = [path for folder in overrides for path in sorted(folder.glob("*.*")) if path.is_file()]
    trees = {path: tree for path in files if (tree := _parsed(environment, path)) is not None}
    named = {name for tree in trees.values() for name in meta.find_referenced_templates(tree) if name}
    unused = [path for path in trees if path.name not in {*known, *named}]
    findings = [_finding(UNKNOWN_TEMPLATE, path, 1, path.name, known) for path in unused]
    for path, tree in trees.items():
        findings += _check_parents(environment, path, tree)
        findings += _check_blocks(environment, path, tree)
    return findings


def _parsed(environment: Environment, path: Path) -> nodes.Template | None:
    if path.suffix not in (".html", ".md"):
        return None
    try:
        return environment.parse(path.read_text(encoding="utf-8"))
    except (TemplateSyntaxError, OSError, UnicodeDecodeError):
        return None


def _check_parents(environment: Environment, path: Path, tree: nodes.Template) -> Iterator[Finding]:
    known = environment.list_templates()
    for name in meta.find_referenced_templates(tree):
        if name is not None and not _exists(environment, name):
            line = next((i for i, text in enumerate(_lines(path), 1) if name in text), 1)
            yield _finding(UNKNOWN_PARENT, path, line, name, known)


def _check_blocks(environment: Environment, path: Path, tree: nodes.Template) -> Iterator[Finding]:
    parent = next(iter(tree.find_all(nodes.Extends)), None)
    if parent is None or not isinstance(parent.template, nodes.Const):
        return
    name = parent.template.value
    if not _exists(environment, name):
        return
    known = sorted(_blocks(environment, name))
    inner = {inner.name for block in tree.find_all(nodes.Block) for inner in block.find_all(nodes.Block)}
    for block in tree.find_all(nodes.Block):
        if block.name not in (*known, *inner):  # a block in a block is new, and used
            yield _finding(UNKNOWN_BLOCK, path, block.lineno, block.name, known, name)


def _blocks(environment: Environment, name: str) -> set[str]:
    """Return the blocks of a template and of those that it extends."""
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, name)
    tree = environment.parse(source)
    extended = (each.template for each in tree.find_all(nodes.Extends))
    parents = [each.value for each in extended if isinstance(each, nodes.Const)]
    own = {block.name for block in tree.find_all(nodes.Block)}
    return own.union(*(_blocks(environment, parent) for parent in parents))


def _exists(environment: Environment, name: str) -> bool:
    assert environment.loader is not None
    with suppress(TemplateNotFound):
        return bool(environment.loader.get_source(environment, name))
    return False


def _finding(  # noqa: PLR0913, PLR0917
    code: Code, path: Path, line: int, name: str, known: Sequence[str], parent: str = ""
) -> Finding:
    hint = did_you_mean(name, known)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    span = Span(Source(str(shown), "\n".join(_lines(path))), line)
    return finding(code, span, name=Verbatim(name), parent=parent and Verbatim(parent), hint=hint)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
