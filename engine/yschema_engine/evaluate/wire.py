"""Results as bytes, for other processes and for later runs.

Objects of the model are data, except for the functions of rules and of code in the inputs. A stored schema
contains placeholders for its functions. The first call of a placeholder evaluates the schema again.

The format is that of `pickle`, restricted in both directions: only classes of data are written and read.
Bytes from another source can therefore be wrong, but cannot run code.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any

from yschema_engine.schema.schema import Schema
from yschema_engine.text.source import Source

# The packages and modules whose classes are data.
_DATA = ("text", "schema", "show.html.view", "show.html.renderer")
_PREFIXES = tuple(f"yschema_engine.{name}" for name in _DATA)
_DERIVED = frozenset({"_by_text"})


class NotStorable(Exception):
    """A result has a part that is not data, or bytes are not those of a result."""


def write(result: object) -> bytes:
    """Return a result as bytes.

    Raises:
        NotStorable: a part of it is not data.
    """
    buffer = io.BytesIO()
    try:
        _Writer(buffer).dump(result)
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as e:
        raise NotStorable(str(e)) from e
    return buffer.getvalue()


def read(data: bytes, evaluate: Callable[[], object]) -> Any:
    """Return a result.

    Args:
        data: as `write` returns it; it may be anything.
        evaluate: returns the same result from the inputs, for its functions.

    Raises:
        NotStorable: the bytes are not those of a result.
    """
    try:
        return _Reader(io.BytesIO(data), Functions(evaluate)).load()
    except Exception as e:  # bytes that are not valid raise any error
        raise NotStorable(str(e)) from e


class Functions:
    """The functions of a result, evaluated again when the first one is called."""

    def __init__(self, evaluate: Callable[[], object]) -> None:
        """Start without functions.

        Args:
            evaluate: returns the result from the inputs.
        """
        self._evaluate = evaluate
        self._parts: tuple[Sequence[Any], Sequence[Any]] | None = None

    def function(self, number: int) -> Callable[..., Any]:
        """Return the function with a number, in the order of writing."""
        return self._evaluated()[0][number]  # type: ignore[no-any-return]

    def module(self, number: int) -> Any:
        """Return the code of the file with a number, in the order of writing."""
        return self._evaluated()[1][number]

    def _evaluated(self) -> tuple[Sequence[Any], Sequence[Any]]:
        if self._parts is None:
            writer = _Writer(io.BytesIO())
            writer.dump(self._evaluate())
            self._parts = writer.functions, writer.modules
        return self._parts


class _Function:
    """A stand-in for a function."""

    __slots__ = ("_functions", "_number")

    def __init__(self, functions: Functions, number: int) -> None:
        self._functions = functions
        self._number = number

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._functions.function(self._number)(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._functions.function(self._number), name)


class _Modules(Mapping[Source, Any]):
    """A stand-in for the code of files."""

    def __init__(self, functions: Functions, first: int, sources: Sequence[Source]) -> None:
        self._functions = functions
        self._numbers = {source: number for number, source in enumerate(sources, first)}

    def __getitem__(self, source: Source) -> Any:
        return self._functions.module(self._numbers[source])

    def __iter__(self) -> Iterator[Source]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, protocol=5)
        self.functions: list[Any] = []
        self.modules: list[Any] = []

    def reducer_override(self, obj: Any) -> Any:
        """Return how an object that is no plain value is written."""
        kind = type(obj)
        if kind.__module__.startswith(_PREFIXES):
            return self._data(obj, kind)
        if kind is MappingProxyType:
            return _proxy, (dict(obj),)
        if kind in _PLAIN or obj in _NAMES or (isinstance(obj, type) and _is_data(obj)):
            return NotImplemented
        if callable(obj) or kind.__module__ == "re2":
            self.functions.append(obj)
            return _function, (len(self.functions) - 1,)
        raise NotStorable(f"{kind.__module__}.{kind.__qualname__}")

    def _data(self, obj: Any, kind: type) -> Any:
        if kind is Schema:
            first = len(self.modules)
            self.modules += obj.modules.values()
            for field in obj.root.walk():
                obj.is_required(field)
            state = {name: value for name, value in vars(obj).items() if name not in _DERIVED}
            return _schema, ({**state, "modules": ()}, first, tuple(obj.modules))
        if kind is Source:
            return Source, (obj.name, obj.text, obj.path)
        return (kind, (obj.value,)) if isinstance(obj, Enum) else NotImplemented


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, functions: Functions) -> None:
        super().__init__(file)
        self._functions = functions

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of data, or one of the functions of this module."""
        if module == __name__:
            return {
                "_proxy": MappingProxyType,
                "_function": lambda number: _Function(self._functions, number),
                "_schema": self._schema,
            }[name]
        if module == "builtins" and name in ("set", "frozenset"):
            return super().find_class(module, name)
        if module.startswith(_PREFIXES) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and _is_data(found):
                return found
        raise NotStorable(f"{module}.{name}")

    def _schema(self, state: dict[str, Any], first: int, sources: Sequence[Source]) -> Schema:
        schema = object.__new__(Schema)
        vars(schema).update(state)
        vars(schema)["modules"] = _Modules(self._functions, first, sources) if sources else {}
        return schema


def _is_data(kind: type) -> bool:
    """Return whether a class is one of the model, and not an exception or a function's own."""
    return kind.__module__.startswith(_PREFIXES) and not issubclass(kind, BaseException)


def _proxy(_: object) -> None:
    """Stand for a read-only map."""


def _function(_: int) -> None:
    """Stand for a function."""


def _schema(*_: object) -> None:
    """Stand for a schema."""


_PLAIN = frozenset({set, frozenset})
_NAMES = (_proxy, _function, _schema)
