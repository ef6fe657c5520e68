"""Inferring types from a schema document. Every independent problem is reported, not the first alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from yschema_engine.frontends.ytt.annotations import proposed as designs
from yschema_engine.frontends.ytt.annotations import shipped as names
from yschema_engine.frontends.ytt.annotations.proposed import Wanted
from yschema_engine.frontends.ytt.annotations.shipped import Annotations, Report
from yschema_engine.frontends.ytt.annotations.validations import implied_rule
from yschema_engine.frontends.ytt.starlark import Module
from yschema_engine.model.defaults import complete
from yschema_engine.model.fields import UNSET, Example, Field, Kind, Unset, ValueType
from yschema_engine.model.findings import legacy_finding, revise
from yschema_engine.model.path import ROOT, Path
from yschema_engine.model.rules import Rule
from yschema_engine.model.type_check import Context, check
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
from yschema_engine.source import Source, Span

_OF_ANY = ("@schema/nullable", "@schema/type", "@schema/default")


def infer(document: Document, modules: Mapping[Source, Module], report: Report) -> Field:
    """The field that a schema document makes.

    Args:
        document: evaluated, with annotations.
        modules: those of the files with code, which hold the functions of annotations.
        report: is called with each problem; with an error among them the result is not to be used.
    """
    return _Inference(modules, report).declare(document, ROOT)


class _Inference:
    def __init__(self, modules: Mapping[Source, Module], report: Report) -> None:
        self._modules = modules
        self._report = report

    def declare(self, holder: Holder, path: Path) -> Field:
        if not holder.annotations:
            key = holder.key if isinstance(holder, MapItem) else None
            self._warn_of_key(holder, path)
            return Field(key, path, self._inferred(holder, path), holder.span)
        annotations = Annotations(holder, path, self._report)
        policy = designs.keys(annotations, self._modules)
        if policy is not None and policy.allowed is not None and isinstance(holder, MapItem):
            path = path.open_key(holder.key, policy.placeholder(holder.key))
            annotations = Annotations(holder, path, self._report)
        removed = designs.removed(annotations)
        type_ = self._type(holder, annotations, path)
        annotations.warn_of_unknown()
        self._warn_of_key(holder, path)
        self._reject_misplaced(holder)
        return Field(
            key=holder.key if isinstance(holder, MapItem) else None,
            path=path,
            type=type_,
            span=holder.span,
            title=annotations.text(names.TITLE) or "",
            description=designs.documentation(annotations, annotations.text(names.DESCRIPTION) or ""),
            examples=self._examples(annotations, type_, path),
            deprecated=None if isinstance(holder, Document) else annotations.text(names.DEPRECATED),
            removed=removed,
            rules=self._rules(annotations, type_),
            keys=policy,
            default=self._default(holder, annotations, type_, path),
            absent=removed is not None or (policy is not None and policy.optional),
        )

    def _type(self, holder: Holder, annotations: Annotations, path: Path) -> ValueType:
        nullable = annotations.nullable()
        wanted = None
        if names.DIALECT in annotations:
            wanted = designs.wanted_types(annotations)
            is_any = designs.any_alone(annotations) and annotations.any_type()
        else:
            is_any = annotations.any_type()
        if is_any or (wanted is not None and wanted.kinds == ("any",)):
            return self._any(holder, nullable=nullable)
        if wanted is not None:
            return self._union(holder, wanted, annotations, path)
        type_ = self._inferred(holder, path, annotations)
        if nullable and type_.main != "any":
            return replace(type_, kinds=(*type_.kinds, "null"))
        return type_

    def _union(self, holder: Holder, wanted: Wanted, annotations: Annotations, path: Path) -> ValueType:
        """The types that are named, and that of the value if it is wanted too."""
        value = holder.value
        type_ = ValueType((), holder.value_span, sample=None if isinstance(value, Map | Array) else value)
        if wanted.or_inferred and value is not None:
            type_ = self._inferred(holder, path, annotations)
        inferred: tuple[Kind, ...] = ("null",) if wanted.or_inferred and value is None else type_.kinds
        null: tuple[Kind, ...] = ("null",) if names.NULLABLE in annotations else ()
        kinds = dict.fromkeys((*wanted.kinds, *inferred, *null))
        ordered = (*(k for k in kinds if k != "null"), *(k for k in kinds if k == "null"))
        type_ = replace(type_, kinds=ordered)
        if names.DEFAULT not in annotations:
            message = "the value is of none of the types that are named"
            at = Context(message, "schema", path=path)
            for violation in check(value, type_, holder.value_span, at):
                hint = "add or_inferred=True to allow the type of the value too"
                self._report(revise(violation, hint=hint) if isinstance(value, Map | Array) else violation)
        return type_

    def _any(self, holder: Holder, *, nullable: bool) -> ValueType:
        """A value of any type is passed through: nothing in it may set types or values."""
        for inner in walk(holder):
            found = [f"@{n}" for n in names.SETS_TYPE_OR_VALUE if n in inner.annotations]
            keys = [name for name in found if name not in _OF_ANY]
            if found and inner is not holder:
                self._report(
                    legacy_finding(
                        "the schema is specified inside a value of any type",
                        "schema",
                        inner.span,
                        found=", ".join(found),
                        expected=f"none of {', '.join((*_OF_ANY, *keys))} below a value of any type",
                        declared=holder.span,
                        hint="such a value is passed through unchecked: take the inner annotation away",
                    )
                )
        return ValueType(("any",), holder.value_span, sample=None if nullable else holder.value)

    def _inferred(self, holder: Holder, path: Path, annotations: Annotations | None = None) -> ValueType:
        """The type of the value."""
        value = holder.value
        of_designs = annotations is not None and names.DIALECT in annotations
        if isinstance(value, Map):
            fields = tuple(self.declare(item, path.key(item.key)) for item in value.items)
            return ValueType(("map",), value.span, fields=fields)
        if isinstance(value, Array):
            if of_designs and not value.items:
                any_item = Field(None, path.any_item, ValueType(("any",), value.span), value.span)
                return ValueType(("array",), value.span, item=any_item)
            return ValueType(("array",), value.span, item=self._item(value, path))
        if value is None:
            if not of_designs:
                self._null(holder, path)
            return ValueType(("any",), holder.span)
        kind: Kind = type_name(value)  # type: ignore[assignment]  # what is left is a scalar
        return ValueType((kind,), holder.value_span, sample=value)

    def _item(self, array: Array, path: Path) -> Field | None:
        if len(array.items) == 1:
            return self.declare(array.items[0], path.any_item)
        self._report(
            legacy_finding(
                "an array in a schema declares its items by one item",
                "schema",
                array.span,
                path=path,
                found=f"{len(array.items)} array items",
                expected="exactly 1 array item, of the type that all items have",
                hint="set the default of the array by @schema/default [...]; "
                "for items of several types use @schema/type any=True",
            )
        )
        for item in array.items:
            self.declare(item, path.any_item)
        return None

    def _null(self, holder: Holder, path: Path) -> None:
        self._report(
            legacy_finding(
                "a null value declares no type",
                "schema",
                holder.span,
                path=path,
                found="null",
                expected="a value that is not null",
                hint="a key without a value is null: give one and annotate @schema/nullable to have null"
                " as default, or @schema/type any=True to allow any value",
            )
        )

    def _warn_of_key(self, holder: Holder, path: Path) -> None:
        if isinstance(holder, MapItem) and not isinstance(holder.key, str):
            self._report(
                legacy_finding(
                    "the name of a data value should be a string",
                    "schema",
                    holder.span,
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
            self._report(legacy_finding(message, "schema", holder.span, hint=hint))
        if not isinstance(holder, Document | MapItem) and names.DEFAULT in holder.annotations:
            hint = "set the default of the array by annotating the key that holds it"
            message = f"@{names.DEFAULT} is not supported on an array item"
            self._report(legacy_finding(message, "schema", holder.span, hint=hint))

    def _rules(self, annotations: Annotations, type_: ValueType) -> tuple[Rule, ...]:
        rules = annotations.rules(self._modules)
        mark = annotations.get(names.DIALECT)
        if mark is None or "string" not in type_.kinds or any(rule.name == "min_len" for rule in rules):
            return rules
        return (*rules, implied_rule(mark))

    def _examples(self, annotations: Annotations, type_: ValueType, path: Path) -> tuple[Example, ...]:
        given = designs.example_pairs(annotations)
        if not given:
            return ()
        examples = annotations.examples(given)
        for example in examples:
            about = f" {example.description!r}" if example.description else ""
            message = f"the example{about} has the wrong type"
            self._check(example.value, type_, message, example.span, path)
        return examples

    def _default(
        self, holder: Holder, annotations: Annotations, type_: ValueType, path: Path
    ) -> Value | Unset:
        null = None if names.NULLABLE in annotations else UNSET
        if names.DEFAULT not in annotations or not isinstance(holder, Document | MapItem):
            return null
        given, value = annotations.default(str(type_))
        if not given:
            return null
        self._check(value, type_, "the default has the wrong type", annotations.span(names.DEFAULT), path)
        value = copy_value(value)
        complete(value, type_)
        return value

    def _check(self, value: Value, type_: ValueType, message: str, at: Span, path: Path) -> None:
        for violation in check(value, type_, at, Context(message, "schema", at, path)):
            self._report(violation)
