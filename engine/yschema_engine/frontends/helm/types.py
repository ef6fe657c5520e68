"""The type of a value: declared by a schema, stated by a comment, or inferred from a sample."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yschema_engine.frontends.helm.candidates import Candidate
from yschema_engine.frontends.helm.facts import Facts
from yschema_engine.schema.fields import FactSource, Kind, ValueType
from yschema_engine.schema.rules import Rule
from yschema_engine.text.nodes import Array, Map, Value, type_name
from yschema_engine.text.source import Source, Span


def inferred_kinds(values: Iterable[Value], *, from_empty: bool = False) -> tuple[Kind, ...]:
    """Return the types that sample values imply.

    Args:
        values: the samples; null implies no type.
        from_empty: whether `{}` and `[]` imply one.
    """
    kinds: dict[Kind, None] = {}
    for value in values:
        is_empty = isinstance(value, Map | Array) and not value.items
        if value is not None and (from_empty or not is_empty):
            kinds[type_name(value)] = None  # type: ignore[index]
    if "float" in kinds:
        kinds.pop("integer", None)
    return tuple(kinds)


def type_of(
    candidates: Sequence[Candidate], facts: Facts | None, inferred: tuple[Kind, ...], span: Span | None
) -> tuple[ValueType, FactSource | None]:
    """Return the type of a value without the fields below it, and where it comes from.

    Args:
        candidates: what schemas declare, those that are trusted most first.
        facts: what comments say.
        inferred: the types that sample values imply.
        span: of the sample value.
    """
    words = facts.words if facts is not None and not facts.kinds else ""
    for candidate in candidates:
        if candidate.has_type:
            declared = candidate.field.type
            type_ = ValueType(
                declared.kinds, declared.span, sample=declared.sample, is_number=declared.is_number
            )
            return type_, FactSource(candidate.origin, declared.span)
    if facts is not None and facts.kinds:
        kinds = facts.kinds
        if kinds == ("null",) and inferred:
            kinds = (*inferred, "null")
        return ValueType(kinds, facts.span), FactSource("comment", facts.span)
    place = span or (facts.span if facts is not None else _nowhere(candidates))
    if inferred:
        return ValueType(inferred, place, words=words), FactSource("inferred", place)
    return ValueType(("any",), place, is_unknown=True, words=words), FactSource("inferred", place)


def _nowhere(candidates: Sequence[Candidate]) -> Span:
    return candidates[0].field.span if candidates else Span(Source("", ""), 1)


def merged_rules(candidates: Sequence[Candidate]) -> tuple[Rule, ...]:
    """Return the rules of all schemas; of two with the same keyword, the one that is trusted more."""
    rules: dict[str, list[Rule]] = {}
    for candidate in candidates:
        by_keyword: dict[str, list[Rule]] = {}
        for rule in candidate.field.rules:
            by_keyword.setdefault(rule.keyword or rule.name, []).append(rule)
        for keyword, own in by_keyword.items():
            rules.setdefault(keyword, own)
    return tuple(rule for own in rules.values() for rule in own)
