"""How a page opens: what readers have to set."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.model.fields import Field as Declaration
from yschema_engine.nodes import Map, to_yaml
from yschema_engine.outputs.html.filters import number_below
from yschema_engine.outputs.html.view import Must
from yschema_engine.reference import Field, Reference
from yschema_engine.values.least import minimal


def must(declaration: Declaration, reference: Reference) -> Must:
    """What readers of a schema have to set, found and proved by its rules.

    Args:
        declaration: what the schema declares.
        reference: its documentation.

    Raises:
        LimitError: the schema's code took more time or memory than it may.
    """
    least = minimal(declaration)
    return Must(
        yaml=to_yaml(least.value) if isinstance(least.value, Map) and least.value.items else "",
        proved=not least.violations,
        required=sum(1 for _ in _required(reference.root)),
        total=number_below(reference.root),
    )


def _required(field: Field) -> Iterator[Field]:
    """The fields that readers have to set; those of maps that are not there by default are not among them."""
    for below in field.fields:
        if below.optional or below.open_to or below.removed is not None:
            continue
        inner = list(_required(below)) if isinstance(below.value, Map) else []
        if below.required and not inner:
            yield below
        yield from inner
