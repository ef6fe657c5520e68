"""The `@schema/…` annotations of one node, as facts.

Each reader takes the annotation and reports its misuse. Those here are of the shipped language (reference
v0.48, section "Annotations"); `designs` has the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from yschema_engine.frontends.ytt.annotations.codes import MISUSED_ANNOTATION
from yschema_engine.frontends.ytt.annotations.rule_forms import VALIDATE as VALIDATE_FORM
from yschema_engine.frontends.ytt.annotations.rule_forms import VALIDATION as VALIDATION_FORM
from yschema_engine.frontends.ytt.annotations.rule_forms import VALIDATION_OF_PROPOSED, Form
from yschema_engine.frontends.ytt.annotations.validations import parse_rules
from yschema_engine.frontends.ytt.starlark import Module
from yschema_engine.model.fields import Example
from yschema_engine.model.findings import Finding, finding, legacy_finding
from yschema_engine.model.path import Path
from yschema_engine.model.phrases import Param, Verbatim
from yschema_engine.model.rules import Rule
from yschema_engine.nodes import (
    Annotation,
    Array,
    Document,
    DocumentSet,
    Holder,
    Map,
    MapItem,
    Value,
    from_plain,
)
from yschema_engine.source import Source, Span

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
_MARKS = (DIALECT, "schema/definition", "schema/match")
SETS_TYPE_OR_VALUE = (
    *(NULLABLE, TYPE, DEFAULT),
    *(f"schema/{name}" for name in ("removed", "key", "any-key", "key-may-be-present")),
)
Pairs = list[tuple[Annotation, Any]]
"""Examples as they are given, each with its annotation: the pair of description and value, if it is right."""
PAIR = 'a pair of a description (a string) and an example value, as in ("Small", 1)'


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
    def what(self) -> str:
        """The kind of node, with its article."""
        if isinstance(self.holder, Document):
            return "a document"
        return "a map item" if isinstance(self.holder, MapItem) else "an array item"

    def warn_of_unknown(self) -> None:
        """Report names of the schema's own that do nothing, which the reference passes over in silence."""
        for name, annotation in self._annotations.items():
            if name in _KNOWN or name in _MARKS or not name.startswith(("schema/", "schema(", "schema.")):
                continue
            near = get_close_matches(name, _KNOWN, 1)
            hint = f"did you mean @{near[0]}?" if near else ""
            self._ignored(annotation, f"@{name} is unknown and does nothing", hint)

    def text(self, name: str) -> str | None:
        """Return the string of `@schema/title`, `desc`, `deprecated` and the like; None without it."""
        annotation = self._annotations.get(name)
        if annotation is None:
            return None
        if not self.one_argument(annotation, "a string"):
            return None
        value = annotation.args[0]
        if isinstance(value, str):
            return value
        self.misuse(annotation, found=f"{kind(value)} in @{name}", expected="a string")
        return None

    def examples(self, given: Pairs) -> tuple[Example, ...]:
        """Return the examples whose form is right."""
        found = (self._example(annotation, pair) for annotation, pair in given)
        return tuple(example for example in found if example is not None)

    def _example(self, annotation: Annotation, given: Any) -> Example | None:
        name = annotation.name
        if not isinstance(given, tuple):
            self.misuse(annotation, found=f"{kind(given)} in @{name}", expected=PAIR)
        elif len(given) != 2:
            self.misuse(annotation, found=f"a tuple of {len(given)} in @{name}", expected=PAIR)
        elif not isinstance(given[0], str):
            self.misuse(annotation, found=f"{kind(given[0])} as description in @{name}", expected=PAIR)
        else:
            usable, value = self._value(annotation, given[1])
            return Example(given[0], value, annotation.span) if usable else None
        return None

    def default(self, expected: str) -> tuple[bool, Value]:
        """Return whether there is a usable `@schema/default`, and its value."""
        annotation = self._annotations.get(DEFAULT)
        if annotation is None or not self.one_argument(annotation, f"one value, of type {expected}"):
            return False, None
        return self._value(annotation, annotation.args[0])

    def rules(self, modules: Mapping[Source, Module]) -> tuple[Rule, ...]:
        """Return the usable rules of `@schema/validation` and of the proposed `@schema/validate`."""
        of_proposed = DIALECT in self._annotations
        validation = VALIDATION_OF_PROPOSED if of_proposed else VALIDATION_FORM
        return (
            *self._rules_of(VALIDATION, validation, modules),
            *self._rules_of(VALIDATE, VALIDATE_FORM, modules),
        )

    def _rules_of(self, name: str, form: Form, modules: Mapping[Source, Module]) -> tuple[Rule, ...]:
        annotation = self._annotations.get(name)
        if annotation is None:
            return ()
        return parse_rules(form, annotation, modules.get(annotation.span.source), self._path, self._report)

    def nullable(self) -> bool:
        """Return whether the node is `@schema/nullable`."""
        annotation = self._annotations.get(NULLABLE)
        if annotation is None:
            return False
        if annotation.kwargs:
            hint = "to set a default as well, add @schema/default"
            self.misuse(
                annotation, found=f"a keyword argument in @{NULLABLE}", expected="no argument", hint=hint
            )
        elif annotation.args:
            self._ignored(annotation, f"@{NULLABLE} takes no argument; this one does nothing")
        return True

    def any_type(self) -> bool:
        """Return whether `@schema/type any=True` lifts the type."""
        annotation = self._annotations.get(TYPE)
        if annotation is None:
            return False
        expected = "any=True or any=False"
        if not annotation.kwargs:
            self.misuse(
                annotation,
                found=f"@{TYPE} without the keyword argument any=",
                expected=expected,
                hint="types are inferred from the value; to name them, mark the document"
                " @schema/definition data_values=True in place of @data/values-schema",
            )
            return False
        for name in (given for given in annotation.kwargs if given != "any"):
            hint = (
                f"{name}= is for documents marked @schema/definition"
                if name in ("one_of", "or_inferred")
                else ""
            )
            self.misuse(
                annotation, found=f"the keyword argument {name}= in @{TYPE}", expected=expected, hint=hint
            )
        value = annotation.kwargs.get("any", False)
        if not isinstance(value, bool):
            self.misuse(annotation, found=f"{kind(value)} for any= in @{TYPE}", expected="True or False")
            return False
        if annotation.args:
            self._ignored(annotation, f"@{TYPE} takes no positional argument here; this one does nothing")
        return value

    def span(self, name: str) -> Span:
        """Return the line of an annotation that the node has."""
        return self._annotations[name].span

    def _value(self, annotation: Annotation, value: Any) -> tuple[bool, Value]:
        try:
            return True, from_plain(value, self.holder.span)
        except TypeError:
            self.misuse(
                annotation,
                found=f"{kind(value)} in @{annotation.name}",
                expected="a value that YAML can hold",
            )
            return False, None

    def one_argument(self, annotation: Annotation, expected: str) -> bool:
        """Return whether an annotation has one positional argument; report it otherwise."""
        name = annotation.name
        if annotation.kwargs:
            self.misuse(annotation, found=f"a keyword argument in @{name}", expected=expected)
        elif not annotation.args:
            self.misuse(annotation, found=f"no value in @{name}", expected=expected)
        elif len(annotation.args) > 1:
            hint = "a list of values is written in brackets" if name == DEFAULT else ""
            found = f"{len(annotation.args)} values in @{name}"
            self.misuse(annotation, found=found, expected=expected, hint=hint)
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
                annotation=Verbatim(f"@{annotation.name}"),
                found=found,
                expected=expected,
                declared=self.holder.span,
                hint=hint,
            )
        )

    def _ignored(self, annotation: Annotation, message: str, hint: str = "") -> None:
        self._report(
            legacy_finding(message, "schema", annotation.span, path=self._path, hint=hint, severity="warning")
        )


def kind(value: object) -> str:
    """Return a Starlark value's type in words, with its article."""
    names = {
        str: "a string",
        bool: "a boolean",
        int: "an integer",
        float: "a float",
        tuple: "a tuple",
        dict: "a dict",
    }
    if value is None:
        return "None"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, Map | Array | DocumentSet):
        return "a YAML fragment"
    return names.get(type(value), "a function")
