"""Errors of the library `jsonschema` as findings, each at its place, with what is expected there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from yschema_engine.compiled.condition_phrases import condition, prohibition
from yschema_engine.compiled.documents import (
    INVALID_FORMAT,
    INVALID_INSTANCE,
    INVALID_KEY,
    MISSING_KEY,
    UNKNOWN_KEY,
    get_item,
)
from yschema_engine.compiled.evaluated import MOST_KEYS, NoAlternativeError, additional_keys
from yschema_engine.compiled.keyword_phrases import (
    ALTERNATIVES,
    LISTING,
    code,
    codes_of,
    limit_phrase,
    lists_values,
    only_values,
    some_of_keys,
    types,
)
from yschema_engine.compiled.keywords import UndeclaredKeyError
from yschema_engine.compiled.library import ValidationError
from yschema_engine.compiled.schema_phrases import keyword_phrase, summary
from yschema_engine.schema.types import kind_phrase
from yschema_engine.text.findings import Code, Finding, finding
from yschema_engine.text.nodes import Array, Item, Map, Value, type_name
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, joined, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import did_you_mean, suggest

NodeOf = Callable[[Any], Value]
_TELLING = ("type", "const", "enum", "required")
_DESCRIBING = frozenset(("required", "properties", "type", "description", "title"))
_TYPES = frozenset(("type", "items"))
_CONSTANTS = frozenset(("const", "type", "title", "description"))
_COUNTS = ("minContains", "maxContains")
_AFTER_TYPE = (*LISTING, "not")  # say nothing new about a value of the wrong type
_MOST_SHAPES = 12
_COLLECTIONS: Mapping[type, str] = {dict: "map", list: "array"}
_QUOTE = phrase("put the value in quotes to make it a string")


class Violations:
    """Makes findings of errors about one value."""

    def __init__(self, value: Value, span: Span | None, node_of: NodeOf) -> None:
        """Make a reader of errors.

        Args:
            value: the value as nodes.
            span: its place.
            node_of: returns the node of a schema, which findings refer to.
        """
        self._value = value
        self._span = span
        self._node_of = node_of
        self._required: set[tuple[Any, ...]] = set()
        self._misspelt: set[Path] = set()  # as they should be spelled

    def of(self, errors: Iterable[ValidationError]) -> Iterator[Finding]:
        """Yield the findings about errors: one for each mistake.

        A key that is misspelt is not missing as well, and a value of the wrong type is not reported again for
        being none of those that the schema lists, or one that it excludes.
        """
        leaves = [leaf for error in errors for leaf in _most_telling(error)]
        mistyped = {tuple(leaf.absolute_path) for leaf in leaves if leaf.validator == "type"}
        findings = [
            each
            for leaf in leaves
            if leaf.validator not in _AFTER_TYPE or tuple(leaf.absolute_path) not in mistyped
            for each in self._of(leaf)
        ]
        yield from (each for each in findings if each.code != MISSING_KEY or each.path not in self._misspelt)

    def _of(self, error: ValidationError) -> Iterator[Finding]:
        steps = tuple(error.absolute_path)
        match error.validator:
            case "required" | "dependentRequired" | "dependencies":
                yield from self._missing(error, steps)
            case "additionalProperties" if isinstance(error.instance, dict):
                known = [key for key in error.schema.get("properties", ()) if isinstance(key, str)]
                patterns = tuple(error.schema.get("patternProperties", ()))
                for key in additional_keys(error.instance, error.schema):
                    yield self._unknown(error, (*steps, key), key, known, patterns)
            case "unevaluatedProperties" if isinstance(error, UndeclaredKeyError):
                yield self._unknown(error, (*steps, error.key), error.key, error.declared)
            case "format":
                yield self._finding(INVALID_FORMAT, error, steps, expected=_expected(error))
            case "anyOf" | "oneOf" if (
                isinstance(error, NoAlternativeError) and error.selection.key is not None
            ):
                yield self._of_no_shape(error, steps, error.selection.key)
            case _:
                is_key = self._is_about_key(error, steps)
                code_, at = (INVALID_KEY, (*steps, error.instance)) if is_key else (INVALID_INSTANCE, steps)
                yield self._finding(code_, error, at, **facts_of(error))

    def _is_about_key(self, error: ValidationError, steps: tuple[Any, ...]) -> bool:
        """Return whether an error is about a key itself, by `propertyNames`."""
        if "propertyNames" not in error.absolute_schema_path or not isinstance(error.instance, str):
            return False
        return len([*_along(self._value, (*steps, error.instance))]) > len(steps)

    def _missing(self, error: ValidationError, steps: tuple[Any, ...]) -> Iterator[Finding]:
        """Yield a finding for each key that is missing; the library has an error for each."""
        if (steps, id(error.validator_value)) in self._required:
            return
        self._required.add((steps, id(error.validator_value)))
        instance = error.instance if isinstance(error.instance, dict) else {}
        if error.validator == "required":
            needed = [(None, error.validator_value)]
        else:  # by keys that are set; what is not a list is a schema, with errors of its own
            dependent = error.validator_value.items()
            needed = [(key, keys) for key, keys in dependent if key in instance and isinstance(keys, list)]
        for key, keys in needed:
            when = None if key is None else phrase("{key} is set", key=code(key))
            for each in (each for each in keys if each not in instance):
                yield self._finding(MISSING_KEY, error, steps, key=each, when=when)

    def _of_no_shape(self, error: NoAlternativeError, steps: tuple[Any, ...], key: str) -> Finding:
        """Return the finding about a key whose value selects none of several shapes."""
        values = error.selection.values
        expected = keyword_phrase("enum", values)
        if key not in error.instance:
            return self._finding(MISSING_KEY, error, steps, key=key, expected=expected)
        value, at = error.instance[key], (*steps, key)
        names = [each for each in values if isinstance(each, str)]
        hint = _hint(value, names) if isinstance(value, str) else None
        return self._finding(INVALID_INSTANCE, error, at, found=code(value), expected=expected, hint=hint)

    def _unknown(
        self,
        error: ValidationError,
        steps: tuple[Any, ...],
        key: str,
        known: Sequence[str],
        patterns: Sequence[str] = (),
    ) -> Finding:
        near = suggest(key, known) if len(known) <= MOST_KEYS else None
        if near is not None:
            self._misspelt.add(Path((*steps[:-1], near)))
        expected, hint = _known_keys(known, patterns), _hint(key, known)
        return self._finding(UNKNOWN_KEY, error, steps, found=code(key), expected=expected, hint=hint)

    def _finding(
        self, code_: Code, error: ValidationError, steps: Sequence[Any], key: str | None = None, **facts: Any
    ) -> Finding:
        is_key = code_ in (UNKNOWN_KEY, INVALID_KEY)
        span = span_at(self._value, steps, self._span, of_key=is_key)
        facts["when"] = facts.get("when") or _condition_of(error)
        path = Path(steps if key is None else (*steps, key))
        item = get_item(self._node_of(error.schema), str(error.validator))
        return finding(code_, span, path=path, declared=item.span if item is not None else None, **facts)


def _hint(text: str, known: Sequence[str]) -> Phrase | None:
    return did_you_mean(text, known) if len(known) <= MOST_KEYS else None


def _known_keys(names: Sequence[str], patterns: Sequence[str]) -> Phrase:
    """Return the keys that a map may have, in words."""
    keys, shown = codes_of(names), Listing(tuple(map(code, patterns)), "or")
    if not patterns:
        return phrase("one of {keys}", keys=keys) if names else phrase("no key")
    if not names:
        return phrase("a key that matches {patterns}", patterns=shown)
    return phrase("one of {keys}; or a key that matches {patterns}", keys=keys, patterns=shown)


def _most_telling(error: ValidationError) -> Iterator[ValidationError]:
    """Yield the errors of the alternative that the value most likely means, or the error itself."""
    if error.validator not in ALTERNATIVES or not error.context:
        yield error
        return
    branches = {index: list(errors) for index, errors in groupby(error.context, key=_branch)}
    meant = _meant(error, branches)
    if len(meant) != 1:
        yield error
        return
    for each in meant[0]:
        yield from _most_telling(each)


def _meant(
    error: ValidationError, branches: Mapping[Any, list[ValidationError]]
) -> list[list[ValidationError]]:
    """Return the errors of the alternatives that a value may mean."""
    selection = error.selection if isinstance(error, NoAlternativeError) else None
    if selection is not None and (selection.key is not None or len(selection.indexes) == 1):
        return [branches[index] for index in selection.indexes]
    if None in branches:
        return []
    alike = [errors for errors in branches.values() if not any(map(_tells_apart, errors))]
    if len(alike) != 1 and selection is not None and selection.nearest is not None:
        return [branches[selection.nearest]]
    return alike


def _branch(error: ValidationError) -> Any:
    # An alternative that is `false` has no path.
    return error.relative_schema_path[0] if error.relative_schema_path else None


def _tells_apart(error: ValidationError) -> bool:
    """Return whether an error says that a value is of another shape, rather than wrong in its shape."""
    depth = len(error.relative_path)
    if error.validator in ALTERNATIVES and error.context and not depth:
        branches = [list(errors) for _, errors in groupby(error.context, key=_branch)]
        return all(any(map(_tells_apart, errors)) for errors in branches)
    return error.validator in _TELLING and depth <= (error.validator in LISTING)


def _condition_of(error: ValidationError) -> Phrase | None:
    """Return the condition under which a value is wrong; None if it always is."""
    around: ValidationError | None = error
    while around is not None:
        if hasattr(around, "condition"):
            schema, holds = around.condition
            return condition(schema, is_negated=not holds)
        around = around.parent
    return None


def _listed(error: ValidationError) -> list[Any]:
    """Return the values that a broken keyword lists."""
    if error.validator == "const":
        return [error.validator_value]
    if error.validator in ALTERNATIVES:
        lists = [only_values(each) for each in error.validator_value]
        return [] if None in lists else [value for values in lists for value in values or ()]
    return list(error.validator_value) if error.validator == "enum" else []


def _hint_at_value(error: ValidationError) -> Phrase | None:
    if error.validator == "type" and isinstance(error.instance, bool | int | float):
        return _QUOTE if "string" in error.validator_value else None
    names = [each for each in _listed(error) if isinstance(each, str)]
    return _hint(error.instance, names) if isinstance(error.instance, str) else None


def _shown(error: ValidationError) -> Param:
    if error.validator == "type":
        kind = _COLLECTIONS.get(type(error.instance))
        return kind_phrase(kind) if kind else Verbatim(type_name(error.instance))
    shown = code(error.instance)
    if any(shown == code(each) for each in _listed(error)):
        return Verbatim(json.dumps(error.instance, ensure_ascii=False))  # a text, and the other one a number
    return shown


def facts_of(error: ValidationError) -> dict[str, Any]:
    """Return the parameters of a finding that say what was found, what is expected, and what to do."""
    return {"found": _shown(error), "expected": _expected(error), "hint": _hint_at_value(error)}


def _expected(error: ValidationError) -> Param | None:
    if error.validator is None:
        return phrase("no value")
    is_ambiguous = error.validator == "oneOf" and not error.context
    keyword = "contains" if error.validator in _COUNTS else str(error.validator)
    return expected_by(keyword, error.schema, is_ambiguous=is_ambiguous)


def expected_by(keyword: str, schema: Mapping[str, Any], *, is_ambiguous: bool = False) -> Param | None:
    """Return the phrase for what a keyword expects.

    Args:
        keyword: the keyword.
        schema: the schema with the keyword.
        is_ambiguous: whether several alternatives match, and one should.
    """
    value = schema[keyword]
    if keyword == "type":
        return types(value)
    if keyword == "not":
        return prohibition(value)
    if keyword in ALTERNATIVES:
        keys = _only_keys(value)
        if keys:
            return some_of_keys(keys, keyword, is_ambiguous=is_ambiguous)
        return _of_alternatives(value, is_ambiguous=is_ambiguous)
    if keyword == "unevaluatedItems":
        return phrase("no further items")
    if keyword in ("items", "additionalItems") and value is False:
        first = schema.get("prefixItems" if keyword == "items" else "items", ())
        return limit_phrase("maxItems", len(first)) if first else phrase("no items")
    return keyword_phrase(keyword, value, around=schema)


def _of_alternatives(alternatives: Sequence[Any], *, is_ambiguous: bool) -> Phrase:
    names = [each.keys() if isinstance(each, dict) else () for each in alternatives]
    if all("type" in each and _TYPES.issuperset(each) for each in names):
        return joined([Listing(tuple(types(each["type"]) for each in alternatives), "or")])
    if all("const" in each and _CONSTANTS.issuperset(each) for each in names):
        return phrase("one of {values}", values=codes_of(each["const"] for each in alternatives))
    titles = [each.get("title") if isinstance(each, dict) else None for each in alternatives]
    if all(isinstance(title, str) and title for title in titles):
        words: Param = Listing(tuple(map(str, titles)), "or")
    else:
        words = Listing(tuple(summary(each) for each in alternatives[:_MOST_SHAPES]), ";")
    if is_ambiguous:
        return phrase("exactly one of these shapes: {shapes}", shapes=words)
    return phrase("one of these shapes: {shapes}", shapes=words)


def _only_keys(alternatives: Sequence[Any]) -> list[Param]:
    """Return the keys of which each alternative requires some; none if it asks for more than that."""
    groups = [each.get("required", ()) if isinstance(each, dict) else () for each in alternatives]
    others = [each.keys() - _DESCRIBING for each in alternatives if isinstance(each, dict)]
    properties = [each.get("properties", {}) for each in alternatives if isinstance(each, dict)]
    if any(inner is False or lists_values(inner) for each in properties for inner in each.values()):
        return []  # the values of some keys are what tells an alternative from others
    if any(others) or not all(groups) or len({tuple(sorted(keys)) for keys in groups}) < len(groups):
        return []
    return [Listing(tuple(map(code, keys)), "and") for keys in groups]


def span_at(
    value: Value, steps: Iterable[str | int], span: Span | None, *, of_key: bool = False
) -> Span | None:
    """Return the span of the value at a path, or of the nearest one above it.

    Args:
        value: the whole value.
        steps: keys and indexes.
        span: of the whole value.
        of_key: whether to return the span of the last key.
    """
    for item in _along(value, steps):
        span = item.span if of_key else item.value_span
    return span


def _along(value: Value, steps: Iterable[str | int]) -> Iterator[Item]:
    """Yield the keys and items that a path leads through, as far as the value has them."""
    for step in steps:
        matching: Sequence[Item] = ()
        if isinstance(value, Map):
            # Of two keys that are the same in JSON, `true` and `"true"`, the last counts.
            matching = [item for item in reversed(value.items) if key_text(item.key) == step]
        elif isinstance(value, Array) and isinstance(step, int):
            matching = value.items[step : step + 1]
        if not matching:
            return
        yield matching[0]
        value = matching[0].value
