"""From the arguments of `@schema/validation` and `@schema/validate` to rules.

The first is the reference's ("@schema/validation"), the second the designs' (proposal, part 7).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from yschema_engine.frontends.ytt.starlark import Function, LimitError, Module
from yschema_engine.frontends.ytt.starlark.words import ASSERT, translate
from yschema_engine.model.findings import EngineError, Finding, legacy_finding
from yschema_engine.nodes import Annotation
from yschema_engine.rules.arguments import Misuse, argument_sources, flag, named_rule
from yschema_engine.rules.compare import written
from yschema_engine.rules.rules import Callback, NamedRule, Rule, Validation

Report = Callable[[Finding], None]

_PAIR = 'a pair of a description and a function, as in ("an even number", lambda v: v % 2 == 0)'
_CHECK = "a function of the value, as in lambda v: v % 2 == 0"
# The order in which the reference runs named rules, behind the custom ones; not_null comes before all.
_NAMED: tuple[NamedRule, ...] = ("min_len", "max_len", "min", "max", "one_not_null", "one_of")
_KEYWORDS = ("when", "not_null", *_NAMED)
# The designs' names of rules, in the order in which they run.
_DESIGNS: dict[str, NamedRule] = {
    **{name: name for name in _NAMED},
    "enum": "one_of",
    "regexp": "regexp",
    "format": "format",
    "unique": "unique",
    "starts_with": "starts_with",
    "prefix": "starts_with",
    "ends_with": "ends_with",
}


def parse_validation(
    annotation: Annotation, module: Module | None, path: str, report: Report, *, of_designs: bool = False
) -> Validation | None:
    """The validation that a `@schema/validation` describes; None, after a report, where it is misused.

    Args:
        annotation: the annotation.
        module: the module of its file, which holds its functions.
        path: the path of the node, for reports.
        report: is called with what is wrong.
        of_designs: whether the designs' keywords are known too, as in samples of the proposal.
    """
    parser = _ExtendedParser if of_designs else _Parser
    return _parsed(parser(annotation, module), path, report)


def parse_validate(
    annotation: Annotation, module: Module | None, path: str, report: Report
) -> Validation | None:
    """The validation that a `@schema/validate` describes; as `parse_validation`."""
    return _parsed(_DesignsParser(annotation, module), path, report)


def implied_validation(annotation: Annotation) -> Validation:
    """The rule that the designs' dialect has for strings, at the annotation that marks the dialect."""
    rule = Rule("length >= 1", "min_len", 1, of_strings=True)
    return Validation((rule,), annotation.span)


def _parsed(parser: _Parser, path: str, report: Report) -> Validation | None:
    annotation = parser.annotation
    try:
        return parser.validation()
    except Misuse as e:
        message = f"@{annotation.name} is used wrongly"
        at = annotation.span
        report(
            legacy_finding(message, "schema", at, path=path, found=str(e), expected=e.expected, hint=e.hint)
        )
        return None


class _Parser:
    expected = f"at least one rule: {_PAIR}, or a named rule such as min=1"
    keywords: tuple[str, ...] = _KEYWORDS
    of_designs = False

    def __init__(self, annotation: Annotation, module: Module | None) -> None:
        self.annotation = annotation
        self._module = module
        self._sources, self._keyword_sources = argument_sources(annotation)

    def validation(self) -> Validation:
        annotation = self.annotation
        if not annotation.args and not annotation.kwargs:
            raise Misuse("no arguments", self.expected)
        unknown = [name for name in annotation.kwargs if name not in self.keywords]
        if unknown:
            near = get_close_matches(unknown[0], self.keywords, 1)
            hint = f"did you mean {near[0]}=?" if near else ""
            if unknown[0] in _DESIGNS:
                hint = f"{unknown[0]}= is for @schema/validate"
            raise Misuse(f"the keyword argument {unknown[0]}=", f"one of {', '.join(self.keywords)}", hint)
        rules = [*self.not_null(), *self.functions(), *self.named()]
        when = annotation.kwargs.get("when")
        if "when" in annotation.kwargs and not isinstance(when, Function):
            raise Misuse(f"{written(when)} for when=", "a function of one or two parameters")
        return Validation(
            tuple(rules),
            annotation.span,
            self._callback(when) if when is not None else None,
            self._keyword_sources.get("when", ""),
            self.of_designs,
        )

    def not_null(self) -> Iterator[Rule]:
        if flag("not_null", self.annotation.kwargs.get("not_null", False)):
            yield named_rule("not_null", True)

    def functions(self) -> Iterator[Rule]:
        for index, given in enumerate(self.annotation.args):
            if not isinstance(given, tuple):
                hint = "put description and function in parentheses" if isinstance(given, str) else ""
                raise Misuse(f"{written(given)} as a rule", _PAIR, hint)
            if len(given) != 2:
                raise Misuse(f"a tuple of {len(given)} as a rule", _PAIR)
            description, check = given
            if not isinstance(description, str):
                raise Misuse(f"{written(description)} as the description of a rule", _PAIR)
            check = _function(check)
            if check is None:
                raise Misuse(f"{written(given[1])} as the function of a rule", _PAIR)
            yield Rule(description, check=self._callback(check), source=self._source(index), is_own=True)

    def named(self) -> Iterator[Rule]:
        for name in _NAMED:
            if name in self.annotation.kwargs:
                yield named_rule(name, self.annotation.kwargs[name])

    def _source(self, index: int) -> str:
        return self._sources[index] if index < len(self._sources) else ""

    def _callback(self, function: Function) -> Callback:
        assert self._module is not None  # a function comes from a program
        return Callback(function, self._module)


class _DesignsParser(_Parser):
    expected = f"at least one rule: {_CHECK}, or a named rule such as min=1"
    keywords = ("when", "not_null", *_DESIGNS)
    of_designs = True

    def validation(self) -> Validation:
        if set(self.annotation.kwargs) == {"when"} and not self.annotation.args:
            raise Misuse("when= alone", self.expected)
        return super().validation()

    def not_null(self) -> Iterator[Rule]:
        value, message = self._value("not_null", self.annotation.kwargs.get("not_null", False))
        if flag("not_null", value):
            yield named_rule("not_null", True, message=message)

    def functions(self) -> Iterator[Rule]:
        for index, given in enumerate(self.annotation.args):
            check = _function(given)
            if check is None:
                hint = "descriptions beside functions are for @schema/validation"
                pair = isinstance(given, tuple)
                raise Misuse(f"{written(given)} as a rule", _CHECK, hint if pair else "")
            if check.rule is not None:  # assert.min(1) and the like
                yield named_rule(*check.rule)  # type: ignore[arg-type]  # their names are those of rules
                continue
            callback, source = self._callback(check), self._source(index)
            own = _own_words(callback) or _message_in(source)
            words = own or _default_words(check, source)
            yield Rule(words, check=callback, source=source, of_designs=True, is_own=bool(own))

    def named(self) -> Iterator[Rule]:
        kwargs = self.annotation.kwargs
        if "prefix" in kwargs and "starts_with" in kwargs:
            raise Misuse("prefix= and starts_with=", "one of them: they are the same rule")
        if "enum" in kwargs and "one_of" in kwargs:
            raise Misuse("enum= and one_of=", "one of them: they are the same rule")
        for keyword, name in _DESIGNS.items():
            if keyword in kwargs:
                value, message = self._value(keyword, kwargs[keyword])
                if name in ("min", "max") and (value is None or isinstance(value, Function)):
                    raise Misuse(f"{written(value)} for {keyword}=", "a value to compare with")
                if value in ([], {}, ()):
                    raise Misuse(f"{written(value)} for {keyword}=", "at least one value")
                if name != "unique" or flag(keyword, value):
                    yield named_rule(name, value, keyword, message)

    def _value(self, keyword: str, given: Any) -> tuple[Any, str]:
        """The argument of a named rule, and its message where it comes as a pair with one."""
        if not isinstance(given, tuple):
            return given, ""
        if (
            len(given) != 2
            or not isinstance(given[1], str)
            or (keyword == "enum" and isinstance(given[0], str))
        ):
            hint = "a list of values is written in brackets" if keyword in ("enum", "one_of") else ""
            raise Misuse(
                f"{written(given)} for {keyword}=", "a value, or a pair of a value and a message", hint
            )
        return given[0], given[1]


class _ExtendedParser(_DesignsParser):
    """`@schema/validation` with pairs of descriptions and functions, and the designs' keywords."""

    expected = _Parser.expected
    of_designs = False
    functions = _Parser.functions


def _function(given: Any) -> Function | None:
    if isinstance(given, dict):  # an assertion object has its function under `check`
        given = given.get("check")
    return given if isinstance(given, Function) else None


def _own_words(check: Callback) -> str:
    """What a function says of itself when it is called without an argument (proposal, part 7, sketch)."""
    try:
        words = check()
    except LimitError:
        raise
    except EngineError:
        return ""
    return words.strip() if isinstance(words, str) else ""


def _message_in(source: str) -> str:
    """The message in a lambda that gives a pair of a result and a literal text."""
    body = _lambda_body(source)
    if isinstance(body, ast.Tuple) and len(body.elts) == 2 and isinstance(body.elts[1], ast.Constant):
        message = body.elts[1].value
        return message if isinstance(message, str) else ""
    return ""


def _default_words(check: Function, source: str) -> str:
    body = _lambda_body(source)
    if body is not None:
        text = ast.get_source_segment(translate(source), body) or ""
        return f"such that `{text.replace(ASSERT, 'assert')}`"
    return "accepted by a function" if "lambda" in check.name else f"accepted by `{_short(check.name)}`"


def _short(name: str) -> str:
    """A function's name without the file that it stands in."""
    return name.removeprefix("@ytt:").rsplit(".", 1)[-1] if not name.startswith("@ytt:") else name[5:]


def _lambda_body(source: str) -> ast.expr | None:
    try:
        node = ast.parse(translate(source), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return node.body if isinstance(node, ast.Lambda) else None
