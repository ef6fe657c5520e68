"""The rule `min`: a least value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from yschema_engine.rules import bounds, reading
from yschema_engine.rules.record import NamedRule, Partner, Portability, Subject
from yschema_engine.text.node_values import Incomparable, less, written
from yschema_engine.text.nodes import Value, to_plain
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase


def _check(limit: Any, value: Value) -> Param | None:
    try:
        if not less(to_plain(value), limit):
            return None
    except Incomparable:
        return bounds.incomparable(value, limit)
    values = Verbatim(written(value)), Verbatim(written(limit))
    return phrase("{value}, less than {limit}", value=values[0], limit=values[1])


def _phrase(limit: Any, _: Subject) -> Phrase:
    return phrase("at least {limit}", limit=bounds.shown(limit))


def _examples(limit: Any) -> Iterator[Any]:
    yield limit


MIN = NamedRule(
    name="min",
    expected=bounds.COMPARED,
    read=bounds.read_bound,
    assertion=reading.one_argument,
    check=_check,
    phrase=_phrase,
    partner=Partner("max", bounds.between),
    examples=_examples,
    kinds=bounds.kinds,
    json_schema=partial(bounds.number_keyword, "minimum"),
    openapi=partial(bounds.number_keyword, "minimum"),
    portability=Portability(keyword="min", exported_since="0.50"),
)
