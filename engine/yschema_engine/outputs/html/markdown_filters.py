"""Filters for templates of Markdown, in the flavor of the document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from yschema_engine.outputs.markdown import text, to_markdown
from yschema_engine.outputs.markdown.flavors import GFM, Flavor


def _flavor(context: Context) -> Flavor:
    flavor: Flavor = context.get("flavor", GFM)
    return flavor


def _anchors(context: Context) -> Collection[str]:
    anchors: Collection[str] = context.get("ids", ())
    return anchors


@pass_context
def code(context: Context, source: str) -> str:
    """Return a text as code on one line."""
    return text.code(source, _flavor(context))


@pass_context
def fence(context: Context, source: str, language: str = "") -> str:
    """Return text as a block of code, between fences that are longer than any in it."""
    return text.fence(source, language, _flavor(context))


@pass_context
def cells(context: Context, lines: Iterable[str]) -> str:
    """Return lines of Markdown as the cells of a row of a table."""
    flavor = _flavor(context)
    return " | ".join(text.cell(line, flavor) for line in lines)


@pass_context
def blocks(context: Context, html: str) -> str:
    """Return well-formed HTML as Markdown blocks."""
    return to_markdown.blocks(html, _flavor(context), _anchors(context))


@pass_context
def inline(context: Context, html: str) -> str:
    """Return well-formed HTML as Markdown on one line, without block structure."""
    return to_markdown.inline(html, _flavor(context), _anchors(context))


@pass_context
def short(context: Context, html: str) -> str:
    """Return the first paragraph of well-formed HTML on one line; of a long one its first sentence."""
    return to_markdown.short(html, _flavor(context), _anchors(context))


FILTERS: Mapping[str, Any] = MappingProxyType(
    {each.__name__: each for each in (text.plain, code, fence, cells, blocks, inline, short)}
)
"""The filters by their names in templates."""
