"""What templates call beside jinja2's own filters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from markupsafe import Markup, escape

from yschema_engine.reference.model import Field, Rule

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
    told = item is not None and (
        item.description or item.examples or item.rules or item.deprecated is not None
    )
    return item if told else None


def by_condition(rules: Iterable[Rule]) -> list[tuple[str, list[Rule]]]:
    """The rules under each condition, those without one first."""
    grouped: dict[str, list[Rule]] = {"": []}
    for rule in rules:
        grouped.setdefault(rule.condition, []).append(rule)
    return [(condition, group) for condition, group in grouped.items() if group]


def rule_markup(rule: Rule, ids: Collection[str]) -> Markup:
    """A rule with its values as code, and links to the fields that it names.

    Args:
        rule: the rule.
        ids: the anchors that links may lead to.
    """
    if rule.values:
        return Markup("one of ") + Markup(", ").join(Markup("<code>{}</code>").format(v) for v in rule.values)
    text = escape(rule.text)
    rest = []
    for name, anchor in rule.fields:
        link = Markup("<code>{}</code>").format(name)
        if anchor in ids:
            link = Markup('<a href="#{}">{}</a>').format(anchor, link)
        word = re.compile(rf"(?<![\w>]){re.escape(str(escape(name)))}(?!\w)")
        found = word.search(text)
        if found:
            # Both parts are slices of escaped text.
            text = Markup(text[: found.start()]) + link + Markup(text[found.end() :])  # noqa: S704
        else:
            rest.append(link)
    return text + Markup(" (") + Markup(", ").join(rest) + Markup(")") if rest else text


def is_echo(field: Field) -> bool:
    """Whether the title says no more than the name: `Log level` for `logLevel`."""
    return _letters(field.title) == _letters(field.name)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
