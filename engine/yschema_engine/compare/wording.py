"""Changes of words: titles, descriptions, examples, notices and the order of fields."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Side
from yschema_engine.compare.effects import short_yaml
from yschema_engine.compare.pairs import Difference, Pair, difference
from yschema_engine.schema.fields import Field
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Array, ArrayItem, key_id, to_plain
from yschema_engine.text.phrases import Verbatim


def word_differences(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between the words of a field that both versions have."""
    old, new = pair.old, pair.new
    assert old is not None
    assert new is not None
    if old.title != new.title:
        sides = _text(old, old.title), _text(new, new.title)
        yield difference(codes.TITLE_CHANGED, pair, *sides)
    if old.description.split() != new.description.split():
        sides = _text(old, old.description), _text(new, new.description)
        yield difference(codes.DESCRIPTION_CHANGED, pair, *sides)
    if not equal(_examples(old), _examples(new)):
        yield difference(codes.EXAMPLES_CHANGED, pair, old=_example_side(old), new=_example_side(new))
    yield from _notices(pair, old, new)
    if _order(old, new) != _order(new, old):
        yield difference(codes.REORDERED, pair)


def _notices(pair: Pair, old: Field, new: Field) -> Iterator[Difference]:
    sides = _text(old, old.deprecated or ""), _text(new, new.deprecated or "")
    if old.deprecated is None and new.deprecated is not None:
        yield difference(codes.DEPRECATED, pair, new=sides[1])
    elif old.deprecated is not None and new.deprecated is None:
        yield difference(codes.UNDEPRECATED, pair, old=sides[0])
    elif old.deprecated != new.deprecated:
        yield difference(codes.NOTICE_CHANGED, pair, *sides)


def _text(field: Field, text: str) -> Side:
    return Side(text, text, field.span)


def _examples(field: Field) -> list[object]:
    return [[example.description, to_plain(example.value)] for example in field.examples]


def _example_side(field: Field) -> Side:
    values = Array([ArrayItem(each.value, each.span) for each in field.examples], field.span)
    words = Verbatim(short_yaml(values)) if field.examples else ""
    return Side(_examples(field), words, field.examples[0].span if field.examples else field.span)


def _order(field: Field, other: Field) -> list[object]:
    """Return the keys of a map that another one has, too, in order."""
    common = {key_id(each.key) for each in other.type.fields if not each.is_open}
    keys = (key_id(each.key) for each in field.type.fields if not each.is_open)
    return [key for key in keys if key in common]
