"""Functions of annotations: checks and conditions made from them, and their code as facts and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from yschema_engine.evaluate.argument_phrases import kind
from yschema_engine.evaluate.starlark.errors import CODE_FAILED
from yschema_engine.evaluate.starlark.scanner import ASSERT, parse_expression, translate
from yschema_engine.read.ytt.conditions import condition_facts, condition_words
from yschema_engine.schema.functions import current_functions
from yschema_engine.schema.rules import Check, Condition, Context, Crash
from yschema_engine.text.findings import EngineError, finding, reason_of, validation_code
from yschema_engine.text.lazy_import import ast
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation, Value, to_plain
from yschema_engine.text.phrases import Param, Verbatim, phrase
from yschema_engine.text.source import Span

CONDITION_FAILED = validation_code("condition-failed", "the condition when= of a validation failed")


if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.literals import Function


_NO_SOURCES: Mapping[str, str] = {}


def argument_sources(annotation: Annotation) -> tuple[Sequence[str], Mapping[str, str]]:
    """Return the sources of the positional and of the keyword arguments, if they are all on one line.

    A pair of a description and a function has the source of the function, and so does a keyword's pair of a
    function and its words.
    """
    return _sources(annotation.span.text.partition(f"@{annotation.name} ")[2])


@lru_cache(maxsize=512)  # schemas repeat rules
def _sources(text: str) -> tuple[Sequence[str], Mapping[str, str]]:
    whole = translate(f"f({text})")
    call = parse_expression(whole)
    if not isinstance(call, ast.Call):
        return (), _NO_SOURCES

    def source(node: ast.expr) -> str:
        return _segment(whole, node).replace(ASSERT, "assert")

    def part(node: ast.expr, index: int) -> ast.expr:
        return node.elts[index] if isinstance(node, ast.Tuple) and len(node.elts) == 2 else node

    rules = [source(part(argument, 1)) for argument in call.args]
    return rules, {keyword.arg: source(part(keyword.value, 0)) for keyword in call.keywords if keyword.arg}


def lambda_body(source: str) -> str:
    """Return the body of a lambda, or `""` for any other code."""
    function = _lambda(source)
    if function is None:
        return ""
    return _segment(translate(source), function.body).replace(ASSERT, "assert")


def _segment(source: str, node: ast.expr) -> str:
    """Return the source of a node."""
    if source.isascii() and "\n" not in source and "\r" not in source and "\f" not in source:
        return source[node.col_offset : node.end_col_offset]  # columns count bytes
    return ast.get_source_segment(source, node) or ""


def message_of_lambda(source: str) -> str:
    """Return the message of a lambda that returns a pair of a result and a literal string, or `""`."""
    function = _lambda(source)
    match function.body if function else None:
        case ast.Tuple(elts=[_, ast.Constant(value=str(message))]):
            return message
    return ""


@lru_cache(maxsize=512)
def keys_of_lambda(source: str) -> tuple[str, ...]:
    """Return the keys that a lambda reads of its first parameter."""
    function = _lambda(source)
    if function is None or not function.args.args:
        return ()
    parameter = function.args.args[0].arg
    keys = []
    for node in ast.walk(function.body):
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key))):
                keys += [key] if name == parameter else []
    return tuple(dict.fromkeys(keys))


def _lambda(source: str) -> ast.Lambda | None:
    node = parse_expression(translate(source))
    return node if isinstance(node, ast.Lambda) else None


def assertion_check(function: Function) -> Check:
    """Return the check of `@schema/validation`: its function returns True, or fails."""

    def check(value: Value) -> Param | None:
        try:
            result = function.calls.call(function, value, how="assertion")
        except EngineError as e:
            return _failure(e)
        if result is True:
            return None
        return "" if result is False else _odd_result(value, result)

    return current_functions().add(check)


def verdict_check(function: Function) -> Check:
    """Return the check of `@schema/validate`: its function returns True or False, a message, or both."""

    def check(value: Value) -> Param | None:
        try:
            valid, message = function.calls.call(function, value, how="rule")
        except EngineError as e:
            return _failure(e)
        return None if valid else message

    return current_functions().add(check)


def _odd_result(value: Value, result: Any) -> Param:
    """Return what was found if the function of a rule returns neither True nor False."""
    shown = Verbatim(written(to_plain(value)))
    returned: Param = Verbatim(written(result)) if isinstance(result, _PLAIN) else kind(result)
    from yschema_engine.evaluate.starlark.marshal import Other  # noqa: PLC0415  for code only

    if isinstance(result, Other):
        returned = phrase("a value of type {type}", type=Verbatim(result.type))
    return phrase("{value}; the function returned {result}, not True or False", value=shown, result=returned)


def _failure(error: EngineError) -> Param:
    """Return why a rule failed: the words of its author, or the error in its code with the line."""
    reason, span = reason_of(error), error.findings[0].span
    if error.findings[0].code == CODE_FAILED and "crash" not in error.findings[0].params:
        return reason
    place = str(span) if span else phrase("an unknown line")
    failed = phrase("the function of the rule failed at {place}: {reason}", place=place, reason=reason)
    return Crash(failed.template, params=failed.params)


_PLAIN = (bool, int, float, str, list, dict, type(None))


def condition_of(function: Function, source: str, span: Span, *, with_attributes: bool) -> Condition:
    """Return the condition of `when=`.

    Args:
        function: the function.
        source: its code, if it is known.
        span: of the annotation.
        with_attributes: whether the function takes values with attributes, as `@schema/validate` has them.
    """
    how = "condition of a rule" if with_attributes else "condition"
    number = _number_of_parameters(source)

    def holds(value: Value, context: Context) -> bool:
        values = (value, context.parent, context.root)
        try:
            if number is None:
                result = function.calls.call_with_context(function, *values, how=how)
            else:
                result = function.calls.call(function, *values[: 1 if number == 1 else None], how=how)
        except EngineError as e:
            raise _condition_failed(reason_of(e), source, span, context) from e
        if not isinstance(result, bool):
            problem = phrase("it returns {value}; expected True or False", value=Verbatim(written(result)))
            raise _condition_failed(problem, source, span, context)
        return result

    facts = condition_facts(source)
    holds_there = current_functions().add(holds)
    return Condition(lambda_body(source) or source, holds_there, condition_words(facts) or "", span, facts)


def _number_of_parameters(source: str) -> int | None:
    """Return how many parameters a lambda has, as ytt counts: `*args` is one; None if only calls can tell."""
    function = _lambda(source.strip())
    if function is None or not (function.args.vararg or function.args.kwarg):
        return None
    own = function.args
    return len([*own.posonlyargs, *own.args, *own.kwonlyargs, *filter(None, (own.vararg, own.kwarg))])


def _condition_failed(problem: Param, source: str, span: Span, context: Context) -> EngineError:
    rule = Verbatim(f"when={source}")
    return EngineError(
        [finding(CONDITION_FAILED, context.span, path=context.path, found=problem, rule=rule, by=span)]
    )
