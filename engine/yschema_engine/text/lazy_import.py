"""Modules that are imported when one of their names is first used, and those that only some inputs need.

Type checkers see the ordinary imports that the code also contains, under `TYPE_CHECKING`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from yschema_engine.text.findings import UsageError, usage_code
from yschema_engine.text.phrases import Verbatim, phrase

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from typing import Any


MISSING_PACKAGE = usage_code(
    "missing-package", "the package `{package}` is not installed, which {user} needs"
)
_YTT = phrase("the language of ytt")
_EXTRA = phrase("install it with the extra of your distribution, `mkdocs-yschema[ytt]` or `yschema[ytt]`")
_OPTIONAL = {
    "starlark": ("starlark-pyo3", _YTT, _EXTRA),
    "re2": ("google-re2", _YTT, _EXTRA),
    "zensical": ("zensical", phrase("`yschema serve`"), phrase("run `pip install zensical`")),
}
"""The packages of modules that not everybody needs, what needs them, and how to install them."""


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


__all__ = ("ast", "decimal", "tarfile", "tomllib")
if TYPE_CHECKING:
    import ast
    import decimal
    import tarfile
    import tomllib
else:
    ast, decimal, tarfile, tomllib = map(lazy_module, __all__)


@cache
def is_installed(name: str) -> bool:
    """Return whether a module can be imported, without importing it."""
    from importlib.util import find_spec  # noqa: PLC0415  takes time to import

    return find_spec(name) is not None


def require(name: str) -> None:
    """Check that a module is installed that is not among the requirements.

    Raises:
        UsageError: it is not.
    """
    if not is_installed(name):
        package, user, hint = _OPTIONAL[name]
        raise UsageError.of(MISSING_PACKAGE, package=Verbatim(package), user=user, hint=hint)
