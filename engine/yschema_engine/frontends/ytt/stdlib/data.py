"""`@ytt:data`: the input files, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from yschema_engine.frontends.ytt.starlark.host import BridgeError, Functions
from yschema_engine.model.findings import UsageError
from yschema_engine.nodes.compare import written
from yschema_engine.source import Source


def functions(sources: Mapping[str, Source]) -> Functions:
    """Return the module's functions over these inputs."""

    def read(path: str) -> str:
        try:
            source = sources.get(path.removeprefix("/"))
        except UsageError as e:
            raise BridgeError(f"data.read: {written(path)} is not UTF-8 text") from e
        if source is None:
            raise BridgeError(
                f"data.read: there is no file {written(path)} among the inputs (give it with -f)"
            )
        return source.text

    def listed(path: str) -> list[str]:
        if path not in ("", "/"):
            raise BridgeError(f"data.list: libraries such as {written(path)} are not supported")
        return [path + name for name in sources]

    return {"data_read": read, "data_list": listed}
