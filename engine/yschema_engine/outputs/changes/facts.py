"""The facts of a change besides its message, as phrases with headings, in one order for all outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from yschema_engine.compare.changes import Axis, Change, Level, Reason, Side, Successor
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, counted, phrase

AXES: Mapping[Axis, tuple[Phrase, Phrase]] = MappingProxyType(
    {
        "acceptance": (
            phrase("Acceptance"),
            phrase("values that one version accepts and the other one refuses"),
        ),
        "effect": (phrase("Effect"), phrase("the same values, with another result")),
        "words": (phrase("Words"), phrase("titles, descriptions, examples and notices")),
    }
)
"""The axes with their headings, and what they are about."""
LEVELS: Mapping[Level, Phrase] = MappingProxyType(
    {
        "breaking": phrase("breaking"),
        "compatible": phrase("compatible"),
        "effect": phrase("effect"),
        "words": phrase("words"),
    }
)
"""The levels of changes, as labels."""
_REASONS: Mapping[Reason, Phrase] = MappingProxyType(
    {
        "notice": phrase("the schema says so"),
        "name": phrase("similar name"),
        "default": phrase("same default"),
        "type": phrase("same type"),
        "description": phrase("similar description"),
        "keys": phrase("similar keys"),
    }
)
_SHOWN = 3


def facts(change: Change, *, is_for_readers: bool = False) -> Iterator[tuple[Phrase, Param]]:
    """Yield what both versions say, what to do instead, and whether the change is proved.

    Args:
        change: the change.
        is_for_readers: whether to leave out places in files, and successors, which pages link.
    """
    for label, side in ((phrase("old"), change.old), (phrase("new"), change.new)):
        if side is not None and (text := side.words if is_for_readers else _side(side, change)):
            yield label, text
    if change.remedy:
        yield phrase("notice"), change.remedy
    if not is_for_readers and (names := successors(change)) is not None:
        yield phrase("instead"), names
    if change.code.level == "breaking" and not change.is_proved:
        yield phrase("proof"), phrase("not proved: no values were found that show this")


def proof(change: Change) -> Phrase | None:
    """Return what the witness of a change shows; None without one."""
    if change.witness is None:
        return None
    if change.witness.accepted_by == "old":
        return phrase("the old version accepts these values, and the new version refuses them")
    if change.witness.accepted_by == "new":
        return phrase("the new version accepts these values, and the old version refuses them")
    if not change.witness.values:
        return phrase("without any values, the results differ")
    return phrase("with these values, the results differ")


def successors(change: Change) -> Param | None:
    """Return the fields that may replace a removed one, with reasons; None if there are none."""
    if not change.successors:
        return None
    if change.successor is not None:
        return Verbatim(str(change.successor.path))
    names = Listing(tuple(map(_probably, shown_successors(change))), "or")
    return phrase("probably renamed to {names}", names=names)


def shown_successors(change: Change) -> Sequence[Successor]:
    """Return the field that the author names, else those that are probable."""
    return change.successors[:_SHOWN] if change.successor is None else [change.successor]


def reasons_of(successor: Successor) -> Phrase | None:
    """Return why a field is probably a successor; None if its author says so."""
    if successor.is_certain:
        return None
    return phrase("probably: {reasons}", reasons=Listing(tuple(_REASONS[each] for each in successor.reasons)))


def summary(changes: Sequence[Change]) -> Param:
    """Return the number of changes by level."""
    numbers = {level: sum(change.code.level == level for change in changes) for level in LEVELS}
    parts: list[Param] = []
    if count := numbers["breaking"]:
        parts.append(counted("{count} breaking change", "{count} breaking changes", count))
    if count := numbers["compatible"]:
        parts.append(counted("{count} compatible change", "{count} compatible changes", count))
    if count := numbers["effect"]:
        parts.append(counted("{count} change of effect", "{count} changes of effect", count))
    if count := numbers["words"]:
        parts.append(counted("{count} change of words", "{count} changes of words", count))
    return Listing(tuple(parts)) if parts else phrase("no changes")


def _probably(successor: Successor) -> Phrase:
    reasons = Listing(tuple(_REASONS[reason] for reason in successor.reasons))
    return phrase("{field} ({reasons})", field=Verbatim(str(successor.path)), reasons=reasons)


def _side(side: Side, change: Change) -> Param:
    """Return what one version says, and where, unless that is the place of the whole change."""
    elsewhere = side.span if side.span is not None and side.span != change.span else None
    if side.words and elsewhere is not None:
        return phrase("{fact} ({place})", fact=side.words, place=Verbatim(str(elsewhere)))
    return side.words or (Verbatim(str(elsewhere)) if elsewhere is not None else "")
