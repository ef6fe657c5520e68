"""Inferring types from a schema document. Every independent problem is reported, not the first alone.

The rules of a field have to fit its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from yschema_engine.read.ytt import annotations as names
from yschema_engine.read.ytt import proposed
from yschema_engine.read.ytt.annotations import Annotations, Report
from yschema_engine.read.ytt.proposed import Wanted
from yschema_engine.schema.fields import UNSET, Example, Field, Kind, Unset, ValueType, any_field, complete
from yschema_engine.schema.rule_check import crossed_limits
from yschema_engine.schema.rule_registry import make_rule
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.types import Subject, check, hint_for_key, kinds_phrase, overlap
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import Finding, finding, revise, schema_code, schema_warning
from yschema_engine.text.nodes import (
    Array,
    Document,
    Holder,
    Map,
    MapItem,
    Value,
    copy_value,
    type_name,
    walk,
)
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.phrases import Listing, Param, Verbatim, counted, phrase
from yschema_engine.text.suggestions import did_you_mean
from yschema_engine.yaml.printing import to_yaml

NO_TYPE_OF_UNION = schema_code("value-of-no-named-type", "the value has none of the named types")
WRONG_EXAMPLE = schema_code("example-type-mismatch", "the example has the wrong type")
WRONG_NAMED_EXAMPLE = schema_code("named-example-type-mismatch", 'the example "{example}" has the wrong type')
WRONG_DEFAULT = schema_code("default-type-mismatch", "the default has the wrong type")
ANNOTATION_IN_ANY = schema_code(
    "annotation-in-any",
    "a value of any type contains schema annotations",
    expected="none of {annotations} below a value of any type",
    hint="the value is passed through unchecked: remove the inner annotation",
)
ARRAY_WITHOUT_ONE_ITEM = schema_code(
    "array-without-one-item",
    "an array in a schema must have exactly one item",
    expected="exactly 1 array item, of the type that all items have",
    hint=(
        "set the default of the array with `@schema/default [...]`; for items of several types, use"
        " `@schema/type any=True`"
    ),
)
NULL_VALUE = schema_code(
    "null-value",
    "a null value declares no type",
    found="null",
    expected="a value that is not null",
    hint=(
        "a key without a value is null: set one, and add @schema/nullable to have null as default, or"
        " `@schema/type any=True` to allow any value"
    ),
)
KEY_NOT_A_STRING = schema_warning(
    "key-not-a-string",
    "the name of a field should be a string",
    expected="a string",
    hint="put the key in quotes if it is meant as text",
)
DEPRECATED_DOCUMENT = schema_code(
    "deprecated-document",
    "@schema/deprecated is not supported on a document",
    hint="deprecate single keys instead",
)
DEFAULT_OF_ITEM = schema_code(
    "default-of-item",
    "@schema/default is not supported on an array item",
    hint="set the default of the array by annotating the key that holds it",
)

RULE_OF_ANOTHER_TYPE = schema_warning(
    "rule-of-another-type", "the rule {rule_name} does not fit the type of this field"
)
RULE_NAMES_UNKNOWN_KEY = schema_warning(
    "rule-names-unknown-key", "the rule one_not_null= names the key `{key}`, which the map does not have"
)


_NULL: tuple[Kind, ...] = ("null",)
_OF_ANY = ("@schema/nullable", "@schema/type", "@schema/default")


def infer(document: Document, report: Report) -> Field:
    """Return the field that a schema document makes.

    Args:
        document: evaluated, with annotations.
        report: is called with each problem; with an error among them the result is not to be used.
    """
    return _Inference(report).declare(document, ROOT)


class _Inference:
    def __init__(self, report: Report) -> None:
        self._report = report

    def declare(self, holder: Holder, path: Path) -> Field:
        if not holder.annotations:
            key = holder.key if isinstance(holder, MapItem) else None
            self._warn_of_key(holder, path)
            return Field(key, path, self._inferred(holder, path), holder.span)
        annotations = Annotations(holder, path, self._report)
        policy = proposed.keys(annotations)
        if policy is not None and policy.allowed is not None and isinstance(holder, MapItem):
            path = path.open_key(holder.key, policy.allowed.placeholder(holder.key))
            annotations = Annotations(holder, path, self._report)
        removed = proposed.removed(annotations)
        type_ = self._type(annotations)
        annotations.warn_of_unknown()
        self._warn_of_key(holder, path)
        self._reject_misplaced(holder)
        return Field(
            key=holder.key if isinstance(holder, MapItem) else None,
            path=path,
            type=type_,
            span=holder.span,
            title=annotations.text(names.TITLE) or "",
            description=proposed.description(annotations),
            examples=self._examples(annotations, type_),
            deprecated=None if isinstance(holder, Document) else annotations.text(names.DEPRECATED),
            removed=removed,
            rules=self._rules(annotations, type_),
            keys=policy,
            default=self._default(annotations, type_),
            absent=removed is not None or (policy is not None and policy.optional),
        )

    def _type(self, annotations: Annotations) -> ValueType:
        holder, nullable = annotations.holder, annotations.nullable()
        if names.DIALECT in annotations:
            wanted = proposed.wanted_types(annotations)
        else:
            wanted = proposed.ANY if annotations.any_type() else None
        if wanted == proposed.ANY:
            return self._any(holder, nullable=nullable)
        if wanted is not None:
            return self._union(wanted, annotations)
        return self._inferred(holder, annotations.path, _NULL if nullable else ())

    def _union(self, wanted: Wanted, annotations: Annotations) -> ValueType:
        """Return the types that are named, and that of the value if it is wanted too."""
        holder, path, value = annotations.holder, annotations.path, annotations.holder.value
        type_ = ValueType((), holder.value_span, sample=None if isinstance(value, Map | Array) else value)
        if wanted.or_inferred and value is not None:
            type_ = self._inferred(holder, path)
        inferred: tuple[Kind, ...] = ("null",) if wanted.or_inferred and value is None else type_.kinds
        null = _NULL if names.NULLABLE in annotations else ()
        kinds = dict.fromkeys((*wanted.kinds, *inferred, *null))
        type_ = replace(type_, kinds=tuple(sorted(kinds, key="null".__eq__)))
        if names.DEFAULT not in annotations:
            subject = Subject(NO_TYPE_OF_UNION, path=path)
            for violation in check(value, type_, holder.value_span, subject):
                hint = phrase("add or_inferred=True to allow the type of the value, too")
                self._report(revise(violation, hint=hint) if isinstance(value, Map | Array) else violation)
        return type_

    def _any(self, holder: Holder, *, nullable: bool) -> ValueType:
        """Return the type of a value of any type; report annotations within it that set types or values."""
        for inner in walk(holder):
            inside = [f"@{name}" for name in names.SETS_TYPE_OR_VALUE if name in inner.annotations]
            if inside and inner is not holder:
                others = [name for name in inside if name not in _OF_ANY]
                self._report(
                    finding(
                        ANNOTATION_IN_ANY,
                        inner.span,
                        found=Listing(tuple(map(Verbatim, inside))),
                        annotations=Listing(tuple(map(Verbatim, (*_OF_ANY, *others)))),
                        declared=holder.span,
                    )
                )
        return ValueType(("any",), holder.value_span, sample=None if nullable else holder.value)

    def _inferred(self, holder: Holder, path: Path, null: tuple[Kind, ...] = ()) -> ValueType:
        """Return the type of the value, and of null if that is given."""
        value, of_designs = holder.value, names.DIALECT in holder.annotations
        if isinstance(value, Map):
            fields = tuple(self.declare(item, path.key(item.key)) for item in value.items)
            return ValueType(("map", *null), value.span, fields=fields)
        if isinstance(value, Array):
            if of_designs and not value.items:
                return ValueType(("array", *null), value.span, item=any_field(path.any_item, value.span))
            return ValueType(("array", *null), value.span, item=self._item(value, path))
        if value is None:
            if not of_designs:
                self._report(finding(NULL_VALUE, holder.span, path=path))
            return ValueType(("any",), holder.span)
        kind: Kind = type_name(value)  # type: ignore[assignment]  # what is left is a scalar
        return ValueType((kind, *null), holder.value_span, sample=value)

    def _item(self, array: Array, path: Path) -> Field | None:
        if len(array.items) == 1:
            return self.declare(array.items[0], path.any_item)
        number = counted("{count} array item", "{count} array items", len(array.items))
        self._report(finding(ARRAY_WITHOUT_ONE_ITEM, array.span, path=path, found=number))
        for item in array.items:
            self.declare(item, path.any_item)
        return None

    def _warn_of_key(self, holder: Holder, path: Path) -> None:
        if isinstance(holder, MapItem) and not isinstance(holder.key, str):
            kind, key = Verbatim(type_name(holder.key)), Verbatim(to_yaml(holder.key).strip())
            found = phrase("null") if holder.key is None else phrase("the {kind} {key}", kind=kind, key=key)
            hint = hint_for_key(holder)
            self._report(finding(KEY_NOT_A_STRING, holder.span, path=path, found=found, hint=hint))

    def _reject_misplaced(self, holder: Holder) -> None:
        if isinstance(holder, Document) and names.DEPRECATED in holder.annotations:
            self._report(finding(DEPRECATED_DOCUMENT, holder.span))
        if not isinstance(holder, Document | MapItem) and names.DEFAULT in holder.annotations:
            self._report(finding(DEFAULT_OF_ITEM, holder.span))

    def _rules(self, annotations: Annotations, type_: ValueType) -> tuple[Rule, ...]:
        rules, path = annotations.rules(), annotations.path
        if not rules and names.DIALECT not in annotations:
            return rules
        for problem in (*check_targets(rules, type_, path), *crossed_limits(rules, path)):
            self._report(problem)
        mark = annotations.get(names.DIALECT)
        if mark is None or "string" not in type_.kinds or any(rule.name == "min_len" for rule in rules):
            return rules
        return (*rules, make_rule("min_len", 1, mark.span, strings_only=True))

    def _examples(self, annotations: Annotations, type_: ValueType) -> tuple[Example, ...]:
        examples = annotations.examples()
        for example in examples:
            code = WRONG_NAMED_EXAMPLE if example.description else WRONG_EXAMPLE
            subject = Subject(code, example.span, annotations.path, example.description or None)
            self._check(example.value, type_, subject)
        return examples

    def _default(self, annotations: Annotations, type_: ValueType) -> Value | Unset:
        is_supported = isinstance(annotations.holder, Document | MapItem)
        default = annotations.default(str(type_)) if is_supported else None
        if default is None:
            return None if names.NULLABLE in annotations else UNSET
        span = annotations.holder.annotations[names.DEFAULT].span
        self._check(default[0], type_, Subject(WRONG_DEFAULT, span, annotations.path))
        value = copy_value(default[0])
        complete(value, type_)
        return value

    def _check(self, value: Value, type_: ValueType, subject: Subject) -> None:
        assert subject.span is not None
        for violation in check(value, type_, subject.span, subject):
            self._report(violation)


_LENGTHS: Mapping[str, str] = {"min_len": "min", "max_len": "max"}
_BOUNDS: Mapping[str, str] = {name: length for length, name in _LENGTHS.items()}
_WITH_LENGTH = frozenset(("string", "array", "map", "any"))


def check_targets(rules: Iterable[Rule], type_: ValueType, path: Path) -> Iterator[Finding]:
    """Yield warnings about rules that do not fit the type of their field.

    Args:
        rules: of the field.
        type_: of the field.
        path: of the field.
    """
    # Of an empty value, no other finding says that it breaks a rule: the field is required.
    is_silent = type_.sample in ("", 0) and not isinstance(type_.sample, bool)
    for rule in rules:
        if rule.name in _LENGTHS and _WITH_LENGTH.isdisjoint(type_.kinds):
            expected = phrase("a string, an array or a map")
            yield _of_another_type(rule, type_, path, expected, _LENGTHS[rule.name])
        elif rule.name in _BOUNDS and is_silent and not _is_comparable(rule.argument, type_):
            is_length = type_name(rule.argument) == "integer" and not _WITH_LENGTH.isdisjoint(type_.kinds)
            is_number = type_name(rule.argument) in ("integer", "float")
            expected = phrase("a number") if is_number else phrase("values of the type of the limit")
            yield _of_another_type(rule, type_, path, expected, _BOUNDS[rule.name] if is_length else "")
        elif (
            rule.name == "one_of"
            and is_silent
            and not any(_is_comparable(value, type_) for value in rule.argument or (None,))
        ):
            yield _of_another_type(rule, type_, path, phrase("a type that one of the values has"))
        elif rule.name == "one_not_null" and not {"map", "any"} & {*type_.kinds}:
            yield _of_another_type(rule, type_, path, phrase("a map"))
        elif rule.name == "one_not_null" and "map" in type_.kinds and not type_.is_open:
            yield from _unknown_keys(rule, type_, path)


def _is_comparable(value: Any, type_: ValueType) -> bool:
    """Return whether any value of a type can be compared with another value; integers and floats can."""
    return value is None or overlap([type_name(value)], type_.kinds)


def _of_another_type(rule: Rule, type_: ValueType, path: Path, expected: Param, instead: str = "") -> Finding:
    hint = phrase("write `{code}`", code=Verbatim(f"{instead}={rule.argument}")) if instead else None
    return finding(
        RULE_OF_ANOTHER_TYPE,
        rule.span,
        path=path,
        rule_name=Verbatim(f"{rule.keyword or rule.name}="),
        found=kinds_phrase(type_),
        expected=expected,
        hint=hint,
    )


def _unknown_keys(rule: Rule, type_: ValueType, path: Path) -> Iterator[Finding]:
    known = [field.key for field in type_.fields if field.removed is None]
    for key in rule.argument if isinstance(rule.argument, list) else ():
        if key not in known:
            hint = did_you_mean(key_text(key), map(key_text, known))
            name, span = Verbatim(key_text(key)), rule.span
            yield finding(RULE_NAMES_UNKNOWN_KEY, span, path=path, key=name, declared=type_.span, hint=hint)
