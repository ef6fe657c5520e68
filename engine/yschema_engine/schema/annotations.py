"""The `@schema/…` annotations of one node, as facts.

Each reader takes the annotation and reports its misuse; the words of the shipped language are in its
reference (v0.48), section "Annotations".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.nodes import Annotation, Array, DocumentSet, Holder, Map, Value, from_plain
from yschema_engine.schema.types import Example
from yschema_engine.source import Position, Source
from yschema_engine.starlark import Module
from yschema_engine.validations import Validation, parse_validation

Report = Callable[[Diagnostic], None]

NULLABLE = "schema/nullable"
TYPE = "schema/type"
DEFAULT = "schema/default"
TITLE = "schema/title"
DESCRIPTION = "schema/desc"
EXAMPLES = "schema/examples"
DEPRECATED = "schema/deprecated"
VALIDATION = "schema/validation"

_KNOWN = (NULLABLE, TYPE, DEFAULT, TITLE, DESCRIPTION, EXAMPLES, DEPRECATED, VALIDATION)
_DESIGNS = ["validate", "doc", "example", "removed", "key", "any-key", "key-may-be-present"]
_LATER = tuple(f"schema/{name}" for name in _DESIGNS)
SETS_TYPE_OR_VALUE = (NULLABLE, TYPE, DEFAULT)
_PAIR = 'a pair of a description (a string) and an example value, as in ("Small", 1)'


class Annotations:
    """Reads the schema annotations of one node; what is wrong with them goes to `report`."""

    def __init__(self, holder: Holder, path: str, report: Report) -> None:
        self._holder = holder
        self._path = path
        self._annotations = holder.annotations
        self._report = report

    def warn_of_unknown(self) -> None:
        """Report names of the schema's own that do nothing, which the reference passes over in silence."""
        for name, annotation in self._annotations.items():
            if name in _KNOWN or not name.startswith(("schema/", "schema(")):
                continue
            near = get_close_matches(name, _KNOWN, 1)
            message = (
                f"@{name} does nothing in this version"
                if name in _LATER
                else f"@{name} is unknown and does nothing"
            )
            hint = f"did you mean @{near[0]}?" if near and name not in _LATER else ""
            self._ignored(annotation, message, hint)

    def text(self, name: str) -> str | None:
        """The one string of `@schema/title`, `desc` or `deprecated`; None without it."""
        annotation = self._annotations.get(name)
        if annotation is None:
            return None
        if not self._one_argument(annotation, "a string"):
            return None
        value = annotation.args[0]
        if isinstance(value, str):
            return value
        self._misuse(annotation, found=f"{kind(value)} in @{name}", expected="a string")
        return None

    def examples(self) -> tuple[Example, ...]:
        """The examples whose form is right."""
        annotation = self._annotations.get(EXAMPLES)
        if annotation is None:
            return ()
        if annotation.kwargs:
            self._misuse(annotation, found=f"a keyword argument in @{EXAMPLES}", expected=_PAIR)
        elif not annotation.args:
            self._misuse(annotation, found=f"no value in @{EXAMPLES}", expected=_PAIR)
        pairs = []
        for given in annotation.args:
            if not isinstance(given, tuple):
                self._misuse(annotation, found=f"{kind(given)} in @{EXAMPLES}", expected=_PAIR)
            elif len(given) != 2:
                self._misuse(annotation, found=f"a tuple of {len(given)} in @{EXAMPLES}", expected=_PAIR)
            elif not isinstance(given[0], str):
                self._misuse(
                    annotation, found=f"{kind(given[0])} as description in @{EXAMPLES}", expected=_PAIR
                )
            else:
                pairs.append((given[0], self._value(annotation, given[1])))
        return tuple(Example(words, value, annotation.position) for words, (usable, value) in pairs if usable)

    def default(self, expected: str) -> tuple[bool, Value]:
        """Whether there is a usable `@schema/default`, and its value."""
        annotation = self._annotations.get(DEFAULT)
        if annotation is None or not self._one_argument(annotation, f"one value, of type {expected}"):
            return False, None
        return self._value(annotation, annotation.args[0])

    def validation(self, modules: Mapping[Source, Module]) -> Validation | None:
        """The rules of `@schema/validation`, if there are usable ones."""
        annotation = self._annotations.get(VALIDATION)
        if annotation is None:
            return None
        return parse_validation(annotation, modules.get(annotation.position.source), self._path, self._report)

    def nullable(self) -> bool:
        """Whether the node is `@schema/nullable`."""
        annotation = self._annotations.get(NULLABLE)
        if annotation is None:
            return False
        if annotation.kwargs:
            hint = "to set a default as well, add @schema/default"
            self._misuse(
                annotation, found=f"a keyword argument in @{NULLABLE}", expected="no argument", hint=hint
            )
        elif annotation.args:
            self._ignored(annotation, f"@{NULLABLE} takes no argument; this one does nothing")
        return True

    def any_type(self) -> bool:
        """Whether `@schema/type any=True` lifts the type."""
        annotation = self._annotations.get(TYPE)
        if annotation is None:
            return False
        expected = "any=True or any=False"
        if not annotation.kwargs:
            self._misuse(
                annotation,
                found=f"@{TYPE} without the keyword argument any=",
                expected=expected,
                hint="types are inferred from the value; naming them needs a document"
                " marked @schema/definition",
            )
            return False
        for name in annotation.kwargs.keys() - {"any"}:
            self._misuse(annotation, found=f"the keyword argument {name}= in @{TYPE}", expected=expected)
        value = annotation.kwargs.get("any", False)
        if not isinstance(value, bool):
            self._misuse(annotation, found=f"{kind(value)} for any= in @{TYPE}", expected="True or False")
            return False
        if annotation.args:
            self._ignored(annotation, f"@{TYPE} takes no positional argument here; this one does nothing")
        return value

    def position(self, name: str) -> Position:
        """The line of an annotation that the node has."""
        return self._annotations[name].position

    def _value(self, annotation: Annotation, value: Any) -> tuple[bool, Value]:
        try:
            return True, from_plain(value, self._holder.position)
        except TypeError:
            self._misuse(
                annotation,
                found=f"{kind(value)} in @{annotation.name}",
                expected="a value that YAML can hold",
            )
            return False, None

    def _one_argument(self, annotation: Annotation, expected: str) -> bool:
        name = annotation.name
        if annotation.kwargs:
            self._misuse(annotation, found=f"a keyword argument in @{name}", expected=expected)
        elif not annotation.args:
            self._misuse(annotation, found=f"no value in @{name}", expected=expected)
        elif len(annotation.args) > 1:
            hint = "a list of values is written in brackets" if name == DEFAULT else ""
            found = f"{len(annotation.args)} values in @{name}"
            self._misuse(annotation, found=found, expected=expected, hint=hint)
        else:
            return True
        return False

    def _misuse(self, annotation: Annotation, *, found: str, expected: str, hint: str = "") -> None:
        message = f"@{annotation.name} is used wrongly"
        self._report(
            Diagnostic(
                message,
                "schema",
                annotation.position,
                path=self._path,
                found=found,
                expected=expected,
                declared=self._holder.position,
                hint=hint,
            )
        )

    def _ignored(self, annotation: Annotation, message: str, hint: str = "") -> None:
        self._report(
            Diagnostic(message, "schema", annotation.position, path=self._path, hint=hint, severity="warning")
        )


def kind(value: object) -> str:
    """A Starlark value's type in words, with its article."""
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
