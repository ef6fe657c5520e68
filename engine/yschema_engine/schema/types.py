"""Type checks, and phrases for types such as `list of maps`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from yschema_engine.schema import keys as codes
from yschema_engine.schema.fields import UNSET, Field, ValueType, assign
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, Finding, finding
from yschema_engine.text.nodes import Array, Map, MapItem, Value, type_name
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import did_you_mean

_UNQUOTED = r"(?i)-?[0-9]+(?:\.[0-9]+)?\Z|true\Z|false\Z"


@dataclass(frozen=True, slots=True)
class Subject:
    """The value that is checked.

    Attributes:
        mismatch: the code for a value of the wrong type; its stage says who gives the value.
        span: the place to report instead of that of each node, for values that an annotation gives.
        path: of the value.
        example: the description of an example, for messages.
    """

    mismatch: Code = codes.TYPE_MISMATCH
    span: Span | None = None
    path: Path = ROOT
    example: Param | None = None

    @property
    def is_declared(self) -> bool:
        """Whether the schema itself holds the value."""
        return self.mismatch.stage == "schema"

    def violations(
        self, value: Value, type_: ValueType, span: Span, path: Path, above: ValueType | None
    ) -> Iterator[Finding]:
        """Return the violations at a path; `above` is the type of the map around it."""
        found = type_name(value)
        if "any" in type_.kinds:
            return
        if not type_.takes(found):
            hint = _how_to_write(value, type_, span, is_declared=self.is_declared)
            if hint and value is None and path == ROOT:
                hint = phrase("remove the document, or set fields in it")
            words = {"expected": kinds_phrase(type_), "hint": hint, "example": self.example}
            yield self._finding(self.mismatch, span, path, found, type_.span, **words)
        elif isinstance(value, Map):
            for item, declared in assign(value.items, type_):
                inner = path.key(item.key)
                if declared is None or declared.removed is not None:
                    yield self._refused(item, declared, type_, inner, above)
                else:
                    yield from self.violations(item.value, declared.type, item.value_span, inner, type_)
        elif isinstance(value, Array) and type_.item is not None:
            for index, element in enumerate(value.items):
                inner = path.item(index)
                yield from self.violations(element.value, type_.item.type, element.value_span, inner, above)

    def _refused(
        self, item: MapItem, removed: Field | None, type_: ValueType, path: Path, above: ValueType | None
    ) -> Finding:
        """Return the finding about a key that is not declared, or whose field has been removed."""
        key, is_declared = key_text(item.key), self.is_declared
        if removed is not None:
            code = codes.DECLARED_REMOVED_FIELD if is_declared else codes.REMOVED_FIELD_SET
            return self._finding(code, item.span, path, key, removed.span, hint=removed.removed)
        code = codes.DECLARED_UNKNOWN_KEY if is_declared else codes.UNKNOWN_KEY
        is_unquoted = not isinstance(item.key, str) and type_.is_open
        unquoted = phrase("names are strings: put the key in quotes")
        hint = unquoted if is_unquoted else hint_for_key(item) or suggest_key(key, type_, above)
        words = {"expected": _known_keys(type_), "hint": hint}
        return self._finding(code, item.span, path, key, type_.span, **words)

    def _finding(
        self, code: Code, span: Span, path: Path, found: str, declared: Span, **words: Any
    ) -> Finding:
        where = self.span or span
        return finding(code, where, path=path, found=Verbatim(found), declared=declared, **words)


def is_type_stated(field: Field) -> bool:
    """Return whether a comment states the type of a field, and the default does not contradict the comment.

    Null and an empty string often stand for no value.
    """
    source = field.sources.get("type")
    if source is None or source.origin != "comment" or not source.is_heeded:
        return False
    return field.default in (UNSET, None, "") or field.type.takes(type_name(field.default))


def check(value: Value, type_: ValueType, span: Span, subject: Subject = Subject()) -> Iterator[Finding]:
    """Return the violations of a type by a value at a span, in document order."""
    return subject.violations(value, type_, span, subject.path, None)


def overlap(kinds: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether types have values in common, where integers and floats are numbers alike."""
    one, two = ({"float" if each == "integer" else each for each in names} for names in (kinds, others))
    return bool(one & two) or "any" in one | two


def kinds_phrase(type_: ValueType) -> Param:
    """Return a type as findings name it: `string`, `string or null`."""
    names = [Verbatim("number" if each == "float" and type_.is_number else each) for each in type_.kinds]
    return _any_of(names)


def _known_keys(type_: ValueType) -> Param:
    if len(type_.fields) > _MOST_COMPARED:
        some = (Verbatim(key_text(field.key)) for field in type_.fields[:_SHOWN] if not field.is_open)
        return phrase("one of {keys}", keys=Listing((*some, "…")))
    present = [field for field in type_.fields if field.removed is None]
    keys: list[Param] = [Verbatim(name) for name in sorted(key_text(f.key) for f in present if not f.is_open)]
    keys += [field.keys.words for field in present if field.keys is not None and field.is_open]
    if not keys:
        return phrase("no key: the map is declared empty")
    if len(keys) == 1 and any(field.is_open for field in present):
        return keys[0]
    return phrase("one of {keys}", keys=Listing(tuple(keys)))


# A comparison with each of many names takes long, and values may have as many keys that are not known.
_MOST_COMPARED = 200


def hint_for_key(item: MapItem) -> Phrase | None:
    """Return a hint for a key such as `on`, which YAML reads as a boolean; None for others."""
    span = item.span
    text = span.text[span.column - 1 : span.end - 1] if span.column else ""
    if not isinstance(item.key, bool) or text.lower() in ("", "true", "false"):
        return None
    words = {"text": Verbatim(text), "key": Verbatim(key_text(item.key))}
    return phrase("YAML reads `{text}` as `{key}`: put the key in quotes", **words)


_SHOWN = 20  # keys of such a map in a finding


def suggest_key(key: str, type_: ValueType, above: ValueType | None) -> Phrase | None:
    """Return a hint for an unknown key: a similar key of the map, or of a map around or below it."""
    if len(type_.fields) > _MOST_COMPARED:
        return None
    for field in type_.fields:
        if any(inner.key == key for inner in field.type.fields):
            parent = Verbatim(key_text(field.key))
            return phrase(
                "`{key}` is declared within `{parent}`: move it there", key=Verbatim(key), parent=parent
            )
    if above is not None and any(field.key == key for field in above.fields):
        return phrase("`{key}` is declared one level up: check the indentation", key=Verbatim(key))
    return did_you_mean(key, [str(field.key) for field in type_.named.values()])


def _how_to_write(value: Value, type_: ValueType, span: Span, *, is_declared: bool) -> Phrase | None:
    expected = set(type_.kinds)
    if value is None and not is_declared:
        return phrase("remove the key to get its default")
    flag = span.source.flag
    if "string" in expected and isinstance(value, bool | int | float):
        if flag == "--set":
            return phrase("--set reads numbers and booleans: use {other}", other=Verbatim("--set-string"))
        return phrase("put the value in quotes to make it a string")
    if isinstance(value, float) and "integer" in expected and value.is_integer():
        return phrase("write {number}", number=Verbatim(f"{value:.0f}"))
    if isinstance(value, str) and flag in _STRING_FLAGS:
        other = Verbatim(_STRING_FLAGS[flag])
        return phrase("{flag} sets strings: use {other}", flag=Verbatim(flag), other=other)
    is_scalar = not {"integer", "float", "boolean"}.isdisjoint(expected)
    if isinstance(value, str) and is_scalar and re.match(_UNQUOTED, value):
        return phrase("quotes make a string: write the value without them")
    if "array" in expected and not isinstance(value, Map | Array):
        return phrase("write the value as an item of a list: - …")
    return None


_STRING_FLAGS: Mapping[str, str] = {
    "--data-value": "--data-value-yaml",
    "--data-values-env": "--data-values-env-yaml",
    "--data-value-file": "--data-value-yaml",
    "--set-string": "--set",
    "--set-file": "--set-json",
    "--set-literal": "--set-json",
}


_NAMES: Mapping[str, tuple[Phrase, Phrase]] = {
    "string": (phrase("string"), phrase("strings")),
    "integer": (phrase("integer"), phrase("integers")),
    "float": (phrase("float"), phrase("floats")),
    "number": (phrase("number"), phrase("numbers")),
    "boolean": (phrase("boolean"), phrase("booleans")),
    "null": (phrase("null"), phrase("nulls")),
    "map": (phrase("map"), phrase("maps")),
    "array": (phrase("list"), phrase("lists")),
    "any": (phrase("any"), phrase("any values")),
}
"""The names of types in words, for one value and for several."""


def type_phrase(type_: ValueType) -> Param:
    """Return a type in words.

    Null comes last, as in `list of strings or null`.
    """
    if type_.words:
        return phrase("{type} ({words})", type=_kinds_phrase(type_), words=type_.words)
    return _kinds_phrase(type_)


def _kinds_phrase(type_: ValueType) -> Param:
    if type_.is_unknown:
        return _NAMES["any"][0]
    kinds = [_named(kind, type_) for kind in type_.kinds if kind != "null"]
    if not type_.nullable:
        return _any_of(kinds)
    if kinds and "array" in type_.kinds and type_.item is not None:
        return phrase("{type} or null", type=_any_of(kinds))
    return _any_of([*kinds, _NAMES["null"][0]])


def _named(kind: str, type_: ValueType, *, plural: bool = False) -> Phrase:
    item = type_.item.type if kind == "array" and type_.item is not None else None
    if item is None or item.is_unknown:
        return _NAMES["number" if kind == "float" and type_.is_number else kind][plural]
    items = _any_of([_named(each, item, plural=True) for each in item.kinds])
    if len(item.kinds) > 1:
        # Words in front of a list would otherwise belong to its last type alone in some languages.
        return phrase("lists of {types}", types=items) if plural else phrase("list of {types}", types=items)
    return phrase("lists of {items}", items=items) if plural else phrase("list of {items}", items=items)


def _any_of(kinds: Sequence[Param]) -> Param:
    return kinds[0] if len(kinds) == 1 else Listing(tuple(kinds), "or")


def kind_phrase(kind: str) -> Phrase:
    """Return the name of a type in words, as JSON Schema has it: a float is a number."""
    return _NAMES["number" if kind == "float" else kind][0]
