"""The facts about a field that the copy buttons of a page need, besides the text that the page shows.

Most fields need nothing: the name of a plain key is its YAML, and the default shown is the value to paste.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from yschema_engine.outputs.facts.kinds import Default, yaml_text
from yschema_engine.outputs.facts.of_schema import Facts
from yschema_engine.schema.fields import UNSET, Field
from yschema_engine.text.nodes import Array, Map, Scalar, Value
from yschema_engine.text.paths import AnyItem, OpenKey, OtherKey, Path
from yschema_engine.values.minimal import valid_value
from yschema_engine.yaml.printing import to_yaml

# Defaults that say little about what a value looks like; an example says more.
_EMPTY = ("[]", "{}", '""', "null")


def paste_attributes(field: Field, facts: Facts, *, shows_default: bool = True) -> dict[str, str]:
    """Return the attributes of a field's link that describe what to paste, without the prefix `data-`.

    Args:
        field: the field.
        facts: of the schema.
        shows_default: whether the page shows the default.
    """
    return {**dict(_of_key(field)), **dict(_of_value(field, facts, shows_default=shows_default))}


def keys_around(root: Field) -> str:
    """Return the keys around the field that a page shows as a whole, as JSON; empty if there are none.

    Returns:
        A list of `{"key": YAML or null, "items": number}`, where `items` counts the arrays below the key.
    """
    outer = [(None, _arrays(root))] if root.is_document else _steps(root.path)[:-1]
    around = [
        {"key": None if key is None else _key(key), "items": arrays}
        for key, arrays in outer
        if key is not None or arrays
    ]
    return json.dumps(around, ensure_ascii=False, separators=(",", ":")) if around else ""


def _of_key(field: Field) -> Iterator[tuple[str, str]]:
    key = _key(field.name if field.is_open else field.key)
    if key != field.name:
        yield "key", key
    if field.children and (arrays := _arrays(field)):
        yield "items", str(arrays)
    if not isinstance(field.key, str) or not field.name or "." in field.name or "=" in field.name:
        yield "no-option", ""


def _of_value(field: Field, facts: Facts, *, shows_default: bool) -> Iterator[tuple[str, str]]:
    shown = facts.get(field, "default")
    default = shown.yaml if isinstance(shown, Default) else None
    is_broken = isinstance(shown, Default) and shown.is_broken
    is_refused = (is_broken and default not in _EMPTY) or field.path in facts.schema.invalid_defaults
    says_much = default is not None and default not in _EMPTY and not is_broken and not is_refused
    value: Value = facts.schema.default_of(field)
    yaml = default
    if field.examples and not says_much:
        value = field.examples[0].value
        yaml = yaml_text(value)
        yield "value", yaml
    elif default is None:
        if field.absent and field.removed is None and not any(map(_is_present, field.children)):
            yield "value", ""
        return
    elif is_refused:
        valid = valid_value(facts.schema, field)
        if valid is UNSET:
            yield "value", ""
            return
        value = valid
        yaml = yaml_text(value)
        yield "value", yaml
    elif (is_broken or not shows_default) and not (default == "[]" and field.children):
        yield "value", default
    if isinstance(value, Map | Array) and value.items:
        yield "block", "items" if isinstance(value, Array) else "map"
    if isinstance(value, str) and value and yaml is not None and yaml[:1] in ('"', "'") and "\n" not in yaml:
        yield "text", value


def _steps(path: Path) -> list[tuple[Scalar, int]]:
    """Return the keys of a path, each with how many arrays, one in the other, it holds on the way.

    The items of a document that is an array have the key None.
    """
    steps: list[tuple[Scalar, int]] = []
    for step in path:
        if isinstance(step, AnyItem):
            key, arrays = steps.pop() if steps else (None, 0)
            steps.append((key, arrays + 1))
        elif isinstance(step, OpenKey):
            steps.append((step.label, 0))
        else:
            steps.append((step.key if isinstance(step, OtherKey) else step, 0))
    return steps


def _arrays(field: Field) -> int:
    """Return how many arrays a field is, one in the other."""
    return sum(1 for _ in field.levels) - 1


def _is_present(field: Field) -> bool:
    """Return whether a field is there by default."""
    return not field.absent and field.deprecated is None and not field.is_open


def _key(key: Scalar) -> str:
    text = to_yaml(key).removesuffix("\n")
    return json.dumps(key, ensure_ascii=False) if "\n" in text else text
