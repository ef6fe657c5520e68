"""Modules that are imported when one of their names is first used.

Type checkers see the ordinary imports that the code also contains, under `TYPE_CHECKING`.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from typing import Any


class _LazyModule:
    """A placeholder for a module until one of its names is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module(self._name), name)
        self.__dict__[name] = value
        return value


def lazy_module(name: str) -> Any:
    """Return a module that takes a while to import, and that few runs use."""
    return _LazyModule(name)
