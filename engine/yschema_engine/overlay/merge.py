"""Merging schema documents in order, each onto the result of those before it.

Map items go by their keys, array items are appended, everything else is replaced. Where a key is there
already, its first annotations stay in force.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.nodes import Array, Document, Holder, Map, MapItem, key_id

Report = Callable[[Diagnostic], None]

MATCH = "overlay/match"
CHILD_DEFAULTS = "overlay/match-child-defaults"
REMOVE = "overlay/remove"
REPLACE = "overlay/replace"
_KNOWN = {MATCH: {"missing_ok"}, CHILD_DEFAULTS: {"missing_ok"}, REMOVE: set(), REPLACE: set()}


def merge(documents: Sequence[Document], report: Report) -> Document:
    """The first document with the others merged onto it, in place.

    Args:
        documents: at least one.
        report: is called with each problem.
    """
    first, *others = documents
    merger = _Merger(report)
    for other in others:
        merger.onto(first, other, missing_ok=False)
    return first


class _Merger:
    def __init__(self, report: Report) -> None:
        self._report = report

    def onto(self, left: Holder, right: Holder, *, missing_ok: bool) -> None:
        """Merge a node onto one that is there; `missing_ok` is the default for what lies in it."""
        self._check_annotations(right)
        if REPLACE in right.annotations:
            left.value, left.annotations, left.position = right.value, right.annotations, right.position
            return
        missing_ok = _missing_ok(right, CHILD_DEFAULTS, missing_ok)
        if isinstance(left.value, Map) and isinstance(right.value, Map):
            self._maps(left.value, right.value, missing_ok)
        elif isinstance(left.value, Array) and isinstance(right.value, Array):
            left.value.items += right.value.items
        else:
            left.value = right.value

    def _maps(self, left: Map, right: Map, missing_ok: bool) -> None:
        there = {key_id(item.key): item for item in left.items}
        for item in right.items:
            known = there.get(key_id(item.key))
            if known is None:
                self._check_annotations(item)
                self._add(left, item, missing_ok)
            elif REMOVE in item.annotations:
                left.items.remove(known)
            else:
                self.onto(known, item, missing_ok=missing_ok)

    def _add(self, left: Map, item: MapItem, missing_ok: bool) -> None:
        if _missing_ok(item, MATCH, missing_ok):
            left.items.append(item)
            return
        self._report(
            Diagnostic(
                "a later schema document adds a key that the earlier ones lack",
                "overlay",
                item.position,
                found=str(item.key),
                expected="one of " + ", ".join(sorted(str(i.key) for i in left.items)),
                declared=left.position,
                hint="annotate it with @overlay/match missing_ok=True to add it",
            )
        )

    def _check_annotations(self, holder: Holder) -> None:
        for name, annotation in holder.annotations.items():
            if not name.startswith("overlay/"):
                continue
            if (
                annotation.args
                or not annotation.kwargs.keys() <= _KNOWN.get(name, set())
                or name not in _KNOWN
            ):
                message = f"@{name} with these arguments is not supported yet"
                self._report(Diagnostic(message, "overlay", annotation.position))


def _missing_ok(holder: Holder, name: str, inherited: bool) -> bool:
    annotation = holder.annotations.get(name)
    return bool(annotation.kwargs.get("missing_ok", inherited)) if annotation else inherited
