"""Changes between two versions, prepared for templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from yschema_engine.compare.changes import Change
from yschema_engine.show.changes import (
    LEVELS,
    by_axis,
    facts,
    proof,
    reasons_of,
    shown_successors,
    witness_yaml,
)
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, Phrase


@dataclass(frozen=True, slots=True)
class ShownSuccessor:
    """A field that may replace another one.

    Attributes:
        path: its path.
        href: its address; empty if no page shows it.
        reasons: why it is probable; None if the author says so.
    """

    path: str
    href: str
    reasons: Phrase | None


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change.

    Attributes:
        level: its level, for style sheets.
        label: its level in words.
        path: the path of the field.
        href: the address of the field; empty if no page shows it.
        message: what has changed.
        facts: what both versions say, each with a heading.
        successors: the fields that replace this one, or may do so.
        proof: what the values show; None without values.
        values: the values as YAML.
        fingerprint: its identity.
    """

    level: str
    label: Phrase
    path: str
    href: str
    message: Phrase
    facts: tuple[tuple[Phrase, Param], ...]
    successors: tuple[ShownSuccessor, ...]
    proof: Phrase | None
    values: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ChangeSection:
    """The changes of one axis.

    Attributes:
        name: of the axis.
        title: its heading.
        about: what the changes are about.
        changes: in order.
    """

    name: str
    title: Phrase
    about: Phrase
    changes: tuple[ShownChange, ...]

    @property
    def levels(self) -> list[tuple[str, Phrase, int]]:
        """The levels of the changes, each with its label and the number of changes."""
        counts = Counter((change.level, change.label) for change in self.changes)
        return [(*level, count) for level, count in counts.items()]


def sections(changes: Sequence[Change], href: Callable[[Path], str] = lambda _: "") -> list[ChangeSection]:
    """Return the changes of each axis that has some.

    Args:
        changes: in order.
        href: returns the address of a field of the current version; empty if there is none.
    """
    return [
        ChangeSection(axis, title, about, tuple(_shown(change, href) for change in of_axis))
        for axis, title, about, of_axis in by_axis(changes)
    ]


def _shown(change: Change, href: Callable[[Path], str]) -> ShownChange:
    return ShownChange(
        level=change.code.level,
        label=LEVELS[change.code.level],
        path=change.path_text,
        href=href(change.path) if change.path else "",
        message=change.message,
        facts=tuple(facts(change, is_for_readers=True)),
        successors=tuple(
            ShownSuccessor(str(each.path), href(each.path), reasons_of(each))
            for each in shown_successors(change)
        ),
        proof=proof(change),
        values=witness_yaml(change),
        fingerprint=change.fingerprint,
    )
