"""A data values file with every default, each key under a comment that tells what it is.

Comments stand behind `# `; what is not in effect until somebody takes the `#` away stands right behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from textwrap import wrap

from yschema_engine.nodes import Array, Map, MapItem, Value, key_id, to_yaml
from yschema_engine.reference.model import Field, Reference

_WIDTH = 88
_NARROWEST = 40


def values_yaml(reference: Reference) -> str:
    """The file as text. Its data values are the schema's defaults."""
    return "".join(f"{line}\n" for line in _document(reference))


def _document(reference: Reference) -> Iterator[str]:
    root = reference.root
    about = "\n\n".join(text for text in (reference.title, plain_text(root.description)) if text)
    yield from (f"# {line}".rstrip() for line in _wrapped(about, _WIDTH))
    if root.kind == "map" and isinstance(root.value, Map):
        yield from _map(root, root.value, 0) if root.fields else ("{}",)
    else:
        yield from to_yaml(root.value).splitlines()


def comments(field: Field, indent: int = 0) -> list[str]:
    """What there is to say of a field, in lines without their `# `."""
    width = max(_WIDTH - indent, _NARROWEST)
    title = field.title if _letters(field.title) != _letters(field.name) else ""
    lines = [*_wrapped(title, width), *_wrapped(plain_text(field.description), width)]
    facts = [f"Type: {field.type}" + (", required" if field.required else "")]
    if field.open_to:
        facts.append(f"Keys: {field.open_to}; {field.number}")
    if field.deprecated is not None:
        facts.append(f"Deprecated: {field.deprecated}".rstrip(": "))
    for rule in field.rules:
        condition = f"Only when {rule.condition}" if rule.condition else "Allowed"
        facts.append(f"{condition}: {rule.text}")
    for fact in facts:
        lines += wrap(" ".join(fact.split()), width, subsequent_indent="  ", break_long_words=False)
    return lines


def _map(field: Field, value: Map, indent: int) -> Iterator[str]:
    """The lines of a map's items: those declared, others of its default, those that may be there."""
    there = {key_id(item.key): item for item in value.items}
    names = {below.name for below in field.fields}
    first = True
    for below in field.fields:
        if below.removed is not None:
            continue
        if not first or indent == 0:
            yield ""
        first = False
        item = None if below.open_to else there.get(below.name)
        block = _entry(below, below.value if item is None else item.value, indent)
        prose = [f"{' ' * indent}# {line}".rstrip() for line in comments(below, indent)]
        yield from prose
        # A warning would greet whoever uses the file if deprecated keys were in effect.
        in_effect = item is not None and below.deprecated is None
        yield from block if in_effect else _off(block, indent)
    for item in value.items:
        if not isinstance(item.key, str) or item.key not in names:
            yield from _indented(_yaml(item), indent)


def _entry(field: Field, value: Value, indent: int) -> Iterator[str]:
    """The lines of a key and its value."""
    pad = " " * indent
    key = _key(field.name)
    if isinstance(value, Map) and field.fields and field.kind == "map":
        in_effect = [f for f in field.fields if f.deprecated is None and not (f.optional or f.open_to)]
        yield f"{pad}{key}:" if value.items and in_effect else f"{pad}{key}: {{}}"
        yield from _map(field, value, indent + 2)
        return
    yield from _indented(_yaml(MapItem(field.name, value, field.position)), indent)
    if value is None and field.fields:
        yield from _off((f"{pad}{key}:", *_map(field, _defaults(field), indent + 2)), indent)
    elif isinstance(value, Array) and not value.items and field.items is not None:
        yield from _off(_item(field.items, indent), indent)


def _item(field: Field, indent: int) -> Iterator[str]:
    """The lines of one item of an array, where its shape is worth showing."""
    if field.fields:
        lines = [line for line in _map(field, _defaults(field), indent + 2) if line.strip()]
        marked = next((i for i, line in enumerate(lines) if not line.lstrip().startswith("#")), None)
        if marked is not None:
            lines[marked] = f"{' ' * indent}- {lines[marked].lstrip()}"
            yield from lines


def _defaults(field: Field) -> Map:
    """A map of the fields that are there by default."""
    there = [f for f in field.fields if not (f.optional or f.open_to) and f.removed is None]
    return Map([MapItem(below.name, below.value, below.position) for below in there], field.position)


def _off(lines: Iterator[str] | tuple[str, ...], indent: int) -> Iterator[str]:
    """Lines taken out of effect."""
    for line in lines:
        yield f"{line[:indent]}#{line[indent:]}" if line.strip() else line


def _yaml(item: MapItem) -> list[str]:
    return to_yaml(Map([item], item.position)).splitlines()


def _key(name: str) -> str:
    return to_yaml(name).rstrip("\n")


def _indented(lines: list[str], indent: int) -> Iterator[str]:
    for line in lines:
        yield " " * indent + line if line else line


def _wrapped(text: str, width: int) -> Iterator[str]:
    for number, paragraph in enumerate(text.split("\n\n") if text else ()):
        if number:
            yield ""
        lines = paragraph.splitlines()
        # Lists, tables and code keep their lines.
        if any(line[:1] in " -*|`>#" for line in lines if line):
            yield from lines
        else:
            yield from wrap(" ".join(lines), width, break_long_words=False, break_on_hyphens=False)


def plain_text(description: str) -> str:
    """A description without HTML tags."""
    if "<" not in description:
        return description.strip()
    reader = _Text()
    reader.feed(description)
    reader.close()
    return "".join(reader.parts).strip()


class _Text(HTMLParser):
    """Gathers text; what is no element stays as it is written."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("p", "br", "li", "div"):
            self.parts.append("\n" if self.parts else "")


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
