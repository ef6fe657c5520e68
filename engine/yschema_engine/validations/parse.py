"""From the arguments of `@schema/validation` to rules (reference, "@schema/validation")."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.nodes import Annotation, Array, Map
from yschema_engine.nodes import to_plain as plain
from yschema_engine.starlark import Function, Module
from yschema_engine.validations.rules import Callback, NamedRule, Rule, Validation
from yschema_engine.validations.values import written

Report = Callable[[Diagnostic], None]

_PAIR = 'a pair of a description and a function, as in ("an even number", lambda v: v % 2 == 0)'
# The order in which the reference runs named rules, behind the custom ones; not_null comes before all.
_NAMED: tuple[NamedRule, ...] = ("min_len", "max_len", "min", "max", "one_not_null", "one_of")
_KEYWORDS = ("when", "not_null", *_NAMED)


class _Misuse(Exception):
    def __init__(self, found: str, expected: str, hint: str = "") -> None:
        super().__init__(found)
        self.expected = expected
        self.hint = hint


def parse_validation(
    annotation: Annotation, module: Module | None, path: str, report: Report
) -> Validation | None:
    """The validation that an annotation describes; None, after a report, where it is misused.

    Args:
        annotation: the annotation.
        module: the module of its file, which holds its functions.
        path: the path of the node, for reports.
        report: is called with what is wrong.
    """
    try:
        return _Parser(annotation, module).validation()
    except _Misuse as e:
        report(
            Diagnostic(
                f"@{annotation.name} is used wrongly",
                "schema",
                annotation.position,
                path=path,
                found=str(e),
                expected=e.expected,
                hint=e.hint,
            )
        )
        return None


class _Parser:
    def __init__(self, annotation: Annotation, module: Module | None) -> None:
        self._annotation = annotation
        self._module = module
        self._sources, self._keyword_sources = _argument_sources(annotation)

    def validation(self) -> Validation:
        annotation = self._annotation
        if not annotation.args and not annotation.kwargs:
            raise _Misuse("no arguments", f"at least one rule: {_PAIR}, or a named rule such as min=1")
        unknown = [name for name in annotation.kwargs if name not in _KEYWORDS]
        if unknown:
            raise _Misuse(f"the keyword argument {unknown[0]}=", f"one of {', '.join(_KEYWORDS)}")
        rules = [*self._not_null(), *self._custom(), *self._named()]
        when = annotation.kwargs.get("when")
        if "when" in annotation.kwargs and not isinstance(when, Function):
            raise _Misuse(f"{written(when)} for when=", "a function of one or two parameters")
        return Validation(
            tuple(rules),
            annotation.position,
            self._callback(when) if when is not None else None,
            self._keyword_sources.get("when", ""),
        )

    def _not_null(self) -> Iterator[Rule]:
        value = self._annotation.kwargs.get("not_null", False)
        if not isinstance(value, bool):
            raise _Misuse(f"{written(value)} for not_null=", "True or False")
        if value:
            yield Rule("not null", "not_null")

    def _custom(self) -> Iterator[Rule]:
        for index, given in enumerate(self._annotation.args):
            if not isinstance(given, tuple):
                hint = "put description and function in parentheses" if isinstance(given, str) else ""
                raise _Misuse(f"{written(given)} as a rule", _PAIR, hint)
            if len(given) != 2:
                raise _Misuse(f"a tuple of {len(given)} as a rule", _PAIR)
            description, check = given
            if not isinstance(description, str):
                raise _Misuse(f"{written(description)} as the description of a rule", _PAIR)
            if isinstance(check, dict):  # an assertion object has its function under `check`
                check = check.get("check")
            if not isinstance(check, Function):
                raise _Misuse(f"{written(given[1])} as the function of a rule", _PAIR)
            source = self._sources[index] if index < len(self._sources) else ""
            yield Rule(description, check=self._callback(check), source=source)

    def _named(self) -> Iterator[Rule]:
        for name in _NAMED:
            if name in self._annotation.kwargs:
                value = self._annotation.kwargs[name]
                if isinstance(value, Array | Map):
                    value = plain(value)
                if name in ("one_of", "one_not_null") and isinstance(value, dict):
                    value = list(value)  # the keys, as when iterating over it
                elif name in ("min_len", "max_len") and isinstance(value, float):
                    value = int(value)  # the reference drops the fraction
                yield Rule(*_ARGUMENTS[name](name, value), argument=value)

    def _callback(self, function: Function) -> Callback:
        assert self._module is not None  # a function comes from a program
        return Callback(function, self._module)


def _length(name: NamedRule, value: Any) -> tuple[str, NamedRule]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Misuse(f"{written(value)} for {name}=", "a number")
    return f"length {'>=' if name == 'min_len' else '<='} {written(value)}", name


def _limit(name: NamedRule, value: Any) -> tuple[str, NamedRule]:
    return f"a value {'>=' if name == 'min' else '<='} {written(value)}", name


def _one_not_null(name: NamedRule, value: Any) -> tuple[str, NamedRule]:
    if value is not True and not isinstance(value, list | tuple):
        raise _Misuse(f"{written(value)} for one_not_null=", "True or a list of keys")
    return f"exactly one of {'all children' if value is True else written(value)} to be not null", name


def _one_of(name: NamedRule, value: Any) -> tuple[str, NamedRule]:
    if not isinstance(value, list | tuple):
        raise _Misuse(f"{written(value)} for one_of=", "a list of values")
    return f"one of {written(value)}", name


_ARGUMENTS: dict[NamedRule, Callable[[NamedRule, Any], tuple[str, NamedRule]]] = {
    "min_len": _length,
    "max_len": _length,
    "min": _limit,
    "max": _limit,
    "one_not_null": _one_not_null,
    "one_of": _one_of,
}


def _argument_sources(annotation: Annotation) -> tuple[list[str], dict[str, str]]:
    """The source texts of the annotation's arguments, where its line alone tells them."""
    _, _, text = annotation.position.text.partition(f"@{annotation.name} ")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Python, about escapes that are none there
            call = ast.parse(f"f({text})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [], {}
    if not isinstance(call, ast.Call):
        return [], {}
    whole = f"f({text})"

    def source(node: ast.expr) -> str:
        return ast.get_source_segment(whole, node) or ""

    rules = [a.elts[1] if isinstance(a, ast.Tuple) and len(a.elts) == 2 else a for a in call.args]
    return [source(rule) for rule in rules], {k.arg: source(k.value) for k in call.keywords if k.arg}
