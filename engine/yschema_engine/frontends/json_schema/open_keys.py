"""Keys that a schema declares by a pattern, or all others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from yschema_engine.compiled.documents import get_item
from yschema_engine.compiled.library import DeadlineExceeded, is_match
from yschema_engine.compiled.references import Place
from yschema_engine.frontends.json_schema.flat import Flat, pairs_of
from yschema_engine.schema.fields import Field
from yschema_engine.schema.keys import ANY_NAME, Allowed, Count, KeyPolicy
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Map, MapItem
from yschema_engine.text.paths import ANY_KEY, OpenKey
from yschema_engine.text.phrases import Verbatim, phrase

_ANY_KEY = "_"

_BY_RULE = phrase("names that the rule of the map allows")


@dataclass(frozen=True, slots=True)
class OpenKeys:
    """The keys of one pattern, or all keys that are not declared.

    Attributes:
        item: the pattern or the keyword, with the schema of the values.
        part: the part of the schema that has it.
        step: their step in paths.
        policy: which keys they are.
    """

    item: MapItem
    part: Place
    step: OpenKey
    policy: KeyPolicy


@dataclass(frozen=True, slots=True)
class _Expression:
    """A pattern as key policies search by it."""

    pattern: str

    def search(self, text: str) -> Any:
        """Return whether the pattern matches; not if that takes too long to find out."""
        with suppress(DeadlineExceeded):
            return is_match(self.pattern, text)
        return False


def open_keys(flat: Flat) -> Iterator[OpenKeys]:
    """Yield the keys that a schema declares by patterns, then those that it does not name."""
    patterns = [(item, part) for part in flat.parts for item in pairs_of(part.node, "patternProperties")]
    for item, part in patterns:
        if item.value is False:
            continue
        pattern = str(item.key)
        words = phrase("names that match {pattern}", pattern=Verbatim(pattern))
        allowed = Allowed(words, pattern, _Expression(pattern), overlaps=True)
        key = _ANY_KEY if len(patterns) == 1 else pattern
        yield OpenKeys(item, part, OpenKey(key, "<name>"), _policy(item, allowed))
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        for part in flat.parts:
            item_ = get_item(part.node, keyword)
            if item_ is not None and isinstance(item_.value, Map):
                words = phrase("any other name") if patterns else ANY_NAME
                step = OpenKey(f"{_ANY_KEY}{_ANY_KEY}", "<any name>") if patterns else ANY_KEY
                if flat.first("propertyNames") is not None and not patterns:
                    step, words = OpenKey(_ANY_KEY, "<name>"), _BY_RULE
                yield OpenKeys(item_, part, step, _policy(item_, Allowed(words)))
                return


def accepts(keys: OpenKeys, key: str) -> bool:
    """Return whether keys that are declared together include one."""
    allowed = keys.policy.allowed
    return allowed is None or allowed.expression is None or bool(allowed.expression.search(key))


def takes_any_name(field: Field) -> bool:
    """Return whether a field stands for all keys that no other field declares."""
    allowed = field.keys.allowed if field.keys is not None else None
    return allowed is not None and not allowed.pattern


def _policy(item: MapItem, allowed: Allowed) -> KeyPolicy:
    return KeyPolicy(item.span, allowed, (Count(0, None),), optional=True)
