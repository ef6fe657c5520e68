"""Checking values against types: every violation, in document order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from yschema_engine.model.fields import Field, ValueType
from yschema_engine.model.findings import Finding, Stage, legacy_finding
from yschema_engine.model.keys import assign
from yschema_engine.model.path import ROOT, Path, key_text
from yschema_engine.nodes import Array, Map, MapItem, Value, type_name
from yschema_engine.source import Span

_UNQUOTED = re.compile(r"-?[0-9]+(?:\.[0-9]+)?\Z|true\Z|false\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Context:
    """What violations say of the value as a whole.

    Attributes:
        message: what is wrong with the value, in a few words.
        stage: the step that checks.
        at: the line to report in place of each node's own, for values that an annotation gives.
        path: the path of the value.
    """

    message: str = "the value has the wrong type"
    stage: Stage = "values"
    at: Span | None = None
    path: Path = ROOT


def check(value: Value, type_: ValueType, span: Span, context: Context) -> Iterator[Finding]:
    """The violations of `type_` by `value`, which stands at `span`."""
    return _Checker(context).check(value, type_, span, context.path, None)


class _Checker:
    def __init__(self, context: Context) -> None:
        self._context = context

    def check(
        self, value: Value, type_: ValueType, span: Span, path: Path, above: ValueType | None
    ) -> Iterator[Finding]:
        """The violations at a place; `above` is the type of the map around it."""
        found = type_name(value)
        if "any" in type_.kinds or (value is None and type_.nullable):
            return
        if found not in type_.kinds and not (found == "integer" and "float" in type_.kinds):
            yield self._mismatch(value, type_, span, path)
        elif isinstance(value, Map):
            for item, declared in assign(value.items, type_):
                inner = path.key(item.key)
                if declared is None:
                    yield self._unknown_key(item, type_, inner, above)
                elif declared.removed is not None:
                    yield self._removed(item, declared, inner)
                else:
                    yield from self.check(item.value, declared.type, item.value_span, inner, type_)
        elif isinstance(value, Array) and type_.item is not None:
            for index, element in enumerate(value.items):
                inner = path.item(index)
                yield from self.check(element.value, type_.item.type, element.value_span, inner, above)

    def _mismatch(self, value: Value, type_: ValueType, span: Span, path: Path) -> Finding:
        return legacy_finding(
            self._context.message,
            self._context.stage,
            self._context.at or span,
            path=path,
            found=type_name(value),
            expected=str(type_),
            declared=type_.span,
            hint=_how_to_write(value, type_, span, self._context.stage),
        )

    def _unknown_key(self, item: MapItem, type_: ValueType, path: Path, above: ValueType | None) -> Finding:
        return legacy_finding(
            "the schema does not declare this key",
            self._context.stage,
            self._context.at or item.span,
            path=path,
            found=key_text(item.key),
            expected=_known_keys(type_),
            declared=type_.span,
            hint=_quoted(item, type_) or suggestion(key_text(item.key), type_, above),
        )

    def _removed(self, item: MapItem, declared: Field, path: Path) -> Finding:
        return legacy_finding(
            "this data value has been removed",
            self._context.stage,
            self._context.at or item.span,
            path=path,
            found=key_text(item.key),
            expected="no such key",
            declared=declared.span,
            hint=declared.removed or "leave the key out",
        )


def _known_keys(type_: ValueType) -> str:
    there = [d for d in type_.fields if d.removed is None]
    keys = sorted(key_text(d.key) for d in there if not d.is_open)
    keys += [str(d.keys.words) for d in there if d.keys is not None and d.is_open]
    if not keys:
        return "no key: the map is declared empty"
    if len(keys) == 1 and any(d.is_open for d in there):
        return keys[0]
    return "one of " + ", ".join(keys)


def _quoted(item: MapItem, type_: ValueType) -> str:
    is_open = any(declared.is_open for declared in type_.fields)
    return "" if isinstance(item.key, str) or not is_open else "names are strings: put the key in quotes"


def suggestion(key: str, type_: ValueType, above: ValueType | None) -> str:
    """What an unknown key may be meant as: a key of the map, of the map around it or of one within it."""
    near = get_close_matches(key, [str(d.key) for d in type_.fields if not d.is_open], 1, 0.6)
    for inner in type_.fields:
        if any(d.key == key for d in inner.type.fields):
            return f"{key!r} is declared within {inner.key!r}: move it there"
    if above is not None and any(d.key == key for d in above.fields):
        return f"{key!r} is declared one level up: check the indentation"
    return f"did you mean {near[0]!r}?" if near else ""


def _how_to_write(value: Value, type_: ValueType, span: Span, stage: Stage) -> str:
    expected = set(type_.kinds)
    if value is None and stage == "values":
        return "leave the key out to have its default"
    if "string" in expected and isinstance(value, bool | int | float):
        return "put the value in quotes to make it a string"
    if isinstance(value, float) and "integer" in expected and value.is_integer():
        return f"write {value:.0f}"
    if isinstance(value, str) and not {"string", "any"} & expected:
        flag = next((f for f in _STRING_FLAGS if span.file.startswith(f"({f} arg)")), None)
        if flag is not None:
            return f"--{flag} gives strings: use {_STRING_FLAGS[flag]}"
        if _UNQUOTED.match(value) and {"integer", "float", "boolean"} & expected:
            return "quotes make a string: write the value without them"
    if "array" in expected and not isinstance(value, Map | Array):
        return "write the value as an item of a list: - …"
    return ""


_STRING_FLAGS = {
    "data-value": "--data-value-yaml",
    "data-values-env": "--data-values-env-yaml",
    "data-value-file": "--data-value-yaml",
}
