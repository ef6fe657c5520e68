"""What there is to say of a field, as comments in YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from textwrap import wrap

from yschema_engine.reference.model import Field
from yschema_engine.reference.types import type_in_words

_WIDTH = 78
_NARROWEST = 40


def comments(
    field: Field, indent: int = 0, *, typed: bool = True, label: Callable[[str], str] = str
) -> list[str]:
    """What there is to say of a field, in lines without their `# `.

    Args:
        field: the field.
        indent: how far in the lines will stand.
        typed: whether the type is among it; else it can be seen from the value.
        label: gives words in the language of the reader.
    """
    width = max(_WIDTH - indent, _NARROWEST)
    title = field.title if _letters(field.title) != _letters(field.name) else ""
    lines = [*wrapped(title, width), *wrapped(plain_text(field.description), width)]
    for fact in _facts(field, typed, label):
        lines += wrap(" ".join(fact.split()), width, subsequent_indent="  ", break_long_words=False)
    return lines


def _facts(field: Field, typed: bool, label: Callable[[str], str]) -> Iterator[str]:
    if typed:
        required = f"{label(', ')}{label('required')}" if field.required else ""
        yield f"{label('Type')}: {type_in_words(field, label)}{required}"
    elif field.required:
        yield label("Required")
    if field.open_to:
        yield f"{label('Keys')}: {label(field.open_to)}; {label(field.number)}"
    if field.deprecated is not None:
        yield f"{label('Deprecated')}: {field.deprecated}".rstrip(": ")
    for rule in field.rules:
        condition = f"{label('Only when')} {rule.condition}" if rule.condition else label("Allowed")
        yield f"{condition}: {rule.words(label)}"


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
