"""Lists of the type `map`: no two items can have the same values at the keys that identify an item."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from yschema_engine.compiled.formats import format_checker
from yschema_engine.compiled.keywords import LATEST, limited_validator
from yschema_engine.compiled.library import Draft202012Validator, ValidationError
from yschema_engine.frontends.kubernetes.structural import MAP_KEYS
from yschema_engine.text.deferred_classes import replace


def _map_keys(validator: Any, keys: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    """Yield an error for each item with the keys of an earlier one; keys can be absent, as in Kubernetes."""
    items = instance if validator.is_type(instance, "array") else []
    seen: set[str] = set()
    for index, item in enumerate(items):
        if not validator.is_type(item, "object"):
            continue
        values = {key: item[key] for key in keys if key in item}
        identity = json.dumps(values, sort_keys=True)
        if identity in seen:
            yield ValidationError(f"another item has {identity}", path=(index,), instance=values)
        seen.add(identity)


# The API server ignores all others; its durations are those of Go, which the library does not know.
_FORMATS = ("date", "date-time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid")
STRUCTURAL = replace(
    LATEST,
    validator=limited_validator(Draft202012Validator, {MAP_KEYS: _map_keys}),
    formats=format_checker(_FORMATS),
)
"""The dialect of the schemas in resources, as they are converted."""
