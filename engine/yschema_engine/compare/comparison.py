"""The walk over two versions of a schema that collects all differences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, Comparison
from yschema_engine.compare.definitions import definition_changes, served_pairs
from yschema_engine.compare.field_changes import (
    added_field,
    default_differences,
    kept_field,
    key_policy,
    other_keys,
    removed_field,
    word_differences,
)
from yschema_engine.compare.field_pairs import (
    Difference,
    Maps,
    Pair,
    Versions,
    matched,
    matched_open,
    open_field_for,
    open_fields,
    type_differences,
)
from yschema_engine.compare.renames import with_successors
from yschema_engine.compare.reverse_check import unexplained
from yschema_engine.compare.rules import rule_differences
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.compare.witnesses import prove, sample_documents, show_results, with_samples_as_witnesses
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.paths import Path


def differences(versions: Versions) -> Iterator[Difference]:
    """Yield all differences, each field before those below it, in the order of the old version."""
    yield from _kept(Pair(versions.old.root, versions.new.root), versions)


def _kept(pair: Pair, versions: Versions) -> Iterator[Difference]:
    yield from kept_field(pair, versions)
    if any(field.removed is not None for field in pair.both):
        return
    yield from _acceptance(pair)
    yield from default_differences(pair, versions)
    yield from word_differences(pair)
    yield from _below(pair, versions)


def _below(pair: Pair, versions: Versions) -> Iterator[Difference]:
    old, new = (field.type for field in pair.both)
    if "map" in old.kinds and "map" in new.kinds:
        yield from other_keys(pair)
        holders = Maps(*pair.both, *map(open_fields, pair.both))
        for below in matched(pair):
            yield from _of_field(below, holders, versions)
        for below in matched_open(pair):
            if below.old is not None and below.new is not None:
                yield from key_policy(below)
                yield from _kept(below, versions)
    if old.item is not None and new.item is not None:
        yield from _kept(Pair(old.item, new.item), versions)


def _of_field(pair: Pair, holders: Maps, versions: Versions) -> Iterator[Difference]:
    """Yield the differences about a field; in the other version, an open field may take its key."""
    if pair.old is not None and pair.new is not None:
        yield from _kept(pair, versions)
    elif pair.old is not None:
        yield from removed_field(pair, holders)
        taker = open_field_for(holders.new_open, pair.old)
        if taker is not None and pair.old.removed is None:
            yield from _acceptance(Pair(pair.old, _for_key_of(taker, pair.old)))
    elif pair.new is not None:
        yield from added_field(pair, holders, versions)
        taker = open_field_for(holders.old_open, pair.new)
        if taker is not None and pair.new.removed is None:
            yield from _acceptance(Pair(_for_key_of(taker, pair.new), pair.new))


def _for_key_of(taker: Field, field: Field) -> Field:
    """Return an open field as the one of a single key."""
    return replace(taker, key=field.key, path=field.path, keys=None)


def _acceptance(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between fields of which one stands for more keys than the other."""
    yield from type_differences(pair)
    yield from rule_differences(pair)


_OF_NEW = (codes.FORMAT_ADDED, codes.FORMAT_CHANGED)


def with_enforcement(each: Difference, versions: Versions) -> Difference:
    """Return a difference about a format as one of words if other values only cause a warning.

    This is so in JSON Schema: https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2.1
    """
    is_of_new = each.change.code in _OF_NEW
    schema = versions.new if is_of_new else versions.old
    if schema.own_check is None or not (is_of_new or each.change.code == codes.FORMAT_REMOVED):
        return each
    return replace(each, change=replace(each.change, code=codes.FORMAT_NOTE_CHANGED))


_LEVELS: Mapping[str, int] = {"breaking": 0, "unknown": 1, "compatible": 2, "effect": 3, "words": 4}


def compare(old: Schema, new: Schema) -> Comparison:
    """Return the changes between two versions of a schema.

    Args:
        old: the old version, whose samples are also run against the new one.
        new: the new version.

    Raises:
        LimitError: the code of a schema took more time or memory than it may.
    """
    if old is new:
        return Comparison(old, new, ())
    if not (old.kinds or new.kinds):
        return Comparison(old, new, _sorted(_changes(old, new)))
    changes = list(definition_changes(old, new))
    has_several = len(old.kinds) > 1 or len(new.kinds) > 1
    for one, other in served_pairs(old, new):
        label = one.resource.name if has_several and one.resource else ""
        changes += (replace(each, resource=label) for each in _changes(one, other))
    return Comparison(old, new, _sorted(changes))


def _sorted(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda each: _LEVELS[each.code.level]))


def _changes(old: Schema, new: Schema) -> list[Change]:
    """Return the changes between two versions of a schema of one kind."""
    versions = Versions(old, new)
    found = [with_enforcement(each, versions) for each in differences(versions)]
    found = with_successors(found, versions)
    before, after = Trial(old), Trial(new)
    documents = tuple(sample_documents(old))
    changes = with_samples_as_witnesses(
        prove(_on(found, "acceptance"), before, after), documents, before, after
    )
    changes += show_results(_on(found, "effect"), before, after)
    changes += unexplained(changes, before, after, documents)
    read_only = {
        each.path for schema in (old, new) for each in schema.root.walk() if each.access == "read-only"
    }
    return [*(_judged(each, read_only) for each in changes), *(each.change for each in _on(found, "words"))]


def _judged(change: Change, read_only: Collection[Path]) -> Change:
    """Return a change with another level if it cannot break values, or if nobody can say that it does.

    Users do not set read-only fields. Of another pattern, only values tell whether it refuses more.
    """
    level = change.code.level
    if level == "breaking" and any(change.path[: len(path)] == path for path in read_only):
        level = "effect"
    elif change.code == codes.PATTERN_CHANGED and not change.is_proved:
        level = "unknown"
    return replace(change, code=replace(change.code, level=level))


def _on(found: Iterable[Difference], axis: str) -> list[Difference]:
    return [each for each in found if each.change.code.axis == axis]
