"""Changes of the definitions of custom resources: of their versions, names and scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, ChangeCode, Side, Witness
from yschema_engine.compare.field_pairs import Codes
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.compare.witnesses import sample_documents
from yschema_engine.schema.metadata import Property
from yschema_engine.schema.schema import ResourceKind, Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.paths import ROOT
from yschema_engine.text.phrases import Param
from yschema_engine.yaml.plain_values import Plain

_DEPRECATION = Codes(codes.VERSION_DEPRECATED, codes.VERSION_UNDEPRECATED, codes.NOTICE_CHANGED)


def served_pairs(old: Schema, new: Schema) -> list[tuple[Schema, Schema]]:
    """Return the versions of resources that are served before and after, each in both states."""
    after = {each.resource: each for each in new.kinds}
    pairs = [(each, after[each.resource]) for each in old.kinds if each.resource in after]
    return [(_alone(one), _alone(other)) for one, other in pairs if one.is_served and other.is_served]


def definition_changes(old: Schema, new: Schema) -> Iterator[Change]:
    """Yield the changes of definitions, apart from those of fields."""
    after = {each.resource: each for each in new.kinds}
    before = {each.resource for each in old.kinds if each.is_served}
    renamed: dict[str, str] = {}
    for each in old.kinds:
        twin = after.get(each.resource)
        if twin is None and (kind := _new_kind(each, new)) is not None:
            if renamed.setdefault(_kind(each).kind, kind) and each.is_served:
                yield _lost(codes.KIND_CHANGED, each, Side(kind, kind, _first(new, kind).root.span))
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
    """Yield the changes of what all versions of a kind have in common, once for each kind."""
    after = {_identity(each): each for each in new}
    before = {_identity(each): each for each in old}
    for identity, each in before.items():
        if identity in after:
            for name, code in (("plural", codes.PLURAL_CHANGED), ("scope", codes.SCOPE_CHANGED)):
                sides = [_side(one, name) for one in (each, after[identity])]
                if sides[0].value != sides[1].value:
                    yield replace(_change(code, each, *sides), resource=_kind(each).kind.lower())


def _deprecation(old: Schema, new: Schema) -> Iterator[Change]:
    if old.deprecated == new.deprecated:
        return
    sides = [
        None if each.deprecated is None else Side(each.deprecated, each.deprecated, each.root.span)
        for each in (old, new)
    ]
    code = _DEPRECATION.changed
    if None in sides:
        code = _DEPRECATION.added if sides[0] is None else _DEPRECATION.removed
    yield _change(code, new, *sides)


def _lost(code: ChangeCode, old: Schema, new: Side | None = None) -> Change:
    """Return the change if resources of a version are refused, with one of them."""
    words = _kind(old).kind if code == codes.KIND_CHANGED else ""
    change = _change(code, old, Side(words or None, words, old.root.span), new)
    return replace(change, witness=_resource(old, "old"))


def _resource(schema: Schema, accepted_by: Literal["old", "new"]) -> Witness | None:
    """Return a resource of a version that only one of both states serves; None if none is found."""
    trial = Trial(_alone(schema))
    documents: list[Plain] = [trial.least(schema.root), *sample_documents(schema)]
    valid = next((each for each in documents if trial.run(each).valid), None)
    return None if valid is None else Witness(valid, ROOT.key("apiVersion"), accepted_by)


def _change(code: ChangeCode, of: Schema, old: Side | None, new: Side | None) -> Change:
    return Change(code, ROOT, old, new, resource=_kind(of).name)


def _new_kind(old: Schema, new: Schema) -> str | None:
    """Return the kind that a definition has now; None if it is the same, or the definition is gone."""
    kinds = {_kind(each).kind for each in new.kinds if _names(each) == _names(old)}
    return None if not kinds or _kind(old).kind in kinds else min(kinds)


def _first(new: Schema, kind: str) -> Schema:
    return next(each for each in new.kinds if _kind(each).kind == kind)


def _names(schema: Schema) -> tuple[str, Param]:
    """Return the group and the plural, which name a definition."""
    return _kind(schema).group, _side(schema, "plural").value


def _identity(schema: Schema) -> tuple[str, str]:
    return _kind(schema).group, _kind(schema).kind


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
