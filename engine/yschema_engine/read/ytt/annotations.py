"""The `@schema/…` annotations of one node, as facts.

Those here are of the shipped language (reference v0.48, section "Annotations"), but for texts, examples and
rules, which the designs have under other names as well; `proposed` has what only the designs have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from yschema_engine.evaluate.argument_phrases import (
    TRUE_OR_FALSE,
    VALUE_OF_YAML,
    annotation_name,
    keyword,
    kind,
    named,
    value_for,
)
from yschema_engine.read.ytt.hints import WORDS, hint_for_annotation
from yschema_engine.read.ytt.rules import VALIDATE as VALIDATE_FORM
from yschema_engine.read.ytt.rules import VALIDATION as VALIDATION_FORM
from yschema_engine.read.ytt.rules import VALIDATION_OF_PROPOSED, misused, parse_rules
from yschema_engine.schema.fields import Example
from yschema_engine.schema.rule_record import Misuse
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import Code, EngineError, Finding, LimitError, finding, schema_warning
from yschema_engine.text.nodes import Annotation, Holder, Value, from_plain
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, counted, phrase
from yschema_engine.text.suggestions import suggest

UNKNOWN_ANNOTATION = schema_warning("unknown-annotation", "{annotation} is unknown and has no effect")
IGNORED_ARGUMENT = schema_warning(
    "ignored-argument", "{annotation} takes no arguments; this one has no effect", hint="remove the argument"
)
IGNORED_POSITION = schema_warning(
    "ignored-positional-argument", "a positional argument of {annotation} has no effect"
)


T = TypeVar("T")
Report = Callable[[Finding], None]

NULLABLE = "schema/nullable"
TYPE = "schema/type"
DEFAULT = "schema/default"
TITLE = "schema/title"
DESCRIPTION = "schema/desc"
EXAMPLES = "schema/examples"
DEPRECATED = "schema/deprecated"
VALIDATION = "schema/validation"
# Of the designs:
VALIDATE = "schema/validate"
DOC = "schema/doc"
EXAMPLE = "schema/example"
REMOVED = "schema/removed"
KEY = "schema/key"
ANY_KEY = "schema/any-key"
MAY_BE_PRESENT = "schema/key-may-be-present"

_KNOWN = (
    *(NULLABLE, TYPE, DEFAULT, TITLE, DESCRIPTION, EXAMPLES, DEPRECATED, VALIDATION),
    *(VALIDATE, DOC, EXAMPLE, REMOVED, KEY, ANY_KEY, MAY_BE_PRESENT),
)
DIALECT = "schema"
"""The mark that each node of a document in the designs' dialect has, and its document if it is `@schema`."""
_IN_USE = frozenset((*_KNOWN, DIALECT, "schema/definition", "schema/match"))
SETS_TYPE_OR_VALUE = (NULLABLE, TYPE, DEFAULT, REMOVED, KEY, ANY_KEY, MAY_BE_PRESENT)
_PAIR = phrase('a pair of a description (a string) and an example value, as in `("Small", 1)`')
_STRING = phrase("a string")
_KEYWORD = phrase("a keyword argument")
_ANY = phrase("any=True or any=False")
_TYPE_WITHOUT_ANY = phrase("@schema/type without the keyword argument any=")
_HOW_TO_NAME_TYPES = phrase(
    "types are inferred from the value; to name them, mark the document with"
    " `@schema/definition data_values=True` instead of @data/values-schema"
)


_OF_OTHERS = ("overlay/", "template/", "library/", "yaml/", "data/", "assert/")


def _similar(name: str) -> str | None:
    """Return the annotation that a name such as `validation` or `shema/type` stands for."""
    return f"schema/{name}" if f"schema/{name}" in _KNOWN else suggest(name, _KNOWN)


def _suggestion(name: str) -> Param:
    known = (known.removeprefix("schema/") for known in _KNOWN)
    near = suggest(name.removeprefix("schema/"), [*known, *WORDS])
    if near is None:
        return ""
    annotation = annotation_name(f"schema/{near}")
    return hint_for_annotation(near) or phrase("did you mean `{name}`?", name=annotation)


def only_argument(annotation: Annotation, expected: Param) -> Any:
    """Return the one positional argument of an annotation.

    Raises:
        Misuse: there are others, or none.
    """
    if annotation.kwargs:
        raise Misuse(_KEYWORD, expected)
    if not annotation.args:
        raise Misuse(phrase("no value"), expected)
    if len(annotation.args) > 1:
        hint = phrase("a list of values is written in brackets") if annotation.name == DEFAULT else ""
        raise Misuse(counted("{count} value", "{count} values", len(annotation.args)), expected, hint)
    return annotation.args[0]


def text(annotation: Annotation) -> str:
    """Return the string of `@schema/title`, `desc`, `deprecated` and the like.

    Raises:
        Misuse: it has none.
    """
    value = only_argument(annotation, _STRING)
    if not isinstance(value, str):
        raise Misuse(kind(value), _STRING)
    return value


def flag(annotation: Annotation, name: str) -> bool:
    """Return a keyword argument that is True or False; False without it.

    Raises:
        Misuse: it is neither.
    """
    value = annotation.kwargs.get(name, False)
    if not isinstance(value, bool):
        raise Misuse(value_for(name, kind(value)), TRUE_OR_FALSE)
    return value


class Annotations:
    """The schema annotations of one node; what is wrong with them goes to `report`."""

    def __init__(self, holder: Holder, path: Path, report: Report) -> None:
        self.holder = holder
        self.path = path
        self._report = report

    def __contains__(self, name: str) -> bool:
        return name in self.holder.annotations

    def get(self, name: str) -> Annotation | None:
        """Return the annotation of that name, if the node has it."""
        return self.holder.annotations.get(name)

    def read(self, name: str, reader: Callable[[Annotation], T]) -> T | None:
        """Return what a reader makes of an annotation; None without it, and after reporting its misuse."""
        annotation = self.get(name)
        if annotation is None:
            return None
        try:
            return reader(annotation)
        except Misuse as e:
            self.misuse(annotation, e)
        except LimitError:
            raise
        except EngineError as e:
            for each in e.findings:
                self._report(replace(each, path=self.path))
        return None

    def text(self, name: str) -> str | None:
        """Return the string of an annotation; None without it."""
        return self.read(name, text)

    def examples(self) -> tuple[Example, ...]:
        """Return the examples of `@schema/examples` and `@schema/example` whose form is right."""
        examples = [self.read(EXAMPLE, self._example)]
        examples += [self.read(EXAMPLES, partial(self._named_example, pair)) for pair in self._pairs()]
        return tuple(example for example in examples if example is not None)

    def _example(self, annotation: Annotation) -> Example:
        return Example("", self._value(only_argument(annotation, phrase("one value"))), annotation.span)

    def _pairs(self) -> Sequence[Any]:
        """Return the arguments of `@schema/examples`, or the items of a list that is the only one."""
        annotation = self.get(EXAMPLES)
        if annotation is None:
            return ()
        if annotation.kwargs:
            self.misuse(annotation, Misuse(_KEYWORD, _PAIR))
        args = annotation.args
        pairs = args[0] if len(args) == 1 and isinstance(args[0], list) else args
        if not pairs and not annotation.kwargs:
            self.misuse(annotation, Misuse(phrase("no value"), _PAIR))
        return pairs

    def _named_example(self, pair: Any, annotation: Annotation) -> Example:
        if not isinstance(pair, tuple):
            raise Misuse(kind(pair), _PAIR)
        if len(pair) != 2:
            raise Misuse(counted("a tuple of {count} value", "a tuple of {count} values", len(pair)), _PAIR)
        if not isinstance(pair[0], str):
            raise Misuse(phrase("{value} as the description of an example", value=kind(pair[0])), _PAIR)
        return Example(pair[0], self._value(pair[1]), annotation.span)

    def default(self, expected: str) -> tuple[Value] | None:
        """Return the value of `@schema/default`, alone in a tuple; None if there is no usable one."""
        wanted = phrase("one value of type {type}", type=expected)
        return self.read(DEFAULT, lambda annotation: (self._value(only_argument(annotation, wanted)),))

    def _value(self, value: Any) -> Value:
        try:
            return from_plain(value, self.holder.span)
        except TypeError:
            raise Misuse(kind(value), VALUE_OF_YAML) from None

    def rules(self) -> tuple[Rule, ...]:
        """Return the usable rules of `@schema/validation` and of the proposed `@schema/validate`."""
        validation = VALIDATION_OF_PROPOSED if DIALECT in self else VALIDATION_FORM
        return tuple(
            rule
            for name, form in ((VALIDATION, validation), (VALIDATE, VALIDATE_FORM))
            if (annotation := self.get(name))
            for rule in parse_rules(form, annotation, self.path, self._report)
        )

    def nullable(self) -> bool:
        """Return whether the node is `@schema/nullable`."""
        annotation = self.get(NULLABLE)
        if annotation is None:
            return False
        if annotation.kwargs:
            hint = phrase("to set a default as well, add @schema/default")
            self.misuse(annotation, Misuse(_KEYWORD, phrase("no argument"), hint))
        elif annotation.args:
            self._ignored(IGNORED_ARGUMENT, annotation)
        return True

    def any_type(self) -> bool:
        """Return whether `@schema/type any=True` lifts the type."""
        return self.read(TYPE, self._any_type) or False

    def _any_type(self, annotation: Annotation) -> bool:
        if not annotation.kwargs:
            raise Misuse(_TYPE_WITHOUT_ANY, _ANY, _HOW_TO_NAME_TYPES)
        for name in annotation.kwargs:
            if name != "any":
                hint: Param = ""
                if name in ("one_of", "or_inferred"):
                    hint = phrase(
                        "{argument} is for documents marked @schema/definition", argument=keyword(name)
                    )
                self.misuse(annotation, Misuse(named(name), _ANY, hint))
        value = flag(annotation, "any")
        if annotation.args:
            self._ignored(IGNORED_POSITION, annotation)
        return value

    def warn_of_unknown(self) -> None:
        """Report unknown names that resemble those of the schema language, which ytt ignores silently."""
        for name, annotation in self.holder.annotations.items():
            if name in _IN_USE:
                continue
            if name.startswith(("schema/", "schema(", "schema.")):
                self._ignored(UNKNOWN_ANNOTATION, annotation, hint_for_annotation(name) or _suggestion(name))
            elif not name.startswith(_OF_OTHERS) and (near := _similar(name)):
                hint = phrase("did you mean `{name}`?", name=annotation_name(near))
                self._ignored(UNKNOWN_ANNOTATION, annotation, hint)

    def misuse(self, annotation: Annotation, misuse: Misuse) -> None:
        """Report that an annotation is used wrongly."""
        self._report(misused(annotation, misuse, self.path, self.holder.span))

    def _ignored(self, code: Code, annotation: Annotation, hint: Param = "") -> None:
        name = annotation_name(annotation.name)
        self._report(finding(code, annotation.span, path=self.path, annotation=name, hint=hint))
