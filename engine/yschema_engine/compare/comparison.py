"""The comparison of two versions of a schema: a walk over their fields collects all differences.

For custom resources, it also compares the versions, names and scope of the definitions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, ChangeCode, Comparison, Side, Witness
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
    Codes,
    Difference,
    Pair,
    Versions,
    matched,
    matched_open,
    type_differences,
)
from yschema_engine.compare.renames import with_successors
from yschema_engine.compare.reverse_check import unexplained
from yschema_engine.compare.rules import rule_differences
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.compare.witnesses import prove, sample_documents, show_results, with_samples_as_witnesses
from yschema_engine.schema.fields import Field, KeyLookup
from yschema_engine.schema.metadata import Property
from yschema_engine.schema.schema import ResourceKind, Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Param
from yschema_engine.yaml.plain_values import Plain


def _kept(pair: Pair, versions: Versions) -> Iterator[Difference]:
    """Yield the differences of a field that both versions have, then those of the fields below it.

    They are in the order of the old version.
    """
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
        old_keys, new_keys = KeyLookup(old), KeyLookup(new)
        for below in matched(pair):
            if below.new is None:
                yield from _of_one_version(below, pair.both[1], new_keys, versions)
            elif below.old is None:
                yield from _of_one_version(below, pair.both[0], old_keys, versions)
            else:
                yield from _kept(below, versions)
        for below in matched_open(pair):
            yield from key_policy(below)
            yield from _kept(below, versions)
    if old.item is not None and new.item is not None:
        yield from _kept(Pair(old.item, new.item), versions)


def _of_one_version(pair: Pair, around: Field, keys: KeyLookup, versions: Versions) -> Iterator[Difference]:
    """Yield the differences of a field that one version lacks; an open field may take its key there.

    Args:
        pair: the field.
        around: the map in the version that lacks the field.
        keys: the fields of this map.
        versions: both versions.
    """
    field, is_removed = pair.field, pair.new is None
    taker = keys.field(field.key)
    if is_removed:
        yield from removed_field(field, around, taker)
    else:
        yield from added_field(field, around, taker, versions)
    if taker is not None and field.removed is None:
        taker = replace(taker, key=field.key, path=field.path, keys=None)  # as if it stood for a single key
        yield from _acceptance(Pair(field, taker) if is_removed else Pair(taker, field))


def _acceptance(pair: Pair) -> Iterator[Difference]:
    """Yield the differences in the values that two fields accept."""
    yield from type_differences(pair)
    yield from rule_differences(pair)


_OF_NEW = (codes.FORMAT_ADDED, codes.FORMAT_CHANGED)


def with_enforcement(each: Difference, versions: Versions) -> Difference:
    """Return a difference of formats as one of words in schemas that only warn about formats.

    By default, JSON Schema does not enforce formats:
    https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2.1
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
        old: the old version, whose samples the new version checks as well.
        new: the new version.

    Returns:
        The changes: breaking ones first, then those that may break values, accept more, or change the effect
        or the words.

    Raises:
        LimitError: the code of a schema took more time or memory than it may.
    """
    if old is new:
        return Comparison(old, new, ())
    if not (old.kinds or new.kinds):
        return Comparison(old, new, _sorted(_changes(old, new)))
    changes = list(definition_changes(old, new))
    has_several = len(old.kinds) > 1 or len(new.kinds) > 1
    after = {each.resource: each for each in new.kinds}
    for one in old.kinds:
        other = after.get(one.resource)
        if one.is_served and other is not None and other.is_served:
            label = _kind(one).name if has_several else ""
            changes += (replace(each, resource=label) for each in _changes(_alone(one), _alone(other)))
    return Comparison(old, new, _sorted(changes))


def _sorted(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda each: _LEVELS[each.code.level]))


def _changes(old: Schema, new: Schema) -> list[Change]:
    """Return the changes between two versions of a schema of one kind."""
    versions = Versions(old, new)
    found = [with_enforcement(each, versions) for each in _kept(Pair(old.root, new.root), versions)]
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
    """Return a change with its actual level, if it cannot break values, or is not proved to do so.

    Users do not set read-only fields. Only values show whether a changed pattern refuses more.
    """
    level = change.code.level
    if level == "breaking" and any(change.path[: len(path)] == path for path in read_only):
        level = "effect"
    elif change.code == codes.PATTERN_CHANGED and not change.is_proved:
        level = "unknown"
    return replace(change, code=replace(change.code, level=level))


def _on(found: Iterable[Difference], axis: str) -> list[Difference]:
    return [each for each in found if each.change.code.axis == axis]


_DEPRECATION = Codes(codes.VERSION_DEPRECATED, codes.VERSION_UNDEPRECATED, codes.NOTICE_CHANGED)


def definition_changes(old: Schema, new: Schema) -> Iterator[Change]:
    """Yield the changes of definitions, apart from those of fields."""
    after = {each.resource: each for each in new.kinds}
    before = {each.resource for each in old.kinds if each.is_served}
    renamed: dict[str, str] = {}
    for each in old.kinds:
        twin = after.get(each.resource)
        if twin is None and (now := _renamed(each, new)) is not None:
            kind = _kind(now).kind
            if renamed.setdefault(_kind(each).kind, kind) and each.is_served:
                yield _lost(codes.KIND_CHANGED, each, Side(kind, kind, now.root.span))
        elif each.is_served and twin is None:
            yield _lost(codes.VERSION_REMOVED, each)
        elif each.is_served and twin is not None and not twin.is_served:
            yield _lost(codes.VERSION_NOT_SERVED, each, Side(span=twin.root.span))
        elif twin is not None:
            yield from _deprecation(each, twin)
    for each in new.kinds:
        if each.is_served and each.resource not in before and _kind(each).kind not in renamed.values():
            change = _change(codes.VERSION_ADDED, each, None, Side(span=each.root.span))
            yield replace(change, witness=_resource(each, "new"))
    yield from _facts(old.kinds, new.kinds)


def _facts(old: Sequence[Schema], new: Sequence[Schema]) -> Iterator[Change]:
    """Yield the changes of facts that all versions of a kind share, once for each kind."""
    before, after = ({(_kind(one).group, _kind(one).kind): one for one in each} for each in (old, new))
    for identity, each in before.items():
        if identity in after:
            for name, code in (("plural", codes.PLURAL_CHANGED), ("scope", codes.SCOPE_CHANGED)):
                sides = [_side(one, name) for one in (each, after[identity])]
                if sides[0].value != sides[1].value:
                    yield replace(_change(code, each, *sides), resource=_kind(each).kind.lower())


def _deprecation(old: Schema, new: Schema) -> Iterator[Change]:
    if old.deprecated != new.deprecated:
        sides = [
            None if each.deprecated is None else Side(each.deprecated, each.deprecated, each.root.span)
            for each in (old, new)
        ]
        yield _change(_DEPRECATION.of(*sides), new, *sides)


def _lost(code: ChangeCode, old: Schema, new: Side | None = None) -> Change:
    """Return a change that refuses the resources of a version, with one of them as a witness."""
    words = _kind(old).kind if code == codes.KIND_CHANGED else ""
    change = _change(code, old, Side(words or None, words, old.root.span), new)
    return replace(change, witness=_resource(old, "old"))


def _resource(schema: Schema, accepted_by: Literal["old", "new"]) -> Witness | None:
    """Return a valid resource of a version that only one side serves; None if none is found."""
    trial = Trial(_alone(schema))
    documents: list[Plain] = [trial.least(schema.root), *sample_documents(schema)]
    valid = next((each for each in documents if trial.run(each).valid), None)
    return None if valid is None else Witness(valid, ROOT.key("apiVersion"), accepted_by)


def _change(code: ChangeCode, of: Schema, old: Side | None, new: Side | None) -> Change:
    return Change(code, ROOT, old, new, resource=_kind(of).name)


def _renamed(old: Schema, new: Schema) -> Schema | None:
    """Return the schema of a definition that has another kind now; None if it has the same, or is gone."""
    same = {_kind(each).kind: each for each in reversed(new.kinds) if _names(each) == _names(old)}
    return None if not same or _kind(old).kind in same else same[min(same)]


def _names(schema: Schema) -> tuple[str, Param]:
    """Return the group and the plural, which identify a definition."""
    return _kind(schema).group, _side(schema, "plural").value


def _kind(schema: Schema) -> ResourceKind:
    assert schema.resource is not None
    return schema.resource


def _side(schema: Schema, name: str) -> Side:
    """Return a fact about a definition as one side of a change."""
    facts = (each.text for each in schema.metadata if isinstance(each, Property) and each.name == name)
    text = next(facts, "")
    return Side(str(text), text, schema.root.span)


def _alone(schema: Schema) -> Schema:
    """Return the schema without those of other versions."""
    return replace(schema, others=())
