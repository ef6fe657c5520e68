"""Application of one document onto another, as its `@overlay/…` annotations say.

The behaviour is that of ytt for data values and schema documents, which are applied one onto one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import TypeAlias

from yschema_engine.evaluate.argument_phrases import annotation_name, keywords
from yschema_engine.merge import overlay_actions
from yschema_engine.merge.overlay_actions import check_assertion, copy_node, with_value
from yschema_engine.merge.overlay_annotations import (
    APPEND,
    ARGUMENTS,
    ASSERT,
    CHILD_DEFAULTS,
    INSERT,
    MATCH,
    NO_ARGUMENTS,
    REMOVE,
    REPLACE,
    Arguments,
    Functions,
    Problem,
    action_of,
    arguments,
)
from yschema_engine.merge.overlay_items import Items, Permissions, Place
from yschema_engine.merge.overlay_matching import find
from yschema_engine.text.findings import (
    Code,
    Finding,
    finding,
    overlay_code,
    overlay_warning,
    revise,
)
from yschema_engine.text.nodes import (
    Annotation,
    Array,
    ArrayItem,
    Document,
    Holder,
    Map,
    MapItem,
    Value,
    copy_value,
    type_name,
)
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import did_you_mean

WRONG_KIND = overlay_code(
    "overlay-wrong-kind",
    "a value of type {found} cannot be merged into one of type {expected}",
    hint="to replace a value by one of another type, use @overlay/replace",
)
REPEATED_KEY = overlay_code(
    "overlay-repeated-key",
    "after merging, the map has this key twice",
    expected="each key once",
    hint="items that replace others or are added keep their own key: give this one another",
)
UNKNOWN_ANNOTATION = overlay_warning(
    "overlay-unknown-annotation", "{annotation} is unknown and has no effect"
)
IGNORED_POSITION = overlay_warning(
    "overlay-ignored-position", "a positional argument of {annotation} has no effect"
)
IGNORED_ARGUMENT = overlay_warning(
    "overlay-ignored-argument",
    "{annotation} takes no arguments; this one has no effect",
    hint="remove the argument",
)
IGNORED_MATCHER = overlay_warning(
    "overlay-ignored-matcher",
    "by= has no effect on a document, which always matches",
    hint="remove the argument",
)
IGNORED_DOCUMENT = overlay_warning(
    "overlay-ignored-document",
    "with {annotation}, the document has no effect: one document is left",
    hint="remove the annotation to merge the document",
)
REPLACING_DOCUMENT = overlay_warning(
    "overlay-replacing-document",
    "inserted before the other document, this one replaces it",
    hint="to replace it explicitly, use @overlay/replace",
)
IGNORED_ACTION = overlay_warning(
    "overlay-ignored-action",
    "{annotation} has no effect on an array item that matches nothing",
    hint="choose the items that it concerns: `@overlay/match by=…`",
)


def ignored_annotations(holder: Holder) -> Iterator[Finding]:
    """Yield warnings about the overlay annotations of a node, or parts of them, that do nothing."""
    for name, annotation in holder.annotations.items():
        if not name.startswith(("overlay/", "overlay(")):
            continue
        if name not in ARGUMENTS:
            yield _warning(UNKNOWN_ANNOTATION, annotation, did_you_mean(name, ARGUMENTS, annotation_name))
        elif annotation.args:
            named = phrase("name the argument: {arguments}", arguments=keywords(ARGUMENTS[name]))
            hint = named if ARGUMENTS[name] else phrase("remove the argument")
            yield _warning(IGNORED_POSITION, annotation, hint)
        elif annotation.kwargs and not ARGUMENTS[name]:
            yield _warning(IGNORED_ARGUMENT, annotation)
        elif (code := _without_effect(holder, name, annotation.kwargs)) is not None:
            yield _warning(code, annotation)


def _without_effect(holder: Holder, name: str, options: Mapping[str, object]) -> Code | None:
    """Return the code for an annotation that has no effect where it is; None if it has one."""
    is_item = isinstance(holder, ArrayItem) and MATCH not in holder.annotations
    if is_item and (name in (REMOVE, INSERT, ASSERT) or (name == REPLACE and not options.get("or_add"))):
        return IGNORED_ACTION
    if not isinstance(holder, Document):
        return None
    if name == MATCH and "by" in options:
        return IGNORED_MATCHER
    if name == APPEND or (name == INSERT and options and not options.get("before")):
        return IGNORED_DOCUMENT
    return REPLACING_DOCUMENT if name == INSERT and options else None


def _warning(code: Code, annotation: Annotation, hint: Phrase | None = None) -> Finding:
    return finding(code, annotation.span, annotation=annotation_name(annotation.name), hint=hint)


Report: TypeAlias = Callable[[Finding], None]


def _path(place: Place, right: Holder) -> Path:
    """Return the path of a node; for an array item, or a node with a matcher, that of its place."""
    match = right.annotations.get(MATCH)
    if isinstance(right, MapItem) and not (match and "by" in match.kwargs):
        return place.path.key(right.key)
    return place.path


_ACTIONS: Mapping[str, Callable[[Place, Holder, Arguments], None]] = {
    REMOVE: overlay_actions.remove,
    REPLACE: overlay_actions.replace,
    INSERT: overlay_actions.insert,
    APPEND: overlay_actions.append,
}


def merge(documents: Sequence[Document], report: Report) -> Document:
    """Return the first document with the others applied onto it, in order.

    Args:
        documents: at least one.
        report: as for `apply`.
    """
    return reduce(lambda left, right: apply(left, right, report), documents)


def apply(
    left: Document,
    right: Document,
    report: Report,
    permissions: Permissions = Permissions(),
) -> Document:
    """Return a document with another one applied onto it.

    Map items match by their keys, which have to exist; array items are appended; any other value replaces
    the existing one. `@overlay/match`, `match-child-defaults` and one of the actions `merge`, `remove`,
    `replace`, `insert`, `append` and `assert` change that, on the document and on any item.

    If a value is merged onto an existing one, the node keeps its annotations; a node that is new, or replaces
    another, brings its own. A value of the right side keeps its line.

    Args:
        left: evaluated. It is not changed, but the result may share nodes with it.
        right: evaluated, with annotations. It is not changed, and the result shares no node with it.
        report: takes each problem, at the span of the right side's node. After an error the result must not
            be used; a warning says that an annotation does nothing.
        permissions: the changes that need no annotation; by default none.

    Returns:
        The document; `left` itself if nothing changes.

    Raises:
        LimitError: a function of an annotation exceeded a limit.
    """
    place = Place(Items([left]), left.span, Functions(), permissions)
    Application(report).node(place, right, NO_ARGUMENTS)
    result = place.items[0]
    assert isinstance(result, Document)
    return result


class Application:
    """An application of overlays, node by node.

    Each problem of a node is reported once, even if the node is applied onto several.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._reported: set[tuple[object, ...]] = set()

    def node(self, place: Place, right: Holder, defaults: Arguments) -> None:
        """Apply one node of the overlay; `defaults` are the counts that nodes around it expect."""
        try:
            for warning in ignored_annotations(right):
                self._add(revise(warning, path=_path(place, right)), right)
            name = action_of(right)
            if name in _ACTIONS:
                _ACTIONS[name](place, right, defaults)
            elif name == ASSERT:
                self._assert(place, right, defaults)
            else:
                self._merge(place, right, defaults)
        except Problem as problem:
            self._refuse(problem, place, right)

    def _refuse(self, problem: Problem, place: Place, right: Holder) -> None:
        path = Path(_path(place, right) + problem.within)
        self._add(revise(problem.at(right.span), path=path), right)

    def _add(self, new: Finding, right: Holder) -> None:
        # Two nodes can be on one line, but only copies of a node share its span.
        facts = (id(right.span), new.code, new.span, new.params.get("found"))
        if facts not in self._reported:
            self._reported.add(facts)
            self._report(new)

    def _merge(self, place: Place, right: Holder, defaults: Arguments) -> None:
        inner = _child_defaults(right, defaults)
        indexes = find(place, right, defaults)
        if indexes is None:
            return
        if not indexes and not isinstance(right, Document):
            place.items.append(copy_node(right))
        for index in indexes:
            left = place.items[index]
            if left.value is None or not isinstance(right.value, Map | Array):
                place.items[index] = with_value(left, copy_value(right.value), right.span, right.value_span)
            elif place.permissions.replaces(right, left.value):
                place.items[index] = copy_node(right)
            else:
                self._into(place, index, right, inner)

    def _into(self, place: Place, index: int, right: Holder, defaults: Arguments) -> None:
        """Apply the items of a map or an array onto the existing ones."""
        new = right.value
        assert isinstance(new, Map | Array)
        holder = place.items[index]
        old = holder.value
        if not isinstance(old, type(new)):
            found, expected = Verbatim(type_name(new)), Verbatim(type_name(old))
            span, declared = right.value_span, holder.span
            raise Problem(WRONG_KIND, span=span, found=found, expected=expected, declared=declared)
        permissions = place.permissions if isinstance(right, Document) else place.permissions.below(right)
        inner = Place(Items(old.items), old.span, place.functions, permissions, place.path_of(index), place)
        for item in new.items:
            self.node(inner, item, defaults)
        if any(item.annotations for item in new.items):
            for item, earlier in inner.items.repeated_keys():
                is_apart = item.span != earlier.span
                related = ((phrase("the other one"), earlier.span),) if is_apart else ()
                found = Verbatim(key_text(item.key))
                self._refuse(Problem(REPEATED_KEY, found=found, related=related), inner, item)
        if inner.items.changed is not None:
            value: Value = type(old)(inner.items.changed, old.span)
            place.items[index] = with_value(holder, value, holder.span)

    def _assert(self, place: Place, right: Holder, defaults: Arguments) -> None:
        inner = _child_defaults(right, defaults)
        via = arguments(right, ASSERT).get("via")
        for index in find(place, right, defaults) or ():
            check_assertion(place.items[index], right, via, place.functions)
            # As in ytt, overlays within the asserted value are applied.
            if isinstance(right.value, Map | Array):
                self._into(place, index, right, inner)


def _child_defaults(right: Holder, defaults: Arguments) -> Arguments:
    """Return the defaults for the nodes in a node: its own, completed by those of the nodes around it."""
    changed = arguments(right, CHILD_DEFAULTS)
    return {**defaults, **changed} if changed else defaults
