"""Paths in comments, as `a.b[0].c` or `a."b.c"`, which lead to values."""

from __future__ import annotations

import re

from yschema_engine.frontends.helm.facts import Keys, is_index
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.paths import key_text

_STEP = lazy_pattern(r'"(?P<quoted>[^"]*)"|\[(?P<index>\d*)\]|(?P<key>(?:\\.|[^.\[\\])+)|(?P<dot>\.)')


def split_path(text: str) -> Keys:
    """Return the steps that a path names if nothing else is known: dots separate keys, but not in quotes."""
    steps: list[object] = []
    for match in _STEP.finditer(text):
        if match["index"] is not None:
            steps.append(int(match["index"] or 0))
        elif match["dot"] is None:
            key = match["quoted"] if match["quoted"] is not None else match["key"]
            steps.append(re.sub(r"\\(.)", r"\1", key))
    return tuple(steps)


def dotted(keys: Keys) -> str:
    """Return the usual spelling of a path."""
    text = ""
    for key in keys:
        name = key_text(key)  # type: ignore[arg-type]
        text += f"[{name}]" if is_index(key) else f".{name}" if text else name
    return text


def find_path(value: Value, text: str) -> Keys | None:
    """Return the steps of a path to a value that exists; keys may contain dots. None if there is none."""
    if not text:
        return ()
    if text.startswith("[") and isinstance(value, Array):
        return _find_item(value, text)
    if not isinstance(value, Map):
        return None
    # Longer keys first: `a.b` before `a`.
    for item in sorted(value.items, key=lambda item: -len(key_text(item.key))):
        for key in _spellings(key_text(item.key)):
            rest = text[len(key) :]
            if text.startswith(key) and (not rest or rest[0] in ".["):
                below = find_path(item.value, rest.removeprefix("."))
                if below is not None:
                    return (item.key, *below)
    return None


def _spellings(key: str) -> tuple[str, ...]:
    return (key, f'"{key}"', key.replace(".", "\\.")) if "." in key or " " in key else (key,)


def _find_item(array: Array, text: str) -> Keys | None:
    index, _, rest = text[1:].partition("]")
    if not index.isdecimal() or int(index) >= len(array.items):
        return None
    below = find_path(array.items[int(index)].value, rest.removeprefix("."))
    return None if below is None else (int(index), *below)
