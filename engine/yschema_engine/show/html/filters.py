"""Filters for templates."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from html import unescape
from typing import Any
from urllib.parse import unquote

from markupsafe import Markup, escape

from yschema_engine.schema.alternatives import Shape
from yschema_engine.schema.comment_text import remark_of
from yschema_engine.schema.fields import Field, ValueType
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.show import language
from yschema_engine.show.fact_kinds import Rule, yaml_text
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html.descriptions import MarkupWords, with_links
from yschema_engine.show.html.view import View
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import Finding
from yschema_engine.text.paths import ANY_ITEM, OpenKey, Path, top_anchor
from yschema_engine.text.phrases import FieldLink, Param, Phrase, Verbatim, Words, phrase

# After a separator, and between the humps of a camelCase name; a path breaks after its dots first.
_BREAKS = r"(?<=[._\-/])(?=[^._\-/])|(?<=[a-z0-9])(?=[A-Z])"
_DOTS = r"(?<=\.)(?=.)"
_PLACEHOLDER = r"<(?:any )?name>"
_TO_ANCHOR = 'href="#'
_LINK_TO_ANCHOR = rf'{_TO_ANCHOR}([^"]*)"'
_WEB_ADDRESS = r"(https?://(?:(?!&(?:lt|gt|#3[49]);)[^\s<>`])*(?:(?!&(?:lt|gt|#3[49]);)[^\s<>`.,;:!?)\]}]))"
_SHORT = 12
EMPTY = '""'  # how an empty key is written
_CELL = 40
_PHONE = 30  # characters that fit into a row of nested maps on a phone


def breakable(name: str) -> Markup:
    """Return the name, `""` for an empty one, with places where a line may break."""
    pieces = re.split(_BREAKS, name) if len(name) > _SHORT else [name or EMPTY]
    return Markup("<wbr>".join(map(escape, pieces)))  # noqa: S704  escaped


def breakable_label(field: Field) -> Markup:
    """Return the name of a field with places for line breaks after dots alone."""
    return Markup("<wbr>").join(map(_with_placeholder, re.split(_DOTS, field.name or EMPTY)))


def breakable_name(field: Field) -> Markup:
    """Return the name of a field with places for line breaks; names that readers choose are set apart."""
    return breakable_label(field) if field.is_open else breakable(field.name)


def breakable_path(path: Path) -> Markup:
    """Return the path with places for line breaks between keys.

    Labels of names that readers choose (`<any name>`, `<name>_db`) are set apart from keys.
    """
    parts: list[str] = []
    for number, step in enumerate(path):
        if step is ANY_ITEM:
            parts.append("[]")
            continue
        name = Path((step,)).name
        key = _with_placeholder(name) if isinstance(step, OpenKey) else escape(name)
        parts += (".<wbr>", key) if number else (key,)
    return Markup("".join(parts))  # noqa: S704  escaped


def _with_placeholder(key: str) -> Markup:
    match = re.match(_PLACEHOLDER, key)
    if match is None:
        return escape(key)
    return Markup('<em class="ys-placeholder">{}</em>{}').format(match[0], key[match.end() :])


def parents(field: Field) -> Markup:
    """Return the path up to the field's own name, its last dot included: `envoy.service.`."""
    return breakable_path(field.path.parent) + "." if field.path.parent else Markup()


def path_text(field: Field) -> str:
    """Return the path of a field; an empty key as YAML writes it."""
    return str(field.path) or EMPTY


_REFERENCE_LINE = r"(?im)^(?:ref|see)\s*:\s*<?(https?://[^\s>]+)>?(?=[ ]*$)"
_EXAMPLE_LINE = r"(?im)^(?:e\.?g\.?|example)[ ]*:?(?=[ ]*$)"


def remark(comment: str, words: Words) -> str:
    """Return a comment as Markdown, its references as links; empty unless it is prose, and not YAML."""
    docs, example = words.text(phrase("Docs")), words.text(phrase("Example"))
    text = re.sub(_REFERENCE_LINE, lambda match: f"[{docs} ↗](<{match[1]}>)", remark_of(comment))
    return re.sub(_EXAMPLE_LINE, lambda _: example, text)


def requirement(facts: Facts, field: Field) -> Param:
    """Return `required`, or under which condition a field is; empty if users do not have to set it."""
    if not facts.schema.is_required(field):
        return ""
    if field.is_required_at_times:
        return phrase("required at times")
    around = facts.needed_with.get(field)
    if around is None:
        return phrase("required")
    return phrase("required with {field}", field=Verbatim(around.name))


def with_version_links(notice: str, view: View) -> str:
    """Return a notice, which is Markdown, with links to the versions of a resource that it names."""
    for version in view.versions:
        if version.href:
            name = re.escape(version.title)
            notice = re.sub(rf"\b{name}\b", f"[{version.title}]({version.href})", notice, count=1)
    return notice


def violated_rule(violation: Finding | None, schema: Schema) -> Phrase:
    """Return which rule the defaults break; a hidden field is not named.

    Args:
        violation: the finding about the rule; None if it is not known.
        schema: what readers see of the schema.
    """
    rule = "" if violation is None else violation.fact("rule")
    if violation is None or violation.path is None or not rule:
        return phrase("the defaults break a rule")
    if not violation.path:
        return phrase("the defaults break a rule: {rule}", rule=rule)
    if all(field.path != violation.path.field for field in schema.root.walk()):
        return phrase("the defaults break a rule")
    link = FieldLink(violation.path.field, str(violation.path))
    return phrase("the defaults break a rule of {field}: {rule}", field=link, rule=rule)


def rows(field: Field, *, gone: bool = False) -> Iterator[tuple[Field, bool]]:
    """Yield the fields below, each before its own, with whether it or a map around it has been removed.

    Args:
        field: the map or the array, or a document.
        gone: whether that, or a map around it, has been removed.
    """
    for child in field.children:
        removed = gone or child.removed is not None
        yield child, removed
        yield from rows(child, gone=removed)


def is_short(yaml: str) -> bool:
    """Return whether a value fits into a cell of a table."""
    return len(yaml) <= _CELL and "\n" not in yaml


def is_wide(code: str) -> bool:
    """Return whether code may scroll on a phone. Keyboards stop only at such code."""
    return max(map(len, code.split("\n"))) > _PHONE


def hash_source(script: str) -> str:
    """Return the source expression of a Content-Security-Policy that allows a script and no other."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def phrase_markup(phrase: Param, words: Words, *, folds: bool = False) -> Markup:
    """Return a phrase in a language, values in it as code; `folds` as in `rule_markup`."""
    return MarkupWords(words, folds=folds).markup(phrase)


def type_words(type_: ValueType, words: Words) -> str:
    """Return a type as text in the language of the page: `string or null`, `list of maps`."""
    return words.text(type_phrase(type_))


def shape_data(shapes: Sequence[Shape], owner: Field, schema: Schema, words: Words) -> list[dict[str, Any]]:
    """Return what a script makes tabs of: what tells each shape from the others; nothing if no field does.

    Args:
        shapes: the shapes of a map, or of the items of an array.
        owner: the field whose values they are.
        schema: the schema.
        words: the language of the page.
    """
    data = [_shape_data(shape, owner, schema, words) for shape in shapes]
    inner = (each.shapes for shape in shapes for each in shape.inner)
    is_told = any("fields" in each for each in data) or any(
        shape_data(each, owner, schema, words) for each in inner
    )
    return data if is_told else []


def _shape_data(shape: Shape, owner: Field, schema: Schema, words: Words) -> dict[str, Any]:
    below = [(str(field.key), field, schema.anchor(field)) for field in owner.type.fields]
    own = [each for each in below if each[0] in shape.keys]
    data = {
        "name": shape.title or words.text(shape.name),
        "fields": [anchor for _, field, anchor in own if field.is_conditional],
        "required": [anchor for key, _, anchor in below if key in shape.required],
        "values": {
            anchor: [yaml_text(value) for value in shape.constants[key]]
            for key, _, anchor in below
            if key in shape.constants
        },
        "types": {
            anchor: words.text(type_phrase(replace(field.type, kinds=kinds, is_unknown=False)))
            for key, field, anchor in own
            if (kinds := shape.kinds.get(key)) and len(field.type.kinds) > 1
        },
    }
    return {name: value for name, value in data.items() if value}


def items_heading(depth: int, words: Words) -> str:
    """Return the label of array items; depth 1 is that of the array's own items."""
    return words.text(language.items_phrase(depth))


def rules_heading(rules: Sequence[Rule], words: Words) -> str:
    """Return the heading of rules without a condition, such as `Allowed` if they are sets of values."""
    return words.text(language.rules_heading(rules))


def href(anchor: str, ids: Collection[str], view: View) -> str:
    """Return the address of a field in the page, or on the page that has it in full; empty without one.

    The whole document has no place in a page, whose title often has its name for an id; but it may have
    another page.

    Args:
        anchor: the field's, or the document's.
        ids: the anchors in the page.
        view: tells which fields are on other pages.
    """
    if "." not in anchor:
        return view.parent_page.href if view.parent_page else ""
    if anchor in ids and anchor not in view.other_pages:
        return f"#{anchor}"
    page = view.other_pages.get(top_anchor(anchor)) if view.other_pages else None
    return "" if page is None else f"{page}#{anchor}"


def across_pages(description: Markup, ids: Collection[str], view: View) -> Markup:
    """Return a description whose links to anchors of fields lead to the pages that have these fields.

    Args:
        description: HTML, as the sanitizer writes it.
        ids: the anchors in the page.
        view: tells which fields are on other pages.
    """
    if _TO_ANCHOR not in description:
        return description

    def address(match: re.Match[str]) -> str:
        anchor = unquote(unescape(match[1]))
        if top_anchor(anchor) in view.other_pages:
            return f'href="{escape(href(anchor, ids, view))}"'
        elsewhere = "" if anchor in ids else view.elsewhere(anchor)
        return f'href="{escape(elsewhere)}"' if elsewhere else match[0]

    return Markup(re.sub(_LINK_TO_ANCHOR, address, description))  # noqa: S704  the description is HTML


def linked(text: Param, schema: Schema, ids: Collection[str], view: View, words: Words) -> Markup:
    """Return a phrase with values as code, and links to the fields that it names.

    Args:
        text: the phrase.
        schema: the schema.
        ids: the anchors in the page.
        view: tells which fields are on other pages.
        words: the language of the page.
    """
    return MarkupWords(words, lambda link: href(link.path.anchor(schema.name), ids, view)).markup(text)


def is_web_address(url: str) -> bool:
    """Return whether an address may be linked: it leads to the web."""
    return url.startswith(("https://", "http://"))


def with_web_links(text: str) -> Markup:
    """Return a text whose web addresses are links."""
    return Markup(re.sub(_WEB_ADDRESS, r'<a href="\1">\1</a>', str(escape(text))))  # noqa: S704  escaped


def number_below(field: Field) -> int:
    """Return the number of fields below a field, without removed fields."""
    return sum(not gone for _, gone in rows(field))


def rule_markup(  # noqa: PLR0913  what varies is named
    rule: Rule, schema: Schema, ids: Collection[str], view: View, words: Words, *, folds: bool = False
) -> Markup:
    """Return a rule with its values as code, and links to the fields that it names.

    Args:
        rule: the rule.
        schema: the schema.
        ids: the anchors in the page.
        view: tells which fields are on other pages.
        words: the language of the page.
        folds: whether readers see the beginning of long code until they ask for the rest.
    """
    hrefs = {field.name: href(schema.anchor(field), ids, view) for field in rule.fields}
    markup = MarkupWords(words, lambda link: hrefs.get(link.text, ""), folds=folds)
    links = [FieldLink(field.path, field.name) for field in rule.fields]
    return markup.markup(with_links(rule.phrase, links))
