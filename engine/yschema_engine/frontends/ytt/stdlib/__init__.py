"""The standard modules `@ytt:…`: a Starlark file each, and functions of the engine that it calls."""

from types import MappingProxyType

from yschema_engine.text.lazy_import import lazy_names

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from yschema_engine.frontends.ytt.stdlib.registry import module

__all__ = [
    "module",
]

__getattr__ = lazy_names(
    __name__,
    MappingProxyType(
        {
            "module": "yschema_engine.frontends.ytt.stdlib.registry",
        }
    ),
)
