"""Libraries of a package for `@ytt:library`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, CodedError, Functions
from yschema_engine.evaluate.starlark.exports import Exported, exported
from yschema_engine.evaluate.starlark.marshal import encode
from yschema_engine.evaluate.starlark.session import Session
from yschema_engine.read.ytt.library_instances import Instance
from yschema_engine.read.ytt.modules import error_text
from yschema_engine.read.ytt.scope import Scope
from yschema_engine.read.ytt.template import EvaluateOptions
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, LimitError, UsageError
from yschema_engine.text.node_values import written


class Libraries:
    """The libraries that the code of a file can use."""

    def __init__(self, scope: Scope, options: EvaluateOptions, session: Session) -> None:
        """Prepare the libraries.

        Args:
            scope: of the file.
            options: how to evaluate, unless the file says otherwise.
            session: the run.
        """
        self._scope = scope
        self._options = options
        self._session = session
        self._exports: list[Exported] = []

    def functions(self) -> Functions:
        """Return the functions that `library.star` calls."""
        functions = (self._find, self._values, self._export, self._call)
        return {f"library{function.__name__}": _reported(function) for function in functions}

    def _find(self, path: str) -> None:
        self._library(path)

    def _library(self, path: str) -> Scope:
        scope = self._scope.of_library(path)
        if scope is None:
            raise BridgeError(
                f"library.get: cannot find the library {written(path)}: there are no files in the folder"
                f" _ytt_lib/{path} beside this file"
            )
        return scope

    def _instance(self, path: str, flags: Sequence[bool | None], schemas: Any, values: Any) -> Instance:
        strict, ignore, skips_rules = flags
        options = replace(
            self._options,
            strict=self._options.strict if strict is None else strict,
            ignore_unknown_comments=self._options.ignore_unknown_comments if ignore is None else ignore,
        )
        return Instance(self._library(path), options, self._session, not skips_rules, schemas, values)

    def _values(self, *of_instance: Any) -> Any:
        return encode(self._instance(*of_instance).data_values())

    def _export(self, of_instance: Sequence[Any], name: str, file: str) -> list[Any]:
        """Return whether an exported value is a function, and its number or the value itself."""
        instance = self._instance(*of_instance)
        seen = encode(instance.data_values())
        modules = [each for each in instance.modules(file, seen) if each.defines(name)]
        if len(modules) != 1:
            files = ", ".join(each.name for each in modules) or "no file of the library"
            raise BridgeError(f"library.export: expected one file that defines {name}, found {files}")
        result = exported(modules[0], name)
        if not result.is_function():
            return [False, result.value()]
        self._exports.append(result)
        return [True, len(self._exports) - 1]

    def _call(self, number: int, args: Any, kwargs: Any) -> Any:
        return self._exports[number].call(args, kwargs)


def _reported(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, with errors that code can catch."""

    @wraps(function)
    def call(*args: Any) -> Any:
        try:
            return function(*args)
        except LimitError:
            raise
        except (EngineError, UsageError) as e:
            raise BridgeError("; ".join(f"library: {error_text(each)}" for each in e.findings)) from e
        except CodedError as e:
            raise BridgeError(f"library: {e}") from e

    return call
