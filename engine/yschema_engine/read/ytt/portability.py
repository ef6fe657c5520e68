"""The parts of a schema that ytt ignores or refuses, and their replacements.

A finding is an error if the schema would mean something else in ytt, or be refused; it is a warning if ytt
would not show some documentation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from yschema_engine.evaluate.argument_phrases import annotation_name
from yschema_engine.read.ytt import annotations as names
from yschema_engine.read.ytt.functions import argument_sources
from yschema_engine.read.ytt.rules import PROPOSED_KEYWORDS, VALIDATION
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.text.findings import Code, Finding, finding, schema_code, schema_warning
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation, Array, Document, Holder, MapItem, walk
from yschema_engine.text.paths import ROOT, Path, children, key_text
from yschema_engine.text.phrases import Phrase, Verbatim, counted, phrase
from yschema_engine.text.source import Source, Span

_portability_code = partial(schema_code, kind="portability")
FUNCTION_NOT_IN_YTT = _portability_code(
    "portability-function",
    "not portable: ytt has no function `{function}`",
    hint="write a function that tries it: `assert.try_to(lambda: …)` returns the failure",
)
MARKER_NOT_IN_YTT = _portability_code(
    "portability-marker", "not portable: in ytt, {annotation} does not mark a schema"
)
NULL_WITHOUT_TYPE = _portability_code(
    "portability-null",
    "not portable: in ytt, a null value declares no type",
    hint="set a value and add @schema/nullable, or add `@schema/type any=True`",
)
ARRAY_WITHOUT_TYPE = _portability_code(
    "portability-empty-array",
    "not portable: in ytt, an empty array declares no type",
    hint="add one item to the array, or annotate it with `@schema/type any=True`",
)
TYPE_NAMES = _portability_code(
    "portability-type-names", "not portable: in ytt, {annotation} takes no names of types"
)
IGNORED_RULES = _portability_code(
    "portability-validate", "not portable: ytt ignores {annotation}, so its rules do not run"
)
REFUSED_RULES = _portability_code(
    "portability-validation", "not portable: ytt does not accept all arguments of this {annotation}"
)
EXAMPLES_IN_LIST = _portability_code(
    "portability-examples",
    "not portable: in ytt, {annotation} takes no list",
    hint="write the pairs without the brackets around them",
)
OPTIONAL_KEY = _portability_code(
    "portability-optional-key",
    "not portable: ytt ignores {annotation}: the key is always present",
    hint="annotate the value with @schema/nullable, and let null mean that it is not set",
)
OPEN_KEY = _portability_code(
    "portability-open-key",
    "not portable: ytt ignores {annotation}: only the key `{key}` is accepted",
    hint="annotate the map with `@schema/type any=True`, "
    "and check its keys and values with @schema/validation",
)
IGNORED_DOCUMENTATION = schema_warning(
    "portability-documentation", "not portable: ytt ignores {annotation}", kind="portability"
)
IGNORED_REMOVAL = _portability_code(
    "portability-removed",
    "not portable: ytt ignores {annotation}: the key can still be set",
    hint="remove the key; until then, annotate it with @schema/deprecated",
)


_SHARED = VALIDATION.all_keywords
_ONLY_HERE = "|".join(name for name in PROPOSED_KEYWORDS if name not in _SHARED)
_FUNCTIONS = rf"\b(?:(?:base64|json|yaml)\.decodable|regexp\.is_valid|assert\.(?:{_ONLY_HERE}))\b"
_MODULES = (".decodable", "regexp.is_valid", "assert.")
_TEXT = r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*"""
_CODE = r"\s*(?:-\s*)*[^#\n]*#@"


def check_portability(document: Document) -> Iterator[Finding]:
    """Return the findings about parts of an evaluated schema document that are not portable."""
    is_proposed = names.DIALECT in document.annotations
    if is_proposed:
        yield _check_marker(document.annotations[names.DIALECT], document)
    elif not any(map(_problem, (a for holder in walk(document) for a in holder.annotations.values()))):
        return  # as most documents have none
    for holder, path in _with_paths(document, ROOT):
        for annotation in holder.annotations.values():
            if problem := _problem(annotation):
                code, hint = problem
                yield _finding(code, annotation, holder, path, hint)
        if is_proposed:
            yield from _check_value(holder, path)


def check_code(source: Source, *, is_program: bool) -> Iterator[Finding]:
    """Return the findings about rule functions of the standard modules, which are not portable.

    Args:
        source: the file.
        is_program: whether all of it is code, not only the text after `#@`.
    """
    if not any(module in source.text for module in _MODULES):
        return  # which is faster than the pattern
    for number, line in enumerate(source.text.splitlines(), 1):
        before = None if is_program else re.match(_CODE, line)
        if not is_program and before is None:
            continue
        start = before.end() if before else 0
        code = re.sub(_TEXT, lambda text: " " * len(text[0]), line[start:])
        spans = {match[0]: match.span() for match in reversed([*re.finditer(_FUNCTIONS, code)])}
        for function, (first, end) in sorted(spans.items(), key=lambda item: item[1]):
            span = Span(source, number, start + first + 1, start + end + 1)
            yield finding(FUNCTION_NOT_IN_YTT, span, function=Verbatim(function))


_Problem = tuple[Code, Phrase | None] | None


def _finding(
    code: Code, annotation: Annotation, holder: Holder, path: Path | None, hint: Phrase | None
) -> Finding:
    """Return a finding about an annotation; the hint is None if the code has one."""
    name = annotation_name(annotation.name)
    key = Verbatim(key_text(holder.key)) if isinstance(holder, MapItem) else None
    return finding(code, annotation.span, path=path, annotation=name, key=key, hint=hint)


def _check_marker(marker: Annotation, document: Document) -> Finding:
    strings = [h for h in walk(document) if isinstance(h.value, str) and not _has_length(h)]
    hint = phrase("mark the document @data/values-schema")
    if strings:
        hint = counted(
            "mark the document @data/values-schema, which accepts empty strings: to refuse them, add"
            " `@schema/validation min_len=1` to the {count} string that has this rule here without one",
            "mark the document @data/values-schema, which accepts empty strings: to refuse them, add"
            " `@schema/validation min_len=1` to the {count} strings that have this rule here without one",
            len(strings),
        )
    return _finding(MARKER_NOT_IN_YTT, marker, document, None, hint)


def _has_length(holder: Holder) -> bool:
    rules = (holder.annotations.get(name) for name in (names.VALIDATION, names.VALIDATE))
    return any(rule is not None and "min_len" in rule.kwargs for rule in rules)


def _check_value(holder: Holder, path: Path) -> Iterator[Finding]:
    if names.TYPE in holder.annotations:
        return
    if holder.value is None:
        yield finding(NULL_WITHOUT_TYPE, holder.span, path=path)
    elif isinstance(holder.value, Array) and not holder.value.items:
        yield finding(ARRAY_WITHOUT_TYPE, holder.span, path=path)


def _check_type(annotation: Annotation) -> _Problem:
    type_names = _type_names(annotation)
    types = ", ".join(f'"{name}"' for name in sorted(type_names - {"null"}))
    rule = Verbatim(f"@schema/validation (…, lambda v: type(v) in [{types}])")
    hint = phrase("write `@schema/type any=True` and `{rule}`", rule=rule)
    if type_names == {"any"}:
        hint = phrase("write `@schema/type any=True`")
    elif type_names == {"null"}:
        hint = phrase("write @schema/nullable, and @schema/default with the value unless null is the default")
    return None if "any" in annotation.kwargs else (TYPE_NAMES, hint)


def _type_names(annotation: Annotation) -> set[str]:
    """Return the valid names of types in a `@schema/type`."""
    one_of = annotation.kwargs.get("one_of", annotation.args)
    listed = one_of if isinstance(one_of, list | tuple) else [one_of]
    return {"null" if name is None else str(name) for name in listed}


def _check_validation(annotation: Annotation) -> _Problem:
    """Return the proposed keywords in a validation, and messages next to values."""
    kwargs = annotation.kwargs
    if all(name in _SHARED and not _has_message(kwargs[name]) for name in kwargs):
        return None
    return REFUSED_RULES, _validation_hint(annotation)


def _validation_hint(annotation: Annotation) -> Phrase:
    rules, keywords = argument_sources(annotation)
    parts = [f'("…", {rule})' for rule in rules]  # of a pair, argument_sources has the function
    parts += [_portable(name, value, annotation) for name, value in keywords.items()]
    code = Verbatim(f"@schema/validation {', '.join(parts) or '…'}")
    if rules:
        return phrase("write `{code}`, with functions that return True, or fail", code=code)
    return phrase("write `{code}`", code=code)


def _portable(name: str, source: str, annotation: Annotation) -> str:
    """Return the argument of `@schema/validation` that replaces a keyword argument."""
    record = RULES.get(PROPOSED_KEYWORDS.get(name, ""))
    keyword = (record.ytt_keyword or record.name) if record else name
    value = annotation.kwargs[name]
    if keyword not in _SHARED:
        words, argument = (value[1], value[0]) if _has_message(value) else ("…", value)
        function = record.ytt_function if record else ""
        return f'("{words}", lambda v: {(function or "…").format(written(argument))})'
    return f'("the message", assert.{keyword}(…))' if _has_message(value) else f"{keyword}={source}"


def _has_message(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str)


def _check_key(annotation: Annotation) -> _Problem:
    is_open = annotation.name == names.ANY_KEY or annotation.kwargs.get("allowed") is not None
    return OPEN_KEY if is_open else OPTIONAL_KEY, None


_CHECKS: Mapping[str, Callable[[Annotation], _Problem]] = {
    names.TYPE: _check_type,
    names.KEY: _check_key,
    names.ANY_KEY: _check_key,
    names.MAY_BE_PRESENT: _check_key,
    names.DOC: lambda _: (IGNORED_DOCUMENTATION, phrase("write @schema/desc")),
    names.EXAMPLE: lambda _: (IGNORED_DOCUMENTATION, phrase('write `@schema/examples ("…", value)`')),
    names.EXAMPLES: lambda each: (EXAMPLES_IN_LIST, None) if [*map(type, each.args)] == [list] else None,
    names.REMOVED: lambda _: (IGNORED_REMOVAL, None),
    names.VALIDATE: lambda annotation: (IGNORED_RULES, _validation_hint(annotation)),
    names.VALIDATION: _check_validation,
}


def _problem(annotation: Annotation) -> _Problem:
    return _CHECKS[annotation.name](annotation) if annotation.name in _CHECKS else None


def _with_paths(holder: Holder, path: Path) -> Iterator[tuple[Holder, Path]]:
    """Yield the node and those below it; nothing in a value of any type is of the schema."""
    yield holder, path
    annotation = holder.annotations.get(names.TYPE)
    if annotation is not None and (
        annotation.kwargs.get("any") is True or _type_names(annotation) == {"any"}
    ):
        return
    for inner, item in children(holder.value, path):
        yield from _with_paths(item, inner.field)
