"""`@ytt:data`: the input files, and the data values of libraries.

As in ytt, files that make a schema or data values see no data values.
"""

from __future__ import annotations

from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.frontends.ytt.scope import Scope
from yschema_engine.text.findings import UsageError
from yschema_engine.text.node_values import written


def functions(scope: Scope) -> Functions:
    """Return the module's functions for a file."""

    def read(path: str) -> str:
        name = scope.find(path)
        if name is None:
            raise BridgeError(f"data.read: the input files do not contain {written(path)}: pass it with -f")
        try:
            return scope.sources[name].text
        except UsageError as e:
            raise BridgeError(f"data.read: {written(path)} is not UTF-8 text") from e

    def listed(path: str) -> list[str]:
        names = scope.names(path)
        if names is None:
            raise BridgeError(f"data.list: the input files do not contain the folder {written(path)}")
        return names

    def values() -> Any:
        return ["dict", []] if scope.values is None else scope.values

    return {"data_read": read, "data_list": listed, "data_values": values}
