"""The standard modules: their names, and how each is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

import starlark

from yschema_engine.evaluate.starlark.errors import CodedError, Functions
from yschema_engine.evaluate.starlark.prelude import build_module
from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.frontends.ytt.scope import Scope
from yschema_engine.frontends.ytt.stdlib import data
from yschema_engine.frontends.ytt.stdlib.codes import UNKNOWN_MODULE
from yschema_engine.text.phrases import Listing, Verbatim

_PACKAGE = "yschema_engine.frontends.ytt"
# The modules with the functions of the engine that each calls, below the package. The functions of `data` and
# `library` depend on the file that loads them.
_HOST: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "assert": ("stdlib.yaml", "starlark.replay", "stdlib.assertions"),
        "base64": ("stdlib.base64",),
        "data": (),
        "ip": ("stdlib.ip",),
        "json": ("stdlib.json",),
        "library": (),
        "math": ("stdlib.math",),
        "md5": ("stdlib.digests",),
        "overlay": ("stdlib.overlay",),
        "regexp": ("stdlib.regexp",),
        "sha256": ("stdlib.digests",),
        "struct": (),
        "template": (),
        "toml": ("stdlib.toml",),
        "url": ("stdlib.url",),
        "version": ("stdlib.version",),
        "yaml": ("stdlib.yaml",),
    }
)


def module(
    name: str, scope: Scope | None = None, libraries: Callable[[Scope], Functions] | None = None
) -> Module:
    """Return a standard module.

    Args:
        name: its name, as `json` in `@ytt:json`.
        scope: the files that `data.read` and `data.list` find; none by default.
        libraries: returns the functions of `library` for a scope.

    Raises:
        CodedError: the module does not exist.
    """
    if name == "data":
        return Module(_build(name, data.functions(scope or Scope({}))))
    if name == "library" and libraries is not None:
        return Module(_build(name, libraries(scope or Scope({}))))
    if name not in _HOST or name == "library":
        modules = Listing(tuple(Verbatim(f"@ytt:{known}") for known in _HOST), "or")
        raise CodedError(UNKNOWN_MODULE, module=Verbatim(f"@ytt:{name}"), modules=modules)
    return _shared(name)


@cache  # at most one for each name; frozen modules never change
def _shared(name: str) -> Module:
    """Return a module that is the same for every run."""
    modules = [import_module(f"{_PACKAGE}.{module}") for module in _HOST[name]]
    functions = {key: function for module in modules for key, function in module.FUNCTIONS.items()}
    return Module(_build(name, functions))


def _build(name: str, functions: Functions) -> starlark.FrozenModule:
    code = Path(__file__).with_name(f"{name}.star").read_text(encoding="utf-8")
    return build_module(f"@ytt:{name}", code, functions)
