"""Checks of custom templates: names and blocks that no template of the theme has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, TemplateNotFound, TemplateSyntaxError, meta, nodes

from yschema_engine.text.findings import Code, Finding, finding
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.text.suggestions import suggest

UNKNOWN_TEMPLATE = Code(
    "unknown-template",
    "usage",
    phrase("no template has this name, so the file is not used"),
    found=phrase("{name}"),
    severity="warning",
)
UNKNOWN_BLOCK = Code(
    "unknown-template-block",
    "usage",
    phrase("the template {parent} has no block of this name, so the block is not used"),
    found=phrase("{name}"),
    severity="warning",
)
UNKNOWN_PARENT = Code(
    "unknown-parent-template",
    "usage",
    phrase("the template extends or includes one that does not exist"),
    found=phrase("{name}"),
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
    findings = [_unknown(path, known) for path in trees if path.name not in {*known, *named}]
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


def _unknown(path: Path, known: Sequence[str]) -> Finding:
    return _finding(UNKNOWN_TEMPLATE, path, 1, path.name, known)


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
    of_file = [block for block in tree.find_all(nodes.Block) if block.name not in known]
    outer = {inner.name for block in tree.find_all(nodes.Block) for inner in block.find_all(nodes.Block)}
    for block in of_file:
        if block.name not in outer:  # a block in a block is new, and used
            yield _finding(UNKNOWN_BLOCK, path, block.lineno, block.name, known, name)


def _blocks(environment: Environment, name: str) -> set[str]:
    """Return the blocks of a template and of those that it extends."""
    return set(environment.get_template(name).blocks) | {
        block for parent in _parents(environment, name) for block in _blocks(environment, parent)
    }


def _parents(environment: Environment, name: str) -> Iterator[str]:
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, name)
    for extends in environment.parse(source).find_all(nodes.Extends):
        if isinstance(extends.template, nodes.Const):
            yield extends.template.value


def _exists(environment: Environment, name: str) -> bool:
    try:
        environment.get_template(name)
    except TemplateNotFound as e:
        return e.name != name
    except TemplateSyntaxError:
        return True
    return True


def _finding(  # noqa: PLR0913, PLR0917
    code: Code, path: Path, line: int, name: str, known: Sequence[str], parent: str = ""
) -> Finding:
    near = suggest(name, known)
    hint = phrase("did you mean `{name}`?", name=Verbatim(near)) if near else None
    span = Span(Source(_display(path), "\n".join(_lines(path))), line)
    return finding(code, span, name=Verbatim(name), parent=parent and Verbatim(parent), hint=hint)


def _display(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
