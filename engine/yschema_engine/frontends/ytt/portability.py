"""The parts of a schema that ytt ignores or refuses, and their replacements.

An error is what would make the schema mean something else there, or be refused; a warning is documentation
that would not be seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from yschema_engine.frontends.ytt.annotations import proposed as designs
from yschema_engine.frontends.ytt.annotations import shipped as names
from yschema_engine.frontends.ytt.annotations.argument_sources import argument_sources
from yschema_engine.model.findings import Finding, Severity, legacy_finding
from yschema_engine.model.path import ROOT, Path
from yschema_engine.nodes import Annotation, Array, Document, Holder, Map, MapItem, walk
from yschema_engine.nodes.compare import written
from yschema_engine.rules.registry import RULES
from yschema_engine.source import Source, Span

_NAMES = MappingProxyType(
    {name: record for record in RULES.values() for name in (record.name, *record.aliases)}
)
_SHARED = ("when", *(record.portability.keyword for record in RULES.values() if record.portability.keyword))
_ONLY_HERE = "|".join(name for name in _NAMES if name not in _SHARED)
_FUNCTIONS = re.compile(rf"\b(?:(?:base64|json|yaml)\.decodable|regexp\.is_valid|assert\.(?:{_ONLY_HERE}))\b")
_TEXT = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*""")
_CODE = re.compile(r"\s*(?:-\s*)*[^#\n]*#@")
_KEYS = "annotate the map @schema/type any=True, and check its keys and values by @schema/validation"


def check_portability(document: Document) -> Iterator[Finding]:
    """Return the findings about parts of an evaluated schema document that are not portable."""
    of_designs = names.DIALECT in document.annotations
    if of_designs:
        yield _of_mark(document.annotations[names.DIALECT], document)
    for holder, path in _with_paths(document, ROOT):
        for name, annotation in holder.annotations.items():
            found = _FOUND[name](annotation, holder) if name in _FOUND else None
            if found is not None:
                severity, what, hint = found
                yield _finding(annotation.span, path, f"@{name} {what}", hint, severity)
        if of_designs:
            yield from _of_value(holder, path)


def check_code(source: Source, *, is_program: bool) -> Iterator[Finding]:
    """Return the findings about rule functions of the standard modules, which are not portable.

    Args:
        source: the file.
        is_program: whether all of it is code, not only what stands behind `#@`.
    """
    for number, line in enumerate(source.text.splitlines(), 1):
        code = line if is_program else line[found.end() :] if (found := _CODE.match(line)) else ""
        for name in dict.fromkeys(_FUNCTIONS.findall(_TEXT.sub("", code))):
            hint = "write a function that tries: assert.try_to(lambda: …) gives the failure"
            yield _finding(Span(source, number), None, f"{name} is not there", hint, "error")


def _of_mark(mark: Annotation, document: Document) -> Finding:
    hint = "mark the document @data/values-schema"
    strings = [h for h in walk(document) if isinstance(h.value, str) and not _has_length(h)]
    if strings:
        hint += (
            f"; there, strings may be empty unless they say @schema/validation min_len=1 (it is implied"
            f" for {len(strings)} of them here)"
        )
    return _finding(mark.span, None, f"@{mark.name} marks no schema", hint, "error")


def _has_length(holder: Holder) -> bool:
    rules = (holder.annotations.get(name) for name in (names.VALIDATION, names.VALIDATE))
    return any(rule is not None and "min_len" in rule.kwargs for rule in rules)


def _of_value(holder: Holder, path: Path) -> Iterator[Finding]:
    if names.TYPE in holder.annotations:
        return
    if holder.value is None:
        hint = "give a value and annotate @schema/nullable, or annotate @schema/type any=True"
        yield _finding(holder.span, path, "a null value declares no type", hint, "error")
    elif isinstance(holder.value, Array) and not holder.value.items:
        hint = "give the array one item, or annotate it @schema/type any=True"
        yield _finding(holder.span, path, "an empty array declares no type", hint, "error")


Found = tuple[Severity, str, str] | None


def _of_type(annotation: Annotation, _: Holder) -> Found:
    if "any" in annotation.kwargs:
        return None
    named = _named(annotation)
    if named == {"any"}:
        return "error", "takes no names of types", "write @schema/type any=True"
    if named == {"null"}:
        hint = "write @schema/nullable, and @schema/default with the value unless null is the default"
        return "error", "takes no names of types", hint
    kinds = ", ".join(f'"{n}"' for n in sorted(named - {"null"}))
    hint = f"write @schema/type any=True and @schema/validation (…, lambda v: type(v) in [{kinds}])"
    return "error", "takes no names of types", hint


def _named(annotation: Annotation) -> set[str]:
    """Return the valid names of types in a `@schema/type`."""
    one_of = annotation.kwargs.get("one_of", annotation.args)
    listed = one_of if isinstance(one_of, list | tuple) else [one_of]
    return {"null" if name is None else str(name) for name in listed}


def _of_validate(annotation: Annotation, _: Holder) -> Found:
    rules, keywords = argument_sources(annotation)
    parts = [f'("…", {rule})' for rule in rules]  # of a pair, argument_sources has the function
    for keyword, value in keywords.items():
        record = _NAMES.get(keyword)
        name = (record.portability.keyword or record.name) if record else keyword
        if name not in _SHARED:
            given = annotation.kwargs[keyword]
            words, argument = (given[1], given[0]) if _has_message(given) else ("…", given)
            function = record.portability.function if record else ""
            check = (function or "…").format(written(argument))
            parts.append(f'("{words}", lambda v: {check})')
        elif _has_message(annotation.kwargs[keyword]):
            parts.append(f'("the message", assert.{name}(…))')
        else:
            parts.append(f"{name}={value}")
    hint = f"write @schema/validation {', '.join(parts) or '…'}"
    if rules:
        hint += ", with functions that give True, or fail"
    return "error", "does nothing, so that its rules do not run", hint


def _of_validation(annotation: Annotation, holder: Holder) -> Found:
    """Return the proposed keywords in a validation, and messages next to values."""
    kwargs = annotation.kwargs
    if all(name in _SHARED and not _has_message(kwargs[name]) for name in kwargs):
        return None
    found = _of_validate(annotation, holder)
    assert found is not None
    return "error", "does not take all of this", found[2]


def _has_message(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str)


def _of_examples(annotation: Annotation, _: Holder) -> Found:
    if len(annotation.args) != 1 or not isinstance(annotation.args[0], list):
        return None
    return "error", "takes no list", "write the pairs without the brackets around them"


def _of_key(annotation: Annotation, holder: Holder) -> Found:
    if annotation.kwargs.get("allowed") is None and annotation.name != designs.ANY_KEY:
        hint = "annotate the value @schema/nullable, and take null for not being there"
        return "error", "does nothing: the key is always there", hint
    key = holder.key if isinstance(holder, MapItem) else ""
    return "error", f"does nothing: the key is {key!r} and no other", _KEYS


def _of_doc(annotation: Annotation, _: Holder) -> Found:
    return "warning", "does nothing", "write @schema/desc"


def _of_example(annotation: Annotation, _: Holder) -> Found:
    return "warning", "does nothing", 'write @schema/examples ("…", value)'


def _of_removed(annotation: Annotation, _: Holder) -> Found:
    return (
        "error",
        "does nothing: the key can still be set",
        "take the key away; until then, @schema/deprecated",
    )


_FOUND: Mapping[str, Callable[[Annotation, Holder], Found]] = MappingProxyType(
    {
        designs.TYPE: _of_type,
        designs.KEY: _of_key,
        designs.ANY_KEY: _of_key,
        designs.MAY_BE_PRESENT: _of_key,
        designs.DOC: _of_doc,
        designs.EXAMPLE: _of_example,
        designs.EXAMPLES: _of_examples,
        designs.REMOVED: _of_removed,
        designs.VALIDATE: _of_validate,
        names.VALIDATION: _of_validation,
    }
)


def _with_paths(holder: Holder, path: Path) -> Iterator[tuple[Holder, Path]]:
    """Yield the node and those below it; nothing in a value of any type is of the schema."""
    yield holder, path
    annotation = holder.annotations.get(names.TYPE)
    if annotation is not None and (annotation.kwargs.get("any") is True or _named(annotation) == {"any"}):
        return
    if isinstance(holder.value, Array):
        for element in holder.value.items:
            yield from _with_paths(element, path.any_item)
    elif isinstance(holder.value, Map):
        for item in holder.value.items:
            yield from _with_paths(item, path.key(item.key))


def _finding(at: Span, path: Path | None, what: str, hint: str, severity: Severity) -> Finding:
    message = f"not portable: in ytt, {what}"
    return legacy_finding(message, "schema", at, path=path, hint=hint, severity=severity, kind="portability")
