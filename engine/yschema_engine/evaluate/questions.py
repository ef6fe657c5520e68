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
    options: LoadOptions = LoadOptions(),
    evaluator: Evaluator | None = None,
) -> Schema:
    """Return the one schema in the files.

    Args:
        files: schema files, files that they load, and others, which are ignored; in order.
        options: how to read and evaluate.
        evaluator: runs the code in the files; by default, the schema has one of its own.

    Raises:
        EngineError: the schema is not valid. The error has all independent findings in all files.
        UsageError: a file cannot be read, or the files contain several schemas.
    """
    return (evaluator or Evaluator(options.limits)).load(files, options)


def check_files(
    schema: Schema,
    files: Sequence[File],
    options: LoadOptions = LoadOptions(),
    evaluator: Evaluator | None = None,
) -> Checked:
    """Check the data values in files: documents marked `@data/values`, or else plain YAML, JSON or TOML.

    Args:
        schema: the schema of the values.
        files: in order, later ones take precedence; libraries that they load may be among them.
        options: how to read and evaluate.
        evaluator: runs the code in the files and the schema; by default, one for this call alone.

    Returns:
        The merged values, with all findings about them.

    Raises:
        EngineError: a file is not valid YAML, or code fails or exceeds its limits.
        UsageError: a file is not UTF-8.
    """
    return _asked(partial(check.check_files, schema, files, options), options.limits, evaluator)


def check_plain(
    schema: Schema, values: Any, name: str = "(values)", evaluator: Evaluator | None = None
) -> Checked:
    """Check data values that are dicts, lists and scalars.

    Args:
        schema: the schema of the values.
        values: a dict of data values; keys that it leaves out have their defaults.
        name: the name of the values in findings, in place of a file.
        evaluator: runs the code in the schema; by default, one for this call alone.

    Returns:
        The merged values, with all findings about them, which have no lines.

    Raises:
        EngineError: code of the schema fails or exceeds its limits.
        TypeError: a value has no YAML form.
    """
    return _asked(partial(check.check_plain, schema, values, name), Limits(), evaluator)


def _asked(question: Callable[[], T], limits: Limits, evaluator: Evaluator | None) -> T:
    if evaluator is not None:
        return evaluator.ask(question)
    with Evaluator(limits) as own:
        return own.ask(question)


def load_declared(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the one schema in files; as `load`, but files without a schema are an error.

    Raises:
        EngineError: as `load`.
        UsageError: as `load`, or the files contain no schema.
    """
    return declared(load(files, options))


def load(files: Sequence[File], options: LoadOptions) -> Schema:
    """Return the only schema in the files, with the answers of its functions for default and minimal values.

    Raises:
        EngineError: the schema is not valid. The error has all independent findings in all files.
        UsageError: a file cannot be read, or the files contain several schemas.
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
