"""The rules of `@schema/validation` and `@schema/validate`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from yschema_engine.evaluate.argument_phrases import annotation_name, named, similar_keyword
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.read.ytt.functions import (
    argument_sources,
    assertion_check,
    condition_of,
    keys_of_lambda,
    lambda_body,
    message_of_lambda,
    verdict_check,
)
from yschema_engine.read.ytt.hints import hint_for_keyword
from yschema_engine.schema.rule_record import Misuse, NamedRule, read_flag, refusal
from yschema_engine.schema.rule_registry import RULES, make_rule
from yschema_engine.schema.rules import ASSERT, CUSTOM, Assertion, Check, Condition, Rule
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, LimitError, finding, schema_code
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation, Holder
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span

MISUSED_ANNOTATION = schema_code("misused-annotation", "invalid use of {annotation}")
PAIR = phrase('a pair of a description and a function, as in `("an even number", lambda v: v % 2 == 0)`')
CHECK = phrase("a function of the value, as in `lambda v: v % 2 == 0`")
_RULES = phrase("at least one rule: {rule}, or a named rule such as min=1", rule=PAIR)
_CHECKS = phrase("at least one rule: {rule}, or a named rule such as min=1", rule=CHECK)


@dataclass(frozen=True, slots=True)
class Form:
    """The arguments of an annotation that contains rules.

    Attributes:
        keywords: the keywords of named rules, in the order in which ytt runs the rules, each with the name of
            its rule. `not_null` is the first of them; `when` is a keyword of every form.
        has_pairs: whether its functions come with descriptions, and fail or return True; without, they
            return a verdict. As in ytt, defaults may break such rules.
        has_messages: whether the argument of a named rule may be a pair with a message.
    """

    keywords: Mapping[str, str]
    has_pairs: bool
    has_messages: bool

    @property
    def expected(self) -> Phrase:
        """Its arguments, for reports."""
        return _RULES if self.has_pairs else _CHECKS

    @property
    def all_keywords(self) -> tuple[str, ...]:
        """The keywords that it takes."""
        return ("when", *self.keywords)


SHIPPED_KEYWORDS: Mapping[str, str] = {r.ytt_keyword: r.name for r in RULES.values() if r.ytt_keyword}
PROPOSED_KEYWORDS: Mapping[str, str] = {word: r.name for r in RULES.values() for word in (r.name, *r.aliases)}
VALIDATION = Form(SHIPPED_KEYWORDS, has_pairs=True, has_messages=False)
"""`@schema/validation`, as ytt has it."""
VALIDATION_OF_PROPOSED = Form(PROPOSED_KEYWORDS, has_pairs=True, has_messages=True)
"""`@schema/validation` in a document of the proposed dialect."""
VALIDATE = Form(PROPOSED_KEYWORDS, has_pairs=False, has_messages=True)
"""`@schema/validate` of the proposal, part 7."""


Report = Callable[[Finding], None]

_ONE_VALUE = phrase("at least one value")
_CONDITION = phrase("a function of one or two parameters")
_CONDITION_PAIR = phrase("a function, or a pair of a function and its words")
_ARGUMENT = phrase("a value, or a pair of a value and a message")
_ONE_OF_ALIASES = phrase("one of them: they are the same rule")
_BRACKETS = phrase("a list of values is written in brackets")
_PARENTHESES = phrase("put description and function in parentheses")
_ACCEPTED = phrase("accepted by a function")
_NO_DESCRIPTION = phrase("descriptions beside functions are for @schema/validation")


def parse_rules(form: Form, annotation: Annotation, path: Path, report: Report) -> tuple[Rule, ...]:
    """Return the rules that an annotation holds; none, after a report, if it is used wrongly.

    Args:
        form: what the annotation takes.
        annotation: the annotation.
        path: the path of the field, for reports.
        report: takes what is wrong.
    """
    try:
        return tuple(_Parser(form, annotation).rules())
    except Misuse as e:
        report(misused(annotation, e, path))
        return ()


def misused(annotation: Annotation, misuse: Misuse, path: Path, declared: Span | None = None) -> Finding:
    """Return the finding that an annotation is used wrongly.

    Args:
        annotation: the annotation.
        misuse: what is wrong with it.
        path: of the field.
        declared: the node that has the annotation, if that helps.
    """
    return finding(
        MISUSED_ANNOTATION,
        annotation.span,
        path=path,
        annotation=annotation_name(annotation.name),
        found=misuse.found,
        expected=misuse.expected,
        declared=declared,
        hint=misuse.hint,
    )


def read_assertions(holders: Iterable[Holder]) -> None:
    """Read the rules of values, which their annotations then hold in place of their arguments."""
    for holder in holders:
        annotation = holder.annotations.get(ASSERT)
        if annotation is not None and not (annotation.args and isinstance(annotation.args[0], Assertion)):
            findings: list[Finding] = []
            rules = parse_rules(VALIDATION, annotation, ROOT, findings.append)
            annotation.args, annotation.kwargs = (Assertion(rules, tuple(findings)),), {}


class _Parser:
    def __init__(self, form: Form, annotation: Annotation) -> None:
        self._form = form
        self._annotation = annotation
        self._kwargs = annotation.kwargs
        self._condition: Condition | None = None

    def rules(self) -> Iterator[Rule]:
        self._refuse_arguments()
        self._condition = self._read_condition()
        yield from self._named(["not_null"])
        for index, argument in enumerate(self._annotation.args):
            yield (self._described if self._form.has_pairs else self._undescribed)(argument, index)
        if len(self._kwargs) > 1:
            self._refuse_aliases()
        yield from self._named([name for name in self._form.keywords if name != "not_null"])

    def _refuse_arguments(self) -> None:
        """Refuse what is wrong with the arguments together."""
        keywords = self._form.all_keywords
        if not self._annotation.args and not self._kwargs:
            raise Misuse(phrase("no arguments"), self._form.expected)
        for unknown in (name for name in self._kwargs if name not in keywords):
            hint = hint_for_keyword(unknown, keywords) or similar_keyword([unknown], keywords)
            if unknown in PROPOSED_KEYWORDS:
                hint = phrase("{keyword} is for @schema/validate", keyword=Verbatim(f"{unknown}="))
            expected = phrase("one of {keywords}", keywords=Listing(tuple(map(Verbatim, keywords))))
            raise Misuse(named(unknown), expected, hint)
        if self._form.has_messages and set(self._kwargs) == {"when"} and not self._annotation.args:
            raise Misuse(phrase("when= alone"), self._form.expected)

    def _read_condition(self) -> Condition | None:
        if "when" not in self._kwargs:
            return None
        when, words = self._kwargs["when"], ""
        if self._form.has_messages and isinstance(when, tuple):
            if len(when) != 2 or not isinstance(when[1], str) or not when[1].strip():
                raise refusal("when", when, _CONDITION_PAIR)
            when, words = when[0], when[1].strip()
        if not isinstance(when, Function):
            raise refusal("when", when, _CONDITION)
        source = self._sources[1].get("when", "")
        condition = condition_of(
            when, source, self._annotation.span, with_attributes=not self._form.has_pairs
        )
        if not words and when.own_name:
            words = _words_of_function(when)
        return replace(condition, words=words) if words else condition

    def _described(self, argument: Any, index: int) -> Rule:
        """Return the rule of a pair of a description and a function."""
        if not isinstance(argument, tuple):
            raise _not_a_rule(argument, PAIR, _PARENTHESES if isinstance(argument, str) else "")
        if len(argument) != 2:
            raise Misuse(phrase("a tuple of {count} as a rule", count=len(argument)), PAIR)
        description, value = argument
        if not isinstance(description, str):
            wrong = Verbatim(written(description))
            raise Misuse(phrase("{value} as the description of a rule", value=wrong), PAIR)
        function = _function(value)
        if function is None:
            wrong = Verbatim(written(value))
            raise Misuse(phrase("{value} as the function of a rule", value=wrong), PAIR)
        return self._custom(index, assertion_check(function), description)

    def _undescribed(self, argument: Any, index: int) -> Rule:
        """Return the rule of a function alone, or the named rule of an assertion such as `assert.min(1)`."""
        function = _function(argument)
        if function is None:
            is_pair = isinstance(argument, tuple)
            raise _not_a_rule(argument, CHECK, _NO_DESCRIPTION if is_pair else "")
        if function.rule is not None:
            name, arguments = function.rule
            return self._rule(name, RULES[name].assertion(arguments))
        source = self._source(index)
        words = _words_of_function(function) or message_of_lambda(source)
        return self._custom(index, verdict_check(function), words or _code_in_words(function, source))

    def _custom(self, index: int, check: Check, description: str | Phrase) -> Rule:
        source = self._source(index)
        return Rule(
            CUSTOM,
            self._annotation.span,
            check=check,
            description=description,
            keeps_default=self._form.has_pairs,
            source=source,
            keys=keys_of_lambda(source),
            condition=self._condition,
        )

    def _named(self, keywords: Sequence[str]) -> Iterator[Rule]:
        for keyword in keywords:
            if keyword not in self._kwargs:
                continue
            record = RULES[self._form.keywords[keyword]]
            value, message = self._value(keyword, record)
            if self._form.has_messages:
                _refuse_pointless(keyword, value, record)
            if not record.is_flag or read_flag(keyword, value):
                yield self._rule(record.name, value, keyword=keyword, message=message)

    def _refuse_aliases(self) -> None:
        for record in RULES.values():
            for alias in record.aliases:
                if record.name in self._kwargs and alias in self._kwargs:
                    names = Verbatim(f"{alias}="), Verbatim(f"{record.name}=")
                    raise Misuse(phrase("{alias} and {name}", alias=names[0], name=names[1]), _ONE_OF_ALIASES)

    def _rule(self, name: str, value: Any, *, keyword: str = "", message: str = "") -> Rule:
        return make_rule(
            name,
            value,
            self._annotation.span,
            keyword=keyword,
            message=message,
            keeps_default=self._form.has_pairs,
            condition=self._condition,
        )

    def _value(self, keyword: str, record: NamedRule) -> tuple[Any, str]:
        """Return the argument of a named rule, and its message if it comes as a pair with one."""
        argument = self._kwargs[keyword]
        if not self._form.has_messages or not isinstance(argument, tuple):
            return argument, ""
        is_pair = len(argument) == 2 and isinstance(argument[1], str)
        if not is_pair or (record.takes_list and isinstance(argument[0], str)):
            raise refusal(keyword, argument, _ARGUMENT, _BRACKETS if record.takes_list else "")
        return argument[0], argument[1]

    @cached_property
    def _sources(self) -> tuple[Sequence[str], Mapping[str, str]]:
        """The sources of the arguments, which only functions need."""
        return argument_sources(self._annotation)

    def _source(self, index: int) -> str:
        sources = self._sources[0]
        return sources[index] if index < len(sources) else ""


def _not_a_rule(argument: Any, expected: Phrase, hint: Phrase | str) -> Misuse:
    return Misuse(phrase("{value} as a rule", value=Verbatim(written(argument))), expected, hint)


def _refuse_pointless(keyword: str, value: Any, record: NamedRule) -> None:
    """Refuse an argument that ytt takes, but that no author means."""
    if value is None or isinstance(value, Function):
        raise refusal(keyword, value, record.expected)
    if value in ([], {}, ()):
        raise refusal(keyword, value, _ONE_VALUE)


def _function(argument: Any) -> Function | None:
    if isinstance(argument, dict):  # an assertion object has its function under `check`
        argument = argument.get("check")
    return argument if isinstance(argument, Function) else None


def _words_of_function(function: Function) -> str:
    """Return the words of a function for itself, which it returns without an argument (proposal, part 7)."""
    try:
        words = function.calls.call(function)
    except LimitError:
        raise
    except EngineError:
        return ""
    return words.strip() if isinstance(words, str) else ""


def _code_in_words(function: Function, source: str) -> Phrase:
    if body := lambda_body(source):
        return phrase("such that {code}", code=Verbatim(body))
    name = function.own_name
    return phrase("accepted by {function}", function=Verbatim(name)) if name else _ACCEPTED
