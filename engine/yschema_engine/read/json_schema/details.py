"""Details that are neither types nor rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from yschema_engine.compiled.documents import get_value, to_json_like
from yschema_engine.compiled.keyword_phrases import code
from yschema_engine.compiled.schema_phrases import summary
from yschema_engine.read.json_schema.combined import Flat, items_of
from yschema_engine.read.json_schema.shapes import ShapeLabel
from yschema_engine.schema.fields import Access, Detail
from yschema_engine.text.nodes import Map, Value
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import FieldLink, Listing, Markdown, Param, Verbatim, phrase

_CONTENT = (
    ("contentMediaType", phrase("Content")),
    ("contentEncoding", phrase("Encoding")),
)
# Keywords of Kubernetes have words of their own, and the other one is that of an example.
_EXTENSION, _KNOWN = "x-", ("x-kubernetes-", "x-example-description")
_EDITORS = ("x-intellij-", "x-taplo")  # for editors, or shown next to the values
_DESCRIPTIONS = ("markdownEnumDescriptions", "enumDescriptions", "x-intellij-enum-metadata")
_OTHER_ITEMS = ("items", "additionalItems", "unevaluatedItems")
_MOST = 20


def details_of(flat: Flat) -> Iterator[Detail]:
    """Yield the details of a schema."""
    yield from _positions(flat)
    for keyword, label in _CONTENT:
        item = flat.first(keyword)
        if item is not None:
            yield Detail(keyword, label, code(to_json_like(item.value)), keyword, item.value)
    for reference in flat.unknown:
        text = phrase("{reference}, which is not followed", reference=code(reference.value))
        yield Detail("reference", phrase("Refers to"), text, str(reference.key), reference.value)
    yield from _described_values(flat)
    yield from _extensions(flat)


def _described_values(flat: Flat) -> Iterator[Detail]:
    """Yield the detail about what allowed values mean, by keywords that editors know."""
    for _, part in flat.items("enum"):
        values = [to_json_like(each.value) for each in items_of(part.node, "enum")]
        for keyword in _DESCRIPTIONS:
            given = get_value(part.node, keyword)
            texts = _texts_of(to_json_like(given), values)
            parts = [
                phrase("{label}: {text}", label=code(value), text=Markdown(text))
                for value, text in zip(values, texts, strict=False)
                if isinstance(text, str) and text
            ]
            if parts:
                yield Detail("values", phrase("Values"), Listing(tuple(parts), ";"), keyword, given)
                return


def _texts_of(given: Any, values: Sequence[Any]) -> Sequence[Any]:
    """Return the texts in the order of the values; a keyword lists them like this, or by value in maps."""
    if isinstance(given, dict):
        described = (given.get(value) if isinstance(value, str) else None for value in values)
        return [each.get("description") if isinstance(each, dict) else None for each in described]
    return given if isinstance(given, list) else []


def same_as(path: Path) -> Detail:
    """Return the detail about a field whose type is shown at another field."""
    text = str(path) if path else ""
    link: Param = FieldLink(path, text) if text else phrase("the whole document")
    return Detail("same_as", phrase("Same as"), link)


def only_in(shapes: Sequence[ShapeLabel]) -> Detail:
    """Return the detail about a field that some of several alternatives have."""
    listed = tuple(dict.fromkeys(shape.text for shape in shapes))
    some: tuple[Param, ...] = listed[:_MOST] if len(listed) <= _MOST else (*listed[:_MOST], "…")
    is_condition = all(shape.is_condition for shape in shapes)
    label = phrase("Only if") if is_condition else phrase("Used by")
    return Detail("shapes", label, Listing(some, "or"), requires=any(shape.is_required for shape in shapes))


def access_of(flat: Flat) -> Access | None:
    """Return whether users can only read or only write a value."""
    if flat.has("readOnly", value=True):
        return "read-only"
    return "write-only" if flat.has("writeOnly", value=True) else None


def _positions(flat: Flat) -> Iterator[Detail]:
    """Yield the detail about items that have a schema at their own place."""
    for part in flat.parts:
        for keyword in ("prefixItems", "items"):
            schemas = items_of(part.node, keyword)
            if schemas:
                texts: list[Param] = [_item_words(to_json_like(item.value)) for item in schemas[:_MOST]]
                texts += ["…"] if len(schemas) > _MOST else []
                parts = [phrase("{number}: {text}", number=at, text=text) for at, text in enumerate(texts, 1)]
                # No items may follow those that are listed.
                if any(get_value(part.node, others) is False for others in _OTHER_ITEMS):
                    parts.append(phrase("no further items"))
                yield Detail("positions", phrase("Items in order"), Listing(tuple(parts)))


def _item_words(schema: Any) -> Param:
    title = schema.get("title") if isinstance(schema, dict) else None
    text = summary(schema)
    return phrase("{title} ({text})", title=title, text=text) if isinstance(title, str) and title else text


def _extensions(flat: Flat) -> Iterator[Detail]:
    items = (item for part in flat.parts if isinstance(part.node, Map) for item in part.node.items)
    first: dict[str, Value] = {}
    for key, value in ((item.key, item.value) for item in items if isinstance(item.key, str)):
        if key.startswith(_EXTENSION) and not key.startswith((*_KNOWN, *_EDITORS)):
            first.setdefault(key, value)
    for key, value in first.items():
        yield Detail("extension", Verbatim(key), code(to_json_like(value)), key, value)


_DEPRECATED = re.compile(r"(?:\A|(?<=\n\n))(?:Deprecated|DEPRECATED):[ \t\n]*(.*?)\s*(?:\n\n|\Z)", re.DOTALL)


def without_notice(description: str) -> tuple[str, str | None]:
    """Return a description without the paragraph that says that a field is deprecated, and that notice.

    Descriptions from comments in Go follow this convention: https://go.dev/wiki/Deprecated. Charts use
    capitals.
    """
    match = _DEPRECATED.search(description)
    if match is None:
        return description, None
    rest = (description[: match.start()].rstrip(), description[match.end() :].lstrip())
    return "\n\n".join(filter(None, rest)), match[1]
