"""What there is to say of a field, as comments in YAML."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from textwrap import wrap

from yschema_engine.reference.model import Field

_WIDTH = 78
_NARROWEST = 40


def comments(field: Field, indent: int = 0, *, typed: bool = True) -> list[str]:
    """What there is to say of a field, in lines without their `# `.

    Args:
        field: the field.
        indent: how far in the lines will stand.
        typed: whether the type is among it; else it can be seen from the value.
    """
    width = max(_WIDTH - indent, _NARROWEST)
    title = field.title if _letters(field.title) != _letters(field.name) else ""
    lines = [*wrapped(title, width), *wrapped(plain_text(field.description), width)]
    facts = [f"Type: {field.type}" + (", required" if field.required else "")] if typed else []
    if field.required and not typed:
        facts.append("Required")
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


def wrapped(text: str, width: int) -> Iterator[str]:
    """A text in lines, of which those of lists, tables and code stay as they are."""
    for number, paragraph in enumerate(text.split("\n\n") if text else ()):
        if number:
            yield ""
        lines = paragraph.splitlines()
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
