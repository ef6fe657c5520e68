"""Checking values against types: every violation, in document order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from yschema_engine.diagnostics import Diagnostic, Stage
from yschema_engine.nodes import Array, Map, MapItem, Scalar, Value, key_id, to_yaml, type_name
from yschema_engine.schema.types import Type
from yschema_engine.source import Position

_UNQUOTED = re.compile(r"-?[0-9.]+\Z|true\Z|false\Z", re.IGNORECASE)


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
    at: Position | None = None
    path: str = ""


def check(value: Value, type_: Type, position: Position, context: Context) -> Iterator[Diagnostic]:
    """The violations of `type_` by `value`, which stands at `position`."""
    return _check(value, type_, position, context, context.path)


def _check(
    value: Value, type_: Type, position: Position, context: Context, path: str
) -> Iterator[Diagnostic]:
    found = type_name(value)
    if "any" in type_.kinds or (value is None and type_.nullable):
        return
    if found not in type_.kinds and not (found == "integer" and "float" in type_.kinds):
        yield Diagnostic(
            context.message,
            context.stage,
            context.at or position,
            path=path,
            found=found,
            expected=str(type_),
            declared=type_.position,
            hint=_hint(value, type_),
        )
    elif isinstance(value, Map):
        declared = {key_id(d.key): d for d in type_.items}
        for item in value.items:
            inner = join(path, item.key)
            if (known := declared.get(key_id(item.key))) is None:
                yield _unknown_key(item, type_, context, inner)
            else:
                yield from _check(item.value, known.type, item.position, context, inner)
    elif isinstance(value, Array) and type_.item is not None:
        for index, element in enumerate(value.items):
            yield from _check(element.value, type_.item.type, element.position, context, f"{path}[{index}]")


def _unknown_key(item: MapItem, type_: Type, context: Context, path: str) -> Diagnostic:
    keys = sorted(str(d.key) for d in type_.items)
    near = get_close_matches(str(item.key), keys, 1, 0.6)
    return Diagnostic(
        "the schema does not declare this key",
        context.stage,
        context.at or item.position,
        path=path,
        found=str(item.key),
        expected=("one of " + ", ".join(keys)) if keys else "no key: the map is declared empty",
        declared=type_.position,
        hint=f"did you mean {near[0]!r}?" if near else "",
    )


def join(path: str, key: Scalar) -> str:
    """The path of the value at `key` of the map at `path`."""
    text = key if isinstance(key, str) else to_yaml(key).strip()
    return f"{path}.{text}" if path else text


def _hint(value: Value, type_: Type) -> str:
    if "string" in type_.kinds and isinstance(value, bool | int | float):
        return "put the value in quotes to make it a string"
    if (
        isinstance(value, str)
        and _UNQUOTED.match(value)
        and {"integer", "float", "boolean"} & set(type_.kinds)
    ):
        return "quotes make a string: write the value without them"
    return ""
