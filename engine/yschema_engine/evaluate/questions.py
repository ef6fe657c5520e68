"""The questions that an evaluator answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from yschema_engine.evaluate.evaluator import Evaluator
from yschema_engine.evaluate.limits import Limits, new_budget
from yschema_engine.read import readers
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.readers import declared
from yschema_engine.schema.fields import Field, default_of
from yschema_engine.schema.functions import Functions, current_functions
from yschema_engine.schema.rule_check import broken
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import EngineError, LimitError
from yschema_engine.values import check
from yschema_engine.values.check import Checked
from yschema_engine.values.minimal import minimal_of, valid_value

T = TypeVar("T")


def load_schema(
    files: Sequence[File],
    options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
    evaluator: Evaluator | None = None,
) -> Schema:
    """Return the one schema in the files.

    Args:
        files: schema files, files that they load, and others, which are ignored; in order.
        options: how to read and evaluate.
        evaluator: runs the code in the files; by default, the schema has one of its own.

    Raises:
        EngineError: the schema is not valid; with every independent problem of every file.
        UsageError: a file cannot be read, or the files hold several schemas.
    """
    return (evaluator or Evaluator(options.limits)).load(files, options)


def check_files(
    schema: Schema,
    files: Sequence[File],
    options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
    evaluator: Evaluator | None = None,
) -> Checked:
    """Check the data values in files; as `values.check.check_files`, in an evaluator if there is code."""
    return _asked(partial(check.check_files, schema, files, options), options.limits, evaluator)


def check_plain(
    schema: Schema, values: Any, name: str = "(values)", evaluator: Evaluator | None = None
) -> Checked:
    """Check values that are dicts, lists and scalars; as `check_files`."""
    return _asked(partial(check.check_plain, schema, values, name), Limits(), evaluator)


def _asked(question: Callable[[], T], limits: Limits, evaluator: Evaluator | None) -> T:
    if evaluator is not None:
        return evaluator.ask(question)
    with Evaluator(limits) as own:
        return own.ask(question)


def load_declared(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the one schema in files that are of no use without one; as `load`.

    Raises:
        EngineError: as `load`.
        UsageError: as `load`, or the files hold no schema.
    """
    return declared(load(files, options))


def load(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the only schema in the files, with the answers of its functions for default and minimal values.

    Raises:
        EngineError: the schema is not valid; with every independent problem of every file.
        UsageError: a file cannot be read, or the files hold several schemas.
    """
    functions = current_functions()
    if not isinstance(functions, Functions):
        return readers.load_resources(files, options)
    before = functions.size
    schema = readers.load_resources(files, options)
    if functions.size > before:
        with new_budget(), functions.recorded():
            for each in (schema.root, *schema.root.walk()):
                _ask(partial(_ask_about, schema, each))
            _ask(partial(minimal_of, schema))
    return schema


def _ask(question: Callable[[], object]) -> None:
    """Ask a question of pages and downloads. If it fails, they ask it again, and report the error."""
    try:
        question()
    except LimitError:
        raise
    except EngineError:
        return


def _ask_about(schema: Schema, field: Field) -> None:
    is_broken = schema.is_required(field)
    for level in field.levels:
        deque(broken(level, default_of(level)), maxlen=0)
    if is_broken:
        valid_value(schema, field)  # which pages show in place of the default
