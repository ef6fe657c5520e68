"""The annotations of the designs (early design; proposal, parts 5 to 7), as facts.

They mean the same in documents of either dialect. What a mark such as `@schema/definition` changes for a
whole document is in `infer`; types and keys have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yschema_engine.evaluate.argument_phrases import ONE_OF_THEM, annotation_name
from yschema_engine.frontends.ytt.annotations.shipped import PAIR, Annotations, Pairs
from yschema_engine.text.nodes import Annotation, MapItem
from yschema_engine.text.phrases import Listing, phrase

TYPE = "schema/type"
KEY = "schema/key"
ANY_KEY = "schema/any-key"
MAY_BE_PRESENT = "schema/key-may-be-present"
DOC = "schema/doc"
EXAMPLE = "schema/example"
EXAMPLES = "schema/examples"
REMOVED = "schema/removed"
VALIDATE = "schema/validate"
_OWN = frozenset((KEY, ANY_KEY, MAY_BE_PRESENT, DOC, REMOVED))
_ON_A_MAP_ITEM = phrase("on a map item, above its key")


def of_their_own(annotations: Annotations) -> bool:
    """Return whether the node has annotations that only the designs have, beside rules and examples."""
    return not _OWN.isdisjoint(annotations.holder.annotations)


def documentation(annotations: Annotations, description: str) -> str:
    """Return the text of `@schema/doc` without its indentation, or that of `@schema/desc`."""
    text = annotations.text(DOC)
    if text is None:
        return description
    if description:
        found = Listing((annotation_name(DOC), annotation_name("schema/desc")), "and")
        annotations.misuse(annotations[DOC], found=found, expected=ONE_OF_THEM)
    from inspect import cleandoc  # noqa: PLC0415  takes time to import

    return cleandoc(text)


def example_pairs(annotations: Annotations) -> Pairs:
    """Return the value of `@schema/example`, and the pairs of a `@schema/examples` that is a list of them."""
    pairs: Pairs = []
    if EXAMPLE in annotations:
        annotation = annotations[EXAMPLE]
        if annotations.one_argument(annotation, phrase("one value")):
            pairs.append((annotation, ("", annotation.args[0])))
    if EXAMPLES in annotations:
        annotation = annotations[EXAMPLES]
        pairs += [(annotation, given) for given in _listed(annotations, annotation)]
    return pairs


def _listed(annotations: Annotations, annotation: Annotation) -> Sequence[Any]:
    given = annotation.args
    if annotation.kwargs:
        annotations.misuse(annotation, found=phrase("a keyword argument"), expected=PAIR)
    if len(given) == 1 and isinstance(given[0], list):
        given = tuple(given[0])
    if not given and not annotation.kwargs:
        annotations.misuse(annotation, found=phrase("no value"), expected=PAIR)
    return given


def removed(annotations: Annotations) -> str | None:
    """Return the remedy of `@schema/removed`; None without it."""
    annotation = annotations.get(REMOVED)
    if annotation is None:
        return None
    if not isinstance(annotations.holder, MapItem):
        report_node(annotations, annotation)
        return None
    return annotations.text(REMOVED)


def report_node(annotations: Annotations, annotation: Annotation) -> None:
    """Report an annotation that is not on a map item."""
    name = annotation_name(annotation.name)
    found = phrase("{annotation} on {node}", annotation=name, node=annotations.node_kind)
    annotations.misuse(annotation, found=found, expected=_ON_A_MAP_ITEM)
