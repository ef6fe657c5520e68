"""The standard modules `@ytt:…`: each one a Starlark file, with functions of the host where it needs them."""

from yschema_engine.frontends.ytt.stdlib.registry import module

__all__ = ["module"]
