"""Running the rules that a schema attaches to its nodes."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.nodes import Array, Map, Value, key_id, to_plain
from yschema_engine.schema.check import join
from yschema_engine.schema.defaults import default_of
from yschema_engine.schema.types import Declaration
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
    if declaration.validation is not None:
        yield from run_validation(declaration.validation, value, place)
    type_ = declaration.type
    if isinstance(value, Map) and type_.items:
        declared = {key_id(item.key): item for item in type_.items}
        for item in value.items:
            known = declared.get(key_id(item.key))
            if known is not None:
                inner = Place(join(place.path, item.key), item.position, value, place.root)
                yield from validate_at(known, item.value, inner)
    elif isinstance(value, Array) and type_.item is not None:
        for index, element in enumerate(value.items):
            inner = Place(f"{place.path}[{index}]", element.position, value, place.root)
            yield from validate_at(type_.item, element.value, inner)


def is_required(declaration: Declaration) -> bool:
    """Whether the own default breaks an unconditional rule, so that somebody has to set the value."""
    validation = declaration.validation
    if validation is None or validation.when is not None:
        return False
    return any(True for _ in violated(validation, default_of(declaration)))


def check_defaults(declaration: Declaration, path: str = "") -> Iterator[Diagnostic]:
    """Warnings of defaults that are not empty and break their own unconditional rules.

    An empty default that does so makes its field required, which is no fault.
    """
    if declaration.validation is not None:
        yield from _check_default(declaration, declaration.validation, path)
    type_ = declaration.type
    if type_.item is not None:
        # An item has no default of its own: somebody gives it.
        path += "[]"
        type_ = type_.item.type
    for item in type_.items:
        if item.validation is not None or item.type.items or item.type.item is not None:
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
            rule=rule.description,
            by=validation.position,
            hint="whoever leaves the value out gets this violation",
            severity="warning",
        )


def is_empty(value: Value) -> bool:
    """Whether a value says nothing: null, `""`, 0, and maps and arrays of nothing else."""
    if isinstance(value, Map | Array):
        return all(is_empty(item.value) for item in value.items)
    return value is None or (not isinstance(value, bool) and to_plain(value) in ("", 0))
