"""A values file with all defaults and what users have to set, each key below a comment that explains it.

Comments are behind `# `; what is not in effect until somebody removes the `#` is right behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from yschema_engine.schema.fields import Field
from yschema_engine.schema.metadata import Property
from yschema_engine.schema.schema import Schema
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.values_comments import broken, comment_texts, plain_text
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.nodes import Array, Map, MapItem, Scalar, Value, key_id, type_name
from yschema_engine.text.phrases import ENGLISH, Words, phrase
from yschema_engine.text.printable import YamlText, yaml_comment
from yschema_engine.yaml.printing import to_yaml

_WIDTH = 78


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file, and those of the value that it begins.

    Attributes:
        text: the line.
        field: whose key stands in it; None for comments and parts of values.
        column: where the key begins.
        below: the lines of the field's value, if there are any.
        is_alternative: whether an earlier line sets the field to null; this one shows another value.
        is_value: whether all of it is a part of a value, such as a blank line or `# text` in a block scalar.
        is_off: whether this part of a value is not in effect.
        continues: whether the line before would go on with this text if it had room.
    """

    text: YamlText
    field: Field | None = None
    column: int = 0
    below: tuple[Line, ...] = ()
    is_alternative: bool = False
    is_value: bool = False
    is_off: bool = False
    continues: bool = False

    @property
    def parts(self) -> tuple[str, str, str]:
        """The text before the key, the key, and the rest."""
        end = self.column + len(_key(self.field)) if self.field else 0
        return self.text[: self.column], self.text[self.column : end], self.text[end:]

    @property
    def is_comment(self) -> bool:
        """Whether nothing of the line is in effect."""
        return not self.is_value and self.text.lstrip().startswith("#")

    @property
    def is_blank(self) -> bool:
        """Whether the line only keeps others apart."""
        return not self.text and not self.is_value

    @property
    def is_table_row(self) -> bool:
        """Whether it is a row of a table in a comment."""
        return "|" in self.text and self.is_comment and self.text.lstrip(" #").startswith("|")

    @property
    def has_table_row(self) -> bool:
        """Whether a line below is a row of a table in a comment."""
        return any(line.is_table_row or line.has_table_row for line in self.below)

    @property
    def height(self) -> int:
        """The number of lines below."""
        return sum(1 + line.height for line in self.below)

    @property
    def height_of_values(self) -> int:
        """The number of lines below without comments, apart from commented keys, and blank lines."""
        texts = [line for line in self.below if line.field or not (line.is_blank or line.is_comment)]
        return len(texts) + sum(line.height_of_values for line in self.below)

    def walk(self) -> Iterator[Line]:
        """Yield the line and those below it, in order."""
        yield self
        for line in self.below:
            yield from line.walk()


_BLANK = Line(YamlText(""))


def values_yaml(facts: Facts, words: Words = ENGLISH) -> str:
    """Return the file as text: the schema's defaults, and what users have to set where it has none.

    Args:
        facts: of the schema.
        words: the language of the reader.
    """
    schema, root = facts.schema, facts.schema.root
    about = "\n\n".join(text for text in (schema.title, plain_text(root.description)) if text)
    properties = [fact for fact in schema.metadata if isinstance(fact, Property)]
    parts = [
        broken(about, _WIDTH),
        [[words.text(phrase("{label}: {text}", label=each.label, text=each.text))] for each in properties],
        comment_texts(facts, root, skipped=("title", "description", "type"), words=words),
    ]
    about_lines, *more = [[line for text in part for line in text] for part in parts]
    text = [*about_lines, *(line for lines in more if lines for line in ("", *lines))]
    lines = list(map(yaml_comment, text))
    if lines and root.type.fields:
        lines.append(_BLANK.text)
    shown = values_lines(facts, root, words=words)
    lines += [below.text for line in shown for below in line.walk()]
    return "".join(f"{line}\n" for line in lines)


def values_lines(
    facts: Facts,
    shown: Field,
    brief: Collection[str] = (),
    words: Words = ENGLISH,
    *,
    with_read_only: bool = False,
) -> tuple[Line, ...]:
    """Return the lines of the file, or those of one field alone, without its parents.

    Args:
        facts: of the schema.
        shown: the document or the field.
        brief: the anchors of top-level fields to leave those below out of; what the lines set stays the same.
        words: the language of the reader.
        with_read_only: whether fields that nobody may set have lines, too, as comments.
    """
    layout = (shown, frozenset(brief), words, with_read_only)
    if layout not in facts.values_lines:
        facts.values_lines[layout] = _laid_out(shown, _Writer(facts, brief, words, with_read_only))
    return facts.values_lines[layout]


def _laid_out(shown: Field, writer: _Writer) -> tuple[Line, ...]:
    value = writer.facts.start(shown)
    if not shown.is_document:
        return (*writer.comments(shown, value, 0), *writer.entry(shown, value, 0))
    if shown.type.main == "map" and isinstance(value, Map):
        return tuple(writer.map(shown, value, 0)) if shown.type.fields else (Line(YamlText("{}")),)
    return _plain(to_yaml(value).splitlines(), 0)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Makes lines of fields; the attributes are as for `values_lines`."""

    facts: Facts
    brief: Collection[str]
    words: Words
    with_read_only: bool

    def map(self, field: Field, value: Map, indent: int, *, is_off: bool = False) -> Iterator[Line]:
        """Yield the lines of a map: declared items, other items of its default, and optional items."""
        by_key = {key_id(item.key): item for item in value.items}
        keys = field.type.named
        bare: bool | None = None  # whether what comes before is a line alone
        for below in field.type.fields:
            is_hidden = below.access == "read-only" and not self.with_read_only
            if below.removed is not None or is_hidden:
                continue
            item = None if below.is_open else by_key.get(key_id(below.key))
            shown = self.facts.placeholder(below) if item is None else item.value
            comment_lines = self.comments(below, shown, indent)
            block = tuple(self.entry(below, shown, indent, is_off=is_off or item is None))
            before, bare = bare, not comment_lines and len(block) == 1 and not block[0].below
            if before is not None and not (before and bare):
                yield _BLANK
            yield from comment_lines
            is_set = (item is not None or is_off) and not _is_left_out(self.facts.schema, below)
            yield from block if is_set else _off(block, indent)
        for item in value.items:
            if key_id(item.key) not in keys:
                yield from _plain(_yaml(item), indent)

    def comments(self, field: Field, value: Value, indent: int) -> tuple[Line, ...]:
        """Return the lines before a key."""
        texts = comment_texts(
            self.facts, field, indent, typed=not self._shows_type(value, field), words=self.words
        )
        return tuple(
            Line(yaml_comment(line, indent), continues=number > 0)
            for text in texts
            for number, line in enumerate(text)
        )

    def entry(self, field: Field, value: Value, indent: int, *, is_off: bool = False) -> Iterator[Line]:
        """Yield the lines of a key and its value; those below a key that is out of effect are with it."""
        key = YamlText(f"{' ' * indent}{_key(field)}:")
        is_brief = self.facts.schema.anchor(field) in self.brief
        if is_brief and isinstance(value, Map):
            value = Map([], field.span)  # which leaves all fields below it at their defaults
        elif isinstance(value, Map) and field.type.fields and field.type.main == "map":
            lines = tuple(self.map(field, value, indent + 2, is_off=is_off))
            is_empty = all(line.is_comment or line.is_blank for line in lines)
            yield Line(YamlText(f"{key} {{}}") if is_empty else key, field, indent, lines)
            return
        first, *rest = _yaml(MapItem(_shown(field), value, field.span))
        item = self._item(field.type.item, indent) if isinstance(value, Array) and not is_brief else ()
        if is_off and item and not rest:
            yield Line(key, field, indent, item)
            return
        below = (*_plain(rest, indent), *_off(item, indent))
        yield Line(YamlText(" " * indent + first), field, indent, below)
        if value is None and not is_brief and (shape := self._shape(field, indent)):
            yield from _off((Line(key, field, indent, shape, is_alternative=True),), indent)

    def _shape(self, field: Field, indent: int) -> tuple[Line, ...]:
        """Return the lines that show what else than null a key may be."""
        if field.type.fields:
            return tuple(self.map(field, self._defaults(field), indent + 2, is_off=True))
        return self._item(field.type.item, indent)

    def _item(self, field: Field | None, indent: int) -> tuple[Line, ...]:
        """Return the lines of one item of an array, if it has a shape to show."""
        if field is None:
            return ()
        fields = field.type.fields
        shown = self.map(field, self._defaults(field), indent + 2, is_off=True) if fields else ()
        lines = [line for line in shown if not line.is_blank]
        marked = next((i for i, line in enumerate(lines) if not line.is_comment), None)
        if marked is None:
            return ()
        lines[marked] = replace(
            lines[marked], text=YamlText(f"{' ' * indent}- {lines[marked].text.lstrip()}")
        )
        return tuple(_without_blanks(lines))

    def _defaults(self, field: Field) -> Map:
        """Return a map of the fields that are set by default."""
        present = [f for f in field.type.fields if not f.absent]
        default_of = self.facts.schema.default_of
        return Map([MapItem(_shown(f), default_of(f), f.span) for f in present], field.span)

    def _shows_type(self, value: Value, field: Field) -> bool:
        """Return whether a value shows the type of its field; an empty value could have many types."""
        if value in (None, "") or field.type.kinds != (type_name(value),):
            return False
        items = field.type.item
        if not isinstance(value, Array):
            return True
        if items is None or not value.items:
            below = items.type.fields if items is not None else ()
            return any(f.removed is None and not _is_left_out(self.facts.schema, f) for f in below)
        return all(self._shows_type(each.value, items) for each in value.items)


def _is_left_out(schema: Schema, field: Field) -> bool:
    """Return whether the file does not set a field: it causes a finding, or has no effect."""
    causes_finding = field.deprecated is not None or field.path in schema.invalid_defaults
    return causes_finding or field.access == "read-only"


def _without_blanks(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        if not line.is_blank:
            yield replace(line, below=tuple(_without_blanks(line.below)))


def _off(lines: Iterable[Line], indent: int) -> Iterator[Line]:
    """Yield lines taken out of effect."""
    for line in lines:
        if line.text:
            text = YamlText(f"{line.text[:indent]}#{line.text[indent:]}")
            below = tuple(_off(line.below, indent))
            yield replace(line, text=text, column=line.column + 1, below=below, is_off=line.is_value)
        else:
            yield _BLANK


def _yaml(item: MapItem) -> list[str]:
    return to_yaml(Map([item], item.span)).splitlines()


def _key(field: Field) -> str:
    return to_yaml(_shown(field)).rstrip("\n")


def _shown(field: Field) -> Scalar:
    """Return the key in a line, or the placeholder of an open key."""
    return field.name if field.is_open else field.key


def _plain(lines: Iterable[str], indent: int) -> tuple[Line, ...]:
    return tuple(Line(YamlText(" " * indent + line if line else line), is_value=True) for line in lines)
