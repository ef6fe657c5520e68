"""Serialization of results for other processes and later runs.

The format is that of `pickle`, restricted in both directions: only classes of data are written and read.
Bytes from another source can therefore be wrong, but cannot run code.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import PurePath
from typing import Any, TypeAlias

from yschema_engine.schema.functions import Address, Evaluation
from yschema_engine.text.nodes import Annotation

# The packages and modules whose classes are data.
_DATA = (
    *("text", "schema", "compare", "compiled.documents", "evaluate.limits", "merge.chart_values"),
    *("values.check", "values.minimal", "docs.sample_files"),
    *("read.inputs", "read.options", "read.helm.checks", "read.kubernetes.structural"),
    *("show.html.view", "show.html.renderer"),
)
_PREFIXES = tuple(f"yschema_engine.{name}" for name in _DATA)
_BUILTINS = frozenset({"set", "frozenset", "complex"})


Call: TypeAlias = Callable[[Address, Sequence[Any]], Any]
"""Returns the result of a function for arguments."""


class NotStorable(Exception):
    """A result has a part that is not data, or bytes are not those of a result."""


def write(result: object) -> bytes:
    """Return a result as bytes; a result read from bytes gives the same bytes again.

    Raises:
        NotStorable: a part of it is not data.
    """
    try:
        # Which equal texts are one object changes when they are read, but only once.
        return _dumped(read(_dumped(result, _Writer)), _Writer)
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as e:
        raise NotStorable(str(e)) from e


def read(data: bytes, call: Call | None = None) -> Any:
    """Return a result.

    Args:
        data: as `write` returns it; it may be anything.
        call: calls the functions of schemas in an evaluator.

    Raises:
        NotStorable: the bytes are not those of a result.
    """
    try:
        return _Reader(io.BytesIO(data), call).load()
    except Exception as e:  # bytes that are not valid raise any error
        raise NotStorable(str(e)) from e


def write_question(question: object) -> bytes:
    """Return a question as bytes for `pickle`: who asks it is trusted."""
    return _dumped(question, _QuestionWriter)


def _dumped(value: object, writer: type[pickle.Pickler]) -> bytes:
    buffer = io.BytesIO()
    writer(buffer, protocol=5).dump(value)
    return buffer.getvalue()


class _QuestionWriter(pickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        """Return how an object is written that `pickle` cannot write."""
        if type(obj) is Evaluation:
            return Evaluation, (obj.digest, obj.files, obj.options, obj.answers)
        return NotImplemented


class _Writer(_QuestionWriter):
    def reducer_override(self, obj: Any) -> Any:
        """Return how an object that is no plain value is written."""
        kind = type(obj)
        known = super().reducer_override(obj)
        if known is not NotImplemented:
            return known
        if kind is Annotation and not _is_plain([obj.args, obj.kwargs]):
            return Annotation, (obj.name, (), {}, obj.span)  # functions for merging, which is over
        if isinstance(obj, Enum):
            return kind, (obj.value,)
        if isinstance(obj, PurePath):
            return _path, (str(obj),)
        is_data = kind.__module__.startswith(_PREFIXES) or kind in _PLAIN or obj is _path
        if is_data or (isinstance(obj, type) and _is_data(obj)):
            return NotImplemented
        raise NotStorable(f"{kind.__module__}.{kind.__qualname__}")


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, call: Call | None) -> None:
        super().__init__(file)
        self._call = call

    def _evaluation(self, digest: str, files: Any, options: Any, answers: Any) -> Evaluation:
        return Evaluation(digest, files, options, answers, self._call)

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of data, or the function of this module that makes a path."""
        if (module, name) == (__name__, _path.__name__):
            return _path
        if (module, name) == (Evaluation.__module__, Evaluation.__name__):
            return self._evaluation
        if module == "copyreg" and name == "__newobj__":
            return super().find_class(module, name)
        if module == "builtins" and name in _BUILTINS:
            return super().find_class(module, name)
        if module.startswith(_PREFIXES) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and _is_data(found):
                return found
        raise NotStorable(f"{module}.{name}")


def _is_data(kind: type) -> bool:
    """Return whether a class is one of the model, and not an exception or a function's own."""
    return kind.__module__.startswith(_PREFIXES) and not issubclass(kind, BaseException)


def _is_plain(value: object) -> bool:
    """Return whether a value consists of lists, maps and scalars, or is data."""
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if value is None or isinstance(value, str | int | float | bool):
        return True
    return _is_data(type(value))


def _path(text: str) -> PurePath:
    from pathlib import Path  # noqa: PLC0415  few results have one

    return Path(text)


_PLAIN = frozenset({set, frozenset})
