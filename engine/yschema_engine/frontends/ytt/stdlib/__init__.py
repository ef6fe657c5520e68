"""The standard modules `@ytt:…`: a Starlark file each, and functions of the engine that it calls."""

from yschema_engine.frontends.ytt.stdlib.registry import module

__all__ = ["module"]
