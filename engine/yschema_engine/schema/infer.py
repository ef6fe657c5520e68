"""Inferring types from a schema document. Every independent problem is reported, not the first alone."""

from __future__ import annotations

from collections.abc import Mapping

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.nodes import (
    Array,
    Document,
    Holder,
    Map,
    MapItem,
    Value,
    copy_value,
    to_yaml,
    type_name,
    walk,
)
from yschema_engine.schema import annotations as names
from yschema_engine.schema.annotations import Annotations, Report
from yschema_engine.schema.check import Context, check, join
from yschema_engine.schema.defaults import complete
from yschema_engine.schema.types import UNSET, Declaration, Example, Kind, Type, Unset
from yschema_engine.source import Position, Source
from yschema_engine.starlark import Module


def infer(document: Document, modules: Mapping[Source, Module], report: Report) -> Declaration:
    """The declaration that a schema document makes.

    Args:
        document: evaluated, with annotations.
        modules: those of the files with code, which hold the functions of annotations.
        report: is called with each problem; with an error among them the result is not to be used.
    """
    return _Inference(modules, report).declare(document, "")


class _Inference:
    def __init__(self, modules: Mapping[Source, Module], report: Report) -> None:
        self._modules = modules
        self._report = report

    def declare(self, holder: Holder, path: str) -> Declaration:
        if not holder.annotations:
            key = holder.key if isinstance(holder, MapItem) else None
            self._warn_of_key(holder, path)
            return Declaration(key, self._type(holder, False, path), holder.position)
        annotations = Annotations(holder, path, self._report)
        is_any = annotations.any_type()
        nullable = annotations.nullable()
        type_ = self._any(holder, nullable) if is_any else self._type(holder, nullable, path)
        annotations.warn_of_unknown()
        self._warn_of_key(holder, path)
        self._reject_misplaced(holder)
        return Declaration(
            key=holder.key if isinstance(holder, MapItem) else None,
            type=type_,
            position=holder.position,
            title=annotations.text(names.TITLE) or "",
            description=annotations.text(names.DESCRIPTION) or "",
            examples=self._examples(annotations, type_, path),
            deprecated=None if isinstance(holder, Document) else annotations.text(names.DEPRECATED),
            validation=annotations.validation(self._modules),
            default=self._default(holder, annotations, type_, path, null=is_any and nullable),
        )

    def _any(self, holder: Holder, nullable: bool) -> Type:
        """A value of any type is passed through: nothing in it may set types or values."""
        for inner in walk(holder):
            found = [f"@{n}" for n in names.SETS_TYPE_OR_VALUE if n in inner.annotations]
            if found and inner is not holder:
                self._report(
                    Diagnostic(
                        "the schema is specified inside a value of any type",
                        "schema",
                        inner.position,
                        found=", ".join(found),
                        expected="none of @schema/nullable, @schema/type, @schema/default"
                        " below @schema/type any=True",
                        declared=holder.position,
                        hint="such a value is passed through unchecked: take the inner annotation away",
                    )
                )
        return Type(("any",), holder.position, given=None if nullable else holder.value)

    def _type(self, holder: Holder, nullable: bool, path: str) -> Type:
        value = holder.value
        null: tuple[Kind, ...] = ("null",) if nullable else ()
        if isinstance(value, Map):
            items = tuple(self.declare(item, join(path, item.key)) for item in value.items)
            return Type(("map", *null), value.position, items=items)
        if isinstance(value, Array):
            item = self._item(value, path)
            return Type(("array", *null), value.position, item=item)
        if value is None:
            self._null(holder, path)
            return Type(("any",), holder.position)
        kind: Kind = type_name(value)  # type: ignore[assignment]  # what is left is a scalar
        return Type((kind, *null), holder.position, given=value)

    def _item(self, array: Array, path: str) -> Declaration | None:
        if len(array.items) == 1:
            return self.declare(array.items[0], f"{path}[]")
        self._report(
            Diagnostic(
                "an array in a schema declares its items by one item",
                "schema",
                array.position,
                path=path,
                found=f"{len(array.items)} array items",
                expected="exactly 1 array item, of the type that all items have",
                hint="set the default of the array by @schema/default [...]; "
                "for items of several types use @schema/type any=True",
            )
        )
        for item in array.items:
            self.declare(item, f"{path}[]")
        return None

    def _null(self, holder: Holder, path: str) -> None:
        self._report(
            Diagnostic(
                "a null value declares no type",
                "schema",
                holder.position,
                path=path,
                found="null",
                expected="a value that is not null",
                hint="a key without a value is null: give one and annotate @schema/nullable to have null"
                " as default, or @schema/type any=True to allow any value",
            )
        )

    def _warn_of_key(self, holder: Holder, path: str) -> None:
        if isinstance(holder, MapItem) and not isinstance(holder.key, str):
            self._report(
                Diagnostic(
                    "the name of a data value should be a string",
                    "schema",
                    holder.position,
                    path=path,
                    found="null"
                    if holder.key is None
                    else f"the {type_name(holder.key)} {to_yaml(holder.key).strip()}",
                    expected="a string",
                    hint="put the key in quotes if it is meant as text",
                    severity="warning",
                )
            )

    def _reject_misplaced(self, holder: Holder) -> None:
        if isinstance(holder, Document) and names.DEPRECATED in holder.annotations:
            hint = "deprecate single keys instead"
            message = f"@{names.DEPRECATED} is not supported on a document"
            self._report(Diagnostic(message, "schema", holder.position, hint=hint))
        if not isinstance(holder, Document | MapItem) and names.DEFAULT in holder.annotations:
            hint = "set the default of the array by annotating the key that holds it"
            message = f"@{names.DEFAULT} is not supported on an array item"
            self._report(Diagnostic(message, "schema", holder.position, hint=hint))

    def _examples(self, annotations: Annotations, type_: Type, path: str) -> tuple[Example, ...]:
        examples = annotations.examples()
        for example in examples:
            about = f" {example.description!r}" if example.description else ""
            message = f"the example{about} has the wrong type"
            self._check(example.value, type_, message, annotations.position(names.EXAMPLES), path)
        return examples

    def _default(
        self, holder: Holder, annotations: Annotations, type_: Type, path: str, *, null: bool
    ) -> Value | Unset:
        if not isinstance(holder, Document | MapItem):
            return UNSET
        given, value = annotations.default(str(type_))
        if not given:
            return None if null else UNSET
        self._check(value, type_, "the default has the wrong type", annotations.position(names.DEFAULT), path)
        value = copy_value(value)
        complete(value, type_)
        return value

    def _check(self, value: Value, type_: Type, message: str, at: Position, path: str) -> None:
        for violation in check(value, type_, at, Context(message, "schema", at, path)):
            self._report(violation)
