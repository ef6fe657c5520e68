"""Data of a page besides its fields: for copy buttons, filter, summary, indexes and search.

Most fields need nothing: the name of a plain key is its YAML, and the default shown is the value to paste.

The parsers of search plugins run in Python, and most of their time goes into tags that they ignore. A text is
divided where any tag was: a comment is there instead, if no space is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator

from markupsafe import Markup

from yschema_engine.schema.fields import UNSET, Field
from yschema_engine.schema.metadata import Property
from yschema_engine.schema.schema import Schema, shown_value
from yschema_engine.schema.titles import title_of
from yschema_engine.show.fact_kinds import Default, yaml_text
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html.descriptions import Describer
from yschema_engine.show.html.filters import number_below, rows
from yschema_engine.show.html.view import RequiredSummary
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Array, Map, Scalar, Value, to_plain
from yschema_engine.text.paths import AnyItem, OpenKey, OtherKey, Path
from yschema_engine.text.phrases import Words
from yschema_engine.values.minimal import minimal_of, valid_value
from yschema_engine.yaml.printing import to_yaml

# Defaults that say little about what a value looks like; an example says more.
_EMPTY = ("[]", "{}", '""', "null")


def paste_attributes(field: Field, facts: Facts, *, shows_default: bool = True) -> dict[str, str]:
    """Return the attributes of a field's link that describe what to paste, without the prefix `data-`.

    Args:
        field: the field.
        facts: of the schema.
        shows_default: whether the page shows the default.
    """
    return {**dict(_of_key(field)), **dict(_of_value(field, facts, shows_default=shows_default))}


def keys_around(root: Field) -> str:
    """Return the keys around the field that a page shows as a whole, as JSON; empty if there are none.

    Returns:
        A list of `{"key": YAML or null, "items": number}`, where `items` counts the arrays below the key.
    """
    outer = [(None, _arrays(root))] if root.is_document else _steps(root.path)[:-1]
    around = [
        {"key": None if key is None else _key(key), "items": arrays}
        for key, arrays in outer
        if key is not None or arrays
    ]
    return json.dumps(around, ensure_ascii=False, separators=(",", ":")) if around else ""


def _of_key(field: Field) -> Iterator[tuple[str, str]]:
    name = field.name
    key = _key(name if field.is_open else field.key)
    if key != name:
        yield "key", key
    if field.type.item and field.children:
        yield "items", str(_arrays(field))
    if not isinstance(field.key, str) or not name or "." in name or "=" in name:
        yield "no-option", ""


def _of_value(field: Field, facts: Facts, *, shows_default: bool) -> Iterator[tuple[str, str]]:
    shown = facts.get(field, "default")
    default = shown.yaml if isinstance(shown, Default) else None
    is_broken = isinstance(shown, Default) and shown.is_broken
    is_refused = (is_broken and default not in _EMPTY) or field.path in facts.schema.invalid_defaults
    says_much = default is not None and default not in _EMPTY and not is_broken and not is_refused
    value: Value = facts.schema.default_of(field)
    yaml = default
    if field.examples and not says_much:
        value = field.examples[0].value
        yaml = yaml_text(value)
        yield "value", yaml
    elif default is None:
        are_below = (each.absent or each.is_open or each.deprecated is not None for each in field.children)
        if field.absent and field.removed is None and all(are_below):
            yield "value", ""
        return
    elif is_refused:
        valid = valid_value(facts.schema, field)
        if valid is UNSET:
            yield "value", ""
            return
        value = valid
        yaml = yaml_text(value)
        yield "value", yaml
    elif (is_broken or not shows_default) and not (default == "[]" and field.children):
        yield "value", default
    if isinstance(value, Map | Array) and value.items and not (yaml or "").startswith("["):
        yield "block", "items" if isinstance(value, Array) else "map"
    if isinstance(value, str) and value and yaml is not None and yaml[:1] in ('"', "'") and "\n" not in yaml:
        yield "text", value


def _steps(path: Path) -> list[tuple[Scalar, int]]:
    """Return the keys of a path, each with how many arrays, one in the other, it holds on the way.

    The items of a document that is an array have the key None.
    """
    steps: list[tuple[Scalar, int]] = []
    for step in path:
        if isinstance(step, AnyItem):
            key, arrays = steps.pop() if steps else (None, 0)
            steps.append((key, arrays + 1))
        elif isinstance(step, OpenKey):
            steps.append((step.label, 0))
        else:
            steps.append((step.key if isinstance(step, OtherKey) else step, 0))
    return steps


def _arrays(field: Field) -> int:
    """Return how many arrays a field is, one in the other."""
    return sum(1 for _ in field.levels) - 1


def _key(key: Scalar) -> str:
    text = to_yaml(key).removesuffix("\n")
    return json.dumps(key, ensure_ascii=False) if "\n" in text else text


INDEX = "fields.json"


def index(schema: Schema, maps: Iterable[Field]) -> str:
    """Return the words of all fields below some maps, as JSON for a script, by the anchors of the maps.

    Args:
        schema: the schema.
        maps: those that have a page of their own.

    Returns:
        For each map the texts of the `fields` that are there, and of those that are `gone`: names, titles and
        descriptions as their pages show them.
    """
    describe = Describer()
    entries = {}
    for field in maps:
        there: list[str] = []
        gone: list[str] = []
        for below, is_gone in rows(field, gone=field.removed is not None):
            (gone if is_gone else there).append(_words(below, describe) + _hidden_words(schema, below))
        entries[schema.anchor(field)] = {"fields": there, **({"gone": gone} if gone else {})}
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def _words(field: Field, describe: Describer) -> str:
    shapes = (text for each in field.alternatives for s in each.shapes for text in (s.title, s.description))
    texts = (field.removed or "", field.deprecated or "", field.description, *shapes)
    texts_shown = (describe(text).striptags() for text in texts if text)
    return " ".join((str(field.path), title_of(field), *texts_shown))


def facets(schema: Schema, field: Field) -> list[str]:
    """Return the words that narrow a search to a field."""
    marks = {"is:required": schema.is_required(field), "is:deprecated": field.deprecated is not None}
    return [f"type:{field.type.main}", *(mark for mark, is_set in marks.items() if is_set)]


def _hidden_words(schema: Schema, field: Field) -> str:
    """Return words that describe a field, behind the character that separates them from its text."""
    words, default = facets(schema, field), schema.default_of(field)
    is_shown = not (field.absent or schema.has_broken_default(field))
    if is_shown and (isinstance(default, str | int | float) or default is None):
        text = yaml_text(default)
        words += [f"={text.strip(chr(34)) or text}", ""]
    return "\0" + " ".join(words)


def required_summary(schema: Schema) -> RequiredSummary:
    """Return the required fields of a schema, with minimal values that its rules accept.

    Rules of hidden fields count, too. Values that lose hidden fields are no longer proved.

    Raises:
        LimitError: the schema's code took more time or memory than it may.
    """
    least = minimal_of(schema.whole or schema)
    value = shown_value(least.value, schema.root)
    yaml = to_yaml(value) if isinstance(value, Map | Array) and value.items else ""
    return RequiredSummary(
        yaml=yaml,
        proved=not least.violations and to_plain(value) == to_plain(least.value),
        required=sum(1 for _ in _required(schema, schema.root)),
        total=number_below(schema.root),
        required_anywhere=sum(schema.is_required(field) for field, gone in rows(schema.root) if not gone),
        violation=next(iter(least.violations), None),
        has_all_defaults=not any(field.is_optional for field, gone in rows(schema.root) if not gone),
    )


def _required(schema: Schema, field: Field) -> Iterator[Field]:
    """Yield the fields that readers have to set, without those of maps that are absent by default."""
    for below in field.type.fields:
        if below.absent and not below.required:
            continue
        inner = list(_required(schema, below)) if isinstance(schema.default_of(below), Map) else []
        if schema.is_required(below) and not inner:
            yield below
        yield from inner


# Chinese and Japanese have signs of their own. The dots of `v1.4` and `e.g. one` end no sentence.
_SENTENCE = r"[.!?](?=\s+[^\sa-z])|[\u3002\uff01\uff1f]"
_DESCRIPTIONS = ("description", "shortDescription")


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A schema in an index.

    Attributes:
        title: the title of the schema.
        href: the address of its reference from the page; empty if no page shows it.
        lead: the first sentence of its description; may be empty.
        version: the name of its version; may be empty.
        fields: the number of fields; None if the schema cannot be used now.
        required: the number of fields that users have to set.
        percent: the share of fields with a description, rounded down; None where that is not shown.
    """

    title: str
    href: str = ""
    lead: str = ""
    version: str = ""
    fields: int | None = None
    required: int = 0
    percent: float | None = None


def lead_sentence(schema: Schema, describe: Callable[[str], Markup], words: Words) -> str:
    """Return the first sentence of the description of a schema, as text; empty without a description."""
    texts = (property_text(schema, name, words) for name in _DESCRIPTIONS)
    description = schema.root.description or next(filter(None, texts), "")
    if not description:
        return ""
    first, _, _ = str(describe(description)).partition("</p>")
    text = Markup(first).striptags()  # noqa: S704  sanitized; the template escapes the text
    end = re.search(_SENTENCE, text)
    return text[: end.end()] if end else text


def property_text(schema: Schema, name: str, words: Words) -> str:
    """Return what the input itself says, such as the version of a chart; empty without it."""
    facts = (fact for fact in schema.metadata if isinstance(fact, Property) and fact.name == name)
    return next((words.text(fact.text) for fact in facts), "")


_TAG = r"""<(/?)([a-zA-Z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>"""
_ID = r"""\sid=(?:"[^"]*"|'[^']*'|[^\s>]+)"""
_HEADING = "h[1-6]"
_BREAK = "<!---->"
_BREAKS = f"(?:\n|{_BREAK}){{2,}}"
_NEEDLESS_BREAK = rf"(?<=[\s>]){_BREAK}|{_BREAK}(?=[\s<])"
# What the search of Material shows in its results, and where it looks for the heading that a text belongs to.
_KEPT = frozenset({"p", "pre", "code", "li", "ol", "ul", "sub", "sup", "section"})
# Elements with this attribute, or whose text is none, are for the parsers of search plugins to leave out.
_LEFT_OUT = ("data-search-exclude", "<script", "<style", "<object")


def search_html(html: str) -> str:
    """Return HTML with the text of other HTML, its headings, and the elements that search plugins know.

    Args:
        html: the HTML of a reference.
    """
    if any(mark in html for mark in _LEFT_OUT):
        return html
    divided = re.sub(_BREAKS, lambda match: "\n" if "\n" in match[0] else _BREAK, re.sub(_TAG, _tag, html))
    return re.sub(_NEEDLESS_BREAK, "", divided)


def _tag(match: re.Match[str]) -> str:
    end, name, attributes = match.groups()
    if name in _KEPT:
        return f"<{end}{name}>"
    if re.fullmatch(_HEADING, name):
        id_ = re.search(_ID, attributes)
        return f"<{end}{name}{id_[0] if id_ else ''}>"
    return _BREAK
