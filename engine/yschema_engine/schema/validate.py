"""Running the rules that a schema attaches to its nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.nodes import Array, Map, Value, to_plain
from yschema_engine.schema.check import join
from yschema_engine.schema.defaults import default_of
from yschema_engine.schema.keys import Keys, assign
from yschema_engine.schema.types import Declaration, Type
from yschema_engine.validations import Place, Validation, run_validation, violated


def validate(declaration: Declaration, value: Value) -> Iterator[Diagnostic]:
    """The violations of rules by data values, a map or an array before what it contains.

    Args:
        declaration: what the schema document declares.
        value: the data values, of the right types, completed.

    Raises:
        EngineError: the condition of a rule failed.
    """
    return validate_at(declaration, value, Place("", declaration.position, None, value))


def validate_at(declaration: Declaration, value: Value, place: Place) -> Iterator[Diagnostic]:
    """The violations at a place of the data values and below it; as `validate`."""
    for validation in declaration.validations:
        yield from run_validation(validation, value, place)
    type_ = declaration.type
    if isinstance(value, Map) and type_.items:
        for keys, count in _wrong_counts(value, type_):
            yield _wrong_count(keys, count, place)
        for item, declared in assign(value.items, type_):
            if declared is not None:
                inner = Place(join(place.path, item.key), item.position, value, place.root)
                yield from validate_at(declared, item.value, inner)
    elif isinstance(value, Array) and type_.item is not None:
        for index, element in enumerate(value.items):
            inner = Place(f"{place.path}[{index}]", element.position, value, place.root)
            yield from validate_at(type_.item, element.value, inner)


def _wrong_counts(value: Map, type_: Type) -> Iterator[tuple[Keys, int]]:
    """What a map is open to, where the number of such keys in it is not as expected, with that number."""
    if any(declared.is_open for declared in type_.items):
        counts = Counter(id(declared) for _, declared in assign(value.items, type_))
        for declared in type_.items:
            if declared.keys is not None and declared.is_open:
                count = counts[id(declared)]
                if not declared.keys.is_met(count):
                    yield declared.keys, count


def _wrong_count(keys: Keys, count: int, place: Place) -> Diagnostic:
    return Diagnostic(
        "the map has too few or too many keys of a kind",
        "validation",
        place.position,
        path=place.path or "(document)",
        found=f"{count} of {keys.words}",
        expected=keys.number,
        rule=f"{keys.number} of {keys.words}",
        by=keys.position,
    )


def is_required(declaration: Declaration) -> bool:
    """Whether the own default breaks an unconditional rule, so that somebody has to set the value."""
    if declaration.absent:
        return False
    type_ = declaration.type
    if not declaration.validations and not any(item.is_open for item in type_.items):
        return False
    default = default_of(declaration)
    if isinstance(default, Map) and any(True for _ in _wrong_counts(default, type_)):
        return True
    unconditional = (v for v in declaration.validations if v.when is None)
    return any(True for validation in unconditional for _ in violated(validation, default))


def check_defaults(declaration: Declaration, path: str = "") -> Iterator[Diagnostic]:
    """Warnings of defaults that are not empty and break their own unconditional rules.

    An empty default that does so makes its field required, which is no fault.
    """
    for validation in declaration.validations if not declaration.absent else ():
        yield from _check_default(declaration, validation, path)
    type_ = declaration.type
    if type_.item is not None:
        # An item has no default of its own: somebody gives it.
        path += "[]"
        type_ = type_.item.type
    for item in type_.items:
        if item.validations or item.type.items or item.type.item is not None:
            yield from check_defaults(item, join(path, item.key))


def _check_default(declaration: Declaration, validation: Validation, path: str) -> Iterator[Diagnostic]:
    if validation.when is not None:
        return
    default = default_of(declaration)
    if is_empty(default):
        return
    for rule, found in violated(validation, default):
        yield Diagnostic(
            "the default breaks a rule of its own",
            "validation",
            declaration.position,
            path=path or "(document)",
            found=found,
            rule=rule.message or rule.description,
            by=validation.position,
            hint="whoever leaves the value out gets this violation",
            severity="warning",
        )


def is_empty(value: Value) -> bool:
    """Whether a value says nothing: null, `""`, 0, and maps and arrays of nothing else."""
    if isinstance(value, Map | Array):
        return all(is_empty(item.value) for item in value.items)
    return value is None or (not isinstance(value, bool) and to_plain(value) in ("", 0))
