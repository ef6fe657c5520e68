"""Values as JSON that keeps what JSON does not tell apart.

A scalar, an array or a map stands for itself if JavaScript reads it as it is. Other values are objects with
one key: `$i` (the digits of an integer that is too large), `$f` (the text of a float that would become an
integer, or is not finite) and `$m` (the keys and values of a map with keys that are not strings, or whose
order would be lost).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.nodes import Array, Map, to_plain

_LARGEST = 2**53 - 1
# JavaScript moves numbers to the front, and takes one key for the prototype of the object.
_IS_LOST = lazy_pattern(r"\$|[0-9]+\Z|__proto__\Z")


def as_json(value: Any) -> Any:
    """Return a value, plain or as nodes, for `json.dumps`.

    Raises:
        TypeError: the value has no YAML form, such as a function.
    """
    if isinstance(value, Map | Array):
        value = to_plain(value)
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _LARGEST else {"$i": str(value)}
    if isinstance(value, float):
        return value if math.isfinite(value) and not value.is_integer() else {"$f": repr(value)}
    if isinstance(value, Mapping):
        return _map(value)
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    raise TypeError(f"a {type(value).__name__.lower()} has no YAML form")


def _map(value: Mapping[Any, Any]) -> Any:
    if all(isinstance(key, str) and not _IS_LOST.match(key) for key in value):
        return {key: as_json(inner) for key, inner in value.items()}
    return {"$m": [[as_json(key), as_json(inner)] for key, inner in value.items()]}
