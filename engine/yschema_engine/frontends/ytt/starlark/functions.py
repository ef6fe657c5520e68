"""Functions of programs, as values in the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yschema_engine.text.deferred_classes import dataclass

if TYPE_CHECKING:
    from yschema_engine.frontends.ytt.starlark.replay import Call


@dataclass(frozen=True, slots=True)
class Function:
    """A Starlark function.

    Attributes:
        index: its place in the list of its module.
        name: its name, for readers.
        rule: of an assertion such as `assert.min(3)`, the name and the arguments: `("min", (3,))`.
        replayed: calls a function that no list holds.
    """

    index: int
    name: str
    rule: tuple[str, tuple[Any, ...]] | None = None
    replayed: Call | None = None
