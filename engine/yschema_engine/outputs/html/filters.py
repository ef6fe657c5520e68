"""What templates call beside jinja2's own filters."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from markupsafe import Markup, escape

from yschema_engine.model.path import ROOT
from yschema_engine.model.phrases import FieldLink, Param, Words
from yschema_engine.model.type_phrases import type_phrase
from yschema_engine.outputs.html.phrase_markup import MarkupWords, with_links
from yschema_engine.outputs.html.view import View
from yschema_engine.outputs.phrases.headings import items_phrase, rules_heading
from yschema_engine.reference.model import Example, Field, Rule

# After a separator, and between the humps of a camelCase name; a path breaks after its dots first.
_BREAKS = re.compile(r"(?<=[._\-/])(?=[^._\-/])|(?<=[a-z0-9])(?=[A-Z])")
_DOTS = re.compile(r"(?<=\.)(?=.)")
_PLACEHOLDER = re.compile(r"<(?:any )?name>")
_SHORT = 12
EMPTY = '""'  # how an empty key is written
_CELL = 40


def breakable(name: str) -> Markup:
    """The name, an empty one as YAML, with places for a line break, so that no long one breaks in a word."""
    pieces = _BREAKS.split(name) if len(name) > _SHORT else [name or EMPTY]
    return Markup("<wbr>").join(pieces)


def breakable_path(path: str) -> Markup:
    """The path with places for a line break after its dots.

    What stands for names that a reader chooses (`<any name>`, `<name>_db`) is set apart from keys.
    """
    return Markup("<wbr>").join(map(_with_placeholder, _DOTS.split(path)))


def _with_placeholder(key: str) -> Markup:
    found = _PLACEHOLDER.match(key)
    if found is None:
        return escape(key)
    return Markup('<em class="ys-placeholder">{}</em>{}').format(found[0], key[found.end() :])


def parents(field: Field) -> str:
    """The path up to the field's own name, its last dot included: `envoy.service.`."""
    return field.path.removesuffix(field.name) if field.path.endswith(field.name) else ""


def all_examples(field: Field) -> list[Example]:
    """The examples of a field, then those of an array's items."""
    return [*field.examples, *(example for _, item in field.described_items for example in item.examples)]


def rows(field: Field, *, gone: bool = False) -> Iterator[tuple[Field, bool]]:
    """The fields below, each before its own, with whether it or a map around it has been removed.

    Args:
        field: the map or the array, or a document.
        gone: whether that, or a map around it, has been removed.
    """
    for child in field.children:
        removed = gone or child.removed is not None
        yield child, removed
        yield from rows(child, gone=removed)


def has_default(field: Field) -> bool:
    """Whether a default is in effect; of a key that may be absent the schema's value says the type alone."""
    return field.default is not None and not (field.optional or field.open_to or field.removed is not None)


def is_short(yaml: str) -> bool:
    """Whether a value fits into a cell of a table."""
    return len(yaml) <= _CELL and "\n" not in yaml


def hash_source(script: str) -> str:
    """What stands for a script in a Content-Security-Policy, which then lets that script run and no other."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def by_condition(rules: Iterable[Rule]) -> list[tuple[str, list[Rule]]]:
    """The rules under each condition, those without one first."""
    grouped: dict[str, list[Rule]] = {"": []}
    for rule in rules:
        grouped.setdefault(rule.condition, []).append(rule)
    return [(condition, group) for condition, group in grouped.items() if group]


def phrase_markup(phrase: Param, words: Words) -> Markup:
    """A phrase in the language of the page, values in it as code."""
    return MarkupWords(words).markup(phrase)


def type_words(field: Field, words: Words) -> str:
    """The type in the language of the page: `string or null`, `list of maps`."""
    return words.text(type_phrase(field))


def heading_of_items(depth: int, words: Words) -> str:
    """What the items of an array are called; the depth is that in `described_items`."""
    return words.text(items_phrase(depth))


def heading_of_rules(rules: Sequence[Rule], words: Words) -> str:
    """What rules without a condition are called: `Allowed` before sets of values, else `Rules`."""
    return words.text(rules_heading(rules))


def href(anchor: str, ids: Collection[str], view: View) -> str:
    """The address of a field: in the page, or on another that has it in full; empty where it is on none.

    The whole document has no place in a page, whose title often has its name for an id; but it may have
    another page.

    Args:
        anchor: the field's, or the document's.
        ids: the anchors in the page.
        view: tells which fields are on other pages.
    """
    if "." not in anchor:
        return view.up.href if view.up else ""
    if anchor in ids and anchor not in view.elsewhere:
        return f"#{anchor}"
    page = view.elsewhere.get(".".join(anchor.split(".", 2)[:2])) if view.elsewhere else None
    return "" if page is None else f"{page}#{anchor}"


def number_below(field: Field) -> int:
    """How many fields there are below one, without those that have been removed."""
    return sum(not gone for _, gone in rows(field))


def rule_markup(rule: Rule, ids: Collection[str], view: View, words: Words) -> Markup:
    """A rule with its values as code, and links to the fields that it names.

    Args:
        rule: the rule.
        ids: the anchors in the page.
        view: tells which fields are on other pages.
        words: the language of the page.
    """
    hrefs = {name: href(anchor, ids, view) for name, anchor in rule.fields}
    markup = MarkupWords(words, lambda link: hrefs.get(link.text, ""))
    links = [FieldLink(ROOT, name) for name in hrefs]
    return markup.markup(with_links(rule.phrase, links))


def is_echo(field: Field) -> bool:
    """Whether the title says no more than the name: `Log level` for `logLevel`."""
    return _letters(field.title) == _letters(field.name)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
