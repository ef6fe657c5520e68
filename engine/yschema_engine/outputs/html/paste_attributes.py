"""What the copy buttons of a page need to know about a field, besides the texts that the page shows.

Most fields need nothing: the name of a plain key is its YAML, and the default shown is the value to paste.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from yschema_engine.nodes import Array, Map, Scalar, Value, to_yaml
from yschema_engine.outputs.html.filters import has_default
from yschema_engine.outputs.yaml.paste_yaml import steps
from yschema_engine.reference.model import Field

# Defaults that say little about what a value looks like; an example says more.
_EMPTY = ("[]", "{}", '""', "null")


def paste_attributes(field: Field, *, shows_default: bool = True) -> dict[str, str]:
    """Return the attributes of a field's link that describe what to paste, without the prefix `data-`.

    Args:
        field: the field.
        shows_default: whether the page shows the default.
    """
    return {**dict(_of_key(field)), **dict(_of_value(field, shows_default=shows_default))}


def keys_around(root: Field) -> str:
    """Return the keys around the field that a page shows as a whole, as JSON; empty if there are none.

    Returns:
        A list of `{"key": YAML or null, "items": number}`, where `items` counts the arrays below the key.
    """
    outer = [(None, _arrays(root))] if root.is_document else list(steps(root))[:-1]
    around = [
        {"key": None if key is None else _key(key), "items": arrays}
        for key, arrays in outer
        if key is not None or arrays
    ]
    return json.dumps(around, ensure_ascii=False, separators=(",", ":")) if around else ""


def _of_key(field: Field) -> Iterator[tuple[str, str]]:
    key = _key(field.name if field.open_to else field.key)
    if key != field.name:
        yield "key", key
    if field.children and (arrays := _arrays(field)):
        yield "items", str(arrays)
    if not isinstance(field.key, str) or not field.name or "." in field.name or "=" in field.name:
        yield "no-option", ""


def _of_value(field: Field, *, shows_default: bool) -> Iterator[tuple[str, str]]:
    default = field.default if has_default(field) else None
    says_much = default is not None and default not in _EMPTY and not field.required
    value: Value = field.value
    yaml = default
    if field.examples and not says_much:
        value, yaml = field.examples[0].value, field.examples[0].yaml
        yield "value", yaml
    elif default is None:
        if (field.optional or field.open_to) and not any(map(_is_present, field.children)):
            yield "value", ""
        return
    elif not shows_default and not (default == "[]" and field.children):
        yield "value", default
    if isinstance(value, Map | Array) and value.items:
        yield "block", "items" if isinstance(value, Array) else "map"
    if isinstance(value, str) and value and yaml is not None and yaml[:1] in ('"', "'") and "\n" not in yaml:
        yield "text", value


def _arrays(field: Field) -> int:
    """Return how many arrays a field is, one in the other."""
    return sum(1 for _ in field.levels) - 1


def _is_present(field: Field) -> bool:
    """Return whether a field is there by default."""
    return not (field.removed is not None or field.optional or field.deprecated is not None or field.open_to)


def _key(key: Scalar) -> str:
    text = to_yaml(key).removesuffix("\n")
    return json.dumps(key, ensure_ascii=False) if "\n" in text else text
