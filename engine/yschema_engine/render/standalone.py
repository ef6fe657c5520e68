"""References as documents of their own, without a site around them."""

from __future__ import annotations

from yschema_engine.reference import Reference


def html_table(reference: Reference) -> str:
    """An HTML fragment."""
    raise NotImplementedError


def html_page(reference: Reference) -> str:
    """A self-contained HTML page."""
    raise NotImplementedError


def markdown(reference: Reference) -> str:
    """A Markdown document."""
    raise NotImplementedError
