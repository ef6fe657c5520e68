"""Modules that are imported when one of their names is first used.

Type checkers see the ordinary imports that the code also contains, under `TYPE_CHECKING`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from typing import Any


class _LazyModule:
    """A module in whose place this object stands until one of its names is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module(self._name), name)
        self.__dict__[name] = value
        return value


def lazy_module(name: str) -> Any:
    """Return a module that takes a while to import, and that few runs use."""
    return _LazyModule(name)


def lazy_names(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that imports each of its names when it is used.

    Args:
        package: its name.
        modules: the names of the modules, by the names that they define.
    """

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return get
