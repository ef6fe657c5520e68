"""Values as a reader would write them in YAML."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Map, to_plain
from yschema_engine.yaml.printing import to_yaml


def in_yaml(value: Any) -> str:
    """Return a value as a reader would write it in YAML: strings bare if they can be, lists on one line."""
    if isinstance(value, str):
        return written(value) if "\n" in value else to_yaml(value).rstrip()
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    plain = to_plain(value) if isinstance(value, Map) else value
    if isinstance(plain, list | dict):
        with suppress(TypeError, ValueError):  # functions and infinite numbers
            return json.dumps(plain, ensure_ascii=False, allow_nan=False)
    return written(plain)
