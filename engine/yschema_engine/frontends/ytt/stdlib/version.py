"""The version of the template language that a file asks for."""

from __future__ import annotations

import re
from types import MappingProxyType

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.node_values import written

LANGUAGE = (0, 49, 0)
"""The version whose schema language the engine implements."""

_VERSION = lazy_pattern(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?", re.ASCII
)


def check(text: str) -> None:
    """Fail if the language is older than the version.

    Raises:
        BridgeError: it is older, or the text is no version.
    """
    match = _VERSION.fullmatch(text)
    if match is None:
        raise BridgeError(
            f"version.require_at_least: expected a version such as 0.48.0, found {written(text)}"
        )
    if tuple(int(match[n]) for n in (1, 2, 3)) > LANGUAGE:
        ours = ".".join(map(str, LANGUAGE))
        raise BridgeError(f"this file asks for version {text} of the language; supported is {ours}")


FUNCTIONS: Functions = MappingProxyType({"version_check": check})
