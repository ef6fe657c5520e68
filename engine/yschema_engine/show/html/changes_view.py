"""Changes between two versions, prepared for templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, ChangeCode
from yschema_engine.show.changes import (
    by_task,
    facts,
    proof,
    reasons_of,
    shown_successors,
    witness_yaml,
)
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, phrase

_LONGEST = 60
_LABELS: Mapping[ChangeCode, Phrase] = {
    codes.DEFAULT_CHANGED: phrase("Default"),
    codes.NULL_ALLOWED: phrase("Accepts null"),
    codes.FIELD_MOVED: phrase("Moved"),
}
"""What rows say in place of a message whose facts they show as well."""
_OF_DEFAULTS = (codes.DEFAULT_CHANGED, codes.DEFAULT_ADDED, codes.DEFAULT_REMOVED)


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
        path: the path of the field.
        href: the address of the field; empty if no page shows it.
        message: what has changed.
        sides: what the old and the new version say, if both do so briefly; else none.
        facts: what else there is to say, each with a heading.
        successors: the fields that replace this one, or may do so.
        proof: what the values show; None without values.
        values: the values as YAML.
        fingerprint: its identity.
        is_about_lack: whether it concerns values that do not set the field, rather than those that do.
    """

    level: str
    path: str
    href: str
    message: Phrase
    sides: tuple[Param, ...]
    facts: tuple[tuple[Phrase, Param], ...]
    successors: tuple[ShownSuccessor, ...]
    proof: Phrase | None
    values: str
    fingerprint: str
    is_about_lack: bool


@dataclass(frozen=True, slots=True)
class ChangeSection:
    """The changes that mean the same for somebody who upgrades.

    Attributes:
        name: for style sheets and addresses: `fix`, `check`, `behavior`, `accepts`, `new` or `documentation`.
        title: its heading.
        changes: in order.
    """

    name: str
    title: Phrase
    changes: tuple[ShownChange, ...]


def sections(changes: Sequence[Change], href: Callable[[str, Path], str]) -> list[ChangeSection]:
    """Return the changes for each task that has some.

    Args:
        changes: in order.
        href: returns the address of a field of the current version, by the resource of the change and the
            path; empty if there is none.
    """
    return [
        ChangeSection(task, title, tuple(_shown(change, href) for change in of_task))
        for task, title, of_task in by_task(changes)
    ]


def _shown(change: Change, href: Callable[[str, Path], str]) -> ShownChange:
    said = [side.words for side in (change.old, change.new) if side is not None and side.words]
    has_list = change.code in (codes.VALUES_ADDED, codes.VALUES_REMOVED)
    is_brief = len(said) == 2 and not has_list and all(len(ENGLISH.text(words)) <= _LONGEST for words in said)
    return ShownChange(
        level=change.code.level,
        path=change.path_text,
        href=href(change.resource, change.path) if change.path else "",
        message=_LABELS.get(change.code, change.message),
        sides=tuple(said) if is_brief else (),
        facts=tuple(facts(change, is_for_readers=True))[2 if is_brief else 0 :],
        successors=tuple(
            ShownSuccessor(str(each.path), href(change.resource, each.path), reasons_of(each))
            for each in shown_successors(change)
        ),
        proof=proof(change),
        values=witness_yaml(change),
        fingerprint=change.fingerprint,
        is_about_lack=change.code.topic == "lack" or change.code in _OF_DEFAULTS,
    )
