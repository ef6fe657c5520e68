"""Which standard modules there are, and how each comes to be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import starlark

from yschema_engine.frontends.ytt.starlark import Module, replay
from yschema_engine.frontends.ytt.starlark.builtin_modules import own_module
from yschema_engine.frontends.ytt.starlark.marshal import Functions
from yschema_engine.frontends.ytt.starlark.runtime import LoadError
from yschema_engine.frontends.ytt.stdlib import (
    assertions,
    base64,
    data,
    digests,
    ip,
    json,
    math,
    regexp,
    url,
    version,
    yaml,
)
from yschema_engine.source import Source

_HOST: Mapping[str, Functions] = {
    "assert": {**yaml.FUNCTIONS, **replay.FUNCTIONS, **assertions.FUNCTIONS},
    "base64": base64.FUNCTIONS,
    "data": {},
    "ip": ip.FUNCTIONS,
    "json": json.FUNCTIONS,
    "math": math.FUNCTIONS,
    "md5": digests.FUNCTIONS,
    "overlay": {},
    "regexp": regexp.FUNCTIONS,
    "sha256": digests.FUNCTIONS,
    "struct": {},
    "template": {},
    "url": url.FUNCTIONS,
    "version": version.FUNCTIONS,
    "yaml": yaml.FUNCTIONS,
}


def module(name: str, sources: Mapping[str, Source] | None = None) -> Module:
    """A standard module.

    Args:
        name: its name, as `json` in `@ytt:json`.
        sources: the inputs by their paths, which `data.read` and `data.list` see.

    Raises:
        LoadError: there is no such module.
    """
    if name not in _HOST:
        known = ", ".join(f"@ytt:{n}" for n in _HOST)
        raise LoadError(f"there is no standard module @ytt:{name}; there are {known}")
    if name == "data":
        return Module(_build(name, data.functions(sources or {})))
    return _shared(name)


@cache
def _shared(name: str) -> Module:
    """A module that is the same for every build; frozen, as the prelude is."""
    return Module(_build(name, _HOST[name]))


def _build(name: str, functions: Functions) -> starlark.FrozenModule:
    code = files(__package__).joinpath(f"{name}.star").read_text(encoding="utf-8")
    return own_module(f"@ytt:{name}", code, functions)
