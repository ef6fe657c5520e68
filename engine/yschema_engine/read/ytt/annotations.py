"""The `@schema/…` annotations of one node, as facts.

Each reader takes the annotation and reports its misuse. Those here are of the shipped language (reference
v0.48, section "Annotations"); `proposed` has the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from yschema_engine.evaluate.argument_phrases import (
    TRUE_OR_FALSE,
    VALUE_OF_YAML,
    annotation_name,
    keyword,
    kind,
    named,
)
from yschema_engine.read.ytt.annotation_findings import WORDS, hint_for_annotation
from yschema_engine.read.ytt.rules import MISUSED_ANNOTATION, VALIDATION_OF_PROPOSED, Form, parse_rules
from yschema_engine.read.ytt.rules import VALIDATE as VALIDATE_FORM
from yschema_engine.read.ytt.rules import VALIDATION as VALIDATION_FORM
from yschema_engine.schema.fields import Example
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import Code, Finding, finding
from yschema_engine.text.nodes import Annotation, Document, Holder, MapItem, Value, from_plain
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, Phrase, counted, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import suggest

UNKNOWN_ANNOTATION = Code(
    "unknown-annotation",
    "schema",
    phrase("{annotation} is unknown and has no effect"),
    severity="warning",
)
IGNORED_ARGUMENT = Code(
    "ignored-argument",
    "schema",
    phrase("{annotation} takes no arguments; this one has no effect"),
    hint=phrase("remove the argument"),
    severity="warning",
)
IGNORED_POSITION = Code(
    "ignored-positional-argument",
    "schema",
    phrase("a positional argument of {annotation} has no effect"),
    severity="warning",
)


if TYPE_CHECKING:
    pass


Report = Callable[[Finding], None]

NULLABLE = "schema/nullable"
TYPE = "schema/type"
DEFAULT = "schema/default"
TITLE = "schema/title"
DESCRIPTION = "schema/desc"
EXAMPLES = "schema/examples"
DEPRECATED = "schema/deprecated"
VALIDATION = "schema/validation"
VALIDATE = "schema/validate"

_DESIGNS = ("validate", "doc", "example", "removed", "key", "any-key", "key-may-be-present")
_KNOWN = (
    *(NULLABLE, TYPE, DEFAULT, TITLE, DESCRIPTION, EXAMPLES, DEPRECATED, VALIDATION),
    *(f"schema/{name}" for name in _DESIGNS),
)
DIALECT = "schema"
"""The mark that each node of a document in the designs' dialect has, and its document if it is `@schema`."""
_IN_USE = frozenset((*_KNOWN, DIALECT, "schema/definition", "schema/match"))
SETS_TYPE_OR_VALUE = (
    *(NULLABLE, TYPE, DEFAULT),
    *(f"schema/{name}" for name in ("removed", "key", "any-key", "key-may-be-present")),
)
_RULED = frozenset((VALIDATION, VALIDATE))
Pairs = list[tuple[Annotation, Any]]
"""Examples as they are given, each with its annotation: the pair of description and value, if it is right."""
PAIR = phrase('a pair of a description (a string) and an example value, as in `("Small", 1)`')
_STRING = phrase("a string")
_ANY = phrase("any=True or any=False")
_TYPE_WITHOUT_ANY = phrase("@schema/type without the keyword argument any=")
_HOW_TO_NAME_TYPES = phrase(
    "types are inferred from the value; to name them, mark the document with"
    " `@schema/definition data_values=True` instead of @data/values-schema"
)


def _suggestion(name: str) -> Param:
    known = (known.removeprefix("schema/") for known in _KNOWN)
    near = suggest(name.removeprefix("schema/"), [*known, *WORDS])
    if near is None:
        return ""
    annotation = annotation_name(f"schema/{near}")
    return hint_for_annotation(near) or phrase("did you mean `{annotation}`?", annotation=annotation)


class Annotations:
    """Reads the schema annotations of one node; what is wrong with them goes to `report`."""

    def __init__(self, holder: Holder, path: Path, report: Report) -> None:
        self.holder = holder
        self._path = path
        self._annotations = holder.annotations
        self._report = report

    def __contains__(self, name: str) -> bool:
        return name in self._annotations

    def __getitem__(self, name: str) -> Annotation:
        return self._annotations[name]

    def get(self, name: str) -> Annotation | None:
        """Return the annotation of that name, if the node has it."""
        return self._annotations.get(name)

    @property
    def node_kind(self) -> Phrase:
        """The kind of node, with its article."""
        if isinstance(self.holder, Document):
            return phrase("a document")
        return phrase("a map item") if isinstance(self.holder, MapItem) else phrase("an array item")

    def warn_of_unknown(self) -> None:
        """Report unknown names that begin like those of the schema language, which ytt ignores silently."""
        for name, annotation in self._annotations.items():
            if name in _IN_USE or not name.startswith(("schema/", "schema(", "schema.")):
                continue
            self._ignored(UNKNOWN_ANNOTATION, annotation, hint_for_annotation(name) or _suggestion(name))

    def text(self, name: str) -> str | None:
        """Return the string of `@schema/title`, `desc`, `deprecated` and the like; None without it."""
        annotation = self._annotations.get(name)
        if annotation is None:
            return None
        if not self.one_argument(annotation, _STRING):
            return None
        value = annotation.args[0]
        if isinstance(value, str):
            return value
        self.misuse(annotation, found=kind(value), expected=_STRING)
        return None

    def examples(self, given: Pairs) -> tuple[Example, ...]:
        """Return the examples whose form is right."""
        found = (self._example(annotation, pair) for annotation, pair in given)
        return tuple(example for example in found if example is not None)

    def _example(self, annotation: Annotation, given: Any) -> Example | None:
        if not isinstance(given, tuple):
            self.misuse(annotation, found=kind(given), expected=PAIR)
        elif len(given) != 2:
            length = counted("a tuple of {count} value", "a tuple of {count} values", len(given))
            self.misuse(annotation, found=length, expected=PAIR)
        elif not isinstance(given[0], str):
            found = phrase("{value} as the description of an example", value=kind(given[0]))
            self.misuse(annotation, found=found, expected=PAIR)
        else:
            usable, value = self._value(annotation, given[1])
            return Example(given[0], value, annotation.span) if usable else None
        return None

    def default(self, expected: str) -> tuple[bool, Value]:
        """Return whether there is a usable `@schema/default`, and its value."""
        annotation = self._annotations.get(DEFAULT)
        wanted = phrase("one value of type {type}", type=expected)
        if annotation is None or not self.one_argument(annotation, wanted):
            return False, None
        return self._value(annotation, annotation.args[0])

    def rules(self) -> tuple[Rule, ...]:
        """Return the usable rules of `@schema/validation` and of the proposed `@schema/validate`."""
        if _RULED.isdisjoint(self._annotations):
            return ()
        of_proposed = DIALECT in self._annotations
        validation = VALIDATION_OF_PROPOSED if of_proposed else VALIDATION_FORM
        return (
            *self._rules_of(VALIDATION, validation),
            *self._rules_of(VALIDATE, VALIDATE_FORM),
        )

    def _rules_of(self, name: str, form: Form) -> tuple[Rule, ...]:
        annotation = self._annotations.get(name)
        if annotation is None:
            return ()
        return parse_rules(form, annotation, self._path, self._report)

    def nullable(self) -> bool:
        """Return whether the node is `@schema/nullable`."""
        annotation = self._annotations.get(NULLABLE)
        if annotation is None:
            return False
        if annotation.kwargs:
            hint = phrase("to set a default as well, add @schema/default")
            found = phrase("a keyword argument")
            self.misuse(annotation, found=found, expected=phrase("no argument"), hint=hint)
        elif annotation.args:
            self._ignored(IGNORED_ARGUMENT, annotation)
        return True

    def any_type(self) -> bool:
        """Return whether `@schema/type any=True` lifts the type."""
        annotation = self._annotations.get(TYPE)
        if annotation is None:
            return False
        if not annotation.kwargs:
            self.misuse(annotation, found=_TYPE_WITHOUT_ANY, expected=_ANY, hint=_HOW_TO_NAME_TYPES)
            return False
        for name in (given for given in annotation.kwargs if given != "any"):
            self._misused_keyword_of_type(annotation, name)
        value = annotation.kwargs.get("any", False)
        if not isinstance(value, bool):
            found = phrase("{value} for {argument}", value=kind(value), argument=keyword("any"))
            self.misuse(annotation, found=found, expected=TRUE_OR_FALSE)
            return False
        if annotation.args:
            self._ignored(IGNORED_POSITION, annotation)
        return value

    def _misused_keyword_of_type(self, annotation: Annotation, name: str) -> None:
        hint: Param = ""
        if name in ("one_of", "or_inferred"):
            hint = phrase("{argument} is for documents marked @schema/definition", argument=keyword(name))
        self.misuse(annotation, found=named(name), expected=_ANY, hint=hint)

    def span(self, name: str) -> Span:
        """Return the line of an annotation that the node has."""
        return self._annotations[name].span

    def _value(self, annotation: Annotation, value: Any) -> tuple[bool, Value]:
        try:
            return True, from_plain(value, self.holder.span)
        except TypeError:
            self.misuse(annotation, found=kind(value), expected=VALUE_OF_YAML)
            return False, None

    def one_argument(self, annotation: Annotation, expected: Param) -> bool:
        """Return whether an annotation has one positional argument; report it otherwise."""
        if annotation.kwargs:
            found = phrase("a keyword argument")
            self.misuse(annotation, found=found, expected=expected)
        elif not annotation.args:
            self.misuse(annotation, found=phrase("no value"), expected=expected)
        elif len(annotation.args) > 1:
            hint = phrase("a list of values is written in brackets") if annotation.name == DEFAULT else ""
            values = counted("{count} value", "{count} values", len(annotation.args))
            self.misuse(annotation, found=values, expected=expected, hint=hint)
        else:
            return True
        return False

    def failed(self, findings: Iterable[Finding]) -> None:
        """Report what an annotation's code has run into."""
        for each in findings:
            self._report(replace(each, path=self._path))

    def misuse(self, annotation: Annotation, *, found: Param, expected: Param, hint: Param = "") -> None:
        """Report that an annotation is used wrongly."""
        self._report(
            finding(
                MISUSED_ANNOTATION,
                annotation.span,
                path=self._path,
                annotation=annotation_name(annotation.name),
                found=found,
                expected=expected,
                declared=self.holder.span,
                hint=hint,
            )
        )

    def _ignored(self, code: Code, annotation: Annotation, hint: Param = "") -> None:
        name = annotation_name(annotation.name)
        self._report(finding(code, annotation.span, path=self._path, annotation=name, hint=hint))
