"""What templates call beside jinja2's own filters."""

from __future__ import annotations

import re

from markupsafe import Markup

from yschema_engine.reference.model import Field

# After a separator, and between the humps of a camelCase name; a path breaks after its dots first.
_BREAKS = re.compile(r"(?<=[._\-/])(?=[^._\-/])|(?<=[a-z0-9])(?=[A-Z])")
_DOTS = re.compile(r"(?<=\.)(?=.)")
_SHORT = 12


def breakable(name: str) -> Markup:
    """The name with places for a line break, so that a long one does not break inside a word."""
    pieces = _BREAKS.split(name) if len(name) > _SHORT else [name]
    return Markup("<wbr>").join(pieces)


def breakable_path(path: str) -> Markup:
    """The path with places for a line break after its dots."""
    return Markup("<wbr>").join(_DOTS.split(path))


def parents(field: Field) -> str:
    """The path up to the field's own name, its last dot included: `envoy.service.`."""
    return field.path.removesuffix(field.name) if field.path.endswith(field.name) else ""


def described_items(field: Field) -> Field | None:
    """What an array's items are, where their author says more of them than the type does."""
    item = field.items
    told = item is not None and (item.description or item.examples or item.deprecated is not None)
    return item if told else None


def is_echo(field: Field) -> bool:
    """Whether the title says no more than the name: `Log level` for `logLevel`."""
    return _letters(field.title) == _letters(field.name)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
