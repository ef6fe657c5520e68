"""Functions of annotations, and the checks and conditions that are made from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yschema_engine.evaluate.argument_phrases import kind
from yschema_engine.evaluate.starlark.errors import CODE_FAILED
from yschema_engine.frontends.ytt.annotations.argument_sources import lambda_body
from yschema_engine.frontends.ytt.annotations.codes import CONDITION_FAILED
from yschema_engine.frontends.ytt.annotations.condition_facts import condition_facts
from yschema_engine.frontends.ytt.annotations.condition_words import condition_words
from yschema_engine.schema.rules import Check, Condition, Context, Crash
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, LimitError, finding, reason_of
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Scalar, Value, to_plain
from yschema_engine.text.phrases import Param, Verbatim, phrase
from yschema_engine.text.source import Span

if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.literals import Function
    from yschema_engine.evaluate.starlark.programs import Module


@dataclass(frozen=True, slots=True)
class Callback:
    """A function of the author's, and the module that it lives in."""

    function: Function
    module: Module

    def __call__(self, *args: Any) -> Any:
        """Call it; raises EngineError at the author's line."""
        return self.module.call(self.function, *args)

    def assertion(self, value: Any) -> Any:
        """Return the result of a rule's function; as `Module.assertion`."""
        return self.module.assertion(self.function, value)

    def verdict(self, value: Value) -> tuple[bool, str]:
        """Return the verdict of a rule of `@schema/validate`; as `Module.verdict`."""
        return self.module.verdict(self.function, value)

    def fits(self, key: Scalar, own: Scalar) -> Any:
        """Return what a function answers for a key; as `Module.fits`."""
        return self.module.fits(self.function, key, own)


def assertion_check(callback: Callback) -> Check:
    """Return the check of `@schema/validation`: its function returns True, or fails."""

    from yschema_engine.evaluate.starlark.marshal import to_starlark  # noqa: PLC0415  for code only

    def check(value: Value) -> Param | None:
        try:
            result = callback.assertion(to_starlark(value))
        except LimitError:
            raise
        except EngineError as e:
            return _failure(e)
        if result is True:
            return None
        return "" if result is False else _odd_result(value, result)

    return check


def verdict_check(callback: Callback) -> Check:
    """Return the check of `@schema/validate`: its function returns True or False, a message, or both."""

    def check(value: Value) -> Param | None:
        try:
            valid, message = callback.verdict(value)
            return None if valid else message
        except LimitError:
            raise
        except EngineError as e:
            return _failure(e)

    return check


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
    if error.findings[0].code is CODE_FAILED and "crash" not in error.findings[0].params:
        return reason
    place = str(span) if span else phrase("an unknown line")
    failed = phrase("the function of the rule failed at {place}: {reason}", place=place, reason=reason)
    return Crash(failed.template, params=failed.params)


_PLAIN = (bool, int, float, str, list, dict, type(None))


def condition_of(callback: Callback, source: str, span: Span, *, with_attributes: bool) -> Condition:
    """Return the condition of `when=`.

    Args:
        callback: the function.
        source: its code, if it is known.
        span: of the annotation.
        with_attributes: whether the function takes values with attributes, as `@schema/validate` has them.
    """

    from yschema_engine.evaluate.starlark.marshal import to_starlark  # noqa: PLC0415  for code only

    def holds(value: Value, context: Context) -> bool:
        module, function, values = callback.module, callback.function, (value, context.parent, context.root)
        try:
            if with_attributes:
                result = module.rule_condition(function, *values)
            else:
                result = module.condition(function, *map(to_starlark, values))
        except LimitError:
            raise
        except EngineError as e:
            raise _condition_failed(reason_of(e), source, span, context) from e
        if not isinstance(result, bool):
            problem = phrase("it returns {value}; expected True or False", value=Verbatim(written(result)))
            raise _condition_failed(problem, source, span, context)
        return result

    facts = condition_facts(source)
    return Condition(lambda_body(source) or source, holds, condition_words(facts) or "", span, facts)


def _condition_failed(problem: Param, source: str, span: Span, context: Context) -> EngineError:
    rule = Verbatim(f"when={source}")
    return EngineError(
        [finding(CONDITION_FAILED, context.span, path=context.path, found=problem, rule=rule, by=span)]
    )
