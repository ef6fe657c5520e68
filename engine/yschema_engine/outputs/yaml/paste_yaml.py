"""Values below the keys that lead to them, so that they can be pasted into a values file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from urllib.parse import unquote

from yschema_engine.nodes import Array, ArrayItem, Map, MapItem, Scalar, Value, to_yaml
from yschema_engine.reference.model import Field

_CHOSEN = re.compile(r"<(?:any )?name>")
_ARRAYS = re.compile(r"(?:\[\])*")
_TAGGED = re.compile(r"!!(bool|int|float|null) (.*)")
_READ: Mapping[str, Callable[[str], Scalar]] = MappingProxyType(
    {
        "bool": lambda text: text == "true",
        "int": int,
        "float": lambda text: float(text.replace(".inf", "inf").replace(".nan", "nan")),
        "null": lambda _: None,
    }
)


def nest(field: Field, value: Value) -> str:
    """A value of a field as YAML below all keys of the field's path, without a final line end.

    An array of which the path goes on has the value in one item. A name that readers choose stands as the
    path has it, `<any name>`. Where the keys cannot be told, the value stands alone.
    """
    for key, arrays in reversed(list(steps(field))):
        for _ in range(arrays):
            value = Array([ArrayItem(value, field.span)], field.span)
        if key is not None:
            value = Map([MapItem(_scalar(key), value, field.span)], field.span)
    return to_yaml(value).removesuffix("\n")


def steps(field: Field) -> Iterator[tuple[str | None, int]]:
    """The keys of the path, each with how many arrays, one in the other, it holds on the way.

    Anchors tell keys apart, paths have the arrays. The items of a document that is an array have no key.
    """
    rest = field.path
    document = _ARRAYS.match(rest)
    if document and document[0]:
        yield None, len(document[0]) // 2
        rest = rest[document.end() :].removeprefix(".")
    for segment in field.anchor.split(".")[1:]:
        key = "" if segment == "~" else unquote(segment.replace("~", "%"))
        chosen = None if rest.startswith(key) else _CHOSEN.match(rest)
        if chosen:
            key = f"{chosen[0]}{key}" if rest.startswith(f"{chosen[0]}{key}") else chosen[0]
        rest = rest.removeprefix(key)
        arrays = _ARRAYS.match(rest)
        depth = len(arrays[0]) if arrays else 0
        yield key, depth // 2
        rest = rest[depth:].removeprefix(".")


def _scalar(key: str) -> Scalar:
    tagged = _TAGGED.fullmatch(key)
    return _READ[tagged[1]](tagged[2]) if tagged else key
