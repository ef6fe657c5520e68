"""The function `overlay.apply`, which applies fragments onto one another in steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.evaluate.starlark.marshal import decode, to_starlark
from yschema_engine.merge.overlay import WRONG_KIND, Application
from yschema_engine.merge.overlay_actions import copy_node
from yschema_engine.merge.overlay_annotations import NO_ARGUMENTS, Argument
from yschema_engine.merge.overlay_annotations import Functions as OverlayFunctions
from yschema_engine.merge.overlay_items import Items, Permissions, Place
from yschema_engine.read.ytt.modules import error_text
from yschema_engine.text.findings import EngineError, Finding, raise_errors
from yschema_engine.text.nodes import (
    Array,
    Document,
    DocumentSet,
    Map,
    Value,
    copy_value,
    from_plain,
    type_name,
    walk,
)
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span

Fragment: TypeAlias = Value | DocumentSet

_OVERLAY = "overlay/"
_NOWHERE = Span(Source("overlay.apply", ""), 1)


def _apply(left: Fragment, right: Fragment, functions: OverlayFunctions) -> Fragment:
    """Return a fragment with another one applied onto it; as in ytt, a map, an array or documents change.

    A scalar is returned as it is, unless the other one is a map or an array.
    """
    if not isinstance(right, Map | Array | DocumentSet):
        return left
    if not isinstance(left, type(right)):
        names = Verbatim(_name(right)), Verbatim(_name(left))
        raise EngineError.of(WRONG_KIND, _NOWHERE, found=names[0], expected=names[1])
    findings: list[Finding] = []
    application = Application(findings.append)
    is_stream = isinstance(left, DocumentSet)
    place = Place(Items(_documents(left)), _NOWHERE, functions, Permissions(), is_stream=is_stream)
    for document in _documents(right):
        application.node(place, document, NO_ARGUMENTS)
    left.items[:] = place.items if is_stream else place.items[0].value.items
    raise_errors(findings)
    return left


def _documents(fragment: Map | Array | DocumentSet) -> list[Document]:
    return fragment.documents if isinstance(fragment, DocumentSet) else [Document(fragment, _NOWHERE)]


def _without_annotations(fragment: Fragment) -> Fragment:
    """Remove the annotations of overlays from the nodes of a fragment, and return it."""
    for top in fragment.items if isinstance(fragment, Map | Array | DocumentSet) else ():
        for holder in walk(top):
            kept = {k: v for k, v in holder.annotations.items() if not k.startswith(_OVERLAY)}
            if len(kept) < len(holder.annotations):
                holder.annotations = kept
    return fragment


def _name(fragment: Fragment) -> str:
    return str(phrase("documents")) if isinstance(fragment, DocumentSet) else type_name(fragment)


class _Unanswered(Exception):
    """A function of the program that runs has to be called, with some arguments, before the next try."""


class _Answers(OverlayFunctions):
    """The results of the functions of annotations, in files that may not be complete, in order."""

    def __init__(self, program: str, answers: Sequence[Any]) -> None:
        self._program = program
        self._answers = iter(answers)

    def result(self, argument: Argument, *args: Value) -> Any:
        """Return the result of an argument's function; as `Functions.result`.

        Raises:
            _Unanswered: the function belongs to the program that runs, which has not called it.
            BridgeError: it cannot be called before the code of its file has ended.
        """
        file, function = argument.annotation.span.file, argument.function()
        is_own = file == self._program
        if function.replayed is not None or (function.calls.result is None and not is_own):
            raise BridgeError(
                f"overlay.apply: the function of an annotation in {file} cannot be called here;"
                " use one that `def` defines in the same file, and call overlay.apply there"
            )
        if not is_own:
            return function.calls.call(function, *args)
        for answer in self._answers:
            return decode(answer)
        raise _Unanswered(function, args)


def apply(program: str, encoded: Sequence[Any], answers: Sequence[Any]) -> list[Any]:
    """Return `["done", fragment]`, or the function to call next: `["call", index, arguments]`.

    Args:
        program: the name of the program that calls.
        encoded: the fragments, each of which is applied onto the result so far.
        answers: the results of the calls so far.

    Raises:
        BridgeError: an overlay cannot be applied.
    """
    originals = [_nodes(value) for value in encoded]
    functions = _Answers(program, answers)
    try:
        result = _copy(originals[0])
        for right in originals[1:]:
            result = _apply(result, right, functions)
    except _Unanswered as e:
        function, args = e.args
        return ["call", function.index, [to_starlark(each) for each in args]]
    except EngineError as e:
        raise BridgeError("; ".join(f"overlay.apply: {error_text(each)}" for each in e.findings)) from e
    return ["done", to_starlark(_without_annotations(_assigned(originals[0], result)))]


def _nodes(encoded: Any) -> Fragment:
    value = decode(encoded)
    if isinstance(value, DocumentSet):
        return value
    try:
        return from_plain(value, _NOWHERE)
    except TypeError as e:
        raise BridgeError("overlay.apply: expected YAML fragments") from e


def _copy(fragment: Fragment) -> Fragment:
    if isinstance(fragment, DocumentSet):
        return DocumentSet([copy_node(document) for document in fragment.documents])
    return copy_value(fragment)


def _assigned(fragment: Fragment, result: Fragment) -> Fragment:
    """Return the fragment with the nodes of the result: as in ytt, the first argument changes."""
    if isinstance(fragment, Map | Array | DocumentSet):
        assert isinstance(result, type(fragment))
        fragment.items[:] = result.items  # type: ignore[assignment]  # of the same kind
    return fragment


FUNCTIONS: Functions = {"overlay_apply": apply}
